"""The names of the trainers, and which settings they read; costs nothing to import."""

from typing import Literal, get_args

RankingTrainerName = Literal["exact", "pairs", "reference"]
"""Ways to minimize the paper's objective."""
RANKING_TRAINERS: tuple[RankingTrainerName, ...] = get_args(RankingTrainerName)

TrainerChoice = Literal["spectral", "auto", RankingTrainerName]
"""What can be asked for; `auto` is the fast ranking trainer that suits the data's size."""
TRAINER_CHOICES: tuple[TrainerChoice, ...] = get_args(TrainerChoice)

SPECTRAL_ONLY = frozenset({"n_contexts", "prior"})
FOR_ALL_TRAINERS = frozenset(
    {"trainer", "dimension", "min_count", "min_documents", "window", "max_examples"}
    | {"random_state", "n_jobs"}
)


def is_read(name: str, trainer: str) -> bool:
    """Return whether anything that the trainer learns depends on a setting.

    >>> is_read("dimension", "spectral"), is_read("regularization", "spectral")
    (True, False)
    """
    return name in FOR_ALL_TRAINERS or (name in SPECTRAL_ONLY) == (trainer == "spectral")

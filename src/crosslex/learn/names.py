"""The names of the trainers, in one place that costs nothing to import."""

from typing import Literal, get_args

RankingTrainerName = Literal["exact", "pairs", "reference"]
"""Ways to minimize the paper's objective."""
RANKING_TRAINERS: tuple[RankingTrainerName, ...] = get_args(RankingTrainerName)

TrainerChoice = Literal["spectral", "auto", RankingTrainerName]
"""What can be asked for; `auto` is the fast ranking trainer that suits the data's size."""
TRAINER_CHOICES: tuple[TrainerChoice, ...] = get_args(TrainerChoice)

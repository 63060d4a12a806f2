"""The names of the trainers, in one place that costs nothing to import."""

from typing import Literal, get_args

TrainerName = Literal["exact", "pairs", "reference"]
TRAINER_NAMES: tuple[TrainerName, ...] = get_args(TrainerName)

TrainerChoice = Literal["auto", TrainerName]
"""What can be asked for: a trainer, or the one that suits the data's size."""
TRAINER_CHOICES: tuple[TrainerChoice, ...] = get_args(TrainerChoice)

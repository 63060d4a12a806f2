"""The settings of the fast trainers of the paper's objective."""

from dataclasses import dataclass
from typing import Literal

TrainerName = Literal["auto", "exact", "pairs"]
PairWeight = Literal["normalized", "count"]
Start = Literal["shared", "small", "normal"]


@dataclass(frozen=True, kw_only=True)
class TrainingSettings:
    """The settings of the objective and of the trainer that minimizes it.

    Parameters
    ----------
    dimension
        Length of the vectors.
    trainer
        `exact`: full-batch steps with negatives in exact expectation. `pairs`: one update per
        pair, for vocabularies whose dense pivots × words matrix would be wasteful. `auto`: one of
        the two, by size.
    regularization, negatives
        λ and k of the paper.
    epochs
        Number of passes; None takes the trainer's own.
    backoff
        ε: each domain's counts plus ε times those of every other domain.
    pair_weight
        The weight of a pair: `normalized`, N/√(f_c f_w), or `count`, N.
    start
        `shared`: words at zero and one random set of pivots for all domains; `small` and
        `normal`: every vector drawn on its own, from N(0, 1/n) or N(0, 1).
    random_state
        Seed of everything random.
    """

    dimension: int = 300
    trainer: TrainerName = "auto"
    regularization: float = 1.0
    negatives: int = 5
    epochs: int | None = None
    backoff: float = 0.2
    pair_weight: PairWeight = "normalized"
    start: Start = "shared"
    random_state: int = 0

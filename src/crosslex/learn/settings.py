"""How vectors are learned: every choice of the objective and its trainers in one frozen record."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from numbers import Integral, Real
from typing import Literal, get_args

from crosslex.errors import InputError

Trainer = Literal["auto", "exact", "sampled", "pairs", "reference"]
PairWeight = Literal["normalized", "count"]
Start = Literal["shared", "small", "normal"]
DomainWeights = Literal["size"]

LARGEST = 1e9
"""What a weight or a step may be at most: vectors beyond what float32 holds are of no use."""


@dataclass(frozen=True, kw_only=True)
class TrainingSettings:
    """Choices of the objective and of the way it is minimized.

    Parameters
    ----------
    dimension
        Length of the vectors.
    trainer
        `exact`: full-batch steps with negatives in exact expectation. `sampled`: steps a
        block of pivots at a time, negatives drawn afresh. `pairs`: one update a pair, for
        vocabularies where a dense pivots × words matrix is wasteful. `reference`: the paper
        to the letter. `auto`: `exact` or `pairs`, by size (`crosslex.learn.train.choose_trainer`).
    regularization
        λ, the weight of the pivot regularizer.
    negatives
        k, non-pivots drawn for every positive pair.
    learning_rate
        AdaGrad's; None takes the trainer's own (`crosslex.learn.train.LEARNING_RATES`).
    epochs
        Largest number of passes; None takes the trainer's own (`crosslex.learn.train.EPOCHS`).
    batch_size
        Instances a mini-batch, in the reference trainer alone.
    backoff
        ε: each domain's counts plus ε times those of every other domain. It helps small
        domains where words mean the same; where they do not, it blurs the difference, most
        of all for words that are much rarer here than there.
    pair_weight
        What a pair weighs: `normalized`, N/√(f_c f_w), or `count`, N.
    start
        `shared`: words at zero and one random set of pivots for all domains; `small` and
        `normal`: every vector drawn on its own.
    start_scale
        Standard deviation of a random coordinate; None takes 1 for `normal` and
        1/√dimension for the others.
    subsample
        Words above this share of all occurrences count less, as in skip-gram; 0 turns it off.
    holdout
        Share of the co-occurrences kept out of training to measure the loss on.
    patience
        Stop after so many passes without a better held-out loss and keep the best vectors;
        None never stops early and keeps the last.
    domain_weights
        None adds the domains' losses as they are; `size` weighs each by its number of words.
    random_state
        Seed of everything random.
    n_jobs
        Threads, at most one a domain, -1 for all cores; the result does not depend on it.

    Examples
    --------
    >>> TrainingSettings(dimension=100).regularization
    1.0
    >>> TrainingSettings.paper().trainer
    'reference'
    """

    dimension: int = 300
    trainer: Trainer = "auto"
    regularization: float = 1.0
    negatives: int = 5
    learning_rate: float | None = None
    epochs: int | None = None
    batch_size: int = 50
    backoff: float = 0.2
    pair_weight: PairWeight = "normalized"
    start: Start = "shared"
    start_scale: float | None = None
    subsample: float = 0.0
    holdout: float = 0.02
    patience: int | None = 4
    domain_weights: DomainWeights | None = None
    random_state: int = 0
    n_jobs: int = 1

    def __post_init__(self) -> None:
        for name in ("dimension", "negatives", "batch_size"):
            self._check_whole(name, least=1)
        for name in ("epochs", "patience"):
            self._check_whole(name, least=1, optional=True)
        self._check_whole("random_state", least=0)
        if self.n_jobs != -1:
            self._check_whole("n_jobs", least=1)
        for name in ("regularization", "backoff", "subsample", "holdout"):
            self._check_number(name)
        for name in ("learning_rate", "start_scale"):
            self._check_number(name, above_zero=True, optional=True)
        if self.holdout >= 1:
            raise InputError(f"holdout is {self.holdout!r}; it must be below 1")
        self._check_choice("trainer", get_args(Trainer))
        self._check_choice("pair_weight", get_args(PairWeight))
        self._check_choice("start", get_args(Start))
        self._check_choice("domain_weights", (None, *get_args(DomainWeights)))
        if self.trainer == "reference":
            self._check_reference()

    @classmethod
    def paper(cls, *, random_state: int = 0) -> "TrainingSettings":
        """Give the settings of Bollegala, Maehara and Kawarabayashi (ACL 2015).

        The paper leaves AdaGrad's learning rate open and says only that fewer than 100
        epochs were enough; `crosslex.learn.train` says what is taken for them.
        """
        return cls(
            trainer="reference",
            backoff=0.0,
            pair_weight="count",
            start="normal",
            holdout=0.0,
            patience=None,
            random_state=random_state,
        )

    def _check_reference(self) -> None:
        hint = "the reference trainer reads single co-occurrences; see TrainingSettings.paper"
        if self.backoff != 0:
            raise InputError(f"backoff is {self.backoff!r} but must be 0: {hint}")
        if self.pair_weight != "count":
            raise InputError(f"pair_weight is {self.pair_weight!r} but must be 'count': {hint}")

    def _check_whole(self, name: str, *, least: int, optional: bool = False) -> None:
        value = getattr(self, name)
        if optional and value is None:
            return
        if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
            raise InputError(f"{name} is {value!r}; it must be a whole number from {least} on")

    def _check_number(self, name: str, *, above_zero: bool = False, optional: bool = False) -> None:
        value = getattr(self, name)
        if optional and value is None:
            return
        number = isinstance(value, Real) and not isinstance(value, bool) and isfinite(value)
        if not number or value < 0 or (above_zero and value == 0):
            least = "above 0" if above_zero else "at least 0"
            raise InputError(f"{name} is {value!r}; it must be a number {least}")
        if value > LARGEST:
            raise InputError(f"{name} is {value!r}; it must be at most {LARGEST:g}")

    def _check_choice(self, name: str, choices: Sequence[str | None]) -> None:
        value = getattr(self, name)
        if value not in choices:
            offered = ", ".join(map(str, choices))
            raise InputError(f"{name} is {value!r}; choose one of: {offered}")

"""The settings of a fit, checked: how texts are counted, and how vectors are learned."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

from crosslex.checks import (
    check_choice,
    check_dimension,
    check_number,
    check_whole,
    check_window,
)
from crosslex.counts.names import CONTEXTS, ContextName
from crosslex.errors import InputError
from crosslex.learn.names import TRAINER_CHOICES, TrainerChoice, is_read
from crosslex.pivots.names import SCOPES, PivotName, Scope
from crosslex.pivots.scores import PivotScore
from crosslex.space.prior import Prior
from crosslex.storage import described_setting

MOST_EXAMPLES = 1_000

PairWeight = Literal["normalized", "count"]
Start = Literal["shared", "small", "normal"]
DomainWeights = Literal["size"]


@dataclass(frozen=True, kw_only=True)
class TrainingSettings:
    """The settings of the objective and of the trainer that minimizes it.

    Parameters
    ----------
    dimension
        Length of the vectors.
    trainer
        `exact`: full-batch steps with negatives in exact expectation. `pairs`: one update per
        pair, for vocabularies where a dense pivots × words matrix is wasteful. `reference`: the
        paper to the letter. `auto`: `exact` or `pairs`, by size
        (`crosslex.learn.trainers.choose_trainer`). `spectral` does not minimize this objective:
        see `CrossDomainEmbedding`.
    regularization
        λ, the weight of the pivot regularizer.
    negatives
        k, non-pivots drawn for every positive pair.
    learning_rate
        AdaGrad's; None takes the trainer's own (`crosslex.learn.trainers.TRAINERS`).
    epochs
        Largest number of passes; None takes the trainer's own.
    batch_size
        Instances per mini-batch in the reference trainer alone, positives and negatives alike:
        50 are the 8 pairs that, with 5 negatives each, are 48 instances.
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
    tolerance
        Stop once two passes in a row have lowered the training loss by less than this share of
        it; None never does.
    domain_weights
        None adds the domains' losses as they are; `size` weighs each by its number of words.
    random_state
        Seed of everything random.
    n_jobs
        Threads, at most one per domain, -1 for all cores; the result does not depend on it.

    Examples
    --------
    >>> TrainingSettings(dimension=100).regularization
    1.0
    >>> TrainingSettings.paper().trainer
    'reference'
    """

    dimension: int = 300
    trainer: TrainerChoice = "auto"
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
    tolerance: float | None = None
    domain_weights: DomainWeights | None = None
    random_state: int = 0
    n_jobs: int = 1

    def __post_init__(self) -> None:
        check_dimension(self.dimension)
        for name in ("negatives", "batch_size"):
            check_whole(name, getattr(self, name), least=1)
        for name in ("epochs", "patience"):
            check_whole(name, getattr(self, name), least=1, optional=True)
        check_whole("random_state", self.random_state, least=0, most=None)
        if self.n_jobs != -1:
            check_whole("n_jobs", self.n_jobs, least=1)
        for name in ("regularization", "backoff", "subsample", "holdout"):
            check_number(name, getattr(self, name))
        for name in ("learning_rate", "start_scale", "tolerance"):
            check_number(name, getattr(self, name), above_zero=True, optional=True)
        if self.holdout >= 1:
            raise InputError(f"holdout: found {self.holdout!r}; give a number below 1")
        check_choice("trainer", self.trainer, TRAINER_CHOICES)
        check_choice("pair_weight", self.pair_weight, get_args(PairWeight))
        check_choice("start", self.start, get_args(Start))
        check_choice("domain_weights", self.domain_weights, (None, *get_args(DomainWeights)))
        if self.trainer == "reference":
            hint = "the reference trainer reads single co-occurrences; see TrainingSettings.paper"
            if self.backoff != 0:
                raise InputError(f"backoff: found {self.backoff!r}; give 0: {hint}")
            if self.pair_weight != "count":
                raise InputError(f"pair_weight: found {self.pair_weight!r}; give count: {hint}")

    @classmethod
    def paper(cls, *, random_state: int = 0) -> "TrainingSettings":
        """Return the settings of Bollegala, Maehara and Kawarabayashi (ACL 2015).

        The paper leaves AdaGrad's learning rate open (`crosslex.learn.trainers` says what is
        taken) and says only that training converged in fewer than 100 epochs: here it has
        converged once two passes in a row lower the loss by less than 1 %.
        """
        return cls(
            trainer="reference",
            backoff=0.0,
            pair_weight="count",
            start="normal",
            holdout=0.0,
            patience=None,
            tolerance=0.01,
            random_state=random_state,
        )


@dataclass(frozen=True, kw_only=True)
class EmbeddingSettings(TrainingSettings):
    """The settings of counting and of training together; see `CrossDomainEmbedding`."""

    n_contexts: int
    prior: Prior | str | Path | None = None
    pivots: PivotName | PivotScore
    n_pivots: int | None
    scope: Scope
    n_non_pivots: int
    min_count: int
    min_documents: int
    context: ContextName
    window: int
    common_directions: int | None
    max_examples: int

    def __post_init__(self) -> None:
        super().__post_init__()
        check_window(self.window)
        for name in ("n_contexts", "n_non_pivots"):
            check_whole(name, getattr(self, name), least=1)
        for name in ("min_count", "min_documents"):
            check_whole(name, getattr(self, name), least=0)
        check_whole("max_examples", self.max_examples, least=0, most=MOST_EXAMPLES)
        check_whole("n_pivots", self.n_pivots, least=1, optional=True)
        check_whole("common_directions", self.common_directions, least=0, optional=True)
        check_choice("scope", self.scope, SCOPES)
        check_choice("context", self.context, CONTEXTS)
        if self.trainer == "reference" and self.context != "window":
            raise InputError(f"context: found {self.context!r}; trainer='reference' needs window")
        if not isinstance(self.pivots, str) and not callable(self.pivots):
            raise InputError(f"pivots: found {self.pivots!r}; give a name or a function")
        if self.trainer == "spectral":
            by_word = isinstance(self.prior, Path) or hasattr(self.prior, "__contains__")
            if self.prior is not None and not by_word:
                raise InputError(f"prior: found {self.prior!r}; give vectors by word, or a file")
        elif self.common_directions is not None and self.common_directions >= self.dimension:
            raise InputError(
                f"common_directions: found {self.common_directions}; give less than the "
                f"dimension, {self.dimension}, for something to be left"
            )

    def describe(self) -> Mapping[str, Any]:
        """Return the settings as JSON holds them.

        Without the number of threads, on which nothing that was learned depends, and without the
        prior, of which a model keeps its words' vectors.
        """
        names = sorted({field.name for field in fields(self)} - {"n_jobs", "prior"})
        return {name: described_setting(getattr(self, name)) for name in names}


def refuse_unused(given: Mapping[str, Any], defaults: Mapping[str, Any]) -> None:
    """Refuse settings that the trainer would not read, where they differ from the defaults."""
    trainer = given["trainer"]
    for name, value in given.items():
        if not is_read(name, trainer) and value != defaults[name]:
            other = "auto" if trainer == "spectral" else "spectral"
            shown = "vectors" if name == "prior" else repr(value)
            raise InputError(
                f"{name}: found {shown}, which trainer={trainer!r} does not read; "
                f"leave it out, or give trainer={other!r}"
            )

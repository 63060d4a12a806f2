"""The one function that learns: co-occurrences in, vectors out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from crosslex.counts.cooccurrences import Cooccurrences
from crosslex.counts.instances import Instances
from crosslex.errors import InputError
from crosslex.learn.exact import train_exact
from crosslex.learn.initial_state import continued_state, initial_state
from crosslex.learn.learned import LearnedVectors
from crosslex.learn.names import RankingTrainerName
from crosslex.learn.sampling.pairs import train_pairs
from crosslex.learn.sampling.reference import train_reference
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.stopping import Curve

TrainingData = Sequence[Cooccurrences] | Sequence[Instances]


@dataclass(frozen=True)
class Trainer:
    """A way to minimize the objective, and what it takes where the settings leave that open.

    `run` moves a `State` in place, given the data, the settings, and, as keywords, the learning
    rate and the largest number of passes; it returns the curve of the loss.
    """

    run: Callable[..., Curve]
    reads: type[Cooccurrences] | type[Instances]
    learning_rate: float
    epochs: int


# Rates and passes were chosen on pairs with a validation domain, music or video, as target: the
# fast trainers' by AUC of sentiment, the reference's by held-out loss from its N(0, 1) start.
TRAINERS: Mapping[RankingTrainerName, Trainer] = {
    "exact": Trainer(train_exact, Cooccurrences, learning_rate=0.05, epochs=8),
    "pairs": Trainer(train_pairs, Cooccurrences, learning_rate=0.05, epochs=3),
    "reference": Trainer(train_reference, Instances, learning_rate=0.1, epochs=99),
}

SPARSE = 0.05
"""Share of pivots × words below which single pairs cost less than whole rows."""
SMALL = 50_000_000
"""Pivots × words of all domains up to which whole rows are cheap, however sparse they are."""


def train(
    data: TrainingData, settings: TrainingSettings, *, known: LearnedVectors | None = None
) -> LearnedVectors:
    """Return one vector per word and domain, learned from co-occurrences with the pivots.

    The data have one entry per domain, all with the same pivots: `Instances` for the reference
    trainer, `Cooccurrences` for all others. Learning goes on from `known` vectors if given. The
    same seed gives the same bytes, whatever the number of threads.

    >>> import numpy as np
    >>> from scipy.sparse import csr_array
    >>> def count(domain, table):
    ...     return Cooccurrences(
    ...         domain, ("good", "bad"), ("fine", "poor"), csr_array(table), np.array([9, 9])
    ...     )
    >>> films = count("films", [[9, 0], [0, 9]])
    >>> tools = count("tools", [[0, 9], [9, 0]])
    >>> learned = train([films, tools], TrainingSettings(dimension=16, backoff=0))
    >>> fine, poor = learned.word_vectors[0]
    >>> good, bad = learned.pivot_vectors[0]
    >>> bool(fine @ good > fine @ bad), bool(poor @ good > poor @ bad)
    (True, False)
    """
    check_domains(data)
    if settings.trainer == "spectral":
        raise InputError("trainer: found 'spectral', which learns no pivots; give another")
    name = choose_trainer(data) if settings.trainer == "auto" else settings.trainer
    trainer = TRAINERS[name]
    if not all(isinstance(domain, trainer.reads) for domain in data):
        found, needed = type(data[0]).__name__, trainer.reads.__name__
        raise InputError(f"data: found {found}; trainer {name!r} needs {needed}")
    words = [domain.words for domain in data]
    state = (
        initial_state(len(data[0].pivots), [len(own) for own in words], settings)
        if known is None
        else continued_state(known, [domain.domain for domain in data], words, settings)
    )
    curve = trainer.run(
        data,
        state,
        settings,
        learning_rate=settings.learning_rate or trainer.learning_rate,
        epochs=settings.epochs or trainer.epochs,
    )
    pivots, vectors = curve.best(state)
    return LearnedVectors(
        domains=tuple(domain.domain for domain in data),
        pivots=data[0].pivots,
        words=tuple(words),
        pivot_vectors=pivots,
        word_vectors=vectors,
        curve=tuple(curve.epochs),
    )


def choose_trainer(data: TrainingData) -> RankingTrainerName:
    """Return `exact` unless co-occurrences are so many and so sparse that `pairs` is cheaper.

    CPU seconds on reviews of books and kitchen articles, `exact` up to about its best pass and
    one pass of `pairs`: 10 and 12 with 1,000 pivots, 28,315 words and 10 % of their pairs seen;
    17 and 22 with 500, 182,854 and 4 %; 66 and 35 with 2,000, 182,854 and 1.6 %.
    """
    pairs = sum(domain.counts.nnz for domain in data if isinstance(domain, Cooccurrences))
    places = sum(len(domain.pivots) * len(domain.words) for domain in data)
    return "pairs" if places > SMALL and pairs < SPARSE * places else "exact"


def check_domains(data: TrainingData) -> None:
    """Refuse data that cannot be learned from together."""
    if not data:
        raise InputError("data is empty; give one domain or more")
    if len({domain.domain for domain in data}) < len(data):
        raise InputError("data names a domain twice; give every domain its own name")
    for domain in data:
        if domain.pivots != data[0].pivots:
            raise InputError(
                f"data of domain {domain.domain!r} has other pivots than {data[0].domain!r}; "
                "count all domains with one vocabulary"
            )
        if not domain.pivots or not domain.words:
            raise InputError(
                f"data of domain {domain.domain!r} has {len(domain.pivots)} pivots and "
                f"{len(domain.words)} words; both must be at least 1: give more text or scope='all'"
            )

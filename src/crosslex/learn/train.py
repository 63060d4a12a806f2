"""The one function that learns: co-occurrences in, vectors out."""

from collections.abc import Sequence
from typing import TypeGuard

from crosslex.counting.cooccurrences import Cooccurrences
from crosslex.counting.instances import Instances
from crosslex.errors import InputError
from crosslex.learn.exact import train_exact
from crosslex.learn.learned import LearnedVectors
from crosslex.learn.sampling.blocks import train_blocks
from crosslex.learn.sampling.pairs import train_pairs
from crosslex.learn.sampling.reference import train_reference
from crosslex.learn.settings import Trainer, TrainingSettings
from crosslex.learn.state import State, continued_state, random_state
from crosslex.learn.stopping import Curve
from crosslex.learn.weighting import weigh_pairs

# Chosen on pairs with a validation domain, music or video, as target: the fast trainers' by AUC of
# sentiment, the reference's by held-out loss from its N(0, 1) start.
LEARNING_RATES: dict[Trainer, float] = {
    "exact": 0.05,
    "sampled": 0.05,
    "pairs": 0.05,
    "reference": 0.1,
}
EPOCHS: dict[Trainer, int] = {"exact": 8, "sampled": 10, "pairs": 3, "reference": 20}
SPARSE = 0.05
"""Share of pivots × words below which single pairs cost less than whole rows."""
SMALL = 50_000_000
"""Pivots × words of all domains up to which whole rows are cheap, however sparse they are."""


def train(
    data: Sequence[Cooccurrences] | Sequence[Instances],
    settings: TrainingSettings,
    *,
    known: LearnedVectors | None = None,
) -> LearnedVectors:
    """Learn one vector per word and domain from what keeps company with the pivots.

    Parameters
    ----------
    data
        One entry a domain, all with the same pivots: `Instances` for the reference
        trainer, `Cooccurrences` for all others.
    settings
        How to learn.
    known
        Vectors to continue from instead of a random start.

    Returns
    -------
    LearnedVectors
        The vectors and the curve of the loss; the same bytes for the same seed,
        whatever the number of threads.

    Examples
    --------
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
    state = (
        random_state(len(data[0].pivots), [len(domain.words) for domain in data], settings)
        if known is None
        else continued_state(
            known, [domain.domain for domain in data], [domain.words for domain in data], settings
        )
    )
    curve = run_trainer(data, state, settings)
    pivots, words = curve.best(state)
    return LearnedVectors(
        domains=tuple(domain.domain for domain in data),
        pivots=data[0].pivots,
        words=tuple(domain.words for domain in data),
        pivot_vectors=pivots,
        word_vectors=words,
        curve=tuple(curve.epochs),
    )


def run_trainer(
    data: Sequence[Cooccurrences] | Sequence[Instances], state: State, settings: TrainingSettings
) -> Curve:
    """Move the state with the trainer that was asked for, or that fits the data's size."""
    if settings.trainer == "reference":
        if not are_instances(data):
            raise InputError("data holds counts; the reference trainer needs Instances")
        rate, epochs = steps(settings, "reference")
        return train_reference(data, state, settings, learning_rate=rate, epochs=epochs)
    if not are_cooccurrences(data):
        raise InputError(
            f"data holds single instances; trainer {settings.trainer!r} needs Cooccurrences"
        )
    trainer = choose_trainer(data) if settings.trainer == "auto" else settings.trainer
    rate, epochs = steps(settings, trainer)
    move = {"exact": train_exact, "sampled": train_blocks, "pairs": train_pairs}[trainer]
    return move(weigh_pairs(data, settings), state, settings, learning_rate=rate, epochs=epochs)


def choose_trainer(data: Sequence[Cooccurrences]) -> Trainer:
    """Take `exact` unless co-occurrences are so many and so sparse that `pairs` is cheaper.

    Measured on reviews of books and kitchen articles with 300 dimensions: CPU seconds, and the
    mean held-out hinge they lead to, for `exact` up to about its best pass and for one pass of
    `pairs`:

    ========  ======  ================  =======  ===========  ===========
    context   pivots  words             density  exact        pairs
    ========  ======  ================  =======  ===========  ===========
    document     500  15,936 + 12,379      27 %   6 s, 0.732  15 s, 0.716
    window     1,000  15,936 + 12,379      10 %  10 s, 0.711  12 s, 0.714
    window       500  116,360 + 66,494      4 %  17 s, 0.778  22 s, 0.732
    window     2,000  116,360 + 66,494    1.6 %  66 s, 0.766  35 s, 0.708
    ========  ======  ================  =======  ===========  ===========

    `sampled` is never taken by itself. At the paper's size a pass costs about as much as one of
    `exact`; on whole vocabularies eight passes took twice the time of eight exact ones, for the
    same AUC on the validation pairs.
    """
    pairs = sum(domain.counts.nnz for domain in data)
    places = sum(len(domain.pivots) * len(domain.words) for domain in data)
    return "pairs" if places > SMALL and pairs < SPARSE * places else "exact"


def steps(settings: TrainingSettings, trainer: Trainer) -> tuple[float, int]:
    """Give learning rate and passes: as set, or what suits the trainer."""
    return (
        LEARNING_RATES[trainer] if settings.learning_rate is None else settings.learning_rate,
        EPOCHS[trainer] if settings.epochs is None else settings.epochs,
    )


def are_instances(
    data: Sequence[Cooccurrences] | Sequence[Instances],
) -> TypeGuard[Sequence[Instances]]:
    """Say whether all of the data are instances."""
    return all(isinstance(domain, Instances) for domain in data)


def are_cooccurrences(
    data: Sequence[Cooccurrences] | Sequence[Instances],
) -> TypeGuard[Sequence[Cooccurrences]]:
    """Say whether all of the data are counts."""
    return all(isinstance(domain, Cooccurrences) for domain in data)


def check_domains(data: Sequence[Cooccurrences] | Sequence[Instances]) -> None:
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
                f"{len(domain.words)} words; both must be at least 1"
            )

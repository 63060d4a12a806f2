"""The one function that learns: co-occurrences in, vectors out."""

from collections.abc import Sequence

from crosslex.counting.cooccurrences import Cooccurrences
from crosslex.counting.instances import Instances
from crosslex.errors import InputError
from crosslex.learn.exact import train_exact
from crosslex.learn.learned import LearnedVectors
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.state import continued_state, random_state
from crosslex.learn.weighting import weigh_pairs


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
    """
    check_domains(data)
    state = (
        random_state(len(data[0].pivots), [len(domain.words) for domain in data], settings)
        if known is None
        else continued_state(
            known, [d.domain for d in data], [d.words for d in data], settings
        )
    )
    curve = train_exact(weigh_pairs(data, settings), state, settings, learning_rate=settings.learning_rate or 0.05, epochs=settings.epochs or 8)
    pivots, words = curve.best(state)
    return LearnedVectors(
        domains=tuple(domain.domain for domain in data),
        pivots=data[0].pivots,
        words=tuple(domain.words for domain in data),
        pivot_vectors=pivots,
        word_vectors=words,
        curve=tuple(curve.epochs),
    )


def check_domains(data: Sequence[Cooccurrences] | Sequence[Instances]) -> None:
    """Refuse data that cannot be learned from together."""
    if len(data) < 2:
        raise InputError(f"data has {len(data)} domain(s); give two or more")
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

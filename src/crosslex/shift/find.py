"""The words whose meaning differs between two domains."""

import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save
from scipy.stats import false_discovery_control
from threadpoolctl import threadpool_limits

from crosslex.arrays import Float64s, Int64s
from crosslex.checkpoints import Checkpoints
from crosslex.checks import check_whole
from crosslex.errors import InputError, StorageError
from crosslex.progress import progress
from crosslex.shift.change import measure_changes, share_unchanged
from crosslex.shift.contexts import Uses, collect_uses, count_documents, fit_context_vectors
from crosslex.shift.difference import Differences, measure_differences
from crosslex.shift.evidence import Evidence
from crosslex.shift.peers import PEERS
from crosslex.shift.result import Estimate, Shift, Shifts

_logger = logging.getLogger(__name__)

# Words tested at once; the result of a chunk depends on its words and the seed alone.
CHUNK = 256
# Documents of each domain without which a word's contexts have no spread to speak of.
MIN_DOCUMENTS = 3
MIN_TESTED = 10
# Among fewer words it is not known what is usual, and q and interval may contradict each other.
FEW_TESTED = 100
INTERVAL = 1.959964


@dataclass(frozen=True, kw_only=True)
class ShiftSettings:
    """How words are compared; see `CrossDomainEmbedding.shifts`.

    `window` is how many positions on either side count as context.
    """

    top: int | None = 50
    min_count: int = 10
    resamples: int = 200
    window: int = 10
    neighbors: int = 10
    examples: int = 3
    random_state: int = 0
    n_jobs: int = 1

    def __post_init__(self) -> None:
        least = {"min_count": 1, "resamples": 20, "window": 1, "neighbors": 0, "examples": 0}
        for name, smallest in least.items():
            check_whole(name, getattr(self, name), least=smallest)
        check_whole("top", self.top, least=1, optional=True)
        check_whole("random_state", self.random_state, least=0, most=None)
        if self.n_jobs != -1:
            check_whole("n_jobs", self.n_jobs, least=1)


def find_shifts(
    evidence: Evidence, settings: ShiftSettings, checkpoints: Checkpoints | None = None
) -> Shifts:
    """Return the words of two domains by change of meaning, going on from checkpoints if given."""
    contexts = fit_context_vectors(
        evidence.samples,
        evidence.vocabulary,
        window=settings.window,
        random_state=settings.random_state,
    )
    places = [evidence.vocabulary.domains.index(domain) for domain in evidence.domains]
    counts = evidence.vocabulary.counts[places]
    size = len(evidence.vocabulary.features)
    tested = np.flatnonzero(counts.min(axis=0) >= settings.min_count)
    documents = [count_documents(sample, tested, size) for sample in evidence.samples]
    tested = tested[np.minimum(documents[0], documents[1]) >= MIN_DOCUMENTS]
    if len(tested) < MIN_TESTED:
        raise InputError(
            f"min_count: {len(tested)} words occur {settings.min_count} times and in "
            f"{MIN_DOCUMENTS} documents in both {' and '.join(evidence.domains)}, too few to "
            "compare; lower it or give more text"
        )
    if len(tested) < FEW_TESTED:
        _logger.warning(
            "only %d words of %s are compared, and change is measured among %d of like "
            "frequency: its order says more than its q; lower min_count or give more text",
            len(tested),
            " and ".join(evidence.domains),
            min(PEERS, len(tested)),
        )
    uses = [collect_uses(sample, tested, size, contexts) for sample in evidence.samples]
    with threadpool_limits(limits=1, user_api="blas"):
        differences = _test_in_chunks(uses[0], uses[1], settings, checkpoints, places)
        changes = measure_changes(uses[0], uses[1], unchanged=share_unchanged(differences.p))
    best = np.argsort(-changes.values, kind="stable")[: settings.top]
    change = _estimates(changes.values, changes.p, changes.errors(best), best)
    difference = _estimates(
        differences.distance - differences.chance, differences.p, differences.error[best], best
    )
    words = []
    for rank, place in enumerate(best):
        feature = tested[place]
        word = evidence.vocabulary.features[feature]
        direction = uses[0].of(place).mean(axis=0) - uses[1].of(place).mean(axis=0)
        words.append(
            Shift(
                word,
                evidence.domains,
                (int(counts[0, feature]), int(counts[1, feature])),
                change[rank],
                difference[rank],
                evidence.neighbors(word, settings.neighbors),
                evidence.sentences(word, contexts, direction, settings.examples),
            )
        )
    return Shifts(evidence.domains, tuple(words), len(tested))


def _test_in_chunks(
    first: Uses,
    second: Uses,
    settings: ShiftSettings,
    checkpoints: Checkpoints | None,
    places: Sequence[int],
) -> Differences:
    """Return the differences of all words, tested in chunks on as many threads as asked for."""

    def test(chunk: Int64s) -> Differences:
        seed, resamples = settings.random_state % 2**32, settings.resamples
        measure = partial(
            measure_differences, first, second, chunk, resamples=resamples, random_state=seed
        )
        name = f"words-{places[0]}-{places[1]}-{chunk[0]:09d}"
        return measure() if checkpoints is None else _resume(checkpoints, name, measure)

    words = np.arange(len(first.sizes))
    chunks = [words[start : start + CHUNK] for start in range(0, len(words), CHUNK)]
    threads = (os.cpu_count() or 1) if settings.n_jobs == -1 else settings.n_jobs
    found: list[Differences] = []
    with (
        progress("permute", total=len(chunks)) as advance,
        ThreadPoolExecutor(threads, thread_name_prefix="crosslex") as pool,
    ):
        for tested in pool.map(test, chunks):
            found.append(tested)
            advance(1)
    columns = [[getattr(each, field.name) for each in found] for field in fields(Differences)]
    return Differences(*map(np.concatenate, columns))


def _resume(checkpoints: Checkpoints, name: str, measure: Callable[[], Differences]) -> Differences:
    """Return a chunk from its checkpoint, which is written if there is none."""
    path = checkpoints.path(name)
    if not path.exists():
        checkpoints.write(name, partial(Path.write_bytes, data=save(vars(measure()))))
    # Read even if just written, so that a run that was killed gives the same numbers.
    try:
        found = load(path.read_bytes())
        return Differences(*(found[field.name] for field in fields(Differences)))
    except (OSError, SafetensorError, KeyError) as error:
        raise StorageError(f"{path}: cannot be read ({error}): remove it and run again") from None


def _estimates(values: Float64s, p: Float64s, errors: Float64s, best: Int64s) -> list[Estimate]:
    q = false_discovery_control(p)
    estimates = []
    for word, half in zip(best, INTERVAL * errors, strict=True):
        value = values[word]
        numbers = (value, value - half, value + half, p[word], q[word])
        estimates.append(Estimate(*map(float, numbers)))
    return estimates


def domain_pairs(domains: Sequence[str], asked: tuple[str, str] | None) -> list[tuple[str, str]]:
    """Return the pair of domains asked for, or every pair.

    >>> domain_pairs(["books", "dvd", "kitchen"], None)
    [('books', 'dvd'), ('books', 'kitchen'), ('dvd', 'kitchen')]
    """
    if asked is None:
        return [(a, b) for place, a in enumerate(domains) for b in domains[place + 1 :]]
    if len(asked) != 2 or asked[0] == asked[1]:
        raise InputError(f"domains: found {' and '.join(asked)}; give two different ones")
    for name in asked:
        if name not in domains:
            raise InputError(f"domains: found {name!r}; choose two of {', '.join(domains)}")
    return [(asked[0], asked[1])]

"""From tagged tokens to accuracies, of all tokens and of unknown words, with intervals."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.statistics import DRAWS, percentile_interval, two_sided_p
from crosslex.benchmark.study.results import Difference
from crosslex.benchmark.tagging.data import Sentences, TaggingDataset, unknown_words
from crosslex.benchmark.versions import versions

KINDS: Final = ("tokens", "unknown")


@dataclass(frozen=True)
class Share:
    """How many tokens there are, and which share of them was tagged rightly."""

    accuracy: float
    total: int


@dataclass(frozen=True)
class MeanShare:
    """A mean of accuracies over all pairs, with its interval."""

    accuracy: float
    low: float
    high: float


@dataclass(frozen=True)
class KindResult:
    """What came of one kind of token.

    Parameters
    ----------
    pairs
        For every method, every pair.
    means
        For every method, the mean over all pairs.
    differences
        Every two methods: the mean of the later less that of the earlier.
    """

    pairs: Mapping[str, Mapping[str, Share]]
    means: Mapping[str, MeanShare]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class TaggingResults:
    """What the tagging study found; `to_json` writes results.json."""

    study: str
    dataset: str
    data_sha256: str
    pairs: tuple[str, ...]
    seeds: int
    versions: Mapping[str, str]
    cpu_seconds: Mapping[str, float]
    tokens: KindResult
    unknown: KindResult

    def to_json(self) -> str:
        """Write everything as one JSON object."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def summarize_tagging(
    dataset: TaggingDataset,
    cells: Mapping[CellKey, Cell],
    *,
    pairs: Sequence[Pair],
    methods: Sequence[str],
    seeds: int,
) -> TaggingResults:
    """Put the cells of all methods, pairs and seeds together."""
    correct = {
        pair: np.column_stack(
            [
                np.mean([cells[CellKey(name, pair, seed)].correct for seed in range(seeds)], axis=0)
                for name in methods
            ]
        )
        for pair in pairs
    }
    everything = {pair: np.ones(len(table), np.bool_) for pair, table in correct.items()}
    unknown = {
        pair: unknown_words(dataset.train[pair.sources[0]], dataset.test[pair.target])
        for pair in pairs
    }
    seconds = {
        name: round(sum(cell.cpu_seconds for key, cell in cells.items() if key.method == name), 1)
        for name in methods
    }
    return TaggingResults(
        study="tagging",
        dataset=dataset.name,
        data_sha256=dataset.sha256,
        pairs=tuple(map(str, pairs)),
        seeds=seeds,
        versions=versions(),
        cpu_seconds=seconds,
        tokens=_kind(dataset, methods, correct, everything),
        unknown=_kind(dataset, methods, correct, unknown),
    )


def _kind(
    dataset: TaggingDataset,
    methods: Sequence[str],
    correct: Mapping[Pair, NDArray[np.float64]],
    counted: Mapping[Pair, NDArray[np.bool_]],
) -> KindResult:
    # A pair without a single token of the kind has no accuracy.
    pairs = [pair for pair in correct if counted[pair].any()]
    found = {pair: correct[pair][counted[pair]].mean(axis=0) for pair in pairs}
    draws = bootstrap_ratios(
        [
            sums_by_document(correct[pair], counted[pair], dataset.test[pair.target])
            for pair in pairs
        ],
        [pair.target for pair in pairs],
    )
    means = np.mean(list(found.values()), axis=0)
    return KindResult(
        {
            name: {
                str(pair): Share(float(found[pair][column]), int(counted[pair].sum()))
                for pair in pairs
            }
            for column, name in enumerate(methods)
        },
        {
            name: MeanShare(float(means[column]), *percentile_interval(draws[:, column]))
            for column, name in enumerate(methods)
        },
        tuple(
            Difference(
                methods[b],
                methods[a],
                float(means[b] - means[a]),
                *percentile_interval(draws[:, b] - draws[:, a]),
                two_sided_p(draws[:, b] - draws[:, a]),
            )
            for a, b in combinations(range(len(methods)), 2)
        ),
    )


def sums_by_document(
    correct: NDArray[np.float64], counted: NDArray[np.bool_], sentences: Sentences
) -> NDArray[np.float64]:
    """Add up the right tokens of each method, and in the last column all, a row a document."""
    documents = [sentence.document for sentence in sentences for _ in sentence.words]
    names, of_token = np.unique(documents, return_inverse=True)
    sums = np.zeros((len(names), correct.shape[1] + 1))
    np.add.at(sums, of_token, np.column_stack([correct, np.ones(len(correct))]) * counted[:, None])
    return sums


def bootstrap_ratios(
    sums: Sequence[NDArray[np.float64]],
    test_sets: Sequence[str],
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> NDArray[np.float64]:
    """Resample documents and return each method's mean accuracy over all pairs, draws × methods.

    Tokens of a document are not independent of each other, and pairs with the same target
    share its documents: documents are drawn, and the draw is one for all pairs that share them.

    Parameters
    ----------
    sums
        One table a pair, as `sums_by_document` makes it.
    test_sets
        What test set each table's documents are.
    draws, seed
        As for `bootstrap_means`.
    """
    total = np.zeros((draws, sums[0].shape[1] - 1))
    drawn: dict[str, NDArray[np.int64]] = {}
    for table, name in zip(sums, test_sets, strict=True):
        size = len(table)
        if name not in drawn:
            random = np.random.default_rng([seed, *name.encode()])
            drawn[name] = random.multinomial(size, [1 / size] * size, draws)
        resampled = drawn[name] @ table
        # A draw may lack the few documents that hold such tokens; it then says nothing.
        total += resampled[:, :-1] / np.maximum(resampled[:, -1:], 1)
    return total / len(sums)

"""Part-of-speech tagging from one genre to another, with and without word vectors."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import SGDClassifier
from threadpoolctl import threadpool_limits

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.folder import BenchmarkFolder
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.tagging.data import Sentences, TaggingDataset
from crosslex.benchmark.tagging.features import spelling_features, vector_features
from crosslex.benchmark.tagging.results import TaggingResults, summarize_tagging
from crosslex.benchmark.tagging.vectors import (
    GenreVectors,
    VectorSettings,
    domain_vectors,
    pooled_vectors,
    random_vectors,
)
from crosslex.benchmark.versions import code_sha256, file_sha256, versions
from crosslex.errors import InputError
from crosslex.progress import progress

METHODS: Final[Mapping[str, Callable[..., GenreVectors] | None]] = {
    "none": None,
    "crosslex": domain_vectors,
    "pooled": pooled_vectors,
    "random": random_vectors,
}
"""Where the vectors of each method come from; `none` has none."""

# Chosen on dev sentences, as are the vectors' settings.
OFFSETS: Final = (-1, 0, 1)
SCALE: Final = 1.0
STRENGTH: Final = 1e-6
PASSES: Final = 5

_FILES = ("tagging/data.py", "tagging/features.py", "tagging/run.py", "tagging/vectors.py")


class Tagger:
    """A linear tagger that decides about every token by itself.

    Parameters
    ----------
    vectors
        Word vectors to see beside words and spelling; None for none.
    seed
        Of the order in which it meets the tokens.

    Examples
    --------
    >>> from crosslex.benchmark.tagging.data import Sentence
    >>> train = [Sentence(("a", "cat", "sat"), ("DET", "NOUN", "VERB"), "1")] * 10
    >>> Tagger().fit("news", train).tag("mail", [Sentence(("a", "cat"), ("", ""), "2")]).tolist()
    ['DET', 'NOUN']
    """

    def __init__(self, vectors: GenreVectors | None = None, *, seed: int = 0) -> None:
        self._vectors = vectors
        # What is seen once is left out, so that the tagger learns to do without it.
        self._spelling = CountVectorizer(analyzer=list, binary=True, dtype=np.float64, min_df=2)
        self._model = SGDClassifier(
            loss="log_loss",
            alpha=STRENGTH,
            max_iter=PASSES,
            tol=None,
            average=True,
            random_state=seed,
        )

    def fit(self, genre: str, sentences: Sentences) -> "Tagger":
        """Learn from tagged sentences of a genre."""
        spelled = self._spelling.fit_transform(_spelled(sentences))
        self._model.fit(self._with_vectors(spelled, genre, sentences), _tags(sentences))
        return self

    def tag(self, genre: str, sentences: Sentences) -> NDArray[np.str_]:
        """Decide about every token of a genre's sentences."""
        spelled = self._spelling.transform(_spelled(sentences))
        return np.asarray(self._model.predict(self._with_vectors(spelled, genre, sentences)))

    def _with_vectors(self, spelled: csr_array, genre: str, sentences: Sentences) -> csr_array:
        if self._vectors is None:
            return spelled
        seen = SCALE * vector_features(genre, sentences, self._vectors, OFFSETS)
        return hstack([spelled, csr_array(seen.astype(np.float64))], format="csr")


def run_tagging(
    dataset: TaggingDataset,
    pairs: Sequence[Pair],
    folder: Path,
    *,
    methods: Sequence[str] = tuple(METHODS),
    seeds: int = 1,
    resume: bool = False,
) -> TaggingResults:
    """Tag every pair's test sentences with every method, write results.json, return the results.

    Parameters
    ----------
    dataset
        Tagged sentences.
    pairs
        From which genre to which.
    folder, resume
        As for `run_benchmark`.
    methods
        Some of `METHODS`.
    seeds
        How many seeds each method runs with.
    """
    opened = BenchmarkFolder.resume if resume else BenchmarkFolder.start
    kept = opened(folder, _settings(dataset))
    keys = [
        CellKey(method, pair, seed)
        for seed in range(seeds)
        for method in methods
        for pair in sorted(pairs)
    ]
    cells = kept.read_cells(keys)
    with progress("study tagging", total=len(keys)) as advance:
        advance(len(cells))
        for cell in run_cells(dataset, [key for key in keys if key not in cells]):
            kept.write_cell(cell)
            cells[cell.key] = cell
            advance(1, note=str(cell.key))
    results = summarize_tagging(dataset, cells, pairs=pairs, methods=methods, seeds=seeds)
    kept.write_text("results.json", results.to_json())
    return results


def run_cells(dataset: TaggingDataset, keys: Sequence[CellKey]) -> Iterator[Cell]:
    """Compute cells; those that train the same tagger share it, and their part of its time."""
    alike: dict[tuple[str, str, int], list[CellKey]] = defaultdict(list)
    for key in keys:
        alike[key.method, key.pair.sources[0], key.seed].append(key)
    vectors_of = cache(partial(_learn, dataset.train))
    for (method, source, seed), group in alike.items():
        with threadpool_limits(limits=1):
            began = time.process_time()
            tagger = Tagger(vectors_of(method, seed), seed=seed).fit(source, dataset.train[source])
            fitting = (time.process_time() - began) / len(group)
            for key in group:
                began = time.process_time()
                target = dataset.test[key.pair.target]
                correct = tagger.tag(key.pair.target, target) == _tags(target)
                yield Cell(key, correct, None, None, fitting + time.process_time() - began)


def check_methods(named: Sequence[str]) -> tuple[str, ...]:
    """Check methods' names; `all` stands for all there are.

    >>> check_methods(["none", "crosslex"])
    ('none', 'crosslex')
    """
    if list(named) == ["all"]:
        return tuple(METHODS)
    for name in named:
        if name not in METHODS:
            raise InputError(f"methods: found {name!r}; the tagging study has {', '.join(METHODS)}")
    return tuple(name for name in METHODS if name in named)


def _learn(texts: Mapping[str, Sentences], method: str, seed: int) -> GenreVectors | None:
    learn = METHODS[method]
    return None if learn is None else learn(texts, VectorSettings(), seed=seed)


def _spelled(sentences: Sentences) -> Iterator[list[str]]:
    return (found for sentence in sentences for found in spelling_features(sentence.words))


def _tags(sentences: Sentences) -> NDArray[np.str_]:
    return np.array([tag for sentence in sentences for tag in sentence.tags])


def _settings(dataset: TaggingDataset) -> dict[str, str]:
    return {
        "study": "tagging",
        "data": dataset.sha256,
        "code of the methods": code_sha256(),
        "code of the study": file_sha256(*_FILES),
        **{f"version of {name}": number for name, number in versions().items()},
    }

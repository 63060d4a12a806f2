"""Planted changes of meaning, found by nothing but the cosine of a word's two vectors."""

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from statistics import fmean
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from crosslex import Corpus
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.mdsd import read_domain
from crosslex_bench.data.planting import Planted, plant
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Table
from crosslex_bench.peers.change_scores import aligned, among_like_frequency, cosine_distance
from crosslex_bench.peers.skipgram import SkipGramSettings, skipgram
from crosslex_bench.peers.text import number_texts
from crosslex_bench.places import MDSD
from crosslex_bench.words.methods import METHODS, Made, Method

DIMENSION = 100
MIN_COUNT = 5
PAIRS = "books,kitchen dvd,electronics"
SHARE = 0.5


def planted(
    folder: RunFolder,
    data: Data = MDSD,
    pairs: Annotated[str, typer.Option(help="Pairs of domains, separated by spaces.")] = PAIRS,
    seeds: Annotated[str, typer.Option(help="Seeds, separated by commas.")] = "1,2,3",
    methods: Annotated[str, typer.Option(help="Some of the methods, separated by commas.")] = "all",
) -> Report:
    """Find planted changes of meaning by the cosine of a word's two vectors alone.

    The cosine is standardized among words of similar frequency; AUC over changed words and
    controls.
    """
    names = split_names("--methods", methods, COMPARED)
    plant_once = lru_cache(maxsize=1)(partial(_plant, data))
    rows = []
    for pair in pairs.split():
        found: dict[str, list[float]] = {name: [] for name in names}
        for seed in split_names("--seeds", seeds):
            for name in names:
                part = f"{name} {pair} {seed}"
                compute = partial(_once_planted, plant_once, pair, int(seed), name)
                found[name].append(folder.once(part, float, compute))
                print(f"{part}: done", file=sys.stderr, flush=True)
        for name, values in found.items():
            each = ", ".join(f"{value:.3f}" for value in values)
            title = COMPARED[name].title
            rows.append((title, pair.replace(",", ", "), f"{fmean(values):.3f}", each))
    table = Table(("vectors", "domains", "AUC", "by seed"), tuple(rows))
    return Report("Planted changes by cosine", [table])


def _once_planted(plant: Callable[[str, int], Planted], pair: str, seed: int, method: str) -> float:
    return planted_auc(plant(pair, seed), method)


def planted_auc(planted: Planted, method: str) -> float:
    """Learn from both domains, and measure how well the cosine finds the changed words."""
    made = COMPARED[method].learn(planted.domains)
    return float(roc_auc_score(planted.changed, scores(made, planted.domains, planted.words)))


def scores(made: Made, domains: Sequence[Corpus], judged: Sequence[str]) -> NDArray[np.float64]:
    """Return standardized distances of words that are judged; the least for one without vectors."""
    sides = [dict(zip(*made[corpus.name], strict=True)) for corpus in domains]
    words = [word for word in sides[0] if word in sides[1]]
    distances = cosine_distance(
        *(np.array([side[word] for word in words], float) for side in sides)
    )
    counts = np.array([_counts(corpus, words) for corpus in domains])
    values = among_like_frequency(distances, counts)
    found = dict(zip(words, values.tolist(), strict=True))
    least = min(found.values())
    return np.array([found.get(word, least) for word in judged])


def small_procrustes(corpora: Sequence[Corpus]) -> Made:
    """Return skip-gram of each domain without stop words, one turned onto the other."""
    texts = number_texts(corpora, min_count=MIN_COUNT, in_every_domain=True, stop_words=False)
    settings = SkipGramSettings(dimension=DIMENSION, epochs=5, min_count=1)
    both = aligned(*(skipgram([text], settings)[0] for text in texts))
    return {text.name: (text.words, each) for text, each in zip(texts, both, strict=True)}


COMPARED = {
    "crosslex": METHODS["crosslex"],
    "procrustes": Method("skip-gram + Procrustes, 100 dimensions", small_procrustes),
}


def _plant(data: Path, pair: str, seed: int) -> Planted:
    first, second = (read_domain(data, name) for name in pair.split(","))
    return plant(first, second, share=SHARE, seed=seed)


def _counts(corpus: Corpus, words: Sequence[str]) -> list[int]:
    uses = dict(
        zip(corpus.words, np.bincount(corpus.ids, minlength=len(corpus.words)), strict=True)
    )
    return [int(uses.get(word, 0)) for word in words]

"""How many of a word's first ten neighbors stay when documents or seeds are drawn anew.

Run `python -m crosslex_bench.words.stability`. Two random halves of the documents of each domain, drawn
independently, so that they share about half. Skip-gram learns from each domain by itself, ours from
all; skip-gram also twice from the same half, with another seed. Both look among the same words.
"""

import argparse
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Corpus
from crosslex_bench.data.mdsd import FOLDER as DATA
from crosslex_bench.peers.change_scores import lost_neighbors
from crosslex_bench.peers.skipgram import SkipGramSettings, skipgram
from crosslex_bench.peers.text import number_texts
from crosslex_bench.shifts.planting import select
from crosslex_bench.words.cache import FOLDER, learned_once
from crosslex_bench.words.datasets import read_corpora
from crosslex_bench.words.methods import DIMENSION, METHODS, Made, known_vectors
from crosslex_bench.words.similarity import WordVectors

BANDS = ((20, 50), (50, 200), (200, None))
NEIGHBORS = 10
MIN_COUNT = 10


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.words.stability", description=__doc__
    )
    parser.add_argument("--data", default=DATA, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="books,kitchen", help="with commas")
    parser.add_argument("--epochs", type=int, default=15, help="of skip-gram")
    parser.add_argument("--cache", type=Path, default=FOLDER, help="folder of learned vectors")
    options = parser.parse_args()
    corpora = read_corpora(options.domains, options.data)
    halves = [[half(corpus, draw) for corpus in corpora] for draw in (1, 2)]
    folder = options.cache / f"{options.domains.replace(',', '-')}-halves"
    ours = [
        learned_once(folder / f"crosslex {draw}.npz", partial(METHODS["crosslex"].learn, of_draw))
        for draw, of_draw in enumerate(halves, start=1)
    ]
    print("| domain | uses | words | crosslex, other documents "
          "| skip-gram, other documents | skip-gram, other seed |")  # fmt: skip
    print("|---|---|---:|---:|---:|---:|")
    for place, corpus in enumerate(corpora):
        theirs = [
            learned_once(
                folder / f"skipgram-{options.epochs} {corpus.name} {draw} {seed}.npz",
                partial(_skipgram, halves[draw - 1][place], options.epochs, seed),
            )[corpus.name]
            for draw, seed in ((1, 1), (2, 1), (1, 2))
        ]
        compared = {
            "ours": (ours[0][corpus.name], ours[1][corpus.name]),
            "draws": (theirs[0], theirs[1]),
            "seeds": (theirs[0], theirs[2]),
        }
        print_bands(corpus, compared)


def half(corpus: Corpus, draw: int) -> Corpus:
    """Return a random half of the documents under the same name."""
    order = np.random.default_rng(draw).permutation(len(corpus))
    return select(corpus, order[: len(corpus) // 2], corpus.name)


def print_bands(corpus: Corpus, compared: Mapping[str, tuple[WordVectors, WordVectors]]) -> None:
    """Print the mean share of neighbors that stay, by how often words are used in all documents."""
    known = set.intersection(*(set(each.words) for pair in compared.values() for each in pair))
    counts = np.bincount(corpus.ids, minlength=len(corpus.words))
    stop_words = corpus.text_settings.stop_words_used
    rows = [
        row
        for row, word in enumerate(corpus.words)
        if word in known and word.isalpha() and word not in stop_words
    ]
    words, uses = [corpus.words[row] for row in rows], counts[rows]
    shares = {
        name: kept_neighbors(_rows(pair[0], words), _rows(pair[1], words))
        for name, pair in compared.items()
    }
    for low, high in BANDS:
        within = (uses >= low) & (uses < (high or np.inf))
        band = f"{low}–{high}" if high else f"{low} and more"
        values = " | ".join(f"{share[within].mean():.2f}" for share in shares.values())
        print(f"| {corpus.name} | {band} | {within.sum()} | {values} |", flush=True)


def kept_neighbors(
    first: NDArray[np.float64], second: NDArray[np.float64], top: int = NEIGHBORS
) -> NDArray[np.float64]:
    """Return for each row the share of its nearest rows that is the same in both spaces."""
    return 1 - lost_neighbors(first, second, top)


def _skipgram(corpus: Corpus, epochs: int, seed: int) -> Made:
    texts = number_texts([corpus], min_count=MIN_COUNT)
    settings = SkipGramSettings(dimension=DIMENSION, epochs=epochs, min_count=MIN_COUNT, seed=seed)
    return {corpus.name: known_vectors(texts[0], skipgram(texts, settings)[0])}


def _rows(vectors: WordVectors, words: Sequence[str]) -> NDArray[np.float64]:
    place = {word: row for row, word in enumerate(vectors.words)}
    return np.asarray(vectors.vectors[[place[word] for word in words]], np.float64)


if __name__ == "__main__":
    main()

"""The evidence behind the defaults of the ranking trainers, one setting changed at a time.

Each of the validation domains is split at random in two halves, which play two domains. In one
half, pairs of words of like frequency swap half of their occurrences: their meaning changes, no
count does. Good vectors move these words, and leave all others where they are: the figure is the
ROC-AUC of 1 - cosine between a word's two vectors.
"""

import argparse
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from crosslex import Corpus, CrossDomainEmbedding
from crosslex_bench.benchmarks.mdsd import FOLDER, read_domain

SHARE = 0.5
PAIRS = 60
CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"pivots": "npmi"},
    {"pivots": "entropy"},
    {"n_pivots": 300},
    {"n_pivots": 2000},
    {"common_directions": None},
    {"common_directions": 0},
    {"common_directions": 5},
    {"backoff": 0.0},
    {"backoff": 0.05},
    {"backoff": 0.5},
    {"context": "sentence"},
    {"context": "document"},
    {"window": 5},
    {"pair_weight": "count"},
    {"regularization": 0.001},
    {"regularization": 100.0},
    {"dimension": 100},
    {"epochs": 4},
    {"epochs": 16, "patience": None},
    {"trainer": "pairs"},
    {"start": "normal"},
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="music,video")
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args()
    splits = [
        plant(read_domain(options.data, domain).without_labels(), seed)
        for domain in options.domains.split(",")
        for seed in range(options.seeds)
    ]
    print("| changed | AUC | ± |")
    print("|---|---:|---:|")
    for change in CHANGES:
        values = [separation(halves, planted, change) for halves, planted in splits]
        error = np.std(values, ddof=1) / np.sqrt(len(values))
        name = ", ".join(f"`{key}={value!r}`" for key, value in change.items())
        print(f"| {name or 'nothing: the defaults'} | {np.mean(values):.3f} | {error:.3f} |")


def plant(corpus: Corpus, seed: int) -> tuple[list[Corpus], set[str]]:
    """Split a corpus in two and swap occurrences of some words in the second half."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(corpus))
    halves = [_documents(corpus, np.sort(part)) for part in np.array_split(order, 2)]
    halves = [replace(half, name=name) for half, name in zip(halves, "ab", strict=True)]
    ids = halves[1].ids.copy()
    first, second = (np.bincount(half.ids, minlength=len(corpus.words)) for half in halves)
    counts = np.minimum(first, second)
    stop_words = corpus.text_settings.stop_words_used
    usable = [
        word
        for word in np.argsort(-counts, kind="stable")
        if 20 <= counts[word] <= 1000 and corpus.words[word] not in stop_words
    ]
    planted = set()
    # Neighbors in the order of frequency are of like frequency; every pair has two controls.
    for first in rng.permutation(len(usable) // 4)[:PAIRS] * 4:
        pair = usable[first], usable[first + 1]
        places = [np.flatnonzero(halves[1].ids == word) for word in pair]
        size = round(SHARE * min(len(place) for place in places))
        chosen = [rng.choice(place, size, replace=False) for place in places]
        ids[chosen[0]], ids[chosen[1]] = pair[1], pair[0]
        planted |= {corpus.words[word] for word in pair}
    return [halves[0], replace(halves[1], ids=ids)], planted


def separation(halves: list[Corpus], planted: set[str], change: dict[str, Any]) -> float:
    """Return the AUC with which a word's two vectors separate planted words from the others."""
    model = CrossDomainEmbedding(trainer="auto", max_examples=0, **change).fit(halves)
    first, second = model.vectors_["a"], model.vectors_["b"]
    counts = model.vocabulary_.counts.min(axis=0)
    shared = [
        word
        for word, count in zip(model.vocabulary_.features, counts, strict=True)
        if " " not in word and 20 <= count <= 1000
    ]
    moved = [1 - first.similarity(word, word, across=second) for word in shared]
    return float(roc_auc_score([word in planted for word in shared], moved))


def _documents(corpus: Corpus, chosen: NDArray[np.intp]) -> Corpus:
    parts = [corpus.slice(document, document + 1) for document in chosen.tolist()]
    lengths = [np.diff(part.sentence_offsets) for part in parts]
    sentences = np.concatenate([np.zeros(1, np.int64), *lengths]).cumsum()
    documents = np.concatenate([[0], [part.n_sentences for part in parts]]).cumsum()
    return replace(
        corpus,
        ids=np.concatenate([part.ids for part in parts]),
        sentence_offsets=sentences,
        document_offsets=documents,
        labels=corpus.labels[chosen],
        texts=None,
    )


if __name__ == "__main__":
    main()

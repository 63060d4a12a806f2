"""Planted changes of meaning, found by nothing but the cosine of a word's two vectors.

Run `python -m crosslex_bench.words.planted`. The cosine is standardized among words of like frequency;
AUC over changed words and controls.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from crosslex.corpus.corpus import Corpus
from crosslex_bench.data.mdsd import FOLDER, read_domain
from crosslex_bench.measure import machine
from crosslex_bench.peers.alignment import aligned
from crosslex_bench.peers.change_scores import among_like_frequency, cosine_distance
from crosslex_bench.peers.skipgram import SkipGramSettings, skipgram
from crosslex_bench.peers.text import number_texts
from crosslex_bench.shifts.planting import Planted, plant
from crosslex_bench.words.methods import METHODS, Made, Method

DIMENSION = 100
MIN_COUNT = 5
PAIRS = "books,kitchen dvd,electronics"
SHARE = 0.5


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.words.planted", description=__doc__
    )
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--pairs", default=PAIRS, help="of domains, with spaces between")
    parser.add_argument("--seeds", default="1,2,3", help="with commas")
    parser.add_argument("--methods", default=",".join(COMPARED), help="some, with commas")
    parser.add_argument("--json", type=Path, help="file of results; what it holds is not run again")
    options = parser.parse_args()
    pairs, seeds = options.pairs.split(), options.seeds.split(",")
    methods = options.methods.split(",")
    found = _read(options.json)
    for pair in pairs:
        for seed in seeds:
            wanted = [name for name in methods if f"{name} {pair} {seed}" not in found]
            if not wanted:
                continue
            planted = _plant(options.data, pair, int(seed))
            for name in wanted:
                found[f"{name} {pair} {seed}"] = planted_auc(planted, name)
                _write(options.json, found)
                print(f"{name} {pair} {seed}: done", file=sys.stderr, flush=True)
    print(_table(found, pairs, methods, seeds))


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
    "ranking": METHODS["ranking"],
    "procrustes": Method("skip-gram + Procrustes, 100 dimensions", small_procrustes),
}


def _plant(data: str, pair: str, seed: int) -> Planted:
    first, second = (read_domain(data, name) for name in pair.split(","))
    return plant(first, second, share=SHARE, seed=seed)


def _read(path: Path | None) -> dict[str, float]:
    if path is None or not path.exists():
        return {}
    found: dict[str, float] = json.loads(path.read_text(encoding="utf-8"))["auc"]
    return found


def _write(path: Path | None, found: dict[str, float]) -> None:
    if path is not None:
        content = {"machine": machine(), "auc": found}
        path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def _counts(corpus: Corpus, words: Sequence[str]) -> list[int]:
    uses = dict(
        zip(corpus.words, np.bincount(corpus.ids, minlength=len(corpus.words)), strict=True)
    )
    return [int(uses.get(word, 0)) for word in words]


def _table(found: dict[str, float], pairs: list[str], methods: list[str], seeds: list[str]) -> str:
    lines = ["| vectors | domains | AUC | seeds |", "|---|---|---:|---|"]
    for pair in pairs:
        for name in methods:
            values = [found[f"{name} {pair} {seed}"] for seed in seeds]
            each = ", ".join(f"{value:.3f}" for value in values)
            title = COMPARED[name].title
            lines.append(f"| {title} | {pair.replace(',', ', ')} | {fmean(values):.3f} | {each} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()

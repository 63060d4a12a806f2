"""Accuracy in the target against the number of its labels, suggested or drawn at random.

Run `python -m crosslex_bench.decisions.few_labels --plot FILE`. Labels that can be asked for are those of the
target's training reviews. Each repetition may ask for a random half of them, so that there are
as many choices of suggested labels as of random ones; the test reviews are always the same.
"""

import argparse
from collections.abc import Sequence
from copy import copy
from pathlib import Path

import numpy as np

from crosslex import Corpus, CrossDomainClassifier
from crosslex_bench.data.datasets import Dataset, load_dataset
from crosslex_bench.data.mdsd import FOLDER
from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.training_changes import SkewPool, TrainingChange, select_documents
from crosslex_bench.engine.classification import ClassificationTask

PAIRS = "books->kitchen,kitchen->books,dvd->electronics,electronics->dvd"
SIZES = (10, 20, 40, 50, 100)
RULES = ("suggested", "random")
Curve = dict[str, dict[int, float]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="a dataset of crosslex benchmark")
    parser.add_argument("--pairs", default=PAIRS, help="such as 'books->dvd', between commas")
    parser.add_argument("--skew", type=float, help="share of the second class in the target's pool")
    parser.add_argument("--repetitions", type=int, default=10)
    parser.add_argument("--plot", type=Path, help="draw the means into this file")
    options = parser.parse_args()
    data = load_dataset(options.data)
    change = None if options.skew is None else SkewPool(options.skew)
    head = " | ".join(f"{size} labels" for size in (0, *SIZES))
    print(f"| pair | labels | {head} |\n|---|---|{'---:|' * (1 + len(SIZES))}", flush=True)
    curves = []
    for text in options.pairs.split(","):
        pair = Pair.parse(text)
        curves.append(measure(data, pair, change, options.repetitions))
        print_curve(str(pair), curves[-1])
    print_curve("mean", mean_curve(curves))
    if options.plot is not None:
        draw(mean_curve(curves), options.plot)


def measure(data: Dataset, pair: Pair, change: TrainingChange | None, repetitions: int) -> Curve:
    """Return the mean accuracy in percent for each way to choose labels and each number of them."""
    task = ClassificationTask(pair, change=change, seed=0)
    classifier = CrossDomainClassifier(target=pair.target).fit(task.training(data))
    domain = data.domains[pair.target]
    pool = select_documents(domain.train, np.flatnonzero(domain.train.labels >= 0))
    accuracies: dict[tuple[str, int], list[float]] = {}
    for repetition in range(repetitions):
        random = np.random.default_rng([repetition, *str(pair).encode()])
        half = random.permutation(len(pool))[: len(pool) // 2]
        chosen = half[classifier.suggest(select_documents(pool, half), max(SIZES))]
        for rule, order in zip(RULES, (chosen, half), strict=True):
            for size in SIZES:
                asked = select_documents(pool, order[:size])
                refined = copy(classifier).refine(asked, labels_of(asked))
                accuracies.setdefault((rule, size), []).append(accuracy(refined, domain.test))
    before = accuracy(classifier, domain.test)
    return {
        rule: {0: before, **{size: float(np.mean(accuracies[rule, size])) for size in SIZES}}
        for rule in RULES
    }


def labels_of(corpus: Corpus) -> list[int | str]:
    """Return the labels of labeled documents."""
    return [corpus.classes[code] for code in corpus.labels]


def accuracy(classifier: CrossDomainClassifier, test: Corpus) -> float:
    """Return the accuracy in percent."""
    return 100 * classifier.score(test, labels_of(test))


def mean_curve(curves: Sequence[Curve]) -> Curve:
    """Return the mean over pairs."""
    return {
        rule: {
            size: float(np.mean([curve[rule][size] for curve in curves])) for size in (0, *SIZES)
        }
        for rule in RULES
    }


def print_curve(name: str, curve: Curve) -> None:
    """Print a row per way to choose labels."""
    for rule, values in curve.items():
        cells = " | ".join(f"{value:.1f}" for value in values.values())
        print(f"| {name} | {rule} | {cells} |", flush=True)


def draw(curve: Curve, path: Path) -> None:
    """Draw accuracy against the number of labels."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 3.2), layout="constrained")
    looks = {"suggested": ("#0b5fa5", "o", "-"), "random": ("#55606b", "x", "--")}
    for rule, values in curve.items():
        color, marker, line = looks[rule]
        axes.plot([*values], [*values.values()], color=color, marker=marker, ls=line, label=rule)
    axes.set(xlabel="labels of the target", ylabel="accuracy in %")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=150)


if __name__ == "__main__":
    main()

"""Accuracy in the target against the number of its labels, suggested or drawn at random."""

from collections.abc import Sequence
from copy import copy
from functools import partial
from typing import Annotated

import numpy as np
import typer

from crosslex import Corpus, CrossDomainClassifier
from crosslex_bench.command import Data, Report, picture, split_names
from crosslex_bench.data.datasets import Dataset, load_dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.training_changes import SkewPool, TrainingChange, select_documents
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.trial import ClassificationTask
from crosslex_bench.pages import Block, Picture, Table
from crosslex_bench.places import MDSD

PAIRS = "books->kitchen,kitchen->books,dvd->electronics,electronics->dvd"
SIZES = (10, 20, 40, 50, 100)
RULES = ("suggested", "random")
Curve = dict[str, dict[int, float]]


def few_labels(
    folder: RunFolder,
    data: Data = MDSD,
    pairs: Annotated[
        str, typer.Option(help="Pairs such as 'books->dvd', separated by commas.")
    ] = PAIRS,
    skew: Annotated[
        float | None, typer.Option(help="Share of the second class in the target's pool.")
    ] = None,
    repetitions: Annotated[int, typer.Option(help="Repetitions of each choice of labels.")] = 10,
) -> Report:
    """Measure accuracy against the number of labels of the target, suggested or random.

    Labels come from the target's training reviews. Each repetition uses a random half of these, so
    that suggested labels vary as random ones do; the test reviews are always the same.
    """
    dataset = load_dataset(data)
    change = None if skew is None else SkewPool(skew)
    curves = {}
    for text in split_names("--pairs", pairs):
        pair = Pair.parse(text)
        part = f"{pair}, skew {skew}, {repetitions} repetitions"
        compute = partial(measure, dataset, pair, change, repetitions)
        curves[str(pair)] = folder.once(part, Curve, compute)
    curves["mean"] = mean_curve(list(curves.values()))
    rows = tuple(
        (name, rule, *(f"{value:.1f}" for value in values.values()))
        for name, curve in curves.items()
        for rule, values in curve.items()
    )
    headers = ("pair", "labels", *(f"{size} labels" for size in (0, *SIZES)))
    blocks: list[Block] = [Table(headers, rows), _draw(curves["mean"])]
    return Report("Few labels of the target", blocks, curves)


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


def _draw(curve: Curve) -> Picture:
    """Draw accuracy against the number of labels."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 3.2), layout="constrained")
    axes = figure.subplots()
    looks = {"suggested": ("#0b5fa5", "o", "-"), "random": ("#55606b", "x", "--")}
    for rule, values in curve.items():
        color, marker, line = looks[rule]
        axes.plot([*values], [*values.values()], color=color, marker=marker, ls=line, label=rule)
    axes.set(xlabel="labels of the target", ylabel="accuracy in %")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    return picture("few-labels", figure, "Accuracy by number of labels of the target")

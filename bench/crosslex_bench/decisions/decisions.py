"""The default classifier's decisions: threshold, calibration and expected accuracy."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Annotated, Final, Literal

import numpy as np
import typer
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

from crosslex import CrossDomainClassifier
from crosslex_bench.command import Data, Report, picture, split_names
from crosslex_bench.data.datasets import HUTTO2014, Dataset, encode_dataset, load_dataset
from crosslex_bench.data.movie_reviews import fetch_movie_reviews
from crosslex_bench.data.pairs import TO_REVIEWS, TO_SENTENCES, VALIDATION, Pair, all_pairs
from crosslex_bench.data.reviews import read_jsonl_folder
from crosslex_bench.data.training_changes import SkewPool, TrainingChange
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.statistics import mcnemar
from crosslex_bench.engine.trial import ClassificationTask
from crosslex_bench.pages import Block, Heading, Paragraph, Picture, Table
from crosslex_bench.places import MDSD, existing

SHARED_REVIEWS: Final = Pair(("dvd",), "video")
MOVIES: Final = "movies"
SETS: Final = (
    *("validation", "skewed", HUTTO2014, TO_SENTENCES, TO_REVIEWS),
    *("pairs", "pools", MOVIES),
)
SHARES: Final = (0.2, 0.8)
BINS: Final = 10


@dataclass(frozen=True)
class Outcome:
    """What was found in one task; accuracies from 0 to 1."""

    set: str
    task: str
    none: float
    zero: float
    accuracy: float
    best: float
    auc: float
    none_auc: float
    p: float  # of McNemar's test against no adaptation
    calibration_error: float
    expected: float
    low: float
    high: float
    cpu_seconds: float
    confidence: tuple[float, ...]
    right: tuple[bool, ...]

    @property
    def covered(self) -> bool:
        """Whether the interval holds the accuracy."""
        return self.low <= self.accuracy <= self.high


def tasks(data: Path, chosen: Sequence[str]) -> Iterator[tuple[str, Dataset, ClassificationTask]]:
    """Yield set, dataset and task of everything to run."""
    reviews = load_dataset(data) if set(chosen) - {HUTTO2014, MOVIES} else None
    for name in chosen:
        if name == MOVIES:
            yield from ((name, *task) for task in _of_movies(data))
            continue
        if name == HUTTO2014:
            sentences = load_dataset(HUTTO2014)
            for pair in all_pairs(list(sentences.domains)):
                yield name, sentences, ClassificationTask(pair)
            continue
        assert reviews is not None
        if name in (TO_SENTENCES, TO_REVIEWS):
            yield from ((name, *task) for task in _between(reviews, name))
            continue
        changes: list[TrainingChange | None] = [None]
        if name in ("skewed", "pools"):
            changes = [SkewPool(share) for share in SHARES]
        tuning = name in ("validation", "skewed")
        for pair in all_pairs(list(reviews.domains)):
            if tuning != (pair.target in VALIDATION) or pair == SHARED_REVIEWS:
                continue
            if not tuning and pair.sources[0] in VALIDATION:
                continue
            for change in changes:
                # Validation targets have few test texts; their other labeled ones serve, too.
                yield (
                    name,
                    reviews,
                    ClassificationTask(
                        pair, change=change, test_on="labeled" if tuning else "test"
                    ),
                )


def _between(reviews: Dataset, name: str) -> Iterator[tuple[Dataset, ClassificationTask]]:
    sentences = load_dataset(HUTTO2014)
    dataset = Dataset(name, {**reviews.domains, **sentences.domains})
    sides = (VALIDATION, tuple(sentences.domains))
    for source, target in product(*(sides if name == TO_SENTENCES else sides[::-1])):
        # As above: reviews as targets have few test texts.
        test_on: Literal["test", "labeled"] = "test" if name == TO_SENTENCES else "labeled"
        yield dataset, ClassificationTask(Pair((source,), target), test_on=test_on)


def _of_movies(data: Path) -> Iterator[tuple[Dataset, ClassificationTask]]:
    films = fetch_movie_reviews()
    targets = sorted({review.domain for review in films})
    others = [each for each in read_jsonl_folder(data) if each.domain not in VALIDATION]
    dataset = encode_dataset(MOVIES, [*others, *films])
    for pair in all_pairs(list(dataset.domains)):
        if pair.target in targets:
            yield dataset, ClassificationTask(pair)


def measure(name: str, data: Dataset, task: ClassificationTask) -> Outcome:
    training, test = task.training(data), task.test(data)
    truth = task.truth(test)
    none = CrossDomainClassifier("none", target=task.pair.target).fit(training)
    without = none.predict(test) == truth
    began = time.process_time()
    fitted = CrossDomainClassifier(target=task.pair.target).fit(training)
    seconds = time.process_time() - began
    positive = truth == fitted.classes_[1]
    probabilities = fitted.predict_proba(test)
    right = fitted.predict(test) == truth
    documents = fitted.fitted_.documents(test)
    raw = fitted.decision_.scores(documents)
    margins = raw[:, 1] - raw[:, 0]
    expected = fitted.expected_accuracy_
    confidence = probabilities.max(axis=1)
    return Outcome(
        set=name,
        task=_label(task.pair, task.change),
        none=float(without.mean()),
        zero=float(((margins > 0) == positive).mean()),
        accuracy=float(right.mean()),
        best=_best_cut(margins, positive),
        auc=float(roc_auc_score(positive, margins)),
        none_auc=float(roc_auc_score(positive, none.decision_function(test))),
        p=mcnemar(right, without),
        calibration_error=calibration_error(confidence, right),
        expected=expected.value,
        low=expected.low,
        high=expected.high,
        cpu_seconds=seconds,
        confidence=tuple(confidence.round(4).tolist()),
        right=tuple(right.tolist()),
    )


def calibration_error(confidence: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the mean difference between confidence and accuracy over ten bins of equal width."""
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    found = [np.flatnonzero(bins == number) for number in np.unique(bins)]
    gaps = [abs(confidence[each].mean() - right[each].mean()) * len(each) for each in found]
    return float(np.sum(gaps) / len(confidence))


def _best_cut(margins: NDArray[np.float64], positive: NDArray[np.bool_]) -> float:
    order = positive[np.argsort(margins, kind="stable")]
    below = np.concatenate([[0], np.cumsum(~order)])
    above = np.concatenate([[order.sum()], order.sum() - np.cumsum(order)])
    return float((below + above).max() / len(positive))


def _label(pair: Pair, change: TrainingChange | None) -> str:
    return f"{pair}, {change.share:.0%} positive" if isinstance(change, SkewPool) else str(pair)


COLUMNS: Final = {
    "none": "none",
    "zero": "the source's threshold",
    "accuracy": "crosslex",
    "best": "best threshold",
    "none_auc": "AUC of none",
    "auc": "AUC",
    "calibration_error": "calibration error",
    "expected": "expected",
}


def decisions(
    folder: RunFolder,
    data: Data = MDSD,
    sets: Annotated[str, typer.Option(help=f"Some of {', '.join(SETS)}.")] = "all",
) -> Report:
    """Measure the default classifier's threshold, calibration and expected accuracy.

    For every task: accuracy without adaptation, with the source's threshold, with the threshold
    estimated from the target's texts, and with the best possible threshold; the expected
    calibration error over ten bins; and the expected accuracy, estimated without labels.
    Constants were chosen on `validation` (targets music and video), `skewed` (the same, with 20 %
    or 80 % of the pool positive) and `hutto2014`. Further sets for development are `to sentences`,
    from reviews of music or video to single sentences of hutto2014, and `to reviews`, from these
    to reviews. The sets `pairs` (twelve pairs), `pools` (the
    twelve with skewed pools) and `movies` (reviews of films, fetched through pip) are held out.
    """
    outcomes = []
    with threadpool_limits(limits=1):
        for name, dataset, task in tasks(existing(data), split_names("--sets", sets, SETS)):
            part = f"{name}, {_label(task.pair, task.change)}"
            outcomes.append(folder.once(part, Outcome, partial(measure, name, dataset, task)))
    blocks: list[Block] = []
    for name in dict.fromkeys(each.set for each in outcomes):
        blocks += _set_blocks(name, [each for each in outcomes if each.set == name])
    return Report("Decisions of the default classifier", [*blocks, plot(outcomes)], outcomes)


def _set_blocks(name: str, rows: Sequence[Outcome]) -> list[Block]:
    """Return the table of a set of tasks, and its summary."""
    lines = []
    for each in rows:
        cells = [f"{100 * getattr(each, column):.1f}" for column in COLUMNS]
        mark = "" if each.covered else " (misses)"
        interval = f"{100 * each.low:.0f}–{100 * each.high:.0f}{mark}"
        lines.append((each.task, *cells, interval, f"{each.cpu_seconds:.1f}"))
    means = [100 * np.mean([getattr(each, column) for each in rows]) for column in COLUMNS]
    covered = f"{sum(each.covered for each in rows)} of {len(rows)} hold"
    seconds = np.mean([each.cpu_seconds for each in rows])
    lines.append(("mean", *(f"{mean:.1f}" for mean in means), covered, f"{seconds:.1f}"))
    gain = 100 * np.mean([each.accuracy - each.none for each in rows])
    worse = [each.task for each in rows if each.accuracy < each.none and each.p < 0.05]
    error = 100 * np.mean([abs(each.expected - each.accuracy) for each in rows])
    headers = ("task", *COLUMNS.values(), "90 % interval", "CPU s")
    summary = (
        f"Gain over none {gain:.1f} points; significantly below none: "
        f"{', '.join(worse) or 'no task'}; expected accuracy off by {error:.1f} points."
    )
    return [Heading(name), Table(headers, tuple(lines)), Paragraph(summary)]


def plot(outcomes: Sequence[Outcome]) -> Picture:
    """Draw accuracy by confidence, and expected against true accuracy."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    names = list(dict.fromkeys(each.set for each in outcomes))
    for name, color in zip(
        names, ("#1b6ca8", "#c8553d", "#588157", "#6d597a", "#b08900", "#3d405b"), strict=False
    ):
        rows = [each for each in outcomes if each.set == name]
        confidence = np.concatenate([each.confidence for each in rows])
        correct = np.concatenate([each.right for each in rows])
        bins = np.array_split(np.argsort(confidence, kind="stable"), BINS)
        x = [confidence[each].mean() for each in bins]
        left.plot(x, [correct[each].mean() for each in bins], "o-", ms=3.5, color=color, label=name)
        expected = np.array([each.expected for each in rows])
        errors = [expected - [e.low for e in rows], np.array([e.high for e in rows]) - expected]
        true = [each.accuracy for each in rows]
        right.errorbar(
            expected, true, xerr=errors, fmt="o", ms=3.5, lw=0.7, color=color, label=name
        )
    for axes, x_label, y_label in (
        (left, "probability of the predicted class", "share that is right"),
        (right, "expected accuracy, with 90 % interval", "accuracy"),
    ):
        axes.plot([0.5, 1], [0.5, 1], color="#999999", lw=0.8, zorder=0)
        axes.set(xlabel=x_label, ylabel=y_label, xlim=(0.48, 1.01), ylim=(0.48, 1.01))
        axes.set_aspect("equal")
        axes.spines[["top", "right"]].set_visible(False)
    left.legend(frameon=False, fontsize=8)
    caption = "Accuracy by confidence, and expected against true accuracy"
    return picture("decisions", figure, caption)

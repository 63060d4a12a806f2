"""The accuracy to expect of other people's classifiers, estimated in several ways."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from numpy.typing import NDArray
from scipy.special import expit, logit, softmax
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from threadpoolctl import threadpool_limits

from crosslex import Corpus
from crosslex.auditing import Assessment, learn_own, predict_rows, read_predictions
from crosslex_bench.audit.tasks import (
    DEVELOPMENT,
    SETS,
    AuditTask,
    LabeledTexts,
    classifiers,
    tasks,
)
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.decisions.encoders import CachedEncoder
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Block, Heading, Paragraph, Table
from crosslex_bench.places import MDSD, existing

ESTIMATES: Final = {
    "source": "source, held out",
    "atc": "ATC",
    "doc": "DoC",
    "gde": "GDE",
    "posterior": "our probability alone",
    "audit": "audit",
    "known": "audit, class shares known",
}
OWN: Final = "crosslex"
"""Our own classifier, assessed in the same way; it is in no mean."""
N_LABELS: Final = 20
REPETITIONS: Final = 5
LARGE_ERROR: Final = 0.04
BEST_USE: Final = (
    "set, no label, standard error of counting, halved by counting from, best by counting, "
    "best by shift, shift and scale known, the better, suggested, random"
)
"""Root mean square errors; then parts of the error that labels leave: of the better of the two
bounds, and, of mean absolute errors, of our own estimates."""


@dataclass(frozen=True)
class Outcome:
    """What was found for one classifier in one task; all from 0 to 1.

    `known` is the audit's estimate if the shares of the target's classes are given.
    `suggested` and `random` are mean errors of the estimate with labels, `counted` that of
    counting random labels alone; `held` is the share of intervals with suggested labels that hold.
    `best_counted` is the standard error of counting 20 labels of the best design there is, and
    `shift`, `slope` and `rest` are what labels could say by our model: how far log-odds are
    shifted, what that changes, and the error that is left when shift and scale are known.
    """

    set: str
    task: str
    classifier: str
    accuracy: float
    source: float
    atc: float
    doc: float
    gde: float
    posterior: float
    audit: float
    known: float
    low: float
    high: float
    suggested: float
    random: float
    counted: float
    held: float
    best_counted: float
    shift: float
    slope: float
    rest: float


Probabilities = NDArray[np.float64]
Fits = dict[tuple[str, int, str], tuple[Any, Probabilities]]


def predictions(
    source: LabeledTexts, target: LabeledTexts, name: str, pipeline: Any, fits: Fits
) -> tuple[Probabilities, Probabilities]:
    """Return cross-validated probabilities for the source and those for the target."""
    key = (source.name, int(source.labels.max()), name)
    if key not in fits:
        texts, labels = list(source.texts), source.labels.astype(np.int32)
        fitted = clone(pipeline).fit(texts, labels)
        classes = tuple(range(int(labels.max()) + 1))
        fits[key] = fitted, read_predictions(fitted, texts, labels, texts[:1], classes)[0]
    fitted, held_out = fits[key]
    return held_out, np.asarray(predict_rows(fitted, list(target.texts)))


def measure(task: AuditTask, kinds: Mapping[str, Any], fits: Fits) -> list[Outcome]:
    """Return the outcomes of all classifiers in one task, ours last."""
    texts = (task.source.texts, task.source.labels.tolist()), (task.target.texts, None)
    corpora = [
        Corpus.from_texts(of, name=name, labels=labels)
        for name, (of, labels) in zip(("source", "target"), texts, strict=True)
    ]
    _, data, label_shift = learn_own(corpora)
    assess = partial(Assessment.of, data, label_shift)
    given = {
        name: predictions(task.source, task.target, name, pipeline, fits)
        for name, pipeline in kinds.items()
    }
    ours = assess(*next(iter(given.values())))
    given[OWN] = ours.source_likely, ours.likely
    counts = np.bincount(task.target.labels, minlength=ours.likely.shape[1])
    shares = counts / counts.sum()
    return [
        _outcome(task, name, assess(*each), assess(*each, shares), *each)
        for name, each in given.items()
    ]


def _outcome(
    task: AuditTask,
    name: str,
    assessment: Assessment,
    with_shares: Assessment,
    source: Probabilities,
    target: Probabilities,
) -> Outcome:
    truth = task.target.labels.astype(np.int32)
    right = assessment.predicted == truth
    accuracy, at_source = float(right.mean()), float(assessment.source_right.mean())
    expected = assessment.expected_accuracy()
    confident, here = source.max(axis=1), target.max(axis=1)
    errors: dict[str, list[float]] = {"suggested": [], "random": [], "counted": [], "held": []}
    for repetition in range(REPETITIONS):
        some = np.random.default_rng(repetition).permutation(len(truth))[:N_LABELS]
        asked = {"suggested": assessment.suggest(N_LABELS, seed=repetition), "random": some}
        for rule, rows in asked.items():
            labels = np.full_like(truth, -1)
            labels[rows] = truth[rows]
            found = replace(assessment, labels=labels).expected_accuracy()
            errors[rule].append(abs(found.value - accuracy))
            if rule == "suggested":
                errors["held"].append(float(found.low <= accuracy <= found.high))
        errors["counted"].append(abs(float(right[some].mean()) - accuracy))
    return Outcome(
        set=task.set,
        task=str(task),
        classifier=name,
        accuracy=accuracy,
        source=at_source,
        atc=float((here >= np.quantile(confident, 1 - at_source)).mean()),
        doc=at_source - float(confident.mean()) + float(here.mean()),
        gde=float((assessment.likely.argmax(axis=1) == assessment.predicted).mean()),
        posterior=float(assessment.likely[np.arange(len(truth)), assessment.predicted].mean()),
        audit=expected.value,
        known=with_shares.expected_accuracy().value,
        low=expected.low,
        high=expected.high,
        **{rule: float(np.mean(values)) for rule, values in errors.items()},
        **_bounds(assessment, right, truth),
    )


def _bounds(
    assessment: Assessment, right: NDArray[np.bool_], truth: NDArray[np.int32]
) -> dict[str, float]:
    """Return what the truth of all texts shows of the best use of labels; see `Outcome`."""
    odds = assessment.log_odds
    features = np.column_stack([odds, np.eye(odds.shape[1])[assessment.predicted]])
    features = np.column_stack([features, features[:, -1:] * odds])
    chance = LogisticRegression(max_iter=1000).fit(features, right).predict_proba(features)[:, 1]
    # Drawn in proportion to its deviation, each label counts alike: the best importance sampling.
    best_counted = np.sqrt(chance * (1 - chance)).mean() / np.sqrt(N_LABELS)
    mean, _ = replace(assessment, labels=truth).recalibration
    log_odds, others = np.exp(mean[-1]) * odds + mean[:-1], np.arange(odds.shape[1]) > 0
    rest, there = (_of_known(assessment, log_odds + more * others) for more in (0.0, 0.1))
    return {
        "best_counted": float(best_counted),
        "shift": float(mean[1] - mean[0]),
        "slope": (there - rest) / 0.1,
        "rest": rest - float(right.mean()),
    }


def _of_known(assessment: Assessment, log_odds: Probabilities) -> float:
    """Return the expected accuracy where log-odds are known to be right."""
    likely = softmax(log_odds, axis=1)[np.arange(len(log_odds)), assessment.predicted]
    return float(expit(logit(likely) + assessment.evidence).mean())


def estimates(
    folder: RunFolder,
    data: Data = MDSD,
    sets: Annotated[str, typer.Option(help=f"Some of {', '.join(SETS)}.")] = "all",
    encoder: Annotated[
        str | None,
        typer.Option(help="Folder of a sentence-transformers model for the fifth classifier."),
    ] = None,
    cache: Annotated[Path | None, typer.Option(help="An .npz file for encodings.")] = None,
) -> Report:
    """Measure how well the accuracy of five kinds of classifier is estimated without labels.

    Each classifier learns from all labeled texts of a source; its predictions for them are
    cross-validated. The target's texts are those with labels, which only the accuracy is counted
    with. Compared are the accuracy in the source, ATC (Garg et al. 2022), DoC (Guillory et al.
    2021), the agreement with our classifier, trained on the same labels (GDE, Jiang et al. 2022),
    our probability of the predicted class, and the audit, without and with the target's class
    shares. Constants were chosen on the first four sets, on the halves those of class shares.
    """
    model = None if encoder is None else CachedEncoder(encoder, cache)
    outcomes: list[Outcome] = []
    fits: Fits = {}
    with threadpool_limits(limits=1):
        for name in split_names("--sets", sets, SETS):
            for task in tasks(existing(data), name):
                part = f"{name}, {task}, {'four' if model is None else 'five'}"
                run = partial(measure, task, classifiers(model), fits)
                outcomes += folder.once(part, list[Outcome], run)
    blocks: list[Block] = []
    best: list[tuple[str, ...]] = []
    for name in dict.fromkeys(each.set for each in outcomes):
        found = [each for each in outcomes if each.set == name]
        blocks += _set_blocks(name, found)
        best.append(_best_use(name, found))
    blocks += [
        Heading(f"{N_LABELS} labels at best"),
        Table(tuple(BEST_USE.split(", ")), tuple(best)),
    ]
    return Report("Accuracy to expect of other people's classifiers", blocks, outcomes)


def _set_blocks(name: str, every: Sequence[Outcome]) -> list[Block]:
    rows = [each for each in every if each.classifier != OWN]
    own = [each for each in every if each.classifier == OWN]
    kinds = list(dict.fromkeys(each.classifier for each in rows))
    lines = []
    for field, title in ESTIMATES.items():
        errors = _errors(rows, field)
        by_kind = [
            np.abs(errors[[each.classifier == kind for each in rows]]).mean() for kind in kinds
        ]
        # The classifiers of a task share its errors: the interval is over tasks.
        by_task = [
            np.abs(errors[[each.task == task for each in rows]]).mean()
            for task in dict.fromkeys(each.task for each in rows)
        ]
        half = 1.96 * np.std(by_task, ddof=1) / np.sqrt(len(by_task))
        numbers = (f"{np.abs(errors).mean():.1f} ±{half:.1f}", f"{errors.mean():+.1f}")
        lines.append((title, *numbers, *(f"{each:.1f}" for each in by_kind)))
    summary = (
        f"Accuracy {_mean(rows, 'accuracy'):.1f} in {len(rows)} cases; 90 % intervals hold in "
        f"{_held(rows):.0f} %, mean width {_mean(rows, 'high') - _mean(rows, 'low'):.1f} points. "
        f"Our own classifier, assessed in the same way: off by "
        f"{np.abs(_errors(own, 'audit')).mean():.1f}, intervals hold in {_held(own):.0f} %."
    )
    large = [each for each in rows if abs(each.audit - each.accuracy) >= LARGE_ERROR]
    labels = [_label_line("all", rows)]
    if large:
        labels.append(_label_line(f"off by {100 * LARGE_ERROR:.0f} points or more", large))
    headers = ("cases", "number", "no label", "20 suggested", "20 random", "20 counted", "held")
    role = "development" if name in DEVELOPMENT else "held out"
    return [
        Heading(f"{name} ({role})"),
        Table(("estimate", "off by", "bias", *kinds), tuple(lines)),
        Paragraph(summary),
        Table(headers, tuple(labels)),
    ]


def _best_use(name: str, every: Sequence[Outcome]) -> tuple[str, ...]:
    """Return what 20 labels could do at best in a set, as root mean squares; see `BEST_USE`."""
    rows = [each for each in every if each.classifier != OWN]
    error, counted = _rms(_errors(rows, "audit")), _mean(rows, "best_counted")
    shift, slope, rest = (
        np.array([getattr(each, field) for each in rows]) for field in ("shift", "slope", "rest")
    )
    # A label says at most 1/4 about a shift of log-odds (Fisher's information).
    variance = 1 / (1 / (shift**2).mean() + N_LABELS / 4)
    by_shift = _rms(100 * np.sqrt(rest**2 + slope**2 * variance))
    by_counting = error * counted / np.hypot(error, counted)
    numbers = (error, counted, np.sqrt(3) * counted, by_counting, by_shift, _rms(100 * rest))
    before = np.abs(_errors(rows, "audit")).mean()
    ours = (_mean(rows, field) / before for field in ("suggested", "random"))
    parts = (min(by_counting, by_shift) / error, *ours)
    return (name, *(f"{each:.1f}" for each in numbers), *(f"{each:.0%}" for each in parts))


def _rms(values: NDArray[np.float64]) -> float:
    return float(np.sqrt((values**2).mean()))


def _errors(rows: Sequence[Outcome], field: str) -> NDArray[np.float64]:
    return np.array([100 * (getattr(each, field) - each.accuracy) for each in rows])


def _mean(rows: Sequence[Outcome], field: str) -> float:
    return 100 * float(np.mean([getattr(each, field) for each in rows]))


def _held(rows: Sequence[Outcome]) -> float:
    return 100 * float(np.mean([each.low <= each.accuracy <= each.high for each in rows]))


def _label_line(title: str, rows: Sequence[Outcome]) -> tuple[str, ...]:
    before = np.abs(_errors(rows, "audit")).mean()
    means = (_mean(rows, field) for field in ("suggested", "random", "counted"))
    shown = (f"{each:.1f}" for each in (before, *means))
    return (title, str(len(rows)), *shown, f"{_mean(rows, 'held'):.0f} %")

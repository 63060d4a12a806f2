"""The accuracy to expect of other people's classifiers, estimated in several ways."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from numpy.typing import NDArray
from sklearn.base import clone
from threadpoolctl import threadpool_limits

import crosslex
from crosslex.auditing import Assessment, predict_rows, read_predictions
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
    "confidence": "own confidence",
    "atc": "ATC",
    "doc": "DoC",
    "gde": "GDE",
    "posterior": "our probability alone",
    "audit": "audit",
}
N_LABELS: Final = 20
REPETITIONS: Final = 5
LARGE_ERROR: Final = 0.04


@dataclass(frozen=True)
class Outcome:
    """What was found for one classifier in one task; all from 0 to 1.

    `suggested` and `random` are mean errors of the estimate with labels, `counted` that of
    counting random labels alone; `held` is the share of intervals with suggested labels that hold.
    """

    set: str
    task: str
    classifier: str
    accuracy: float
    source: float
    confidence: float
    atc: float
    doc: float
    gde: float
    posterior: float
    audit: float
    low: float
    high: float
    suggested: float
    random: float
    counted: float
    held: float
    own_accuracy: float
    own_expected: float
    own_low: float
    own_high: float


Fits = dict[tuple[str, int, str], tuple[Any, NDArray[np.float64]]]


def predictions(
    source: LabeledTexts, target: LabeledTexts, name: str, pipeline: Any, fits: Fits
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return cross-validated probabilities for the source and those for the target."""
    key = (source.name, int(source.labels.max()), name)
    if key not in fits:
        texts, labels = list(source.texts), source.labels.astype(np.int32)
        fitted = clone(pipeline).fit(texts, labels)
        classes = tuple(range(int(labels.max()) + 1))
        fits[key] = fitted, read_predictions(fitted, texts, labels, texts[:1], classes).source
    fitted, held_out = fits[key]
    return held_out, np.asarray(predict_rows(fitted, list(target.texts)))


def measure(task: AuditTask, kinds: Mapping[str, Any], fits: Fits) -> list[Outcome]:
    """Return the outcomes of all classifiers in one task; our own is learned once."""
    found = []
    base: Assessment | None = None
    own = (0.0, 0.0, 0.0, 0.0)
    for name, pipeline in kinds.items():
        source, target = predictions(task.source, task.target, name, pipeline, fits)
        if base is None:
            audit = crosslex.audit(
                (source, target),
                source=(list(task.source.texts), task.source.labels),
                target=list(task.target.texts),
            )
            base = audit.assessment
            ours = base.log_odds.argmax(axis=1).astype(np.int32)
            held_out = base.source_likely.argmax(axis=1).astype(np.int32)
            expected = replace(base, predicted=ours, source_predicted=held_out).expected_accuracy()
            own = (
                float((ours == task.target.labels).mean()),
                expected.value,
                expected.low,
                expected.high,
            )
        codes = [rows.argmax(axis=1).astype(np.int32) for rows in (source, target)]
        assessment = replace(base, predicted=codes[1], source_predicted=codes[0])
        found.append(_outcome(task, name, assessment, source, target, own))
    return found


def _outcome(
    task: AuditTask,
    name: str,
    assessment: Assessment,
    source: NDArray[np.float64],
    target: NDArray[np.float64],
    own: tuple[float, float, float, float],
) -> Outcome:
    truth = task.target.labels.astype(np.int32)
    right = assessment.predicted == truth
    accuracy, at_source = float(right.mean()), float(assessment.source_right.mean())
    expected = assessment.expected_accuracy()
    confident, here = source.max(axis=1), target.max(axis=1)
    posterior = assessment.probability(assessment.recalibration.mean)
    errors: dict[str, list[float]] = {"suggested": [], "random": [], "counted": [], "held": []}
    for repetition in range(REPETITIONS):
        chosen = assessment.suggest(N_LABELS, seed=repetition)
        asked = {"suggested": chosen}
        asked["random"] = np.random.default_rng(repetition).permutation(len(truth))[:N_LABELS]
        for rule, rows in asked.items():
            labels = np.full_like(truth, -1)
            labels[rows] = truth[rows]
            with_labels = assessment.with_labels(labels).expected_accuracy()
            errors[rule].append(abs(with_labels.value - accuracy))
            if rule == "suggested":
                errors["held"].append(float(with_labels.low <= accuracy <= with_labels.high))
        errors["counted"].append(abs(float(right[asked["random"]].mean()) - accuracy))
    means = {name: float(np.mean(values)) for name, values in errors.items()}
    return Outcome(
        set=task.set,
        task=str(task),
        classifier=name,
        accuracy=accuracy,
        source=at_source,
        confidence=float(here.mean()),
        atc=float((here >= np.quantile(confident, 1 - at_source)).mean()),
        doc=at_source - float(confident.mean()) + float(here.mean()),
        gde=float((assessment.log_odds.argmax(axis=1) == assessment.predicted).mean()),
        posterior=float(posterior.mean()),
        audit=expected.value,
        low=expected.low,
        high=expected.high,
        own_accuracy=own[0],
        own_expected=own[1],
        own_low=own[2],
        own_high=own[3],
        **means,
    )


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
    with. Compared are the accuracy in the source, the classifier's own mean confidence, ATC (Garg
    et al. 2022), DoC (Guillory et al. 2021), the agreement with our classifier, trained on the
    same labels (GDE, Jiang et al. 2022), our probability of the predicted class, and the audit.
    Constants were chosen on the first four sets.
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
    for name in dict.fromkeys(each.set for each in outcomes):
        rows = [each for each in outcomes if each.set == name]
        blocks += _set_blocks(name, rows)
    return Report("Accuracy to expect of other people's classifiers", blocks, outcomes)


def _set_blocks(name: str, rows: Sequence[Outcome]) -> list[Block]:
    kinds = list(dict.fromkeys(each.classifier for each in rows))
    lines = []
    for field, title in ESTIMATES.items():
        errors = [
            _errors([each for each in rows if each.classifier == kind], field) for kind in kinds
        ]
        # The classifiers of a task share its errors: the interval is over tasks.
        by_task = [
            np.mean(np.abs(_errors([each for each in rows if each.task == task], field)))
            for task in dict.fromkeys(each.task for each in rows)
        ]
        every = _errors(rows, field)
        half = 1.96 * np.std(by_task, ddof=1) / np.sqrt(len(by_task))
        lines.append(
            (
                title,
                f"{np.abs(every).mean():.1f} ±{half:.1f}",
                f"{every.mean():+.1f}",
                *(f"{np.abs(each).mean():.1f}" for each in errors),
            )
        )
    held = 100 * np.mean([each.low <= each.accuracy <= each.high for each in rows])
    width = 100 * np.mean([each.high - each.low for each in rows])
    own = {each.task: each for each in rows}.values()
    own_error = 100 * np.mean([abs(each.own_expected - each.own_accuracy) for each in own])
    own_held = sum(each.own_low <= each.own_accuracy <= each.own_high for each in own)
    accuracy = 100 * np.mean([each.accuracy for each in rows])
    summary = (
        f"Accuracy {accuracy:.1f} in {len(rows)} cases; 90 % intervals hold in {held:.0f} %, mean "
        f"width {width:.1f} points. Our own classifier, assessed in the same way: off by "
        f"{own_error:.1f}, intervals hold in {own_held} of {len(own)}."
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


def _errors(rows: Sequence[Outcome], field: str) -> NDArray[np.float64]:
    return np.array([100 * (getattr(each, field) - each.accuracy) for each in rows])


def _label_line(title: str, rows: Sequence[Outcome]) -> tuple[str, ...]:
    before = np.abs(_errors(rows, "audit")).mean()
    means = [
        100 * np.mean([getattr(each, field) for each in rows])
        for field in ("suggested", "random", "counted")
    ]
    held = 100 * np.mean([each.held for each in rows])
    shown = (f"{each:.1f}" for each in (before, *means))
    return (title, str(len(rows)), *shown, f"{held:.0f} %")

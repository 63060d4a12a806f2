"""Audit: what to expect of a classifier in another domain, and why."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from crosslex._version import __version__
from crosslex.arrays import Float64s
from crosslex.auditing.causes import (
    UNKNOWN,
    AuditWord,
    Cause,
    MissedEvidence,
    find_causes,
)
from crosslex.auditing.expectation import Assessment
from crosslex.checks import check_whole
from crosslex.classify.calibration import QUANTILE, ExpectedAccuracy
from crosslex.corpus.documents import UNLABELED, Label, class_codes, known_code
from crosslex.errors import InputError
from crosslex.explore import write_report
from crosslex.results import Interval, TableResult, counted, text_table, wilson
from crosslex.storage import StrPath

BINS = 10
"""Of equal width, from 0 to 1, for the classifier's own confidence."""
MIN_LOSS = 0.01
"""Of the cause that the verdict names."""
MIN_LENGTH_RATIO = 2
"""Of the source's texts to the target's, from which on the verdict names it."""
SHOWN_TEXT = 160
"""Characters of a text or sentence in a table."""
READING = (
    "How to read it: intervals are meant to hold in nine of ten cases. Recall is the part of a "
    "class's texts that is found, in the source and in the target. Evidence is the weight of a "
    "word, for one class against the others, in a classifier of crosslex that learned from the "
    "source; unknown words are in no text of the source. The rest is what no cause explains: "
    "texts that are harder, such as shorter ones, and the error of the estimate."
)
TO_LABEL = "Label these next"

Rows = list[tuple[str, ...]]


@dataclass(frozen=True)
class ClassAudit:
    """The predictions of one class: their number, and how many to expect to be right.

    `source_share` and `target_share` are those of the class itself, and the recalls are the parts
    of it that are found; those of the target are estimated.
    """

    label: Label
    predicted: int
    source_accuracy: float | None
    expected_accuracy: Interval | None
    source_share: float
    target_share: Interval
    source_recall: float
    expected_recall: float


@dataclass(frozen=True)
class ConfidenceBin:
    """Predictions of similar confidence: their number, mean confidence, and share right."""

    predictions: int
    confidence: float
    expected_accuracy: float


@dataclass(frozen=True)
class TextToLabel:
    """A text whose label would make the estimate more certain.

    `document` is its number among the target's texts, from 1, as in files; `index` its place in
    the list of texts, from 0, as `with_labels` takes it.
    """

    document: int
    text: str
    predicted: Label
    probability_right: float

    @property
    def index(self) -> int:
        """Its place in the list of the target's texts, from 0."""
        return self.document - 1


@dataclass(frozen=True, eq=False, repr=False)
class Audit(TableResult):
    """What to expect of a classifier in the target, and why.

    Made by `crosslex.audit`. Give labels of some texts of the target to `with_labels`, and the
    estimate is more certain.
    """

    names: tuple[str, str]
    labels: tuple[Label, ...]
    confidences: Float64s
    texts: Sequence[str]
    evidence: MissedEvidence
    assessment: Assessment
    n_suggested: int
    random_state: int

    @cached_property
    def expected_accuracy(self) -> ExpectedAccuracy:
        """The accuracy in the target, with a 90 % interval."""
        return self.assessment.expected_accuracy()

    @property
    def source_accuracy(self) -> Interval:
        """The accuracy on the source's texts, with a 90 % interval."""
        right = self.assessment.source_right
        return wilson(float(right.mean()), len(right), QUANTILE)

    @cached_property
    def classes(self) -> tuple[ClassAudit, ...]:
        """What to expect of the predictions of each class."""
        assessment, found = self.assessment, []
        for code, label in enumerate(self.labels):
            said = assessment.source_predicted == code
            of_class = assessment.source_labels == code
            number = int((assessment.predicted == code).sum())
            found.append(
                ClassAudit(
                    label,
                    number,
                    float(of_class[said].mean()) if said.any() else None,
                    assessment.expected_right(code) if number else None,
                    float(of_class.mean()),
                    assessment.share(code),
                    float(said[of_class].mean()),
                    float(assessment.recalls[code]),
                )
            )
        return tuple(found)

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """Parts of the difference between the accuracies in source and target."""
        recalls = np.array([each.source_recall for each in self.classes])
        return find_causes(
            self.evidence,
            np.array([each.source_share for each in self.classes]),
            [each.target_share for each in self.classes],
            QUANTILE * float(np.sqrt(recalls @ self.assessment.share_covariance @ recalls)),
            recalls,
            self.expected_accuracy.value,
            self.labels,
        )

    @property
    def main_cause(self) -> Cause | None:
        """The cause with the largest part of the difference; None if all are below one point.

        Where none is in the direction of the difference, the largest in the other.
        """
        return next(iter(self._named_causes), None)

    @property
    def _named_causes(self) -> list[Cause]:
        """Causes of one point or more; first those in the direction of the difference, by size."""
        lost = self.source_accuracy.value > self.expected_accuracy.value
        # What is left unexplained comes last, and is no cause.
        found = (each for each in self.causes[:-1] if each.is_certain)
        large = [each for each in found if abs(each.loss) >= MIN_LOSS]
        return sorted(large, key=lambda each: ((each.loss > 0) != lost, -abs(each.loss)))

    @property
    def words(self) -> tuple[AuditWord, ...]:
        """The words that carry unknown and changed evidence, most first."""
        return self.evidence.words

    @cached_property
    def confidence(self) -> tuple[ConfidenceBin, ...]:
        """The classifier's own confidence, and how many predictions to expect to be right."""
        own, right = self.confidences, self.assessment.right
        if (own == 1).all():  # classes alone
            return ()
        bins = np.minimum((own * BINS).astype(int), BINS - 1)
        return tuple(
            ConfidenceBin(int(each.sum()), float(own[each].mean()), float(right[each].mean()))
            for each in (bins == number for number in np.unique(bins))
        )

    @property
    def calibration_error(self) -> float | None:
        """The mean difference of own confidence and expected accuracy, over ten bins."""
        gaps = [abs(each.confidence - each.expected_accuracy) for each in self.confidence]
        sizes = [each.predictions for each in self.confidence]
        return float(np.average(gaps, weights=sizes)) if gaps else None

    @cached_property
    def to_label(self) -> tuple[TextToLabel, ...]:
        """The texts to label next: a random sample, more of those that are uncertain."""
        return self.suggest(self.n_suggested)

    @property
    def n_labels(self) -> int:
        """How many labels of the target the estimate knows."""
        return int((self.assessment.labels != UNLABELED).sum())

    def suggest(self, n: int) -> tuple[TextToLabel, ...]:
        """Return texts whose labels would make the estimate most certain.

        They are a stratified random sample, so that labels can be weighted by what they stand for.
        """
        check_whole("n", n, least=0)
        predicted, right = self.assessment.predicted, self.assessment.right
        rows = self.assessment.suggest(n, self.random_state).tolist()
        return tuple(
            TextToLabel(row + 1, self.texts[row], self.labels[predicted[row]], float(right[row]))
            for row in rows
        )

    def with_labels(self, labels: Mapping[int, Label]) -> "Audit":
        """Return the audit with labels by the index of their text, from 0; earlier ones stay."""
        if not isinstance(labels, Mapping):
            raise InputError(
                f"labels: found {type(labels).__name__}; give a dictionary from the index of a "
                "text to its class, such as {0: 'good'}"
            )
        names, codes = class_codes(self.labels), self.assessment.labels.copy()
        for row, label in labels.items():
            check_whole("labels", row, least=0, most=len(self.texts) - 1)
            codes[row] = known_code("labels", label, names)
        return replace(self, assessment=replace(self.assessment, labels=codes))

    def explore(self, path: StrPath) -> None:
        """Write the audit as one HTML page, in one step."""
        source, target = self.names
        number = len(self.assessment.source_labels)
        facts = (
            f"{counted(len(self.texts), 'text')} of {target}, {self.n_labels:,} of them with a "
            f"label; {number:,} labeled texts of {source}. crosslex {__version__}."
        )
        title = f"{source} → {target}: audit"
        write_report(path, title, self.verdict, (READING, facts), self.tables(full=True))

    @property
    def verdict(self) -> str:
        """What to expect, and the largest cause, in a sentence or two."""
        source, target = self.names
        with_labels = f"with {counted(self.n_labels, 'label')}"
        known = with_labels if self.n_labels else "estimated without labels"
        text = (
            f"In {target}, expect {self.expected_accuracy} of the predictions to be right, "
            f"{known}; in {source}, {100 * self.source_accuracy.value:.0f} % are."
        )
        return " ".join([text, *self._explanation(), *self._guessing()])

    def _explanation(self) -> list[str]:
        """Return how much of the difference is explained, in sentences."""
        source, expected = self.source_accuracy.value, self.expected_accuracy
        if not self._named_causes and expected.low <= source <= expected.high:
            return []
        lost = source - expected.value
        total = abs(round(100 * source) - round(100 * expected.value))  # as the verdict shows them
        against = [each for each in self._named_causes if (each.loss > 0) != (lost > 0)]
        named = [each for each in self._named_causes if each not in against]
        explained = min(round(100 * abs(sum(each.loss for each in named))), total)
        part = "none" if not explained else "all" if explained == total else f"{explained}"
        found = f"{part} {'is' if explained in (0, 1) else 'are'} explained"
        if named:
            found += f" ({_listed(named)})"
        if 0 < explained < total:
            found += f"; {total - explained} {'is' if total - explained == 1 else 'are'} not"
        what, other = ("lost", "Gained") if lost > 0 else ("gained", "Lost")
        text = [f"Of the {counted(total, 'point')} {what}, {found}."] if total else []
        if against:
            text.append(f"{other}: {_listed(against)}.")
        here, there = self.evidence.lengths
        if lost > 0 and explained < total and here >= MIN_LENGTH_RATIO * there:
            text.append(
                f"A likely reason: shorter texts ({counted(there, 'word')} instead of {here})."
            )
        return text

    def _guessing(self) -> list[str]:
        if self.expected_accuracy.low > self.expected_accuracy.guessing:
            return []
        most = max(self.classes, key=lambda each: each.target_share.value)
        share = _percent(self.expected_accuracy.guessing)
        estimated = "" if self.assessment.shares_known else " (estimated)"
        return [f"Always answering {most.label} would be right in {share}{estimated}."]

    def rows(self) -> Rows:
        """Return the table of classes, with a heading."""
        source, target = self.names
        rows: Rows = [("predicted", "texts", f"right in {source}", f"right in {target}", "recall")]
        for each in self.classes:
            right = "–" if each.source_accuracy is None else _percent(each.source_accuracy)
            expected = "–" if each.expected_accuracy is None else each.expected_accuracy.percent
            recall = f"{100 * each.source_recall:.0f} → {_percent(each.expected_recall)}"
            rows.append((str(each.label), f"{each.predicted:,}", right, expected, recall))
        return rows

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per text of the target."""
        right, labels = self.assessment.right, self.assessment.labels
        return [
            {
                "document": row + 1,
                "predicted": self.labels[code],
                "probability_right": float(right[row]),
                "label": None if labels[row] == UNLABELED else self.labels[labels[row]],
                "text": self.texts[row],
            }
            for row, code in enumerate(self.assessment.predicted.tolist())
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the texts that need no label, as JSON holds it."""
        lists = ("classes", "causes", "confidence", "words", "to_label")
        return {
            "verdict": self.verdict,
            "source": self.names[0],
            "target": self.names[1],
            "texts": len(self.texts),
            "labels": self.n_labels,
            "expected_accuracy": asdict(self.expected_accuracy),
            "source_accuracy": asdict(self.source_accuracy),
            "calibration_error": self.calibration_error,
            **{name: [asdict(each) for each in getattr(self, name)] for name in lists},
        }

    def tables(self, *, full: bool = False) -> list[tuple[str, Rows]]:
        """Return titles and tables, each with a heading; `full` adds sentences."""
        causes: Rows = [("cause", "points", "found")]
        causes += [(each.name, f"{100 * each.loss:+.1f}", each.because) for each in self.causes]
        tables = [("Predictions", self.rows()), ("Loss of accuracy", causes)]
        if self.calibration_error is not None:
            title = f"Calibration (mean difference {100 * self.calibration_error:.0f} points)"
            bins: Rows = [("own confidence", "texts", "expected to be right")]
            for each in self.confidence:
                right = _percent(each.expected_accuracy)
                bins.append((_percent(each.confidence), f"{each.predictions:,}", right))
            tables.append((title, bins))
        for cause in dict.fromkeys(each.cause for each in self.words):
            tables.append(self._word_table(cause, full))
        if self.to_label:
            texts: Rows = [("document", "predicted", "right", "text")]
            for asked in self.to_label:
                right = _percent(asked.probability_right)
                shown = (str(asked.document), str(asked.predicted), right)
                texts.append((*shown, _shortened(asked.text)))
            tables.append((TO_LABEL, texts))
        return tables

    def _word_table(self, cause: str, full: bool) -> tuple[str, Rows]:
        """Return the words of a cause, under a title that says how many there are."""
        source, target = self.names
        words = [each for each in self.words if each.cause == cause]
        number, title = self.evidence.counts[cause], cause.capitalize()
        if len(words) < number:
            shown, part = sum(each.share for each in words), self.evidence.shares[cause]
            title += f" ({len(words)} of {number:,}, {100 * shown:.1f} of "
            title += f"{100 * part:.1f} % of the evidence)"
        near = ["used like"] if cause == UNKNOWN else [f"near it in {source}", f"in {target}"]
        near = near if any(side for each in words for side in each.near) else []
        change = [] if cause == UNKNOWN else ["change"]
        sentence = [f"a sentence of {target}"] * full
        rows: Rows = [("word", "texts", "evidence", *change, "counts as", *near, *sentence)]
        told: set[str] = set()
        for each in words:
            said = "" if each.sentences[1] in told else _shortened(each.sentences[1])
            told.add(each.sentences[1])
            rows.append(
                (
                    each.word,
                    f"{each.documents:,}",
                    f"{100 * each.share:.1f} %",
                    *([] if each.change is None else [f"{each.change:.2f}"]),
                    str(each.counts_as),
                    *(", ".join(side) for side in each.near[: len(near)]),
                    *([said] * full),
                )
            )
        return title, rows

    def __str__(self) -> str:
        parts = (f"{title}\n{text_table(rows)}" for title, rows in self.tables())
        return "\n\n".join([self.verdict, *parts])


def _listed(causes: Sequence[Cause]) -> str:
    return ", ".join(f"{each.name} {100 * abs(each.loss):.1f}" for each in causes)


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN_TEXT else text[:SHOWN_TEXT] + "…"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"

"""The tables of an audit, as rows of text with a heading."""

from typing import TYPE_CHECKING

from crosslex.auditing.causes import UNKNOWN

if TYPE_CHECKING:
    from crosslex.auditing.result import Audit

SHOWN_TEXT = 160
"""Characters of a text to label."""
TO_LABEL = "Label these next"

Rows = list[tuple[str, ...]]


def audit_tables(audit: "Audit", *, full: bool) -> list[tuple[str, Rows]]:
    """Return titles and tables; `full` adds sentences and whole texts."""
    causes: Rows = [("cause", "points", "found")]
    causes += [(each.name, f"{100 * each.loss:+.1f}", each.because) for each in audit.causes]
    tables = [("Predictions", class_rows(audit)), ("Loss of accuracy", causes)]
    if audit.calibration_error is not None:
        title = f"Calibration (mean difference {100 * audit.calibration_error:.0f} points)"
        bins: Rows = [("own confidence", "texts", "expected to be right")]
        for each in audit.confidence:
            right = _percent(each.expected_accuracy)
            bins.append((_percent(each.confidence), f"{each.predictions:,}", right))
        tables.append((title, bins))
    for cause in dict.fromkeys(each.cause for each in audit.words):
        tables.append((cause.capitalize(), _word_rows(audit, cause, full)))
    if audit.to_label:
        texts: Rows = [("row", "predicted", "right", "text")]
        for asked in audit.to_label:
            text = " ".join(asked.text.split())
            shown = text if full or len(text) <= SHOWN_TEXT else text[:SHOWN_TEXT] + "…"
            right = _percent(asked.probability_right)
            texts.append((str(asked.row), str(asked.predicted), right, shown))
        tables.append((TO_LABEL, texts))
    return tables


def class_rows(audit: "Audit") -> Rows:
    """Return what to expect of the predictions of each class."""
    source, target = audit.names
    rows: Rows = [("predicted", "texts", f"right in {source}", f"right in {target}")]
    for each in audit.classes:
        right = "–" if each.source_accuracy is None else _percent(each.source_accuracy)
        expected = "–" if each.expected_accuracy is None else each.expected_accuracy.percent
        rows.append((str(each.label), f"{each.predicted:,}", right, expected))
    return rows


def _word_rows(audit: "Audit", cause: str, full: bool) -> Rows:
    source, target = audit.names
    near = ("used like",) if cause == UNKNOWN else (f"near it in {source}", f"in {target}")
    rows: Rows = [("word", "texts", "evidence", *near, *([f"a sentence of {target}"] * full))]
    for each in audit.words:
        if each.cause == cause:
            beside = (", ".join(side) for side in each.near[: len(near)])
            shown = (each.word, f"{each.documents:,}", f"{100 * each.share:.1f} %", *beside)
            rows.append((*shown, *([each.sentences[1]] * full)))
    return rows


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"

"""`crosslex predict`: texts in, one JSON object or one row of a table per text out."""

import json
import math
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.domains import warn_of_skipped
from crosslex.cli.load import load_classifier
from crosslex.cli.options import flag, number
from crosslex.csv_cells import csv_line
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainClassifier

BATCH = 1000
"""Texts that are classified together: enough for speed, few enough for any memory."""


@command()
def predict(
    classifier: options.ClassifierFolder,
    path: options.TargetTexts,
    explain: Annotated[
        int,
        number("Add the N words that pushed each decision most; slower.", least=0),
    ] = 0,
    keep_text: Annotated[bool, flag("--keep-text", help="Repeat each text in its line.")] = False,
    as_table: Annotated[
        bool, flag("--csv", help="Print CSV, with a column per class, instead of JSON lines.")
    ] = False,
    encoder: options.EncoderOption = None,
    text_column: options.TextColumn = "text",
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    document: options.DocumentOption = None,
) -> None:
    """Classify texts: the label and the probabilities of each text, one JSON object per line.

    --json changes nothing; --csv prints a table instead. Texts are read, classified and written
    a thousand at a time, so files may have any size.
    """
    from crosslex.corpus import ReadOptions, ReadReport, read_documents
    from crosslex.progress import progress

    loaded = load_classifier(classifier, encoder)
    report = ReadReport()
    reading = ReadOptions(
        text_column, on_error=on_error, format=format, document=document, labels=False
    )
    documents = read_documents(path, reading, report)
    write: Callable[[dict[str, Any]], None] = _write_row if as_table else _write_json
    number, all_known = 0, True
    with progress("predict") as advance:
        while texts := [document.text for document in islice(documents, BATCH)]:
            decisions, known = _classify(loaded, texts, explain)
            all_known = all_known and known
            for text, decision in zip(texts, decisions, strict=True):
                number += 1
                check_finite(path, number, decision["probabilities"])
                write({"document": number, **decision, **({"text": text} if keep_text else {})})
            sys.stdout.flush()
            advance(len(texts))
    if not number:
        raise InputError(f"{path}: it contains no text")
    warn_of_skipped(report.skipped)
    if not all_known:
        warnings.warn(
            "some texts contain no word that the classifier knows; they get the shares of the "
            "classes that are assumed for the target",
            CrosslexWarning,
            stacklevel=2,
        )


def check_finite(path: str, number: int, probabilities: Mapping[str, float]) -> None:
    """Refuse to write probabilities that are no numbers, which JSON could not hold."""
    if not all(map(math.isfinite, probabilities.values())):
        raise InputError(
            f"{path}: text {number} has no probabilities (nan), because the classifier holds "
            "numbers that are not finite; adapt it again"
        )


def _write_json(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line, allow_nan=False) + "\n")


def _write_row(line: dict[str, Any]) -> None:
    """Write a line of a table, and its head before the first."""
    flat = {name: line[name] for name in ("document", "label", "probability")}
    flat |= {f"probability of {name}": share for name, share in line["probabilities"].items()}
    if "because" in line:
        pushes = (f"{each['word']} {each['push']:+.3g}" for each in line["because"])
        flat["because"] = ", ".join(pushes)
    if "text" in line:
        flat["text"] = line["text"]
    if line["document"] == 1:
        sys.stdout.write(csv_line(flat))
    sys.stdout.write(csv_line(flat.values()))


def _classify(
    classifier: "CrossDomainClassifier", texts: Sequence[str], explain: int
) -> tuple[list[dict[str, Any]], bool]:
    """Return what is written of each text, and whether all texts contain known words."""
    # Prediction warns of unknown words alone; recorded, to warn once and not once per batch.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", CrosslexWarning)
        probabilities = classifier.predict_proba(texts)
        explained = [classifier.explain(text, top=explain) for text in texts if explain]
    classes = classifier.classes_.tolist()
    decisions = []
    for place, shares in enumerate(probabilities.tolist()):
        best = max(range(len(classes)), key=shares.__getitem__)
        decision: dict[str, Any] = {
            "label": classes[best],
            "probability": shares[best],
            "probabilities": {str(label): p for label, p in zip(classes, shares, strict=True)},
        }
        if explain:
            decision["because"] = [
                {
                    "word": each.feature,
                    "push": each.weight,
                    "understood_by": list(each.close),
                }
                for each in explained[place].contributions
            ]
        decisions.append(decision)
    return decisions, not any(issubclass(each.category, CrosslexWarning) for each in caught)

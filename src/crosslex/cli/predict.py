"""`crosslex predict`: a classifier's decisions about texts, one JSON object a line."""

import json
import sys
import warnings
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crosslex.cli import options
from crosslex.cli.options import TALK, Debug, Quiet, Verbose
from crosslex.errors import CrosslexWarning

if TYPE_CHECKING:
    from crosslex import CrossDomainClassifier

BATCH = 1000
"""Texts decided about together: enough to be quick, few enough for any memory."""


def predict(
    classifier: Annotated[
        Path,
        typer.Argument(metavar="CLASSIFIER", help="Folder that adapt wrote.", show_default=False),
    ],
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH",
            show_default=False,
            help="Texts of the target domain: a file, a folder, a quoted pattern or - for standard "
            "input (a text a line; see --format).",
        ),
    ],
    explain: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Add the N words that pushed each decision most; slower.",
        ),
    ] = 0,
    keep_text: Annotated[
        bool, typer.Option("--keep-text", metavar="", help="Repeat each text in its line.")
    ] = False,
    text_column: options.TextColumn = "text",
    format: options.Format = None,
    on_error: options.OnError = "stop",
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            metavar="",
            help="Changes nothing: the result is JSON, one object a line, in any case.",
            rich_help_panel=TALK,
        ),
    ] = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Decide about texts: a label and the classes' probabilities for each, as JSON lines.

    Texts are read, decided and written a thousand at a time, so a file of any size will do.
    """
    from crosslex.corpus.options import ReadOptions, ReadReport
    from crosslex.corpus.readers import read_documents
    from crosslex.progress import progress
    from crosslex.storage import read_archive

    read_archive(classifier, "classifier")
    report = ReadReport()
    reading = ReadOptions(text_column=text_column, on_error=on_error, format=format)
    documents = read_documents(path, reading, report)

    # Not before all is known to be readable: a mistake should not wait for scikit-learn.
    from crosslex import CrossDomainClassifier

    decider = CrossDomainClassifier.load(classifier)
    number, all_known = 0, True
    with progress("predict") as advance:
        while texts := [document.text for document in islice(documents, BATCH)]:
            decisions, known = _decide(decider, texts, explain)
            all_known = all_known and known
            for text, decision in zip(texts, decisions, strict=True):
                number += 1
                line = {"document": number, **decision, **({"text": text} if keep_text else {})}
                sys.stdout.write(json.dumps(line, allow_nan=False) + "\n")
            sys.stdout.flush()
            advance(len(texts))
    if not number:
        warnings.warn(f"{path}: there is no text in it", CrosslexWarning, stacklevel=2)
    if report.skipped:
        lines = "line was" if report.skipped == 1 else "lines were"
        warnings.warn(
            f"{report.skipped:,} unreadable {lines} left out", CrosslexWarning, stacklevel=2
        )
    if not all_known:
        warnings.warn(
            "some texts hold no word that the classifier knows; they get the classes' shares "
            "among the labels",
            CrosslexWarning,
            stacklevel=2,
        )


def _decide(
    classifier: "CrossDomainClassifier", texts: Sequence[str], explain: int
) -> tuple[list[dict[str, Any]], bool]:
    """Give what is to be written of each text, and whether all hold words that are known."""
    # Each batch would warn for itself.
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", CrosslexWarning)
        probabilities = classifier.predict_proba(texts)
        reasons = [_reasons(classifier, text, explain) for text in texts] if explain else []
    classes = classifier.classes_.tolist()
    decisions = []
    for number, shares in enumerate(probabilities.tolist()):
        best = max(range(len(classes)), key=shares.__getitem__)
        decision = {
            "label": classes[best],
            "probability": shares[best],
            "probabilities": {str(label): p for label, p in zip(classes, shares, strict=True)},
        }
        decisions.append(decision | ({"because": reasons[number]} if explain else {}))
    return decisions, not any(issubclass(each.category, CrosslexWarning) for each in caught)


def _reasons(classifier: "CrossDomainClassifier", text: str, top: int) -> list[dict[str, Any]]:
    return [
        {
            "word": each.feature,
            "push": each.weight,
            "understood_by": [word for word, _ in each.understood_by],
        }
        for each in classifier.explain(text, top=top).contributions
    ]

"""`crosslex suggest` and `crosslex refine`: texts worth a label out, their labels in."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Annotated

from crosslex.checks import check_whole
from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.domains import warn_of_skipped
from crosslex.cli.load import load_classifier
from crosslex.cli.options import argument, flag, number, option
from crosslex.cli.output import Screen
from crosslex.cli.paths import check_inputs, check_output, check_output_file
from crosslex.csv_cells import csv_line
from crosslex.errors import InputError

LONGEST_TEXT = 2**19
"""Characters of a text that people are asked to label: in every format, a line of it can be read
back."""


@command()
def suggest(
    classifier: options.ClassifierFolder,
    path: options.TargetTexts,
    count: Annotated[int, number("How many texts to suggest, at most 2,000.")] = 20,
    out: Annotated[
        Path | None,
        option(
            "--out",
            "-o",
            help="Write them to this file, .csv or .jsonl, with a column for the label to fill in.",
            default="standard output, as JSON lines",
            metavar="FILE",
        ),
    ] = None,
    overwrite: Annotated[
        bool, flag("--overwrite", help="Replace the file, even if labels were filled in.")
    ] = False,
    encoder: options.EncoderOption = None,
    text_column: options.TextColumn = "text",
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    document: options.DocumentOption = None,
) -> None:
    """Choose the texts whose labels would help a classifier most, the most useful first.

    Fill in their labels and give the file to crosslex refine. Of more than 2,000 texts, a random
    sample of 2,000 is compared, so files may have any size. Texts of over 524,288 characters are
    left out.
    """
    from crosslex.classify import MAX_CANDIDATES
    from crosslex.corpus import ReadOptions, ReadReport, read_documents
    from crosslex.storage import write_file

    if out is not None:
        check_output_file(out, ".csv", ".jsonl")
    check_whole("--count", count, least=1, most=MAX_CANDIDATES)
    loaded = load_classifier(classifier, encoder)
    report = ReadReport()
    reading = ReadOptions(
        text_column, on_error=on_error, format=format, document=document, labels=False
    )
    check_inputs([(None, path)], out, reading)
    if out is not None and out.exists() and not overwrite:
        raise InputError(
            f"--out: {out} exists, and may hold labels; choose another name, or give --overwrite"
        )
    documents = read_documents(path, reading, report)
    short = (each.text for each in documents if len(each.text) <= LONGEST_TEXT)
    texts = sample_of(short, MAX_CANDIDATES, loaded.random_state)
    if not texts:
        raise InputError(f"{path}: it contains no text of up to {LONGEST_TEXT:,} characters")
    warn_of_skipped(report.skipped)
    chosen = [texts[index] for index in loaded.suggest(texts, count)]
    content = to_fill_in(chosen, as_csv=out is not None and out.suffix.lower() == ".csv")
    if out is None:
        sys.stdout.write(content)
    else:
        write_file(out, lambda place: place.write_text(content, encoding="utf-8", newline=""))


def sample_of(texts: Iterable[str], most: int, seed: int) -> list[str]:
    """Return all texts, or a random sample if there are more, each with the same chance.

    >>> sample_of("abc", 5, seed=0)
    ['a', 'b', 'c']
    >>> len(sample_of(map(str, range(1000)), 5, seed=0))
    5
    """
    kept: list[str] = []
    random = Random(seed)  # noqa: S311 - nothing is secret
    for position, text in enumerate(texts):
        if len(kept) < most:
            kept.append(text)
        elif (place := random.randrange(position + 1)) < most:
            kept[place] = text
    return kept


def to_fill_in(texts: Sequence[str], *, as_csv: bool) -> str:
    r"""Return CSV or JSON lines with one text each, whose label is still missing.

    >>> to_fill_in(["a saw, a drill"], as_csv=True)
    'text,label\n"a saw, a drill",\n'
    """
    if not as_csv:
        return "".join(json.dumps({"text": text, "label": None}) + "\n" for text in texts)
    return "".join(map(csv_line, [("text", "label"), *((text, "") for text in texts)]))


@dataclass(frozen=True)
class Refined:
    """What `refine` read and wrote; `right` is how many labels were predicted before."""

    classifier: str
    target: str
    labels: dict[str, int]
    right: int
    labels_in_all: int


def show_refined(screen: Screen, refined: Refined) -> None:
    """Print how many labels there were, how many were predicted, and where the classifier is."""
    given = sum(refined.labels.values())
    screen.title("Labels", note=f"of {refined.target}, and how many each class has")
    screen.indented(", ".join(f"{label} {number:,}" for label, number in refined.labels.items()))
    screen.title(
        f"Saved to {refined.classifier}",
        note=f"labels in all: {refined.labels_in_all:,}; before these, {refined.right:,} of the "
        f"{given:,} were predicted correctly",
    )
    screen.try_next(["crosslex", "predict", refined.classifier, "new-texts.jsonl"])


@command(show_refined)
def refine(
    classifier: options.ClassifierFolder,
    path: Annotated[
        str,
        argument(
            "LABELED",
            "Texts of the target domain with labels: a file, a folder, a quoted pattern or - for "
            "standard input. Texts without a label are left out.",
        ),
    ],
    out: Annotated[
        Path,
        option("--out", "-o", help="Folder for the refined classifier.", metavar="CLASSIFIER"),
    ],
    encoder: options.EncoderOption = None,
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
) -> Refined:
    """Move a classifier's threshold, views and word weights by some labels of its target.

    Labels that it was refined with before count as well. Give labels of texts like those that
    you are going to classify: the shares of the classes are learned from them, too.
    """
    from crosslex.corpus import (
        UNLABELED,
        ReadOptions,
        ReadReport,
        class_code,
        class_codes,
        read_documents,
        read_label,
    )

    check_output(out, "classifier.json")
    loaded = load_classifier(classifier, encoder)
    report = ReadReport()
    reading = ReadOptions(
        text_column, label_column, on_error=on_error, format=format, escaped_formulas=True
    )
    check_inputs([(None, path)], out, reading)
    documents = list(read_documents(path, reading, report))
    classes = loaded.classes_.tolist()
    names = class_codes(classes)
    given = []
    for each in documents:
        label = read_label(each.label)
        if label not in (None, UNLABELED) and class_code(label, names) is None:
            raise InputError(
                f"{each.id}: found the label {label!r}; the classes are {', '.join(names)}"
            )
        if label is not None:
            given.append((each.text, label))
    labeled = [(text, label) for text, label in given if label != UNLABELED]
    if not labeled:
        raise InputError(
            f"{path}: none of the {len(documents):,} texts has a label; fill in the column "
            f"{label_column or 'label'!r}, or name another with --label-column"
        )
    warn_of_skipped(report.skipped)
    predicted = loaded.predict([text for text, _ in labeled]).tolist()
    # Those of -1, too: the library says that they are left out.
    loaded.refine([text for text, _ in given], [label for _, label in given])
    loaded.save(out)
    codes = [class_code(label, names) for _, label in labeled]
    labels = [str(classes[code]) for code in codes if code is not None]
    return Refined(
        classifier=str(out),
        target=loaded.target_,
        labels=dict(sorted(Counter(labels).items())),
        right=sum(str(first) == second for first, second in zip(predicted, labels, strict=True)),
        labels_in_all=loaded.n_target_labels_,
    )

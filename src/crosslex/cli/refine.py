"""`crosslex refine`: a classifier and some labels of its target in, a better one out."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.domains import warn_of_skipped
from crosslex.cli.options import argument, option
from crosslex.cli.output import Screen
from crosslex.cli.paths import check_inputs, check_output
from crosslex.errors import InputError


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
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
) -> Refined:
    """Move a classifier's line, views and word weights by some labels of its target.

    Labels that it was refined with before count as well. Give labels of texts like those that
    you are going to classify: the shares of the classes are learned from them, too.
    """
    from crosslex import CrossDomainClassifier
    from crosslex.corpus.documents import UNLABELED, class_code, class_codes, read_label
    from crosslex.corpus.options import ReadOptions, ReadReport
    from crosslex.corpus.readers import read_documents

    check_output(out, "classifier.json")
    loaded = CrossDomainClassifier.load(classifier)
    report = ReadReport()
    reading = ReadOptions(text_column, label_column, on_error=on_error, format=format)
    check_inputs([(None, path)], out, reading)
    documents = list(read_documents(path, reading, report))
    given = [(each.text, label) for each in documents if (label := each.label) is not None]
    labeled = [(text, label) for text, label in given if read_label(label) != UNLABELED]
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
    classes = loaded.classes_.tolist()
    names = class_codes(classes)
    codes = [class_code(label, names) for _, label in labeled]
    labels = [str(classes[code]) for code in codes if code is not None]
    return Refined(
        classifier=str(out),
        target=loaded.target_,
        labels=dict(sorted(Counter(labels).items())),
        right=sum(str(first) == second for first, second in zip(predicted, labels, strict=True)),
        labels_in_all=loaded.n_target_labels_,
    )

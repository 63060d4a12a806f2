"""`crosslex audit`: a classifier's predictions in, the accuracy to expect elsewhere out."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from crosslex.cli.command import command
from crosslex.cli.options import ANALYZING, reading, useful_jobs
from crosslex.cli.output import Screen
from crosslex.cli.paths import check_inputs, check_output_file
from crosslex.corpus import ReadOptions
from crosslex.errors import InputError
from crosslex.text import TextSettings


@command()
def audit(
    screen: Screen,
    predictions: Path,
    source: str,
    target: str,
    how: Annotated[ReadOptions, reading("label_column", more="format document")],
    text: Annotated[TextSettings, ANALYZING],
    labels: Path | None = None,
    count: int = 20,
    to_label: Path | None = None,
    page: Path | None = None,
    seed: int = 0,
    jobs: int | None = None,
) -> dict[str, Any]:
    """Estimate how often a classifier is right on texts without labels, and say why.

    The classifier may be any program: only its predictions are read. Rows are in the order of the
    texts.
    """
    from crosslex.corpus import read_documents

    if to_label is not None:
        check_output_file(to_label, ".csv", ".jsonl", option="--to-label")
        if to_label.exists():
            raise InputError(f"--to-label: {to_label} exists, and may hold labels; choose another")
    if page is not None:
        check_output_file(page, ".html", option="--page")
    for out in (to_label, page):
        check_inputs([("source", source), ("target", target)], out, how)
    labeled = list(read_documents(source, how))
    unlabeled = replace(how, label_column=None, labels=False)
    texts = [each.text for each in read_documents(target, unlabeled)]
    for path, size in ((source, len(labeled)), (target, len(texts))):
        if not size:
            raise InputError(f"{path}: it contains no text")

    from crosslex import audit as audit_classifier
    from crosslex.auditing import (
        TO_LABEL,
        read_label_file,
        read_prediction_file,
        read_source,
        to_fill_in,
    )
    from crosslex.storage import write_file

    given = [each.text for each in labeled], [each.label for each in labeled]
    *_, classes = read_source(given)
    told = {} if labels is None else read_label_file(labels, len(texts))
    found = audit_classifier(
        read_prediction_file(predictions, len(labeled), classes),
        source=given,
        target=texts,
        names=_names(source, target),
        n_suggested=count,
        text_settings=text,
        random_state=seed,
        n_jobs=useful_jobs(jobs),
    ).with_labels(told)
    screen.line(found.verdict)
    screen.line()
    for title, (head, *rows) in found.tables():
        if title != TO_LABEL:  # their numbers belong into the file of --to-label
            screen.title(title)
            screen.table(head, rows)
    if page is not None:
        found.explore(page)
        screen.title(f"Wrote {page}", note="it contains sentences of your texts")
    if to_label is not None:
        content = to_fill_in(found.to_label, as_csv=to_label.suffix.lower() == ".csv")
        write_file(to_label, lambda place: place.write_text(content, encoding="utf-8", newline=""))
        screen.title(f"Wrote {to_label}", note="fill in the labels, then give --labels")
    elif found.to_label:
        screen.line("--to-label FILE writes the texts whose labels would make this sharper.")
    return {
        **found.to_dict(),
        "page": page and str(page),
        "to_label_file": to_label and str(to_label),
    }


def _names(source: str, target: str) -> tuple[str, str]:
    """Return what to call the domains: the files' names, if they differ.

    >>> _names("books.csv", "kitchen.jsonl.gz"), _names("a/t.csv", "b/t.csv")
    (('books', 'kitchen'), ('source', 'target'))
    """
    first, second = (Path(path).name.partition(".")[0] for path in (source, target))
    return (first, second) if first and second and first != second else ("source", "target")

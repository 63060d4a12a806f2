"""`crosslex audit`: a classifier's predictions in, the accuracy to expect elsewhere out."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.options import argument, number, option
from crosslex.cli.output import Screen
from crosslex.cli.paths import check_inputs, check_output_file
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.auditing import Audit


@dataclass(frozen=True)
class Audited:
    """What `audit` found, and what it wrote."""

    found: "Audit"
    page: str | None
    to_label: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return what is printed as JSON."""
        return {**self.found.to_dict(), "page": self.page, "to_label_file": self.to_label}


def show_audited(screen: Screen, audited: Audited) -> None:
    """Print the verdict and all tables."""
    from crosslex.auditing import TO_LABEL

    found = audited.found
    screen.line(found.verdict)
    screen.line()
    for title, rows in found.tables():
        if title == TO_LABEL:
            continue  # their numbers belong into the file of --to-label
        screen.title(title)
        screen.table(rows[0], rows[1:])
    if audited.page:
        screen.title(f"Wrote {audited.page}", note="it contains sentences of your texts")
    if audited.to_label:
        screen.title(f"Wrote {audited.to_label}", note="fill in the labels, then give --labels")
    elif found.to_label:
        screen.line("--to-label FILE writes the texts whose labels would make this sharper.")


@command(show_audited)
def audit(
    predictions: Annotated[
        Path,
        argument(
            "PREDICTIONS",
            "The classifier's predictions, .csv, .tsv or .jsonl, one row per text: a column per "
            "class with its probability, or the predicted class as 'label'. A column 'set' says "
            "source or target; without it, the source's texts come first.",
        ),
    ],
    source: Annotated[
        str,
        option(
            help="Labeled texts that the classifier has not learned from (or whose predictions "
            "are cross-validated).",
            metavar="LABELED",
        ),
    ],
    target: Annotated[str, option(help="Texts of the other domain.", metavar="UNLABELED")],
    labels: Annotated[
        Path | None,
        option(help="Labels of some of the target's texts, as --to-label wrote.", metavar="FILE"),
    ] = None,
    count: Annotated[int, number("How many texts to suggest for labeling.", least=0)] = 20,
    to_label: Annotated[
        Path | None,
        option(help="Write these texts to a .csv or .jsonl file to fill in.", metavar="FILE"),
    ] = None,
    page: Annotated[
        Path | None, option(help="Also write the audit as an HTML page.", metavar="FILE")
    ] = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    format: options.Format = None,
    document: options.DocumentOption = None,
    language: options.Language = "en",
    tokens: options.TokensOption = "default",
    lemmas: options.Lemmas = True,
    bigrams: options.Bigrams = True,
    stop_words: options.StopWords = options.DEFAULT,
) -> Audited:
    """Estimate how often a classifier is right on texts without labels, and say why.

    The classifier may be any program: only its predictions are read. Rows are in the order of the
    texts.
    """
    from crosslex.corpus import ReadOptions, read_documents

    if to_label is not None:
        check_output_file(to_label, ".csv", ".jsonl", option="--to-label")
        if to_label.exists():
            raise InputError(f"--to-label: {to_label} exists, and may hold labels; choose another")
    if page is not None:
        check_output_file(page, ".html", option="--page")
    settings = options.text_settings(
        language, tokens, lemmas=lemmas, bigrams=bigrams, stop_words=stop_words
    )
    how = ReadOptions(text_column, label_column, format=format, document=document)
    for out in (to_label, page):
        check_inputs([("source", source), ("target", target)], out, how)
    labeled = list(read_documents(source, how))
    unlabeled = ReadOptions(text_column, format=format, document=document, labels=False)
    texts = [each.text for each in read_documents(target, unlabeled)]
    for path, size in ((source, len(labeled)), (target, len(texts))):
        if not size:
            raise InputError(f"{path}: it contains no text")

    from crosslex import audit as audit_classifier
    from crosslex.auditing import read_label_file, read_prediction_file, read_source, to_fill_in
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
        text_settings=settings,
        random_state=seed,
        n_jobs=options.useful_jobs(jobs),
    ).with_labels(told)
    if page is not None:
        found.explore(page)
    if to_label is not None:
        content = to_fill_in(found.to_label, as_csv=to_label.suffix.lower() == ".csv")
        write_file(to_label, lambda place: place.write_text(content, encoding="utf-8", newline=""))
    return Audited(
        found, None if page is None else str(page), None if to_label is None else str(to_label)
    )


def _names(source: str, target: str) -> tuple[str, str]:
    """Return what to call the domains: the files' names, if they differ.

    >>> _names("books.csv", "kitchen.jsonl.gz"), _names("a/t.csv", "b/t.csv")
    (('books', 'kitchen'), ('source', 'target'))
    """
    first, second = (Path(path).name.partition(".")[0] for path in (source, target))
    return (first, second) if first and second and first != second else ("source", "target")

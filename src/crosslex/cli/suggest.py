"""`crosslex suggest`: texts of the target in, those worth a label out."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Annotated

from crosslex.checks import check_whole
from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.domains import warn_of_skipped
from crosslex.cli.options import number, option
from crosslex.cli.paths import check_inputs, check_output_file
from crosslex.errors import InputError


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
    text_column: options.TextColumn = "text",
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    document: options.DocumentOption = None,
) -> None:
    """Choose the texts whose labels would help a classifier most, the most useful first.

    Fill in their labels and give the file to crosslex refine. Of more than 2,000 texts, a random
    sample of 2,000 is compared, so files may have any size.
    """
    from crosslex import CrossDomainClassifier
    from crosslex.classify import MAX_CANDIDATES
    from crosslex.corpus.options import ReadOptions, ReadReport
    from crosslex.corpus.readers import read_documents
    from crosslex.storage import write_file

    if out is not None:
        check_output_file(out, ".csv", ".jsonl")
    check_whole("--count", count, least=1, most=MAX_CANDIDATES)
    loaded = CrossDomainClassifier.load(classifier)
    report = ReadReport()
    reading = ReadOptions(
        text_column, on_error=on_error, format=format, document=document, labels=False
    )
    check_inputs([(None, path)], out, reading)
    documents = read_documents(path, reading, report)
    texts = sample_of((each.text for each in documents), MAX_CANDIDATES, loaded.random_state)
    if not texts:
        raise InputError(f"{path}: it contains no text")
    warn_of_skipped(report.skipped)
    chosen = [texts[index] for index in loaded.suggest(texts, count)]
    if out is None:
        sys.stdout.write(as_jsonl(chosen))
    else:
        content = as_csv(chosen) if out.suffix.lower() == ".csv" else as_jsonl(chosen)
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


def as_jsonl(texts: Sequence[str]) -> str:
    r"""Return one JSON object per text, its label still missing.

    >>> as_jsonl(["a saw"])
    '{"text": "a saw", "label": null}\n'
    """
    return "".join(json.dumps({"text": text, "label": None}) + "\n" for text in texts)


def as_csv(texts: Sequence[str]) -> str:
    r"""Return a table with an empty column for the labels.

    >>> as_csv(["a saw, a drill"])
    'text,label\n"a saw, a drill",\n'
    """
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(["text", "label"])
    table.writerows([text, ""] for text in texts)
    return written.getvalue()

"""`crosslex predict`, `suggest` and `refine`: decisions of a classifier, and labels for it."""

import json
import math
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

from crosslex.checks import check_whole
from crosslex.cli.command import command
from crosslex.cli.domains import check_inputs, check_output, check_output_file, warn_of_skipped
from crosslex.cli.options import reading
from crosslex.cli.output import Screen
from crosslex.corpus import ReadOptions
from crosslex.errors import CrosslexWarning, InputError
from crosslex.results import csv_line

if TYPE_CHECKING:
    from crosslex import CrossDomainClassifier

BATCH = 1000
"""Texts that are classified together: enough for speed, few enough for any memory."""
LONGEST_TEXT = 2**19
"""Characters of a text that people are asked to label: in every format, a line of it can be read
back."""


def load_with_encoder(folder: Path, encoder: Path | None) -> "CrossDomainClassifier":
    """Return a saved classifier, with the encoder that it was learned with, if any.

    That is the one in the folder given, if its checksum is the same.
    """
    from crosslex import CrossDomainClassifier
    from crosslex.classify import EncoderFolder

    loaded = CrossDomainClassifier.load(folder)
    view = loaded.fitted_.encoder
    if view is None:
        if encoder is not None:
            raise InputError("encoder: this classifier was learned without one; leave it out")
        return loaded
    return CrossDomainClassifier.load(folder, encoder=EncoderFolder.remembered(view.name, encoder))


@command()
def predict(
    screen: Screen,
    classifier: Path,
    path: str,
    how: Annotated[ReadOptions, reading("id_column")],
    explain: int = 0,
    keep_text: bool = False,
    as_table: bool = False,
    encoder: Path | None = None,
) -> None:
    """Classify texts: the label and the probabilities of each text, one JSON object per line.

    --json changes nothing; --csv prints a table instead. Texts are read, classified and written
    a thousand at a time, so files may have any size.
    """
    from crosslex.corpus import ReadReport, read_documents
    from crosslex.progress import progress

    loaded = load_with_encoder(classifier, encoder)
    report = ReadReport()
    documents = read_documents(path, replace(how, labels=False), report)
    number, all_known = 0, True
    with progress("predict") as advance:
        while batch := list(islice(documents, BATCH)):
            decisions, known = _classify(loaded, [each.text for each in batch], explain)
            all_known = all_known and known
            for each, decision in zip(batch, decisions, strict=True):
                number += 1
                if not all(map(math.isfinite, decision["probabilities"].values())):
                    raise InputError(
                        f"{path}: text {number} has no probabilities (nan), because the classifier "
                        "holds numbers that are not finite; adapt it again"
                    )
                text = {"text": each.text} if keep_text else {}
                _write({"document": number, "id": each.id, **decision, **text}, as_table)
            sys.stdout.flush()
            advance(len(batch))
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
    decisions: list[dict[str, Any]] = []
    for shares in probabilities.tolist():
        best = max(range(len(classes)), key=shares.__getitem__)
        named = {str(label): share for label, share in zip(classes, shares, strict=True)}
        decisions.append(
            {"label": classes[best], "probability": shares[best], "probabilities": named}
        )
    for decision, explanation in zip(decisions, explained, strict=False):
        decision["because"] = [
            {
                "word": each.feature,
                "push": each.weight,
                "understood_by": [near for near, _ in each.understood_by],
            }
            for each in explanation.contributions
        ]
    return decisions, not any(issubclass(each.category, CrosslexWarning) for each in caught)


def _write(line: dict[str, Any], as_table: bool) -> None:
    """Write a JSON object; or a line of a table, and its head before the first."""
    if not as_table:
        sys.stdout.write(json.dumps(line, allow_nan=False) + "\n")
        return
    flat = {name: line[name] for name in ("document", "id", "label", "probability")}
    flat |= {f"probability of {name}": share for name, share in line["probabilities"].items()}
    if "because" in line:
        pushes = (f"{each['word']} {each['push']:+.3g}" for each in line["because"])
        flat["because"] = ", ".join(pushes)
    if "text" in line:
        flat["text"] = line["text"]
    if line["document"] == 1:
        sys.stdout.write(csv_line(flat))
    sys.stdout.write(csv_line(flat.values()))


@command()
def suggest(
    screen: Screen,
    classifier: Path,
    path: str,
    how: Annotated[ReadOptions, reading()],
    count: int = 20,
    out: Path | None = None,
    overwrite: bool = False,
    encoder: Path | None = None,
) -> None:
    """Choose the texts whose labels would help a classifier most, the most useful first.

    Fill in their labels and give the file to crosslex refine. Of more than 2,000 texts, a random
    sample of 2,000 is compared, so files may have any size. Texts of over 524,288 characters are
    left out.
    """
    from crosslex.classify import MAX_CANDIDATES
    from crosslex.corpus import ReadReport, read_documents
    from crosslex.storage import write_file

    if out is not None:
        check_output_file(out, ".csv", ".jsonl")
    check_whole("--count", count, least=1, most=MAX_CANDIDATES)
    loaded = load_with_encoder(classifier, encoder)
    report = ReadReport()
    check_inputs([(None, path)], out, how)
    if out is not None and out.exists() and not overwrite:
        raise InputError(
            f"--out: {out} exists, and may hold labels; choose another name, or give --overwrite"
        )
    documents = read_documents(path, replace(how, labels=False), report)
    short = (each.text for each in documents if len(each.text) <= LONGEST_TEXT)
    texts = sample_of(short, MAX_CANDIDATES, loaded.random_state)
    if not texts:
        raise InputError(f"{path}: it contains no text of up to {LONGEST_TEXT:,} characters")
    warn_of_skipped(report.skipped)
    chosen = [texts[index] for index in loaded.suggest(texts, count)]
    if out is not None and out.suffix.lower() == ".csv":
        content = "".join(map(csv_line, [("text", "label"), *((text, "") for text in chosen)]))
    else:
        content = "".join(json.dumps({"text": text, "label": None}) + "\n" for text in chosen)
    if out is None:
        sys.stdout.write(content)
    else:
        write_file(out, lambda place: place.write_text(content, encoding="utf-8", newline=""))
        screen.wrote(out, note="fill in the labels, then give it to crosslex refine")


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


@command()
def refine(
    screen: Screen,
    classifier: Path,
    path: str,
    out: Path,
    how: Annotated[ReadOptions, reading("label_column", more="format on_error")],
    encoder: Path | None = None,
) -> dict[str, Any]:
    """Move a classifier's threshold, views and word weights by some labels of its target.

    Labels that it was refined with before count as well. Give labels of texts like those that
    you are going to classify: the shares of the classes are learned from them, too.
    """
    from crosslex.corpus import (
        UNLABELED,
        ReadReport,
        class_code,
        class_codes,
        read_documents,
        read_label,
    )

    check_output(out, "classifier.json")
    loaded = load_with_encoder(classifier, encoder)
    report = ReadReport()
    check_inputs([(None, path)], out, how)
    documents = list(read_documents(path, replace(how, escaped_formulas=True), report))
    classes = loaded.classes_.tolist()
    names = class_codes(classes)
    given, truth = [], {}
    for place, each in enumerate(documents):
        label = read_label(each.label)
        if label is None:
            continue
        given.append((each.text, label))
        code = class_code(label, names)
        if code is not None:
            truth[place] = str(classes[code])
        elif label != UNLABELED:
            raise InputError(
                f"{each.id}: found the label {label!r}; the classes are {', '.join(names)}"
            )
    if not truth:
        raise InputError(
            f"{path}: none of the {len(documents):,} texts has a label; fill in the column "
            f"{how.label_column or 'label'!r}, or name another with --label-column"
        )
    warn_of_skipped(report.skipped)
    predicted = loaded.predict([documents[place].text for place in truth]).tolist()
    right = sum(str(a) == b for a, b in zip(predicted, truth.values(), strict=True))
    # Those of -1, too: the library says that they are left out.
    loaded.refine([text for text, _ in given], [label for _, label in given])
    loaded.save(out)
    labels = dict(sorted(Counter(truth.values()).items()))
    screen.title("Labels", note=f"of {loaded.target_}, and how many each class has")
    screen.indented(", ".join(f"{label} {number:,}" for label, number in labels.items()))
    screen.title(
        f"Saved to {out}",
        note=f"labels in all: {loaded.n_target_labels_:,}; before these, {right:,} of the "
        f"{len(truth):,} were predicted correctly",
    )
    screen.try_next(["crosslex", "predict", str(out), "new-texts.jsonl"])
    return {
        "classifier": str(out),
        "target": loaded.target_,
        "labels": labels,
        "right": right,
        "labels_in_all": loaded.n_target_labels_,
    }

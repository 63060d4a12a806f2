"""`crosslex adapt` makes a classifier for another domain; `crosslex audit` checks any there."""

import logging
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from crosslex.checks import check_choice
from crosslex.classify import ClassPrior, MethodName
from crosslex.cli.command import command
from crosslex.cli.domains import (
    check_inputs,
    check_output,
    check_output_file,
    named_path,
    parse_domains,
    read_labeled,
    report_read,
    size_on_disk,
)
from crosslex.cli.model import show_classifier
from crosslex.cli.options import ANALYZING, reading, useful_jobs
from crosslex.cli.output import Screen, megabytes
from crosslex.corpus import ReadOptions
from crosslex.errors import InputError
from crosslex.results import counted
from crosslex.text import TextSettings

if TYPE_CHECKING:
    from crosslex import Corpus, CrossDomainClassifier

_logger = logging.getLogger(__name__)


@command()
def adapt(
    screen: Screen,
    domains: list[str],
    target: str,
    out: Path,
    how: Annotated[ReadOptions, reading("label_column", "domain_column")],
    text: Annotated[TextSettings, ANALYZING],
    unlabeled: list[str] | None = None,
    method: MethodName = "crosslex",
    encoder: Path | None = None,
    class_prior: str = "balanced",
    min_documents: int = 10,
    seed: int = 0,
    jobs: int | None = None,
) -> dict[str, Any]:
    """Train a classifier on labels of some domains for another that has none."""
    began = time.perf_counter()
    n_jobs = useful_jobs(jobs)
    prior = parse_class_prior(class_prior)
    check_output(out, "classifier.json")
    in_domain = method == "in_domain"
    files = parse_domains("domains", domains, how, labeled=True)
    if how.domain_column is None:
        [named] = parse_domains("--target", [target], how, labeled=in_domain)
        target = named.domain or ""
        if target in {file.domain for file in files}:
            raise InputError(
                f"--target: {target!r} is a labeled domain too; give the target a name of its own"
            )
        files += [named, *parse_domains("--unlabeled", unlabeled or [], how)]
        files.sort(key=lambda file: file.domain == target)
    elif unlabeled:
        raise InputError(
            "--unlabeled: with --domain-column all texts are in one PATH; leave it out"
        )
    check_inputs([(file.domain, file.path) for file in files], out, how)
    corpora = read_labeled(files, how, text, keep_texts=encoder is not None, n_jobs=n_jobs)
    skipped = report_read(corpora, how)
    check_choice("--target", target, [corpus.name for corpus in corpora])

    # Imported after the files are read: a mistake in them should not wait for scikit-learn.
    from crosslex import CrossDomainClassifier
    from crosslex.classify import EncoderFolder

    classifier = CrossDomainClassifier(
        method,
        target,
        class_prior=prior,
        encoder=None if encoder is None else EncoderFolder(encoder),
        min_documents=min_documents,
        random_state=seed,
        n_jobs=n_jobs,
    )
    _logger.info("learn with %r", classifier)
    classifier.fit(corpora)
    _logger.info("save the classifier to %s", out)
    classifier.save(out)
    read = [_domain(corpus, classifier) for corpus in corpora]
    screen.records(read)
    found = show_classifier(screen, classifier)
    seconds = round(time.perf_counter() - began, 2)
    size = megabytes(size_on_disk(out))
    screen.title(f"Saved to {out}", note=f"seed {seed}, {size}, {seconds:.0f} s")
    screen.try_next(
        ["crosslex", "predict", str(out), "new-texts.jsonl", "--explain", "5"],
        ["crosslex", "suggest", str(out), "new-texts.jsonl", "--out", "to_label.csv"],
    )
    return {
        "classifier": str(out),
        "domains": read,
        "skipped": skipped,
        "seed": seed,
        "seconds": seconds,
        **found,
    }


def _domain(corpus: "Corpus", classifier: "CrossDomainClassifier") -> dict[str, Any]:
    role = "labels" if corpus.name in classifier.sources_ else "unlabeled"
    return {
        "domain": corpus.name,
        "role": "target" if corpus.name == classifier.target_ else role,
        "documents": len(corpus),
        "labeled": int((corpus.labels >= 0).sum()),
        "tokens": corpus.n_tokens,
    }


def parse_class_prior(text: str) -> ClassPrior:
    """Return a class prior as typed on the command line.

    >>> parse_class_prior("bad=0.2, good=0.8")
    {'bad': 0.2, 'good': 0.8}
    >>> parse_class_prior("pool")
    'pool'
    """
    if text == "balanced":
        return "balanced"
    if text == "pool":
        return "pool"
    try:
        pairs = [part.rpartition("=") for part in text.split(",")]
        return {name.strip(): float(share) for name, _, share in pairs}
    except ValueError:
        raise InputError(
            f"class_prior: found {text!r}; give balanced, pool, or a share for each class, such "
            "as bad=0.2,good=0.8"
        ) from None


@command()
def audit(
    screen: Screen,
    predictions: Path,
    source: str,
    target: str,
    how: Annotated[ReadOptions, reading("label_column", more="format document")],
    text: Annotated[TextSettings, ANALYZING],
    class_prior: str = "pool",
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

    names, (source, target) = zip(named_path(source), named_path(target), strict=True)
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
    told = {} if labels is None else read_label_file(labels, texts, classes)
    found = audit_classifier(
        read_prediction_file(predictions, len(labeled), classes),
        source=given,
        target=texts,
        class_prior=parse_class_prior(class_prior),
        names=names if all(names) and names[0] != names[1] else ("source", "target"),
        n_suggested=count,
        text_settings=text,
        random_state=seed,
        n_jobs=useful_jobs(jobs),
    ).with_labels(told)
    # Files first: what reads the screen, such as `head`, may stop before the end.
    if page is not None:
        found.explore(page)
    if to_label is not None:
        content = to_fill_in(found.to_label, as_csv=to_label.suffix.lower() == ".csv")
        write_file(to_label, lambda place: place.write_text(content, encoding="utf-8", newline=""))
    if labels is not None:
        screen.line(f"{counted(len(told), 'label')} read from {labels}.")
    screen.line(found.verdict)
    screen.line()
    for title, (head, *rows) in found.tables():
        if title != TO_LABEL:  # their numbers belong into the file of --to-label
            screen.title(title)
            screen.table(head, rows)
    screen.wrote(page, note="it contains sentences of your texts")
    screen.wrote(to_label, note="fill in the labels, then give --labels")
    if to_label is None and found.to_label:
        screen.line("--to-label FILE writes the texts whose labels would make this sharper.")
    return {
        **found.to_dict(),
        "page": page and str(page),
        "to_label_file": to_label and str(to_label),
    }

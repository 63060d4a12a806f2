"""`crosslex adapt`: labels of some domains in, a classifier for another out."""

import logging
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, get_args

import typer

from crosslex.cli import options
from crosslex.cli.config import Config
from crosslex.cli.options import Debug, Json, Quiet, Verbose, with_default
from crosslex.cli.reading import Reading, useful_jobs
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import Corpus, CrossDomainClassifier

MethodName = Literal[
    "none",
    "in_domain",
    "crosslex",
    "crosslex-documents",
    "crosslex-expansion",
    "crosslex-paper",
    "pooled",
    "scl",
    "sfa",
    "cs",
    "glove",
    "skipgram",
    "msda",
    "coral",
    "dci",
]
"""The names of `crosslex.adapt.METHODS`, here so that `--help` need not load them."""

TUNING = "How to carry it over"

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class AdaptedDomain:
    """What a classifier was given of a domain."""

    name: str
    role: str
    documents: int
    labeled: int
    tokens: int


@dataclass(frozen=True)
class Adapted:
    """What `adapt` read and wrote."""

    classifier: str
    method: str
    target: str
    domains: tuple[AdaptedDomain, ...]
    classes: dict[str, int]
    features: int
    skipped: int
    seed: int
    seconds: float


def adapt(
    domains: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=LABELED",
            show_default=False,
            help="One or more domains with labels, each a name and a file, a folder, a quoted "
            "pattern or - for standard input; or one PATH with --domain-column.",
        ),
    ],
    target: Annotated[
        str,
        typer.Option(
            metavar="NAME=UNLABELED",
            show_default=False,
            help="The domain to decide in, and texts of it; with --domain-column its name alone.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="CLASSIFIER",
            help="Folder for the classifier.",
            show_default=False,
        ),
    ],
    unlabeled: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=PATH",
            show_default=False,
            help="More texts without labels, of a domain named above or of one more; may be "
            "given several times.",
        ),
    ] = None,
    method: Annotated[
        MethodName,
        typer.Option(metavar="METHOD", help=f"One of {', '.join(get_args(MethodName))}."),
    ] = "crosslex",
    config: Config = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    threshold: Annotated[
        Literal["zero", "rate"],
        typer.Option(
            help="Where to cut: as learned, or so that each class is as frequent in the target "
            "as among the labels.",
            rich_help_panel=TUNING,
        ),
    ] = "zero",
    min_documents: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="How many documents must hold a word, over all domains.",
            rich_help_panel=TUNING,
        ),
    ] = 10,
    n_pivots: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=with_default("How many pivots.", "500, or half of the words in all domains"),
            rich_help_panel=TUNING,
        ),
    ] = None,
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    domain_column: options.DomainColumn = None,
    format: options.Format = None,
    on_error: options.OnError = "stop",
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Train a classifier on labels of some domains for another that has none."""
    from crosslex.cli.labeled import read_labeled
    from crosslex.cli.output import check_output
    from crosslex.cli.show import give_json

    began = time.perf_counter()
    jobs = useful_jobs(jobs)
    check_output(out, "classifier.json")
    reading = Reading(
        text_column, label_column, domain_column, format, on_error, keep_texts=False, jobs=jobs
    )
    corpora, target_name = read_labeled(
        domains, target, unlabeled or [], reading, target_labels=method == "in_domain"
    )
    for corpus in corpora:
        _logger.info("read %r", corpus)
    skipped = _count_skipped(corpora, reading)
    teachers = [each for each in corpora if (each.name == target_name) == (method == "in_domain")]
    classes = count_classes(teachers)

    # Not before the files are known to be readable: a mistake should not wait for scikit-learn.
    from crosslex import CrossDomainClassifier

    classifier = CrossDomainClassifier(
        method,
        target_name,
        threshold=threshold,
        min_documents=min_documents,
        n_pivots=n_pivots,
        random_state=seed,
        n_jobs=jobs,
    )
    _logger.info("learn with %r", classifier)
    classifier.fit(corpora)
    _logger.info("save the classifier to %s", out)
    classifier.save(out)
    adapted = Adapted(
        classifier=str(out),
        method=method,
        target=target_name,
        domains=tuple(_describe(corpus, classifier) for corpus in corpora),
        classes=classes,
        features=len(classifier.features_),
        skipped=skipped,
        seed=seed,
        seconds=round(time.perf_counter() - began, 2),
    )
    if as_json:
        give_json(adapted)
    else:
        _show(adapted, advice=not quiet)


def count_classes(corpora: Sequence["Corpus"]) -> dict[str, int]:
    """Count the labels of each class, and refuse those of fewer than two."""
    found: dict[str, int] = {}
    for corpus in corpora:
        for code, label in enumerate(corpus.classes):
            number = int((corpus.labels == code).sum())
            if number:
                found[str(label)] = found.get(str(label), 0) + number
    if len(found) < 2:
        names = ", ".join(corpus.name for corpus in corpora)
        what = f"only the class {next(iter(found))!r}" if found else "no label"
        raise InputError(
            f"labels: found {what} in {names}; two classes or more are needed (-1 and an empty "
            "label mean: none)"
        )
    return dict(sorted(found.items()))


def _describe(corpus: "Corpus", classifier: "CrossDomainClassifier") -> AdaptedDomain:
    labeled = int((corpus.labels >= 0).sum())
    if corpus.name == classifier.target_:
        role = "target"
    else:
        role = "labels" if corpus.name in classifier.sources_ else "unlabeled"
    return AdaptedDomain(corpus.name, role, len(corpus), labeled, corpus.n_tokens)


def _count_skipped(corpora: Sequence["Corpus"], reading: Reading) -> int:
    # Of one file that holds many domains, each corpus knows what was skipped in all of it.
    counts = [corpus.skipped for corpus in corpora]
    skipped = sum(counts) if reading.domain_column is None else max(counts, default=0)
    if skipped:
        lines = "line was" if skipped == 1 else "lines were"
        warnings.warn(f"{skipped:,} unreadable {lines} left out", CrosslexWarning, stacklevel=2)
    return skipped


def _show(adapted: Adapted, *, advice: bool) -> None:
    from crosslex.cli.output import megabytes, size_on_disk
    from crosslex.cli.show import Screen

    screen = Screen()
    screen.table(
        ("domain", "role", "documents", "labeled", "tokens"),
        [
            (domain.name, domain.role, domain.documents, domain.labeled, domain.tokens)
            for domain in adapted.domains
        ],
    )
    screen.title("Classes", note="and how many labels each has")
    screen.indented(", ".join(f"{label} {number:,}" for label, number in adapted.classes.items()))
    screen.line()
    screen.title(
        f"Saved to {adapted.classifier}",
        note=f"method {adapted.method}, {adapted.features:,} words and bigrams, seed "
        f"{adapted.seed}, {megabytes(size_on_disk(Path(adapted.classifier)))}, "
        f"{adapted.seconds:.0f} s",
    )
    if advice:
        screen.line()
        screen.commands(
            "Try next",
            [
                ["crosslex", "predict", adapted.classifier, "new-texts.jsonl"],
                ["crosslex", "predict", adapted.classifier, "new-texts.jsonl", "--explain", "5"],
                ["crosslex", "info", adapted.classifier],
            ],
        )

"""`crosslex adapt`: labels of some domains in, a classifier for another out."""

import logging
import time
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from crosslex.classify import ClassPrior, MethodName
from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.options import argument, listed, number, option
from crosslex.cli.output import Screen, megabytes
from crosslex.cli.paths import check_inputs, check_output, size_on_disk
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import Corpus, CrossDomainClassifier

ADAPTATION = "Adaptation"

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
    expected_accuracy: dict[str, float | str | None]
    class_prior: dict[str, float]


def show_adapted(screen: Screen, adapted: Adapted) -> None:
    """Print what was read, the classes, and where the classifier is."""
    screen.table(
        ("domain", "role", "documents", "labeled", "tokens"),
        [astuple(domain) for domain in adapted.domains],
    )
    screen.title("Classes", note="and how many labels each has")
    screen.indented(", ".join(f"{label} {number:,}" for label, number in adapted.classes.items()))
    expected = adapted.expected_accuracy
    screen.title(f"Expected accuracy in {adapted.target}", note="estimated without its labels")
    shares = ", ".join(
        f"{label} {100 * share:.0f} %" for label, share in adapted.class_prior.items()
    )
    screen.indented(
        f"{expected['shown']}, if the classes' shares are {shares}; balanced accuracy "
        f"{100 * float(expected['balanced'] or 0):.0f} %"
    )
    if expected["advice"]:
        screen.indented(f"Careful: {expected['advice']}.")
    screen.title(
        f"Saved to {adapted.classifier}",
        note=f"method {adapted.method}, {adapted.features:,} words and bigrams, seed "
        f"{adapted.seed}, {megabytes(size_on_disk(Path(adapted.classifier)))}, "
        f"{adapted.seconds:.0f} s",
    )
    screen.try_next(
        ["crosslex", "predict", adapted.classifier, "new-texts.jsonl"],
        ["crosslex", "predict", adapted.classifier, "new-texts.jsonl", "--explain", "5"],
        ["crosslex", "suggest", adapted.classifier, "new-texts.jsonl", "--out", "to_label.csv"],
        ["crosslex", "info", adapted.classifier],
    )


@command(show_adapted)
def adapt(
    domains: Annotated[
        list[str],
        argument(
            "NAME=LABELED",
            "One or more domains with labels, each a name and a file, a folder, a quoted pattern "
            "or - for standard input; or one PATH with --domain-column.",
        ),
    ],
    target: Annotated[
        str,
        option(
            help="The domain to classify, and texts of it; with --domain-column only its name.",
            metavar="NAME=UNLABELED",
        ),
    ],
    out: Annotated[
        Path, option("--out", "-o", help="Folder for the classifier.", metavar="CLASSIFIER")
    ],
    unlabeled: Annotated[
        list[str] | None,
        option(
            help="More texts without labels, of a domain named above or of another one; may be "
            "given several times.",
            metavar="NAME=PATH",
        ),
    ] = None,
    method: Annotated[
        MethodName, option(help=f"One of {listed(MethodName)}.", metavar="METHOD")
    ] = "crosslex",
    encoder: options.EncoderOption = None,
    config: options.Config = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    class_prior: Annotated[
        str,
        option(
            help="Shares of the classes among the texts to classify: balanced, pool (estimated "
            "from the target's texts), or a share for each, such as bad=0.2,good=0.8.",
            metavar="SHARES",
            panel=ADAPTATION,
        ),
    ] = "balanced",
    min_documents: Annotated[
        int,
        number("How many documents must contain a word, over all domains.", panel=ADAPTATION),
    ] = 10,
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    domain_column: options.DomainColumn = None,
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    document: options.DocumentOption = None,
    language: options.Language = "en",
    tokens: options.TokensOption = "default",
    lemmas: options.Lemmas = True,
    bigrams: options.Bigrams = True,
    stop_words: options.StopWords = options.DEFAULT,
    terms: options.TermsOption = None,
) -> Adapted:
    """Train a classifier on labels of some domains for another that has none."""
    from crosslex.cli.domains import (
        Reading,
        count_classes,
        labeled_files,
        read_labeled,
        report_read,
    )
    from crosslex.corpus import ReadOptions

    began = time.perf_counter()
    n_jobs = options.useful_jobs(jobs)
    prior = parse_class_prior(class_prior)
    check_output(out, "classifier.json")
    how = ReadOptions(text_column, label_column, domain_column, on_error, format, document)
    settings = options.text_settings(
        language, tokens, lemmas=lemmas, bigrams=bigrams, stop_words=stop_words, terms=terms
    )
    reading = Reading(how, settings, keep_texts=encoder is not None, jobs=n_jobs)
    files = labeled_files(domains, target, unlabeled or [], how)
    check_inputs([(each.domain, each.path) for each in files], out, how)
    in_domain = method == "in_domain"
    corpora, target_name = read_labeled(
        domains, target, unlabeled or [], reading, target_labels=in_domain
    )
    skipped = report_read(corpora, how)
    classes = count_classes([each for each in corpora if (each.name == target_name) == in_domain])

    # Imported after the files are read: a mistake in them should not wait for scikit-learn.
    from crosslex import CrossDomainClassifier
    from crosslex.classify import EncoderFolder

    classifier = CrossDomainClassifier(
        method,
        target_name,
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
    expected = classifier.expected_accuracy_
    return Adapted(
        classifier=str(out),
        method=method,
        target=target_name,
        domains=tuple(_describe(corpus, classifier) for corpus in corpora),
        classes=classes,
        features=len(classifier.features_),
        skipped=skipped,
        seed=seed,
        seconds=round(time.perf_counter() - began, 2),
        expected_accuracy={
            name: getattr(expected, name) for name in ("value", "low", "high", "balanced")
        }
        | {"shown": str(expected), "advice": expected.advice},
        class_prior={str(label): share for label, share in classifier.class_prior_.items()},
    )


def _describe(corpus: "Corpus", classifier: "CrossDomainClassifier") -> AdaptedDomain:
    role = "labels" if corpus.name in classifier.sources_ else "unlabeled"
    if corpus.name == classifier.target_:
        role = "target"
    labeled = int((corpus.labels >= 0).sum())
    return AdaptedDomain(corpus.name, role, len(corpus), labeled, corpus.n_tokens)


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
    shares: dict[int | str, float] = {}
    for part in text.split(","):
        name, equals, share = part.rpartition("=")
        try:
            shares[name.strip()] = float(share)
        except ValueError:
            equals = ""
        if not equals or not name.strip():
            raise InputError(
                f"class_prior: found {text!r}; give balanced, pool, or a share for each class, "
                "such as bad=0.2,good=0.8"
            )
    return shares

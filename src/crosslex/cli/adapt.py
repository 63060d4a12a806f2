"""`crosslex adapt`: labels of some domains in, a classifier for another out."""

import logging
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from crosslex.checks import check_choice
from crosslex.classify import ClassPrior, MethodName
from crosslex.cli.command import command
from crosslex.cli.domains import parse_domains, read_labeled, report_read
from crosslex.cli.options import ANALYZING, reading, useful_jobs
from crosslex.cli.output import Screen, megabytes
from crosslex.cli.paths import check_inputs, check_output, size_on_disk
from crosslex.corpus import ReadOptions
from crosslex.errors import InputError
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
    learned_from = [each for each in corpora if (each.name == target) == in_domain]
    classes = Counter(
        str(each.classes[code]) for each in learned_from for code in each.labels if code >= 0
    )
    expected = classifier.expected_accuracy_
    adapted = {
        "classifier": str(out),
        "method": method,
        "target": target,
        "domains": [_domain(corpus, classifier) for corpus in corpora],
        "classes": dict(sorted(classes.items())),
        "features": len(classifier.features_),
        "skipped": skipped,
        "seed": seed,
        "seconds": round(time.perf_counter() - began, 2),
        "expected_accuracy": {
            **{name: getattr(expected, name) for name in ("value", "low", "high", "balanced")},
            "shown": str(expected),
            "advice": expected.advice,
        },
        "class_prior": {str(label): share for label, share in classifier.class_prior_.items()},
    }
    _show(screen, adapted)
    return adapted


def _domain(corpus: "Corpus", classifier: "CrossDomainClassifier") -> dict[str, Any]:
    role = "labels" if corpus.name in classifier.sources_ else "unlabeled"
    return {
        "name": corpus.name,
        "role": "target" if corpus.name == classifier.target_ else role,
        "documents": len(corpus),
        "labeled": int((corpus.labels >= 0).sum()),
        "tokens": corpus.n_tokens,
    }


def _show(screen: Screen, adapted: dict[str, Any]) -> None:
    """Print what was read, the classes, and where the classifier is."""
    out, expected = adapted["classifier"], adapted["expected_accuracy"]
    screen.table(
        ("domain", "role", "documents", "labeled", "tokens"),
        [tuple(domain.values()) for domain in adapted["domains"]],
    )
    screen.title("Classes", note="and how many labels each has")
    screen.indented(", ".join(f"{name} {number:,}" for name, number in adapted["classes"].items()))
    screen.title(f"Expected accuracy in {adapted['target']}", note="estimated without its labels")
    shares = ", ".join(f"{name} {100 * p:.0f} %" for name, p in adapted["class_prior"].items())
    screen.indented(
        f"{expected['shown']}, if the classes' shares are {shares}; balanced accuracy "
        f"{100 * expected['balanced']:.0f} %"
    )
    if expected["advice"]:
        screen.indented(f"Careful: {expected['advice']}.")
    screen.title(
        f"Saved to {out}",
        note=f"method {adapted['method']}, {adapted['features']:,} words and bigrams, seed "
        f"{adapted['seed']}, {megabytes(size_on_disk(Path(out)))}, {adapted['seconds']:.0f} s",
    )
    screen.try_next(
        ["crosslex", "predict", out, "new-texts.jsonl"],
        ["crosslex", "predict", out, "new-texts.jsonl", "--explain", "5"],
        ["crosslex", "suggest", out, "new-texts.jsonl", "--out", "to_label.csv"],
        ["crosslex", "info", out],
    )


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

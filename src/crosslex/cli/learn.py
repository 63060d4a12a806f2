"""`crosslex learn`: texts of several domains in, a model out."""

import logging
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from crosslex.cli import options, settings
from crosslex.cli.config import Config
from crosslex.cli.ending import show_ending, warn_of_little_text
from crosslex.cli.engine import ready_engine
from crosslex.cli.options import Debug, Json, Quiet, Verbose
from crosslex.cli.reading import DomainSize, Reading, read_corpora, sizes, useful_jobs
from crosslex.errors import CrosslexWarning

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.corpus import AnyCorpus

SHOWN_PIVOTS = 20

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Learned:
    """What `learn` read, found and wrote."""

    model: str
    domains: tuple[DomainSize, ...]
    skipped: int
    vectors: dict[str, int]
    dimension: int
    pivots: tuple[str, ...]
    losses: tuple[float, ...]
    seconds: float


def learn(
    domains: settings.NamedPaths,
    out: settings.ModelOut,
    preset: settings.Preset = "default",
    config: Config = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    examples: settings.KeepExamples = True,
    engine: settings.EngineName = "local",
    scheduler: settings.Scheduler = None,
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    domain_column: options.DomainColumn = None,
    format: options.Format = None,
    on_error: options.OnError = "stop",
    pivots: settings.Pivots = None,
    n_pivots: settings.PivotNumber = None,
    scope: settings.Scope = None,
    n_non_pivots: settings.NonPivotNumber = None,
    min_count: settings.MinCount = None,
    min_documents: settings.MinDocuments = None,
    dimension: settings.Dimension = None,
    context: settings.Context = None,
    window: settings.Window = None,
    trainer: settings.Trainer = None,
    regularization: settings.Regularization = None,
    backoff: settings.Backoff = None,
    epochs: settings.Epochs = None,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Learn one vector per word and domain from texts, without labels."""
    from crosslex.cli.output import check_output
    from crosslex.cli.show import give_json

    began = time.perf_counter()
    jobs = useful_jobs(jobs)
    reading = Reading(
        text_column, label_column, domain_column, format, on_error, keep_texts=examples, jobs=jobs
    )
    check_output(out)
    given = {
        "pivots": pivots,
        "n_pivots": n_pivots,
        "scope": scope,
        "n_non_pivots": n_non_pivots,
        "min_count": min_count,
        "min_documents": min_documents,
        "dimension": dimension,
        "context": context,
        "window": window,
        "trainer": trainer,
        "regularization": regularization,
        "backoff": backoff,
        "epochs": epochs,
        "max_examples": None if examples else 0,
        "random_state": seed,
        "n_jobs": jobs,
    }
    with ready_engine(engine, scheduler, out, domains, reading) as chosen_engine:
        reading = replace(reading, engine=chosen_engine)
        corpora = read_corpora(domains, reading)
        for corpus in corpora:
            _logger.info("read %r", corpus)
        skipped = _count_skipped(corpora, reading)
        model = _new_model(preset, given).fit(corpora)
        _logger.info("save the model to %s", out)
        model.save(out)
        learned = _report(model, corpora, out, skipped, time.perf_counter() - began)
    if as_json:
        give_json(learned)
    else:
        _show(model, learned, advice=not quiet)


def _new_model(preset: str, given: Mapping[str, object]) -> "CrossDomainEmbedding":
    # Not before the files are known to be readable: a mistake should not wait for scikit-learn.
    from crosslex import CrossDomainEmbedding

    model = CrossDomainEmbedding.paper() if preset == "paper" else CrossDomainEmbedding()
    model.set_params(**{name: value for name, value in given.items() if value is not None})
    _logger.info("learn with %r", model)
    return model


def _report(
    model: "CrossDomainEmbedding",
    corpora: Sequence["AnyCorpus"],
    out: Path,
    skipped: int,
    seconds: float,
) -> Learned:
    """Tell what was read, found and written."""
    domains = sizes(corpora)
    warn_of_little_text(domains)
    return Learned(
        model=str(out),
        domains=domains,
        skipped=skipped,
        vectors={name: len(vectors) for name, vectors in model.vectors_.items()},
        dimension=model.dimension,
        pivots=model.vocabulary_.pivots,
        losses=tuple(
            epoch.training_loss if epoch.heldout_loss is None else epoch.heldout_loss
            for epoch in model.learned_.curve
        ),
        seconds=round(seconds, 2),
    )


def _count_skipped(corpora: Sequence["AnyCorpus"], reading: Reading) -> int:
    # Of one file that holds many domains, each corpus knows what was skipped in all of it.
    counts = [corpus.skipped for corpus in corpora]
    skipped = sum(counts) if reading.domain_column is None else max(counts, default=0)
    if skipped:
        lines = "line was" if skipped == 1 else "lines were"
        warnings.warn(f"{skipped:,} unreadable {lines} left out", CrosslexWarning, stacklevel=2)
    return skipped


def _show(model: "CrossDomainEmbedding", learned: Learned, *, advice: bool) -> None:
    from crosslex.cli.output import megabytes, size_on_disk
    from crosslex.cli.show import Screen

    screen = Screen()
    screen.table(
        ("domain", "documents", "sentences", "tokens", "words", "with a vector"),
        [
            (
                domain.name,
                domain.documents,
                domain.sentences,
                domain.tokens,
                domain.words,
                learned.vectors[domain.name],
            )
            for domain in learned.domains
        ],
    )
    screen.title(f"{len(learned.pivots):,} pivots", note="words that tie the domains together")
    more = ", …" if len(learned.pivots) > SHOWN_PIVOTS else ""
    screen.indented(", ".join(learned.pivots[:SHOWN_PIVOTS]) + more)
    screen.line()
    screen.title(
        f"Saved to {learned.model}",
        note=f"{learned.dimension} dimensions, loss {learned.losses[0]:.2f} to "
        f"{min(learned.losses):.2f}, {megabytes(size_on_disk(Path(learned.model)))}, "
        f"{learned.seconds:.0f} s",
    )
    if advice:
        show_ending(screen, model, learned.model)

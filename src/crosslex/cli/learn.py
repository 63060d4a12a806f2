"""`crosslex learn`: texts of several domains in, a model out."""

import logging
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from crosslex.cli import learn_options, options
from crosslex.cli.command import command
from crosslex.cli.config_file import Config
from crosslex.cli.learn_summary import Learned, show_learned, warn_of_little_text

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.corpus.sharded import AnyCorpus

SHOWN_WORDS = 10

_logger = logging.getLogger(__name__)


@command(show_learned)
def learn(
    context_: typer.Context,
    domains: learn_options.NamedPaths,
    out: learn_options.ModelOut,
    preset: learn_options.Preset = "default",
    config: Config = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    examples: learn_options.KeepExamples = True,
    engine: learn_options.EngineName = "local",
    scheduler: learn_options.Scheduler = None,
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    domain_column: options.DomainColumn = None,
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    pivots: learn_options.Pivots = None,
    n_pivots: learn_options.PivotNumber = None,
    scope: learn_options.Scope = None,
    n_non_pivots: learn_options.NonPivotNumber = None,
    min_count: learn_options.MinCount = None,
    min_documents: learn_options.MinDocuments = None,
    dimension: learn_options.Dimension = None,
    context: learn_options.Context = None,
    window: learn_options.Window = None,
    trainer: learn_options.Trainer = None,
    regularization: learn_options.Regularization = None,
    backoff: learn_options.Backoff = None,
    epochs: learn_options.Epochs = None,
) -> Learned:
    """Learn one vector per word and domain from texts, without labels."""
    from crosslex.cli.domain_files import Reading, count_skipped, read_corpora
    from crosslex.cli.engine import open_engine
    from crosslex.cli.output_folder import check_output
    from crosslex.corpus.options import ReadOptions

    began = time.perf_counter()
    n_jobs = options.useful_jobs(jobs)
    how = ReadOptions(text_column, label_column, domain_column, on_error, format)
    reading = Reading(how, keep_texts=examples, jobs=n_jobs)
    check_output(out)
    with open_engine(engine, scheduler, out, domains, reading) as opened:
        reading = replace(reading, engine=opened)
        corpora = read_corpora(domains, reading)
        for corpus in corpora:
            _logger.info("read %r", corpus)
        skipped = count_skipped(corpora, reading)
        model = _new_model(context_, preset)
        model.set_params(random_state=seed, n_jobs=n_jobs)
        if not examples:
            model.set_params(max_examples=0)
        _logger.info("learn with %r", model)
        model.fit(corpora)
        _logger.info("save the model to %s", out)
        model.save(out)
        return _summarize(model, corpora, out, skipped, time.perf_counter() - began)


def _new_model(context: typer.Context, preset: str) -> "CrossDomainEmbedding":
    """Return a model with the settings given as options of the same names."""
    # Imported after the files are read: a mistake in them should not wait for scikit-learn.
    from crosslex import CrossDomainEmbedding

    model = CrossDomainEmbedding.paper() if preset == "paper" else CrossDomainEmbedding()
    for name in model.get_params():
        if context.params.get(name) is not None:
            model.set_params(**{name: context.params[name]})
    return model


def _summarize(
    model: "CrossDomainEmbedding",
    corpora: Sequence["AnyCorpus"],
    out: Path,
    skipped: int,
    seconds: float,
) -> Learned:
    from crosslex.cli.domain_files import domain_sizes
    from crosslex.lookup import differing_words

    domains = domain_sizes(corpora)
    warn_of_little_text(domains)
    return Learned(
        model=str(out),
        domains=domains,
        skipped=skipped,
        vectors={name: len(vectors) for name, vectors in model.vectors_.items()},
        dimension=model.dimension,
        pivots=model.vocabulary_.pivots,
        least_alike=tuple(differing_words(model.vectors_, top=SHOWN_WORDS)),
        losses=tuple(epoch.loss for epoch in model.learned_.curve),
        seconds=round(seconds, 2),
    )

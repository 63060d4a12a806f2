"""`crosslex learn`: texts of several domains in, a model out."""

import logging
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.config_file import Config
from crosslex.cli.learn_summary import Learned, show_learned, summarize
from crosslex.cli.options import argument, flag, listed, number, option
from crosslex.corpus.names import FormatName
from crosslex.counting.names import ContextName
from crosslex.learn.names import TrainerChoice
from crosslex.pivots.names import PivotName
from crosslex.pivots.names import Scope as ScopeName

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding

VOCABULARY = "Vocabulary"
TRAINING = "Training"

_logger = logging.getLogger(__name__)
_choice = partial(option, metavar="NAME")
_vocabulary = partial(number, panel=VOCABULARY)
_training = partial(number, panel=TRAINING)


@command(show_learned)
def learn(
    context_: typer.Context,
    domains: Annotated[
        list[str],
        argument(
            "NAME=PATH",
            "Two or more domains, each a name and a file, a folder, a quoted pattern or - for "
            "standard input; or one PATH with --domain-column. Formats, by the ending of the "
            f"name: {listed(FormatName)}, each also .gz; in .txt each line is a document.",
        ),
    ],
    out: Annotated[Path, option("--out", "-o", help="Folder for the model.", metavar="MODEL")],
    preset: Annotated[
        Literal["default", "paper"],
        option(help="Where settings that are not given come from: crosslex's or the paper's."),
    ] = "default",
    config: Config = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    examples: Annotated[
        bool,
        flag("--examples/--no-examples", help="Keep some sentences of the texts in the model."),
    ] = True,
    engine: Annotated[
        Literal["local", "dask"],
        option(help="What reads and counts: this machine, or the workers of a Dask cluster."),
    ] = "local",
    scheduler: Annotated[
        str | None,
        option(
            help="The Dask scheduler, such as tcp://host:8786.",
            default="workers started here",
            metavar="ADDRESS",
        ),
    ] = None,
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    domain_column: options.DomainColumn = None,
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    pivots: Annotated[
        PivotName | None,
        _choice(
            help=f"How pivots are chosen: {listed(PivotName)}; mi and pmi need labels.",
            default="frequency",
            panel=VOCABULARY,
        ),
    ] = None,
    n_pivots: Annotated[
        int | None, _vocabulary("How many pivots.", "1000, or half of the words in all domains")
    ] = None,
    scope: Annotated[
        ScopeName | None,
        _choice(
            help="all: vectors for all words; paper: only for pivots and for words of a single "
            "domain.",
            default="all",
            panel=VOCABULARY,
        ),
    ] = None,
    n_non_pivots: Annotated[
        int | None, _vocabulary("Words of a single domain, with --scope paper.", "500")
    ] = None,
    min_count: Annotated[int | None, _vocabulary("How often a word must occur.", "1")] = None,
    min_documents: Annotated[
        int | None, _vocabulary("How many documents must contain a word.", "10")
    ] = None,
    dimension: Annotated[int | None, _training("Length of the vectors.", "300")] = None,
    context: Annotated[
        ContextName | None,
        _choice(
            help=f"What the context of a word is: {listed(ContextName)}.",
            default="window",
            panel=TRAINING,
        ),
    ] = None,
    window: Annotated[
        int | None, _training("Positions on either side, stop words not counted.", "10")
    ] = None,
    trainer: Annotated[
        TrainerChoice | None,
        _choice(
            help=f"How to minimize the loss: {listed(TrainerChoice)}; reference is the paper's.",
            default="auto",
            panel=TRAINING,
        ),
    ] = None,
    regularization: Annotated[
        float | None, _training("How strongly pivots tie the domains together.", "1.0", least=0)
    ] = None,
    backoff: Annotated[
        float | None,
        _training("Weight of the other domains' counts in each domain.", "0.2", least=0),
    ] = None,
    epochs: Annotated[
        int | None, _training("Maximum number of passes.", "the trainer's own")
    ] = None,
) -> Learned:
    """Learn one vector per word and domain from texts, without labels."""
    from crosslex.cli.domain_files import Reading, engine_opened, read_corpora, report_read
    from crosslex.cli.output_folder import check_output
    from crosslex.corpus.options import ReadOptions

    began = time.perf_counter()
    n_jobs = options.useful_jobs(jobs)
    how = ReadOptions(text_column, label_column, domain_column, on_error, format)
    reading = Reading(how, keep_texts=examples, jobs=n_jobs)
    check_output(out)
    with engine_opened(engine, scheduler, out, domains, reading) as reading_shards:
        corpora = read_corpora(domains, reading_shards)
        skipped = report_read(corpora, how)
        model = _new_model(context_, preset)
        model.set_params(random_state=seed, n_jobs=n_jobs)
        if not examples:
            model.set_params(max_examples=0)
        _logger.info("learn with %r", model)
        model.fit(corpora)
        _logger.info("save the model to %s", out)
        model.save(out)
        return summarize(model, corpora, out, skipped, time.perf_counter() - began)


def _new_model(context: typer.Context, preset: str) -> "CrossDomainEmbedding":
    """Return a model with the settings given as options of the same names."""
    # Imported after the files are read: a mistake in them should not wait for scikit-learn.
    from crosslex import CrossDomainEmbedding

    model = CrossDomainEmbedding.paper() if preset == "paper" else CrossDomainEmbedding()
    for name in model.get_params():
        if context.params.get(name) is not None:
            model.set_params(**{name: context.params[name]})
    return model

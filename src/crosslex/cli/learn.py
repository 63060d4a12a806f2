"""`crosslex learn`: texts of several domains in, a model out."""

import logging
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from crosslex.cli.config import Config
from crosslex.cli.options import READ, Debug, Jobs, Json, Quiet, Seed, Verbose
from crosslex.cli.reading import DomainSize, Reading, all_cores, named_paths, read_corpora, sizes
from crosslex.errors import CrosslexWarning

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding

VOCABULARY = "Which words"
TRAINING = "How to learn"

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
    domains: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=PATH...",
            show_default=False,
            help="Two or more domains, each a name and a file, a folder, a quoted pattern or - "
            "for standard input; or one PATH with --domain-column. Read are .txt (a document a "
            "line), .jsonl, .csv, .tsv, .parquet and .review, each also .gz.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="MODEL", help="Folder for the model.", show_default=False
        ),
    ],
    preset: Annotated[
        Literal["default", "paper"],
        typer.Option(help="Where all other settings come from; paper takes the paper's."),
    ] = "default",
    config: Config = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    examples: Annotated[
        bool,
        typer.Option(
            "--examples/--no-examples", help="Keep some sentences of the texts with the model."
        ),
    ] = True,
    text_column: Annotated[
        str, typer.Option(metavar="NAME", help="Column of the text.", rich_help_panel=READ)
    ] = "text",
    label_column: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Column of the label.",
            show_default="label, where there is one",
            rich_help_panel=READ,
        ),
    ] = None,
    domain_column: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Column that names the domain, where one PATH holds many.",
            show_default=False,
            rich_help_panel=READ,
        ),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="The files' format, such as jsonl.gz.",
            show_default="by their ending",
            rich_help_panel=READ,
        ),
    ] = None,
    on_error: Annotated[
        Literal["stop", "skip"],
        typer.Option(help="What to do about a line that cannot be read.", rich_help_panel=READ),
    ] = "stop",
    pivots: Annotated[
        Literal["frequency", "npmi", "npmi-name", "entropy", "mi", "pmi"] | None,
        typer.Option(
            help="How pivots are chosen; mi and pmi need labels.",
            show_default="frequency",
            rich_help_panel=VOCABULARY,
        ),
    ] = None,
    n_pivots: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="How many pivots.",
            show_default="1000, or half of what the domains share",
            rich_help_panel=VOCABULARY,
        ),
    ] = None,
    scope: Annotated[
        Literal["all", "paper"] | None,
        typer.Option(
            help="Vectors for all words, or for pivots and 500 words of each domain alone.",
            show_default="all",
            rich_help_panel=VOCABULARY,
        ),
    ] = None,
    min_count: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="How often a word must occur.",
            show_default="1",
            rich_help_panel=VOCABULARY,
        ),
    ] = None,
    min_documents: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="In how many documents.",
            show_default="10",
            rich_help_panel=VOCABULARY,
        ),
    ] = None,
    dimension: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Length of the vectors.",
            show_default="300",
            rich_help_panel=TRAINING,
        ),
    ] = None,
    context: Annotated[
        Literal["window", "sentence", "document"] | None,
        typer.Option(
            help="What counts as a word's company.", show_default="window", rich_help_panel=TRAINING
        ),
    ] = None,
    window: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Positions on either side, stop words not counted.",
            show_default="10",
            rich_help_panel=TRAINING,
        ),
    ] = None,
    trainer: Annotated[
        Literal["auto", "exact", "sampled", "pairs", "reference"] | None,
        typer.Option(
            help="How the objective is minimized.", show_default="auto", rich_help_panel=TRAINING
        ),
    ] = None,
    regularization: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="X",
            help="How strongly pivots tie the domains together.",
            show_default="1.0",
            rich_help_panel=TRAINING,
        ),
    ] = None,
    backoff: Annotated[
        float | None,
        typer.Option(
            min=0,
            metavar="X",
            help="Weight of the other domains' counts in each domain.",
            show_default="0.2",
            rich_help_panel=TRAINING,
        ),
    ] = None,
    epochs: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Most passes to make.",
            show_default="the trainer's own",
            rich_help_panel=TRAINING,
        ),
    ] = None,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Learn one vector per word and domain from texts, without labels."""
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.output import check_output
    from crosslex.cli.show import give_json

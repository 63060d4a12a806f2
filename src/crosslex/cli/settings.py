"""The settings of learning as options; what is not given comes from the preset."""

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from crosslex.cli.options import with_default

WORDS = "Which words"
TRAINING = "How to learn"


def _choice(meaning: str, default: str, panel: str) -> Any:
    return typer.Option(metavar="HOW", help=with_default(meaning, default), rich_help_panel=panel)


def _number(meaning: str, default: str, panel: str, least: int = 1) -> Any:
    return typer.Option(
        min=least, metavar="N", help=with_default(meaning, default), rich_help_panel=panel
    )


NamedPaths = Annotated[
    list[str],
    typer.Argument(
        metavar="NAME=PATH",
        show_default=False,
        help="Two or more domains, each a name and a file, a folder, a quoted pattern or - for "
        "standard input; or one PATH with --domain-column. Formats: .txt (a document a line), "
        ".jsonl, .csv, .tsv, .parquet, .review, each also .gz.",
    ),
]
ModelOut = Annotated[
    Path,
    typer.Option("--out", "-o", metavar="MODEL", help="Folder for the model.", show_default=False),
]
Preset = Annotated[
    Literal["default", "paper"],
    typer.Option(help="Where settings that are not given come from: crosslex's or the paper's."),
]
KeepExamples = Annotated[
    bool,
    typer.Option(
        "--examples/--no-examples",
        metavar="",
        help="Keep some sentences of the texts with the model.",
    ),
]
EngineName = Annotated[
    Literal["local", "dask"],
    typer.Option(help="Who reads and counts: this machine, or the workers of a Dask cluster."),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help=with_default("The Dask scheduler, such as tcp://host:8786.", "workers started here"),
    ),
]

Pivots = Annotated[
    Literal["frequency", "npmi", "npmi-name", "entropy", "mi", "pmi"] | None,
    _choice(
        "How pivots are chosen: frequency, npmi, npmi-name, entropy; with labels also mi, pmi.",
        "frequency",
        WORDS,
    ),
]
PivotNumber = Annotated[
    int | None, _number("How many pivots.", "1000, or half of the words in all domains", WORDS)
]
Scope = Annotated[
    Literal["all", "paper"] | None,
    _choice(
        "Vectors for all words, or as in the paper: for pivots and words of one domain alone.",
        "all",
        WORDS,
    ),
]
NonPivotNumber = Annotated[
    int | None, _number("Words of one domain alone, with --scope paper.", "500", WORDS)
]
MinCount = Annotated[int | None, _number("How often a word must occur.", "1", WORDS)]
MinDocuments = Annotated[
    int | None, _number("How many documents a word must occur in.", "10", WORDS)
]

Dimension = Annotated[int | None, _number("Length of the vectors.", "300", TRAINING)]
Context = Annotated[
    Literal["window", "sentence", "document"] | None,
    _choice("What is the company of a word: window, sentence or document.", "window", TRAINING),
]
Window = Annotated[
    int | None, _number("Positions on either side, stop words not counted.", "10", TRAINING)
]
Trainer = Annotated[
    Literal["auto", "exact", "sampled", "pairs", "reference"] | None,
    _choice(
        "How to minimize the loss: auto, exact, sampled, pairs, or reference (the paper's).",
        "auto",
        TRAINING,
    ),
]
Regularization = Annotated[
    float | None, _number("How strongly pivots tie the domains together.", "1.0", TRAINING, 0)
]
Backoff = Annotated[
    float | None, _number("Weight of the other domains' counts in each.", "0.2", TRAINING, 0)
]
Epochs = Annotated[int | None, _number("Most passes to make.", "the trainer's own", TRAINING)]

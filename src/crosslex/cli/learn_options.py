"""The settings of `CrossDomainEmbedding` as options; what is not given comes from the preset."""

from pathlib import Path
from typing import Annotated, Any, Literal

from crosslex.cli.options import argument, listed, option
from crosslex.corpus.names import FormatName
from crosslex.counting.names import ContextName
from crosslex.learn.names import TrainerChoice
from crosslex.pivots.names import PivotName
from crosslex.pivots.names import Scope as ScopeName

VOCABULARY = "Vocabulary"
TRAINING = "Training"


def _choice(help: str, default: str, panel: str) -> Any:
    return option(help=help, default=default, metavar="NAME", panel=panel)


def _number(help: str, default: str, panel: str, *, least: int = 1) -> Any:
    return option(help=help, default=default, metavar="N", least=least, panel=panel)


NamedPaths = Annotated[
    list[str],
    argument(
        "NAME=PATH",
        "Two or more domains, each a name and a file, a folder, a quoted pattern or - for "
        "standard input; or one PATH with --domain-column. Formats, by the ending of the name: "
        f"{listed(FormatName)}, each also .gz; in .txt each line is a document.",
    ),
]
ModelOut = Annotated[Path, option("--out", "-o", help="Folder for the model.", metavar="MODEL")]
Preset = Annotated[
    Literal["default", "paper"],
    option(help="Where settings that are not given come from: crosslex's or the paper's."),
]
KeepExamples = Annotated[
    bool,
    option(
        "--examples/--no-examples",
        help="Keep some sentences of the texts in the model.",
        metavar="",
    ),
]
EngineName = Annotated[
    Literal["local", "dask"],
    option(help="What reads and counts: this machine, or the workers of a Dask cluster."),
]
Scheduler = Annotated[
    str | None,
    option(
        help="The Dask scheduler, such as tcp://host:8786.",
        default="workers started here",
        metavar="ADDRESS",
    ),
]

Pivots = Annotated[
    PivotName | None,
    _choice(
        f"How pivots are chosen: {listed(PivotName)}; mi and pmi need labels.",
        "frequency",
        VOCABULARY,
    ),
]
PivotNumber = Annotated[
    int | None, _number("How many pivots.", "1000, or half of the words in all domains", VOCABULARY)
]
Scope = Annotated[
    ScopeName | None,
    _choice(
        "all: vectors for all words; paper: only for pivots and for words of a single domain.",
        "all",
        VOCABULARY,
    ),
]
NonPivotNumber = Annotated[
    int | None, _number("Words of a single domain, with --scope paper.", "500", VOCABULARY)
]
MinCount = Annotated[int | None, _number("How often a word must occur.", "1", VOCABULARY)]
MinDocuments = Annotated[
    int | None, _number("How many documents must contain a word.", "10", VOCABULARY)
]

Dimension = Annotated[int | None, _number("Length of the vectors.", "300", TRAINING)]
Context = Annotated[
    ContextName | None,
    _choice(f"What the context of a word is: {listed(ContextName)}.", "window", TRAINING),
]
Window = Annotated[
    int | None, _number("Positions on either side, stop words not counted.", "10", TRAINING)
]
Trainer = Annotated[
    TrainerChoice | None,
    _choice(
        f"How to minimize the loss: {listed(TrainerChoice)}; reference is the paper's.",
        "auto",
        TRAINING,
    ),
]
Regularization = Annotated[
    float | None,
    _number("How strongly pivots tie the domains together.", "1.0", TRAINING, least=0),
]
Backoff = Annotated[
    float | None,
    _number("Weight of the other domains' counts in each domain.", "0.2", TRAINING, least=0),
]
Epochs = Annotated[int | None, _number("Maximum number of passes.", "the trainer's own", TRAINING)]

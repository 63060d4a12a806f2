"""The options of `crosslex benchmark`."""

from pathlib import Path
from typing import Annotated, Literal

from crosslex.cli.options import argument, flag, listed, option
from crosslex_bench.methods.names import MethodName
from crosslex_bench.studies.names import TAGGING, StudyName

DatasetPath = Annotated[
    str,
    argument(
        "DATASET",
        "A folder with labelled.jsonl and unlabelled.jsonl; the Multi-Domain Sentiment Dataset as "
        "its authors distribute it, unpacked or as tar.gz; or hutto2014, fetched through pip.",
    ),
]
ResultsOut = Annotated[Path, option("--out", "-o", help="Folder for the results.", metavar="DIR")]
MethodList = Annotated[
    str,
    option(
        help=f"Methods to compare: all, or some of {listed(MethodName)}; of a study, its own.",
        metavar="A,B",
    ),
]
StudyChoice = Annotated[
    str | None,
    option(
        help=f"Vary one thing instead: {listed(StudyName)}; or {TAGGING}: parts of speech, of a "
        "folder with pos.jsonl.",
        metavar="NAME",
    ),
]
VariantList = Annotated[
    str | None,
    option(help="Some of the study's values, for a quicker run.", default="all", metavar="A,B"),
]
PairList = Annotated[
    str | None,
    option(
        help="From which domains to which; several sources as 'A+B->C'.",
        default="all ordered pairs of domains not for validation",
        metavar="'A->B,…'",
    ),
]
ValidationList = Annotated[
    str | None,
    option(
        help="Domains for tuning, left out of the pairs.",
        default="music and video, where present",
        metavar="A,B",
    ),
]
Tune = Annotated[
    bool,
    flag(
        "--tune",
        help="First choose every method's settings, and one threshold rule for all, on pairs "
        "whose targets are the validation domains.",
    ),
]
TunePairs = Annotated[
    Literal["some", "all"],
    option(help="Validation pairs: one source per target, or all sources."),
]
ExcludedPairs = Annotated[
    str | None,
    option(
        help="Pairs never tuned on.",
        default="dvd->video where present, because they share reviews",
        metavar="'A->B,…'",
    ),
]
Seeds = Annotated[
    int, option(help="How many seeds each randomized method runs with.", metavar="N", least=1)
]
Unlabeled = Annotated[
    Literal["pair", "all"],
    option(help="Whose unlabeled text every method is given: the pair's, or all."),
]
MultiSource = Annotated[
    bool, flag("--multi-source", help="Train on all other domains' labels at once.")
]
Preset = Annotated[
    Literal["default", "paper"],
    option(
        help="Every method at its best, or the paper's protocol: its systems alone, with the same "
        "features, weighting and NPMI pivots."
    ),
]
CellJobs = Annotated[
    int | None,
    option(
        help="Processes, each with one method on one pair; the results do not depend on it.",
        default="all cores",
        metavar="N",
        least=1,
    ),
]
Resume = Annotated[bool, flag("--resume", help="Go on with what an earlier run left in DIR.")]
Share = Annotated[
    bool,
    flag(
        "--share", help="Take what runs in folders next to DIR have computed with these settings."
    ),
]

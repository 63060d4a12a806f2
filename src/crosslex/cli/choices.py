"""The names that options take, from the modules where each list of names lives."""

from typing import Literal, get_args

FormatName = Literal["txt", "jsonl", "ndjson", "csv", "tsv", "parquet", "review"]
PivotName = Literal["frequency", "npmi", "npmi-name", "entropy", "mi", "pmi"]
TrainerName = Literal["auto", "exact", "pairs", "reference"]
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


def listed(names: object) -> str:
    """Write the names of a `Literal` for a help text.

    >>> listed(Literal["stop", "skip"])
    'stop, skip'
    """
    return ", ".join(get_args(names))

"""The names that options take, from the modules where each list of names lives."""

from typing import Literal, get_args

from crosslex.corpus.names import FormatName
from crosslex.learn.names import TrainerChoice
from crosslex.pivots.names import PivotName

__all__ = ["FormatName", "MethodName", "PivotName", "TrainerChoice", "listed"]

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

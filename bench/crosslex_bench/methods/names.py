"""Names of all methods, typed; light enough for `--help` to import."""

from typing import Final, Literal, get_args

MethodName = Literal[
    "none",
    "in_domain",
    "crosslex",
    "crosslex-documents",
    "crosslex-expansion",
    "crosslex-paper",
    "crosslex-released",
    "pooled",
    "none+dci",
    "none+documents",
    "scl",
    "sfa",
    "cs",
    "glove",
    "skipgram",
    "msda",
    "coral",
    "dci",
]
"""The methods of `crosslex_bench.methods.METHODS`."""

METHOD_NAMES: Final[tuple[MethodName, ...]] = get_args(MethodName)

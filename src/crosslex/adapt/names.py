"""Names of methods and weightings, typed; light enough for `--help` to import."""

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
"""The methods of `crosslex.adapt.METHODS`; each is the `METHOD` of the file of its name."""

METHOD_NAMES: Final[tuple[MethodName, ...]] = get_args(MethodName)

WeightingName = Literal["tfidf", "binary"]
"""`tfidf`: (1 + log count) × idf, rows of unit length; `binary`: 1 where a feature occurs."""

"""Word vectors that know their domain."""

from crosslex._version import __version__
from crosslex.corpus import Corpus
from crosslex.errors import CrosslexError, CrosslexWarning
from crosslex.learn import CrossDomainEmbedding
from crosslex.text import TextSettings
from crosslex.vectors import DomainVectors

__all__ = [
    "Corpus",
    "CrossDomainEmbedding",
    "CrosslexError",
    "CrosslexWarning",
    "DomainVectors",
    "TextSettings",
    "__version__",
]

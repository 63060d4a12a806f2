"""Word vectors that know their domain."""

from typing import TYPE_CHECKING

from crosslex._version import __version__
from crosslex.errors import CrosslexError, CrosslexWarning
from crosslex.imports import lazy_names

if TYPE_CHECKING:
    from crosslex.auditing.run import audit
    from crosslex.classifier import CrossDomainClassifier
    from crosslex.corpus.corpus import Corpus
    from crosslex.counts.phrases import find_phrases
    from crosslex.document_vectors import DocumentVectors
    from crosslex.embedding import CrossDomainEmbedding
    from crosslex.text.settings import TextSettings
    from crosslex.vectors import DomainVectors

__all__ = [
    "Corpus",
    "CrossDomainClassifier",
    "CrossDomainEmbedding",
    "CrosslexError",
    "CrosslexWarning",
    "DocumentVectors",
    "DomainVectors",
    "TextSettings",
    "__version__",
    "audit",
    "find_phrases",
]

# Hidden from type checkers, which would take any name at all for one of ours.
if not TYPE_CHECKING:
    _, __getattr__ = lazy_names(__name__)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

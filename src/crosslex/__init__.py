"""Word vectors that know their domain."""

from importlib import import_module
from typing import TYPE_CHECKING

from crosslex._version import __version__
from crosslex.errors import CrosslexError, CrosslexWarning

if TYPE_CHECKING:
    from crosslex.classify import CrossDomainClassifier
    from crosslex.corpus import Corpus
    from crosslex.learn import CrossDomainEmbedding
    from crosslex.text import TextSettings
    from crosslex.vectors import DomainVectors

__all__ = [
    "Corpus",
    "CrossDomainClassifier",
    "CrossDomainEmbedding",
    "CrosslexError",
    "CrosslexWarning",
    "DomainVectors",
    "TextSettings",
    "__version__",
]

_HOMES = {
    "Corpus": "crosslex.corpus",
    "CrossDomainClassifier": "crosslex.classify",
    "CrossDomainEmbedding": "crosslex.learn",
    "DomainVectors": "crosslex.vectors",
    "TextSettings": "crosslex.text",
}

# Loaded when first asked for: `crosslex --help` must not wait for numba and scikit-learn.
# Hidden from type checkers, which would take any name at all for one of ours.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})

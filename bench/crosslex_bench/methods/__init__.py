"""Rivals, ablations and the product's methods, one file per rival."""

from typing import TYPE_CHECKING

from crosslex.imports import lazy_names

if TYPE_CHECKING:
    from crosslex_bench.methods.registry import METHODS as METHODS
else:
    __all__, __getattr__ = lazy_names(__name__)

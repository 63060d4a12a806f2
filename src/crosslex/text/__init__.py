"""Raw text to sentences of lemmas, and those to features without stop words."""

from crosslex.text.analysis import analyze, features, lemmatize, raw_sentences
from crosslex.text.places import find_feature
from crosslex.text.settings import TextSettings

__all__ = [
    "TextSettings",
    "analyze",
    "features",
    "find_feature",
    "lemmatize",
    "raw_sentences",
]

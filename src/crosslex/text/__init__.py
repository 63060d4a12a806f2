"""Raw text to sentences of lemmas, and those to features without stop words."""

from typing import TYPE_CHECKING

from crosslex.imports import lazy_names

if TYPE_CHECKING:
    from crosslex.text.analysis import analyze as analyze
    from crosslex.text.settings import TextSettings as TextSettings
    from crosslex.text.settings import Tokens as Tokens
    from crosslex.text.settings import read_stop_words as read_stop_words
    from crosslex.text.settings import read_terms as read_terms
else:
    __all__, __getattr__ = lazy_names(__name__)

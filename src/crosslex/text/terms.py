"""Terms: several words that count as one, such as *cost of living*, found in any inflected form."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from crosslex.errors import InputError
from crosslex.text.settings import LARGEST_FILE, TextSettings

TERM_SPACE = "\N{NO-BREAK SPACE}"
"""Between the words of a term: it looks like a space, but a space would make it a phrase."""


class Terms:
    """Terms by their lemmas; the longest that begins at a word is taken.

    >>> terms = Terms({("cost", "of", "live"): "cost of living"})
    >>> [word.split(TERM_SPACE) for word in terms.join(["high", "cost", "of", "live"])]
    [['high'], ['cost', 'of', 'living']]
    """

    def __init__(self, names: dict[tuple[str, ...], str]) -> None:
        self._starting: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for lemmas in sorted(names, key=len, reverse=True):
            name = names[lemmas].replace(" ", TERM_SPACE)
            self._starting.setdefault(lemmas[0], []).append((lemmas, name))

    def find(self, words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
        """Yield words and terms, each with the places of its first word and after its last."""
        place = 0
        while place < len(words):
            stop, name = place + 1, words[place]
            for lemmas, term in self._starting.get(words[place], ()):
                if tuple(words[place : place + len(lemmas)]) == lemmas:
                    stop, name = place + len(lemmas), term
                    break
            yield name, place, stop
            place = stop

    def join(self, words: Sequence[str]) -> list[str]:
        """Return the words of a sentence, its terms as one word each."""
        return [name for name, _, _ in self.find(words)]


@lru_cache(maxsize=8)
def terms_of(settings: TextSettings) -> Terms | None:
    """Return the terms of text settings, None where there are none."""
    if not settings.terms:
        return None
    from crosslex.text.analysis import analyze

    plain = replace(settings, terms=frozenset())
    names: dict[tuple[str, ...], str] = {}
    # In order, so that of two terms with the same lemmas always the same one gives the name.
    for term in sorted(settings.terms):
        lemmas = [lemma for sentence in analyze(term, plain) for lemma in sentence]
        if len(lemmas) < 2:
            raise InputError(f"terms: found {term!r}; each must be two words or more")
        names.setdefault(tuple(lemmas), term)
    return Terms(names)


def read_terms(path: str | Path) -> frozenset[str]:
    """Return the terms of a UTF-8 file, one per line, without blank lines and those after #.

    What follows a tabulator is left out, so that a term may have a score beside it.
    """
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: over {LARGEST_FILE:,} bytes; give a list of terms")
        lines = path.read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError(f"{path}: not valid UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror or error}); give a file of terms"
        ) from None
    found = (line.partition("\t")[0].strip() for line in lines if not line.startswith("#"))
    terms = frozenset(term for term in found if term)
    if not terms:
        raise InputError(f"{path}: no terms in it; give one per line")
    return terms

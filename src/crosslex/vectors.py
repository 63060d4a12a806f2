"""Word vectors to look things up in: neighbors and similarities, within a domain and across."""

import html
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from crosslex.errors import CrosslexError, InputError, UnknownWordError

Neighbor = tuple[str, float]
"""A word and its cosine."""

_SPELLINGS = 3
_SPELLING_CANDIDATES = 200


@dataclass(frozen=True, eq=False, repr=False)
class DomainVectors:
    """The word vectors of one domain, comparable with those of the model's other domains.

    Parameters
    ----------
    domain
        The domain's name.
    words
        The words that have a vector; a bigram's two are joined by a space.
    vectors
        Words × dimensions, float32, read-only.
    counts
        How often each word occurs in the domain, where known.

    Examples
    --------
    >>> books = DomainVectors("books", ("novel", "story"), np.array([[1, 0], [3, 4]]))
    >>> kitchen = DomainVectors("kitchen", ("knife", "well made"), np.array([[0, 2], [1, 1]]))
    >>> books["story"]
    array([3., 4.], dtype=float32)
    >>> books.neighbors("novel")
    [('story', 0.6)]
    >>> books.neighbors("novel", among=kitchen, top=1)
    [('well made', 0.707...)]
    >>> books.similarity("story", "knife", across=kitchen)
    0.8
    """

    domain: str
    words: tuple[str, ...]
    vectors: NDArray[np.float32]
    counts: NDArray[np.int64] | None = None

    def __post_init__(self) -> None:
        vectors = np.ascontiguousarray(self.vectors, dtype=np.float32).view()
        if vectors.ndim != 2 or len(vectors) != len(self.words):
            raise InputError(f"vectors of {len(self.words)} words have the shape {vectors.shape}")
        if not np.isfinite(vectors).all():
            raise InputError(f"vectors of {self.domain!r} hold values that are not finite")
        if self.counts is not None and len(self.counts) != len(self.words):
            raise InputError(f"counts are {len(self.counts)}, words are {len(self.words)}")
        vectors.flags.writeable = False
        object.__setattr__(self, "words", tuple(self.words))
        object.__setattr__(self, "vectors", vectors)
        if len(self._positions) != len(self.words):
            raise InputError(f"words of {self.domain!r} occur twice: each may have one vector")

    def __reduce__(self) -> tuple[type["DomainVectors"], tuple[Any, ...]]:
        # Made anew when unpickled: read-only again, and without the unit vectors.
        return DomainVectors, (self.domain, self.words, self.vectors, self.counts)

    def __repr__(self) -> str:
        size, dimension = self.vectors.shape
        return f"DomainVectors({self.domain!r}, {size:,} words, {dimension} dimensions)"

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._find(word) is not None

    def __getitem__(self, word: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = self.vectors[self._position(word)]
        return vector

    def neighbors(
        self, word: str | ArrayLike, top: int = 10, among: "DomainVectors | None" = None
    ) -> list[Neighbor]:
        """Find the words nearest to a word or to a vector, by cosine, the nearest first.

        Parameters
        ----------
        word
            A word of this domain, which is not its own neighbor, or any vector.
        top
            How many to find at most.
        among
            Where to look for them: the vectors of another domain instead of this one.
        """
        if isinstance(top, bool) or not isinstance(top, int | np.integer) or top < 1:
            raise InputError(f"top must be 1 or more, not {top!r}")
        others = self if among is None else among
        itself = None
        if isinstance(word, str):
            position = self._position(word)
            query = self.vectors[position]
            itself = position if others is self else None
        else:
            query = np.asarray(word)
        return others._nearest(query, int(top), itself)

    def similarity(self, a: str, b: str, across: "DomainVectors | None" = None) -> float:
        """Cosine of a word here with another one here, or with one of another domain."""
        others = self if across is None else across
        return float(_cosines(others._same_dimension(self[a])[None], others[b])[0])

    def _nearest(self, vector: NDArray[Any], top: int, itself: int | None) -> list[Neighbor]:
        query = self._same_dimension(vector)
        length = np.linalg.norm(query)
        scores = self._unit @ (query / length if length else query).astype(np.float32)
        if itself is not None:
            scores[itself] = -np.inf
        top = min(top, len(self.words) - (itself is not None))
        if top == 0:
            return []
        # Single precision only narrows the choice, by a margin that covers its rounding errors:
        # the order is that of exact cosines, and of the words where these are equal.
        margin = (len(query) + 8) * np.finfo(np.float32).eps
        cut = np.partition(scores, len(scores) - top)[len(scores) - top] - margin
        candidates = np.flatnonzero(scores >= cut)
        cosines = _cosines(self.vectors[candidates], query)
        best = np.argsort(-cosines, kind="stable")[:top]
        return [(self.words[candidates[i]], float(cosines[i])) for i in best]

    def _same_dimension(self, vector: NDArray[Any]) -> NDArray[np.float64]:
        if vector.shape != self.vectors.shape[1:] or vector.dtype.kind not in "iuf":
            raise InputError(
                f"a vector of shape {vector.shape} and type {vector.dtype} cannot be compared with"
                f" those of {self.domain!r}, which have {self.vectors.shape[1]} dimensions"
            )
        if not np.isfinite(vector).all():
            raise InputError("the vector holds values that are not finite")
        return vector.astype(np.float64)

    @cached_property
    def _positions(self) -> dict[str, int]:
        return {word: position for position, word in enumerate(self.words)}

    @cached_property
    def _unit(self) -> NDArray[np.float32]:
        lengths = np.sqrt(np.einsum("ij,ij->i", self.vectors, self.vectors, dtype=np.float64))
        lengths = np.where(lengths > 0, lengths, 1).astype(np.float32)
        unit: NDArray[np.float32] = self.vectors / lengths[:, None]
        return unit

    def _find(self, word: str) -> int | None:
        position = self._positions.get(word)
        return self._positions.get(_normalized(word)) if position is None else position

    def _position(self, word: str) -> int:
        if not isinstance(word, str):
            raise InputError(f"a word must be text, not {word!r}")
        position = self._find(word)
        if position is None:
            hint = _hint(word, self.words)
            raise UnknownWordError(f"{word!r} has no vector in domain {self.domain!r}{hint}")
        return position


@dataclass(frozen=True)
class Comparison:
    """The neighbors of one word in every domain, side by side.

    Parameters
    ----------
    word
        The word.
    columns
        Its neighbors in each domain; None where it has no vector.
    """

    word: str
    columns: Mapping[str, tuple[Neighbor, ...] | None]

    def __str__(self) -> str:
        width = max(len(cell) for row in self._rows() for cell in row)
        lines = ("  ".join(cell.ljust(width) for cell in row).rstrip() for row in self._rows())
        return "\n".join((self.word, *lines))

    def _repr_html_(self) -> str:
        head, *body = (
            [f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row]
            for tag, row in zip_longest(("th",), self._rows(), fillvalue="td")
        )
        rows = "".join(f"<tr>{''.join(cells)}</tr>" for cells in body)
        caption = f"<caption>{html.escape(self.word)}</caption>"
        return (
            f"<table>{caption}<thead><tr>{''.join(head)}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def to_frame(self) -> Any:
        """Give a pandas data frame with a row a neighbor: domain, rank, neighbor, cosine."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise CrosslexError("to_frame needs pandas: pip install pandas") from None
        rows = [
            (domain, rank, word, cosine)
            for domain, column in self.columns.items()
            for rank, (word, cosine) in enumerate(column or (), start=1)
        ]
        return pandas.DataFrame(rows, columns=["domain", "rank", "neighbor", "cosine"])

    def _rows(self) -> list[tuple[str, ...]]:
        columns = [
            ["no vector"]
            if column is None
            else [f"{cosine:5.2f} {word}" for word, cosine in column]
            for column in self.columns.values()
        ]
        return [tuple(self.columns), *zip_longest(*columns, fillvalue="")]


def compare(word: str, vectors: Mapping[str, DomainVectors], top: int = 10) -> Comparison:
    """Find the neighbors of a word in every domain.

    >>> books = DomainVectors("books", ("light", "novel"), np.array([[1, 0], [3, 4]]))
    >>> kitchen = DomainVectors("kitchen", ("knife",), np.array([[0, 2]]))
    >>> print(compare("light", {"books": books, "kitchen": kitchen}))
    light
    books       kitchen
     0.60 novel no vector
    """
    if not any(word in domain for domain in vectors.values()):
        words = dict.fromkeys(word for domain in vectors.values() for word in domain)
        hint = _hint(word, tuple(words))
        raise UnknownWordError(f"{word!r} has no vector in any domain{hint}")
    columns = {
        name: tuple(domain.neighbors(word, top)) if word in domain else None
        for name, domain in vectors.items()
    }
    return Comparison(word, columns)


def _normalized(word: str) -> str:
    return " ".join(word.lower().split())


def _cosines(rows: NDArray[Any], query: NDArray[Any]) -> NDArray[np.float64]:
    rows, query = rows.astype(np.float64), query.astype(np.float64)
    lengths = np.sqrt((rows * rows).sum(axis=1)) * np.sqrt((query * query).sum())
    products = (rows * query).sum(axis=1)
    cosines = np.zeros(len(rows))
    np.divide(products, lengths, out=cosines, where=lengths > 0)
    return cosines.clip(-1, 1)


def _hint(word: str, words: Sequence[str]) -> str:
    near = near_spellings(word, words)
    return f"; near spellings: {', '.join(map(repr, near))}" if near else ""


def near_spellings(word: str, words: Sequence[str]) -> list[str]:
    """Find the words spelled most like this one, the nearest first.

    Of all words only those that share the most letters and pairs of letters are looked at closely,
    which takes milliseconds where looking at all takes seconds.

    >>> near_spellings("lightwieght", ("novel", "lightweight", "heavyweight"))
    ['lightweight']
    """
    if not words:
        return []
    word = _normalized(word)
    wanted = _code_points(f"\n{word}\n")
    letters = np.unique(wanted)
    codes = np.zeros(sys.maxunicode + 1, np.intp)
    codes[letters] = np.arange(1, len(letters) + 1)
    size = len(letters) + 1
    pairs = np.zeros(size * size, np.uint8)
    pairs[codes[wanted[:-1]] * size + codes[wanted[1:]]] = 1
    text = codes.take(_code_points("\n".join(("", *words, ""))))
    shared = (text[1:] > 0) + pairs.take(text[:-1] * size + text[1:])
    lengths = np.fromiter(map(len, words), np.int64, len(words)) + 1
    starts = np.cumsum(lengths) - lengths
    likeness = np.add.reduceat(shared, starts, dtype=np.int64) / (lengths + len(wanted))
    nearest = np.argpartition(-likeness, min(_SPELLING_CANDIDATES, len(words)) - 1)
    close = [words[index] for index in nearest[:_SPELLING_CANDIDATES]]
    return get_close_matches(word, close, n=_SPELLINGS)


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)

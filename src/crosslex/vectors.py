"""Word vectors to look things up in: neighbors and similarities, within a domain and across."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.errors import InputError
from crosslex.imports import import_optional
from crosslex.lookup import forms_of, known_form
from crosslex.text.settings import TERM_SPACE, TextSettings

Float = TypeVar("Float", bound=np.floating[Any])
Neighbor = tuple[str, float]
"""A word and its cosine."""


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
    text_settings
        How the domain's texts were analyzed, where known: with it `Knives` finds `knife`.
    domain_weights
        How much of each vector is the word's own evidence in this domain, from 0 to 1, where
        known; the rest is borrowed from the text of all domains.
    neighbor_stability
        The share of each word's first ten neighbors that would stay if the texts were drawn
        anew, from 0 to 1, where known.

    Examples
    --------
    >>> books = DomainVectors("books", ("novel", "story"), np.array([[1, 0], [3, 4]]))
    >>> kitchen = DomainVectors("kitchen", ("knife", "well made"), np.array([[0, 2], [1, 1]]))
    >>> books["story"]
    array([3., 4.], dtype=float32)
    >>> books.neighbors("novel")
    [('story', 0.6)]
    >>> books.neighbors("novel", among=kitchen, phrases=True)
    [('well made', 0.707...), ('knife', 0.0)]
    >>> books.similarity("story", "knife", across=kitchen)
    0.8
    """

    domain: str
    words: tuple[str, ...]
    vectors: Float32s
    counts: Int64s | None = None
    text_settings: TextSettings | None = None
    domain_weights: Float32s | None = None
    neighbor_stability: Float32s | None = None

    def __post_init__(self) -> None:
        vectors = np.ascontiguousarray(self.vectors, dtype=np.float32).view()
        if vectors.ndim != 2 or len(vectors) != len(self.words):
            raise InputError(f"vectors of {len(self.words)} words have the shape {vectors.shape}")
        if not np.isfinite(vectors).all():
            raise InputError(f"vectors of {self.domain!r} hold values that are not finite")
        for name in ("counts", "domain_weights", "neighbor_stability"):
            known = getattr(self, name)
            if known is not None and len(known) != len(self.words):
                raise InputError(f"{name} are {len(known)}, words are {len(self.words)}")
        vectors.flags.writeable = False
        object.__setattr__(self, "words", tuple(self.words))
        object.__setattr__(self, "vectors", vectors)
        if len(self.positions) != len(self.words):
            raise InputError(f"words of {self.domain!r} occur twice: each may have one vector")

    def __reduce__(self) -> tuple[type["DomainVectors"], tuple[Any, ...]]:
        # Built anew when unpickled: read-only again, and without what is cached.
        return DomainVectors, tuple(getattr(self, field.name) for field in fields(self))

    def __repr__(self) -> str:
        size, dimension = self.vectors.shape
        return f"DomainVectors({self.domain!r}, {size:,} words, {dimension} dimensions)"

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        """Say whether a word has a vector, in whatever form `vectors[word]` would find it."""
        return isinstance(word, str) and self._find(word) is not None

    def __getitem__(self, word: str) -> Float32s:
        return np.asarray(self.vectors[self._position(word)])

    def neighbors(
        self,
        word: str | ArrayLike,
        top: int = 10,
        among: "DomainVectors | None" = None,
        *,
        min_count: int = 1,
        phrases: bool = False,
    ) -> list[Neighbor]:
        """Return the words nearest to a word or to a vector, by cosine, the nearest first.

        Parameters
        ----------
        word
            A word of this domain, which is not its own neighbor, nor a phrase's words; or a vector
        top
            How many to find at most.
        among
            Where to look for them: the vectors of another domain instead of this one.
        min_count
            How often a neighbor must occur where it is found, if that is known.
        phrases
            Whether two-word phrases may be neighbors too.
        """
        check_whole("top", top, least=1)
        check_whole("min_count", min_count, least=1)
        others = self if among is None else among
        left_out = np.zeros(len(others), bool) if phrases else others._are_phrases.copy()
        if others.counts is not None:
            left_out |= others.counts < min_count
        if isinstance(word, str):
            position = self._position(word)
            query, known = self.vectors[position], self.words[position]
            # A phrase is always near its own words.
            parts = {*known.split(" "), known} if others is self or " " in known else ()
            left_out[[others.positions[each] for each in parts if each in others.positions]] = True
        else:
            query = np.asarray(word)
        return others._nearest(query, int(top), left_out)

    def count(self, word: str) -> int:
        """Return how often a word occurs in the domain, 0 where that is not known."""
        return 0 if self.counts is None else int(self.counts[self._position(word)])

    def domain_weight(self, word: str) -> float | None:
        """Return how much of a word's vector is its own evidence here, None if not known."""
        known = self.domain_weights
        return None if known is None else float(known[self._position(word)])

    def stability(self, word: str) -> float | None:
        """Return which share of a word's neighbors would stay, None if not known."""
        known = self.neighbor_stability
        return None if known is None else float(known[self._position(word)])

    def similarity(self, a: str, b: str, across: "DomainVectors | None" = None) -> float:
        """Return the cosine of a word here with another one here, or in another domain."""
        others = self if across is None else across
        return float(_cosines(others._same_dimension(self[a])[None], others[b])[0])

    def to_frame(self) -> Any:
        """Return the vectors as a pandas data frame, one row per word."""
        pandas = import_optional("pandas", needed_for="to_frame")
        return pandas.DataFrame(self.vectors, index=pandas.Index(self._spaced, name="word"))

    def to_keyed_vectors(self) -> Any:
        """Return the vectors as gensim's KeyedVectors, with the counts where known.

        Phrases and terms have spaces. gensim's files cannot hold these: write files for other
        programs with `CrossDomainEmbedding.export`.
        """
        gensim = import_optional("gensim.models", needed_for="to_keyed_vectors")
        keyed = gensim.KeyedVectors(self.vectors.shape[1], dtype=np.float32)
        keyed.add_vectors(self._spaced, self.vectors)
        if self.counts is not None:
            for word, count in zip(self._spaced, self.counts.tolist(), strict=True):
                keyed.set_vecattr(word, "count", count)
        return keyed

    def __deepcopy__(self, memo: dict[int, Any]) -> "DomainVectors":
        # Nothing of it changes: scikit-learn's `clone` need not copy the vectors.
        return self

    def _nearest(
        self, vector: NDArray[Any], top: int, left_out: NDArray[np.bool_]
    ) -> list[Neighbor]:
        query = self._same_dimension(vector)
        length = np.linalg.norm(query)
        # Not `unit_rows`, which would copy all vectors.
        scores = self.vectors @ (query / length if length else query).astype(np.float32)
        scores /= self._lengths
        scores[left_out] = -np.inf
        top = min(top, int(np.count_nonzero(~left_out)))
        if top == 0:
            return []
        # Single precision only preselects, with a margin for its rounding errors; the order is
        # that of exact cosines, and of the words where these are equal.
        margin = (len(query) + 8) * np.finfo(np.float32).eps
        cut = np.partition(scores, len(scores) - top)[len(scores) - top] - margin
        candidates = np.flatnonzero(scores >= cut)
        cosines = _cosines(self.vectors[candidates], query)
        best = np.argsort(-cosines, kind="stable")[:top]
        return [(self.words[candidates[i]], float(cosines[i])) for i in best]

    def _same_dimension(self, vector: NDArray[Any]) -> Float64s:
        if vector.shape != self.vectors.shape[1:] or vector.dtype.kind not in "iuf":
            raise InputError(
                f"a vector of shape {vector.shape} and type {vector.dtype} cannot be compared with"
                f" those of {self.domain!r}, which have {self.vectors.shape[1]} dimensions"
            )
        if not np.isfinite(vector).all():
            raise InputError("the vector holds values that are not finite")
        return vector.astype(np.float64)

    @cached_property
    def positions(self) -> dict[str, int]:
        """The place of each word among the words."""
        return {word: position for position, word in enumerate(self.words)}

    @property
    def _spaced(self) -> list[str]:
        """The words as other programs know them: with spaces also between those of a term."""
        return [word.replace(TERM_SPACE, " ") for word in self.words]

    @cached_property
    def _are_phrases(self) -> NDArray[np.bool_]:
        return np.array([" " in word for word in self.words], bool)

    @cached_property
    def _lengths(self) -> Float32s:
        # In double precision, because squares of large numbers overflow single precision.
        lengths = np.sqrt(np.einsum("ij,ij->i", self.vectors, self.vectors, dtype=np.float64))
        return np.where(lengths > 0, lengths, 1).astype(np.float32)

    def _find(self, word: str) -> int | None:
        """Return the position of a word, looked up as people type it."""
        for form in forms_of(word, self.text_settings):
            if form in self.positions:
                return self.positions[form]
        return None

    def _position(self, word: str) -> int:
        return self.positions[known_form(word, {self.domain: self})]


def unit_rows(vectors: NDArray[Float]) -> NDArray[Float]:
    """Return the rows scaled to unit length, in the type they have; rows of zeros stay zeros.

    >>> unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), vectors.dtype)


def sum_by_uses(
    vectors: Sequence[DomainVectors], words: Sequence[str], uses: Int64s, size: int | None = None
) -> Float64s:
    """Return the sum of each word's unit vectors in some domains, weighted by its uses in each.

    `uses` are domains × words; `size` dimensions are taken, or all.
    """
    size = vectors[0].vectors.shape[1] if size is None else size
    total = np.zeros((len(words), size))
    for known, counts in zip(vectors, uses, strict=True):
        rows = np.array([known.positions.get(word, -1) for word in words], np.int64)
        at = np.flatnonzero(rows >= 0)
        total[at] += counts[at][:, None] * unit_rows(known.vectors[rows[at], :size])
    return total


def _cosines(rows: NDArray[Any], query: NDArray[Any]) -> Float64s:
    rows, query = rows.astype(np.float64), query.astype(np.float64)
    lengths = np.sqrt((rows * rows).sum(axis=1)) * np.sqrt((query * query).sum())
    products = (rows * query).sum(axis=1)
    cosines = np.zeros(len(rows))
    np.divide(products, lengths, out=cosines, where=lengths > 0)
    return cosines.clip(-1, 1)

"""Tagging parts of speech across genres: a linear tagger with and without vectors, as a study."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack
from sklearn.base import BaseEstimator
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import SGDClassifier

from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.sentences import Sentences, TaggingDataset, unknown_words
from crosslex_bench.engine.results import Setup
from crosslex_bench.engine.study import (
    Column,
    Panel,
    Study,
    Variant,
    choose_names,
    every_contrast,
)
from crosslex_bench.engine.summary import Tokens, TokensOf
from crosslex_bench.engine.trial import Trial
from crosslex_bench.measure import versions
from crosslex_bench.studies.names import TAGGING
from crosslex_bench.studies.tagging_vectors import (
    GenreVectors,
    VectorKind,
    VectorSettings,
    folded,
    learn_vectors,
)

# Chosen on dev sentences, as are the vectors' settings.
OFFSETS: Final = (-1, 0, 1)
REGULARIZATION: Final = 1e-6
EPOCHS: Final = 5

OUTSIDE: Final = "<>"
_SUFFIXES = (1, 2, 3, 4)
_PREFIXES = (1, 2, 3)
_NEIGHBOR_SUFFIX = 3


@dataclass(frozen=True, eq=False)
class GenreText:
    """Sentences of one genre, and the dataset whose untagged text vectors are learned from."""

    dataset: TaggingDataset
    genre: str
    sentences: Sentences


class Tagger(BaseEstimator):  # type: ignore[misc]
    """Tag every token by itself, from words, spelling and perhaps word vectors around it.

    `random_state` is the seed of the vectors and of the order in which tokens are learned from.

    >>> from crosslex_bench.data.sentences import Sentence
    >>> train = [Sentence(("a", "cat", "sat"), ("DET", "NOUN", "VERB"), "1")] * 10
    >>> test = [Sentence(("a", "cat"), ("", ""), "2")]
    >>> dataset = TaggingDataset("tiny", "", {"news": train}, {}, {"mail": test})
    >>> tagger = Tagger().fit(GenreText(dataset, "news", train))
    >>> tagger.predict(GenreText(dataset, "mail", test)).tolist()
    ['DET', 'NOUN']
    """

    randomized: ClassVar[bool] = True

    def __init__(self, vectors: VectorKind | None = None, *, random_state: int = 0) -> None:
        self.vectors = vectors
        self.random_state = random_state

    def fit(self, X: GenreText) -> Self:
        """Learn from tagged sentences of a genre."""
        self.vectors_ = None
        if self.vectors is not None:
            self.vectors_ = _vectors_of(X.dataset, self.vectors, self.random_state)
        # Features that occur once are left out, so that the tagger learns to do without them.
        self.spelling_ = CountVectorizer(analyzer=list, binary=True, dtype=np.float64, min_df=2)
        self.model_ = SGDClassifier(
            loss="log_loss",
            alpha=REGULARIZATION,
            max_iter=EPOCHS,
            tol=None,
            average=True,
            random_state=self.random_state,
        )
        spelled = self.spelling_.fit_transform(_spelled(X.sentences))
        self.model_.fit(self._with_vectors(spelled, X), tags(X.sentences))
        return self

    def predict(self, X: GenreText) -> NDArray[np.str_]:
        """Return the tag of every token."""
        spelled = self.spelling_.transform(_spelled(X.sentences))
        return np.asarray(self.model_.predict(self._with_vectors(spelled, X)))

    def _with_vectors(self, spelled: csr_array, X: GenreText) -> csr_array:
        if self.vectors_ is None:
            return spelled
        seen = vector_features(X.genre, X.sentences, self.vectors_, OFFSETS)
        return hstack([spelled, csr_array(seen.astype(np.float64))], format="csr")


def shape(word: str) -> str:
    """Return a word's outline: runs of capitals, small letters and digits, the rest as it is.

    >>> shape("McDonald's"), shape("F-16")
    ("XxXx'x", 'X-d')
    """
    outline = ""
    for letter in word:
        if letter.isupper():
            kind = "X"
        elif letter.islower():
            kind = "x"
        else:
            kind = "d" if letter.isdigit() else letter
        if not outline.endswith(kind):
            outline += kind
    return outline


def spelling_features(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield the features of each word of a sentence that need no vectors.

    The words two positions around, the word's endings and beginnings, its form and shape, and
    endings and shapes of the words next to it.
    """
    lower = [OUTSIDE] * 2 + [word.lower() for word in words] + [OUTSIDE] * 2
    shapes = [OUTSIDE] * 2 + [shape(word) for word in words] + [OUTSIDE] * 2
    for place, form in enumerate(words, start=2):
        before, word, after = lower[place - 1 : place + 2]
        yield [
            *(f"word {offset:+d} {lower[place + offset]}" for offset in (-2, -1, 0, 1, 2)),
            f"words -1 {before} {word}",
            f"words +1 {word} {after}",
            *(f"ends {word[-size:]}" for size in _SUFFIXES if size <= len(word)),
            *(f"begins {word[:size]}" for size in _PREFIXES if size <= len(word)),
            f"ends -1 {before[-_NEIGHBOR_SUFFIX:]}",
            f"ends +1 {after[-_NEIGHBOR_SUFFIX:]}",
            *(f"shape {offset:+d} {shapes[place + offset]}" for offset in (-1, 0, 1)),
            f"form {form}",
        ]


def vector_features(
    genre: str, sentences: Sentences, vectors: GenreVectors, offsets: Sequence[int]
) -> NDArray[np.float32]:
    """Return the vectors of each token and of the words around it, concatenated.

    A word without a vector, and what lies outside the sentence, is all zeros.
    """
    reach = max(map(abs, offsets))
    nothing = len(vectors.words)
    rows, inside = [], []
    for sentence in sentences:
        found = [vectors.row.get(folded(word), nothing) for word in sentence.words]
        rows += [nothing] * reach + found + [nothing] * reach
        inside += [False] * reach + [True] * len(found) + [False] * reach
    places = np.flatnonzero(inside)
    matrix = vectors.of_genre[genre]
    padded = np.vstack([matrix, np.zeros((1, matrix.shape[1]), matrix.dtype)])
    seen = np.array(rows)
    return np.hstack([padded[seen[places + offset]] for offset in offsets])


def tags(sentences: Sentences) -> NDArray[np.str_]:
    """Return the tags of all tokens."""
    return np.array([tag for sentence in sentences for tag in sentence.tags])


# Taggers of all source genres with the same seed see the same vectors.
@lru_cache(maxsize=1)
def _vectors_of(dataset: TaggingDataset, kind: VectorKind, seed: int) -> GenreVectors:
    return learn_vectors(kind, dataset.train, VectorSettings(), seed=seed)


def _spelled(sentences: Sentences) -> Iterator[list[str]]:
    return (found for sentence in sentences for found in spelling_features(sentence.words))


TAGGERS: Final[Mapping[str, Tagger]] = {
    "none": Tagger(),
    "crosslex": Tagger("domain"),
    "pooled": Tagger("pooled"),
    "random": Tagger("random"),
}
"""A tagger with each kind of vectors, and one without."""

NOTE: Final = (
    "A linear tagger learns from the tagged training sentences of one genre and tags the test "
    "sentences of another, token by token, from words and spelling; none sees nothing else. The "
    "others also see vectors of the word, the one before and the one after: crosslex one per word "
    "and genre; pooled one per word, learned from all genres' text together; random one per word, "
    "drawn at random. Vectors are learned from the words, never the tags, of the training "
    "sentences of all genres of the dataset; no test sentence is seen, with tags or without. "
    "Settings were chosen on dev sentences. An unknown word is a token of the test whose form does "
    "not occur in the source's training sentences."
)


@dataclass(frozen=True)
class TaggingTask:
    """Tag the test sentences of a genre, learning from the tagged sentences of another."""

    pair: Pair

    def training(self, data: TaggingDataset) -> GenreText:
        """Return the source's sentences to learn from."""
        source = self.pair.sources[0]
        return GenreText(data, source, data.train[source])

    def test(self, data: TaggingDataset) -> GenreText:
        """Return the target's sentences to tag."""
        return GenreText(data, self.pair.target, data.test[self.pair.target])

    def truth(self, test: GenreText) -> NDArray[np.str_]:
        """Return the tag of each token."""
        return tags(test.sentences)

    def learns_from(self) -> Hashable:
        """Return the source, which alone is learned from."""
        return self.pair.sources


def tagging_study(named: Sequence[str] = ("all",)) -> Study:
    """Return the comparison of taggers as a study: all tokens, and unknown words alone.

    Run it by `run_study` with `TaggingRules`. `named` are names of `TAGGERS`, or `all`.
    """
    taggers = {name: TAGGERS[name] for name in choose_names("methods", named, TAGGERS)}
    return Study(
        name=TAGGING,
        title="Tagging across genres",
        methods=taggers,
        panels=(
            Panel("tokens", "all tokens", (Variant(""),), digits=2),
            Panel("unknown", "unknown words", (Variant(""),), digits=2),
        ),
        references={},
        contrasts=every_contrast(taggers),
        note=NOTE,
    )


class TaggingRules:
    """What all trials of taggers have in common; called, it makes one of them."""

    def __call__(self, column: Column, pair: Pair, seed: int) -> Trial:
        """Return the trial of a tagger on a pair; those that share vectors are in one group."""
        tagger = Tagger(**{**column.method.get_params(), "random_state": seed})
        return Trial(column.label(pair, seed), tagger, TaggingTask(pair), group=(column.name, seed))

    def setup(self, data: TaggingDataset, pairs: Sequence[Pair], seeds: int) -> Setup:
        """Return what a reader must know to judge the numbers."""
        return Setup(data.name, data.sha256, tuple(map(str, pairs)), seeds, versions())

    def tokens(self, data: TaggingDataset) -> Mapping[str, TokensOf]:
        """Return, for each panel, which tokens of a pair's test sentences count."""

        def every(pair: Pair) -> Tokens:
            sentences = data.test[pair.target]
            documents = [sentence.document for sentence in sentences for _ in sentence.words]
            _, document = np.unique(documents, return_inverse=True)
            return Tokens(np.ones(len(documents), np.bool_), document)

        def unknown(pair: Pair) -> Tokens:
            train, test = data.train[pair.sources[0]], data.test[pair.target]
            return Tokens(unknown_words(train, test), every(pair).document)

        return {"tokens": every, "unknown": unknown}

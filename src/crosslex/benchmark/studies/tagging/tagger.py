"""A linear tagger that sees words, spelling and perhaps word vectors."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack
from sklearn.base import BaseEstimator
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import SGDClassifier

from crosslex.benchmark.data.sentences import Sentences, TaggingDataset
from crosslex.benchmark.studies.tagging.features import spelling_features, vector_features
from crosslex.benchmark.studies.tagging.vectors import (
    LEARNERS,
    GenreVectors,
    LearnerName,
    VectorSettings,
)

# Chosen on dev sentences, as are the vectors' settings.
OFFSETS: Final = (-1, 0, 1)
REGULARIZATION: Final = 1e-6
EPOCHS: Final = 5


@dataclass(frozen=True, eq=False)
class GenreText:
    """Sentences of one genre, and the dataset whose untagged text vectors are learned from."""

    dataset: TaggingDataset
    genre: str
    sentences: Sentences


class Tagger(BaseEstimator):  # type: ignore[misc]
    """Tag every token by itself, from the words around it.

    Parameters
    ----------
    vectors
        Which word vectors to see besides words and spelling; None for none.
    random_state
        Seed of the vectors and of the order in which tokens are learned from.

    Examples
    --------
    >>> from crosslex.benchmark.data.sentences import Sentence
    >>> train = [Sentence(("a", "cat", "sat"), ("DET", "NOUN", "VERB"), "1")] * 10
    >>> test = [Sentence(("a", "cat"), ("", ""), "2")]
    >>> dataset = TaggingDataset("tiny", "", {"news": train}, {}, {"mail": test})
    >>> tagger = Tagger().fit(GenreText(dataset, "news", train))
    >>> tagger.predict(GenreText(dataset, "mail", test)).tolist()
    ['DET', 'NOUN']
    """

    randomized: ClassVar[bool] = True

    def __init__(self, vectors: LearnerName | None = None, *, random_state: int = 0) -> None:
        self.vectors = vectors
        self.random_state = random_state

    def fit(self, X: GenreText) -> Self:
        """Learn from tagged sentences of a genre."""
        self.vectors_ = None
        if self.vectors is not None:
            self.vectors_ = _learn(X.dataset, self.vectors, self.random_state)
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


def tags(sentences: Sentences) -> NDArray[np.str_]:
    """Return the tags of all tokens."""
    return np.array([tag for sentence in sentences for tag in sentence.tags])


# Taggers of all source genres with the same seed see the same vectors.
@lru_cache(maxsize=1)
def _learn(dataset: TaggingDataset, learner: LearnerName, seed: int) -> GenreVectors:
    return LEARNERS[learner](dataset.train, VectorSettings(), seed=seed)


def _spelled(sentences: Sentences) -> Iterator[list[str]]:
    return (found for sentence in sentences for found in spelling_features(sentence.words))

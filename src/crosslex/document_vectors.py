"""Documents as vectors: the mean of their words' vectors in a domain, for scikit-learn."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin

from crosslex.arrays import Float32s
from crosslex.checks import check_jobs
from crosslex.corpus.by_domain import corpus_of
from crosslex.corpus.corpus import Corpus
from crosslex.counts.stream import document_matrix
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors, unit_rows


class DocumentVectors(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Turn texts of a domain into the mean of their words' vectors there, of unit length.

    Every occurrence of a word or phrase that has a vector counts once; a text without any becomes
    zeros. Weights by inverse frequency (idf, smooth inverse frequency) classified reviews of music
    and videos no better. There is nothing to fit: use it in a pipeline, or call `transform`.

    Parameters
    ----------
    vectors
        The vectors of the texts' domain, such as `model.vectors_["kitchen"]`.
    n_jobs
        Processes that analyze texts, -1 for all cores.

    Examples
    --------
    >>> books = DomainVectors("books", ("novel", "story"), np.array([[1, 0], [3, 4]]))
    >>> to_vectors = DocumentVectors(books)
    >>> to_vectors.transform(["A novel, a novel.", "The story of a novel", ""])
    array([[1.       , 0.       ],
           [0.70..., 0.70...],
           [0.       , 0.       ]], dtype=float32)
    >>> to_vectors.get_feature_names_out()
    array(['books0', 'books1'], dtype=object)
    """

    def __init__(self, vectors: DomainVectors, *, n_jobs: int = 1) -> None:
        self.vectors = vectors
        self.n_jobs = n_jobs

    def fit(self, X: Any = None, y: Any = None) -> Self:
        """Check the settings; texts and labels are not used."""
        if not isinstance(self.vectors, DomainVectors):
            raise InputError(
                f"vectors: found {type(self.vectors).__name__}; give those of a domain, such as "
                'model.vectors_["kitchen"]'
            )
        check_jobs(self.n_jobs)
        return self

    def transform(self, X: Sequence[str] | Corpus) -> Float32s:
        """Return documents × dimensions."""
        vectors = self.fit().vectors
        settings = vectors.text_settings or TextSettings()
        corpus = corpus_of(X, vectors.domain, settings, keep_texts=False, n_jobs=self.n_jobs)
        sums = document_matrix(corpus, vectors.words).astype(np.float32) @ vectors.vectors
        return unit_rows(np.asarray(sums))

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of the dimensions: the domain's, and a number."""
        size = self.vectors.vectors.shape[1]
        return np.array([f"{self.vectors.domain}{number}" for number in range(size)], object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        tags.requires_fit = False
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return True

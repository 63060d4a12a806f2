"""Cross-domain classification: ψ(h), which gives target words the weights of similar source words.

    ψ(h) = Σ_c∈h Σ_c'∈θ θ(c') f(c'_S, c_S)  +  Σ_w∈h Σ_w'∈θ θ(w') f(w'_S, w_T)          Eq. score

θ is an L2 logistic regression of labeled source documents with binary features; c runs over the
pivots of a target document h, compared by their source vectors, w over its target non-pivots. For
more than two classes there is one θ and one ψ per class; h gets the class with the largest ψ.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, get_args

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Float64s
from crosslex.checks import check_choice
from crosslex.classify import WeightingName
from crosslex.classify.decision import LinearDecision
from crosslex.classify.method import AdaptationMethod
from crosslex.classify.task import AdaptationTask
from crosslex.corpus.corpus import Corpus
from crosslex.paper.embedding import PaperSettings
from crosslex.paper.pivots import PaperVocabulary
from crosslex.paper.training import TrainedVectors
from crosslex.vectors import unit_rows

SimilarityName = Literal["cosine", "dot"]
Similarity = SimilarityName | Callable[[Float32s], Float32s]
"""f: a name, or a function of cosines, target features × source features in and out."""
Sums = Literal["separate", "joint"]

_BLOCK = 512  # rows of F held at once: 50 MB for 25,000 source features


@dataclass(frozen=True, eq=False)
class TaskVectors:
    """Word vectors of every domain of a task: features × n, zeros where there is none."""

    of_domain: tuple[Float32s, ...]
    pivots: NDArray[np.intp]  # indices of the features that served as pivots


@dataclass(kw_only=True, eq=False, repr=False)
class ScoreMethod(AdaptationMethod):
    """Eq. score with vectors of any kind: a subclass says how they are learned.

    Parameters
    ----------
    similarity
        f: `cosine`; `dot`, the product of vectors as they were learned; or a function of a block
        of cosines, target features × source features, such as `lambda cosines: cosines**3`.
    C
        The inverse regularization strength of the logistic regression.
    """

    similarity: Similarity = "cosine"
    C: float = 1.0

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Return word vectors for every domain of the task."""
        raise NotImplementedError

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the vectors and θ, and carry θ's weights over to the target's features."""
        vectors = self.learn_vectors(task)
        theta = self.source_decision(task)
        carried = self.carried(vectors, theta, task, task.target)
        # Eq. score has no intercept.
        self.decision_ = LinearDecision(carried, np.zeros_like(theta.intercept))
        # Those held out so far are θ's, on another scale than ψ.
        scores = [self.decision_.scores(each.documents) for each in task.source_labels]
        self.held_out_ = np.vstack(scores)
        return self

    def carried(
        self, vectors: TaskVectors, theta: LinearDecision, task: AdaptationTask, domain: int
    ) -> Float64s:
        """Return the weights of a domain's features in ψ: features × classes."""
        sources = [vectors.of_domain[each.domain] for each in task.source_labels]
        target, source = comparable_vectors(
            sources, vectors.of_domain[domain], vectors.pivots, unit=self.similarity != "dot"
        )
        return carry_over(theta.weights.T, target, source, self.similarity).T


@dataclass(kw_only=True, eq=False, repr=False)
class PaperClassifier(PaperSettings, ScoreMethod):
    """The paper's classifier: ψ with vectors learned from the texts of all domains.

    The paper's features come from texts analyzed with `TextSettings.paper()`. Pivot scores that
    use labels take the sources'. Further settings: see `PaperSettings` and `ScoreMethod`.

    Parameters
    ----------
    sums
        `separate`: ψ as printed, pivots are compared with pivots and non-pivots with non-pivots;
        `joint`: features of both roles in both sums.
    """

    weighting: ClassVar[WeightingName] = "binary"
    stop_words: ClassVar[bool] = False
    recalibrates: ClassVar[bool] = False  # the paper predicts by the sign of ψ

    sums: Sums = "separate"
    C: float = 0.1

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Return the vectors of the pivots and non-pivots of the task's texts.

        Learning knows neither labels nor which domain is the target: domains come in the order of
        their names, so that both directions of a pair have the same vectors.
        """
        check_choice("sums", self.sums, get_args(Sums))
        corpora = self.corpora(task)
        vocabulary = self.choose(corpora)
        ordered = sorted(corpora, key=lambda each: each.name)
        trained = self.learn(
            [corpus.without_labels() for corpus in ordered], vocabulary, task.random_state
        )
        return place_vectors(task, vocabulary, trained, ordered, sums=self.sums)

    def corpora(self, task: AdaptationTask) -> list[Corpus]:
        """Return the texts of all domains, as vectors are learned from them."""
        return [domain.corpus for domain in task.domains]


def place_vectors(
    task: AdaptationTask,
    vocabulary: PaperVocabulary,
    trained: TrainedVectors,
    corpora: Sequence[Corpus],
    *,
    sums: Sums,
) -> TaskVectors:
    """Return vectors by the task's features; in separate halves for separate sums.

    `corpora` are the domains in the order of the trained vectors.
    """
    number = {feature: index for index, feature in enumerate(task.features)}
    at = {corpus.name: index for index, corpus in enumerate(corpora)}
    rows = []
    for domain in task.domains:
        pivots, words = trained.pivots[at[domain.name]], trained.words[at[domain.name]]
        size = pivots.shape[1]
        width = 2 * size if sums == "separate" else size
        placed = np.zeros((len(task.features), width), np.float32)
        for names, found, columns in (
            (vocabulary.pivots, pivots, slice(None, size)),
            (vocabulary.of_domain(domain.name), words, slice(width - size, None)),
        ):
            known = [index for index, name in enumerate(names) if name in number]
            placed[[number[names[index]] for index in known], columns] = found[known]
        rows.append(placed)
    pivots_placed = [number[pivot] for pivot in vocabulary.pivots if pivot in number]
    return TaskVectors(tuple(rows), np.array(pivots_placed, np.intp))


def comparable_vectors(
    sources: Sequence[Float32s], target: Float32s, pivots: NDArray[np.intp], *, unit: bool = True
) -> tuple[Float32s, Float32s]:
    """Return vectors of target and source features from each domain's own; pivots are the same.

    Several sources give a feature one vector: the direction of the sum of its unit vectors, or
    the mean of its vectors as they are. Pivots have their source vector in the target, too.
    """
    if unit:
        source = unit_rows(np.sum([unit_rows(vectors) for vectors in sources], axis=0))
        own = unit_rows(target)
    else:
        source, own = np.mean(sources, axis=0), target.copy()
    own[pivots] = source[pivots]
    return own, source


def carry_over(
    theta: Float64s, target: Float32s, source: Float32s, similarity: Similarity = "cosine"
) -> Float64s:
    """Return θ Fᵀ with F[w, w'] = f(w_T, w'_S): the weights of target features in ψ.

    No document is expanded: with θ classes × source features, a target document h has the score
    h · (θ Fᵀ). For the cosine and the dot product, F is the product of two thin matrices and is
    never formed. Vectors are features × n, of unit length except for `dot`; a feature whose row
    is zero contributes nothing.

    >>> target = np.array([[1, 0], [0.6, 0.8], [0, 0]], dtype=np.float32)
    >>> source = np.array([[1, 0], [0, 0], [0, 1]], dtype=np.float32)
    >>> carry_over(np.array([[1.0, 0.0, 2.0]]), target, source).round(3)
    array([[1. , 2.2, 0. ]])
    """
    if not callable(similarity):
        check_choice("similarity", similarity, get_args(SimilarityName))
        return np.asarray((theta @ source) @ target.T, dtype=np.float64)
    carried = np.zeros(theta.shape)
    with_vector, known = (np.flatnonzero(each.any(axis=1)) for each in (target, source))
    for start in range(0, len(with_vector), _BLOCK):
        rows = with_vector[start : start + _BLOCK]
        block = np.zeros((len(rows), len(source)), dtype=np.float32)
        block[:, known] = similarity(target[rows] @ source[known].T)
        carried[:, rows] = theta @ block.T
    return carried

"""AdaptationMethod, the interface of all adaptation methods, and tools to write one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse, vstack
from sklearn.base import BaseEstimator, clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import StandardScaler

from crosslex.checks import check_number
from crosslex.classify.decision import Decision, LinearDecision, Scores, class_scores, fold
from crosslex.classify.names import WeightingName
from crosslex.classify.task import AdaptationTask, LinearClassifier
from crosslex.counts.documents import with_short_indices

Documents: TypeAlias = csr_array | NDArray[np.float64]

FOLDS = 5
"""Folds of the labeled documents; each is scored by a classifier trained on the others."""
ROUNDING = 1e-6
"""Smaller deviations, relative to the mean, are rounding errors."""
ROWS_AT_ONCE = 2**16


class AdaptationMethod(BaseEstimator):  # type: ignore[misc]
    """A way to carry a classifier from labeled source domains to an unlabeled target.

    To write your own, extend it and let `fit` set `decision_`; or extend `RepresentationMethod`
    and say how documents are represented. As with every estimator of scikit-learn,
    hyper-parameters are arguments of the constructor, kept as they are, and `fit` checks them.

    Parameters
    ----------
    C
        The inverse regularization strength of the method's logistic regression.

    Attributes
    ----------
    decision_ : Decision
        Scores for documents of the target. It alone is kept, and saved if it is linear.
    held_out_ : ndarray
        Scores of the labeled documents, each by a classifier that has not seen its label: the
        threshold and the probabilities are calibrated on them. `train` sets it; if a method has
        none, the decision's own scores of these documents serve.
    pool_scores_ : ndarray
        Scores of the target's documents, each by a classifier that has not learned from it. Only
        a self-training method needs to set it.

    Examples
    --------
    >>> class SourceOnly(AdaptationMethod):
    ...     def fit(self, task):
    ...         self.decision_ = self.source_decision(task)
    ...         return self
    >>> from crosslex import CrossDomainClassifier
    >>> classifier = CrossDomainClassifier(SourceOnly(), target="tools", min_documents=2)
    >>> texts = ["good plot", "dull plot", "good cast", "dull cast"] * 10 + ["good saw"] * 10
    >>> domains, labels = ["films"] * 40 + ["tools"] * 10, [1, 0] * 20 + [-1] * 10
    >>> classifier.fit(texts, labels, sample_domain=domains).predict(["a good saw"])
    array([1])
    """

    needs_target_labels: ClassVar[bool] = False
    """Whether it learns from the target's labels; they are hidden from all others."""
    randomized: ClassVar[bool] = True
    """Whether the result depends on the seed."""
    weighting: ClassVar[WeightingName] = "tfidf"
    """How its documents are weighted."""
    stop_words: ClassVar[bool] = True
    """Whether stop words are features."""
    recalibrates: ClassVar[bool] = True
    """Whether the threshold may be moved to where the target's scores put it."""

    C: float = 1.0
    decision_: Decision
    held_out_: Scores
    pool_scores_: Scores

    def fit(self, task: AdaptationTask) -> Self:
        """Learn from the task and set `decision_`."""
        raise NotImplementedError

    def new_classifier(self, task: AdaptationTask) -> LinearClassifier:
        """Return an untrained classifier: the user's own, else a logistic regression."""
        check_number("C", self.C, above_zero=True)
        classifier: LinearClassifier = (
            LogisticRegression(C=self.C, max_iter=5000)
            if task.classifier is None
            else clone(task.classifier)
        )
        return classifier

    def train(
        self,
        task: AdaptationTask,
        documents: Sequence[Documents],
        labels: Sequence[NDArray[np.int32]],
    ) -> LinearClassifier:
        """Return a new classifier, trained on documents and labels of several domains.

        Their held-out scores become `held_out_`.
        """
        stacked = stack_sparse(documents) if issparse(documents[0]) else np.vstack(documents)
        known = np.concatenate(labels)
        fitted = self.new_classifier(task).fit(stacked, known)
        self.held_out_ = held_out_scores(fitted, stacked, known)
        return fitted

    def train_on_sources(
        self,
        task: AdaptationTask,
        transform: Callable[[csr_array, int], Documents] = lambda documents, _: documents,
    ) -> LinearClassifier:
        """Return a classifier trained on the labeled documents of all sources.

        `transform` represents documents of the domain with the given index.
        """
        sources = task.source_labels
        documents = [transform(source.documents, source.domain) for source in sources]
        labels = [source.labels for source in sources]
        return self.train(task, documents, labels)

    def source_decision(self, task: AdaptationTask) -> LinearDecision:
        """Return the decision of a classifier of the source's labeled documents as they are."""
        return LinearDecision.of_classifier(self.train_on_sources(task), len(task.features))


class RepresentationMethod(AdaptationMethod):
    """A method that trains on represented source documents and classifies represented targets.

    A subclass says how documents are represented: `learn` and `transform`. What `transform`
    does to a document must be linear, up to a constant: representation and classifier are
    folded into one weight per feature of the target and class.
    """

    decision_: LinearDecision

    def learn(self, task: AdaptationTask) -> Self:
        """Learn the representation from all documents; attributes it sets end in `_`."""
        raise NotImplementedError

    def transform(self, documents: csr_array, domain: int) -> Documents:
        """Represent weighted documents × features of the domain with this index in the task."""
        raise NotImplementedError

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the representation, train the classifier on it, and fold both into weights."""
        return self.learn(task).fit_classifier(task)

    def fit_classifier(self, task: AdaptationTask) -> Self:
        """Train the classifier on the learned representation, and fold both into weights."""
        fitted = self.train_on_sources(task, self.transform)
        self.decision_ = fold(
            lambda documents: class_scores(fitted, self.transform(documents, task.target)),
            len(task.features),
        )
        return self


def held_out_scores(
    fitted: LinearClassifier, documents: Documents, labels: NDArray[np.int32]
) -> Scores:
    """Return each document's score by a classifier like the fitted one, trained without it.

    Where a class has a single document, the fitted classifier itself gives the scores.
    """
    scores = None
    for others, left_out in folds_of(labels):
        trained = clone(fitted).fit(documents[others], labels[others])
        found = class_scores(trained, documents[left_out])
        scores = np.empty((len(labels), found.shape[1])) if scores is None else scores
        scores[left_out] = found
    return class_scores(fitted, documents) if scores is None else scores


def folds_of(labels: NDArray[np.int32]) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return the rows to train on and the rows left out, for each fold.

    There are as many folds as the smallest class has documents, at most five; none if it has one.
    """
    number = min(FOLDS, int(np.bincount(labels)[np.unique(labels)].min()))
    if number < 2:
        return []
    split = StratifiedKFold(number, shuffle=True, random_state=0)
    return list(split.split(np.zeros(len(labels)), labels))


def stack_sparse(documents: Sequence[csr_array]) -> csr_array:
    """Return the rows of all matrices in one, with 32-bit indices if they suffice."""
    # Some classifiers of scikit-learn accept no others.
    return with_short_indices(csr_array(vstack(documents, format="csr")))


def row_blocks(documents: csr_array) -> Iterator[csr_array]:
    """Yield the documents, so many at a time that dense rows of them fit into memory."""
    for start in range(0, documents.shape[0], ROWS_AT_ONCE):
        yield csr_array(documents[start : start + ROWS_AT_ONCE])


def sum_vectors(documents: csr_array, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the weighted sum of each document's vectors, added up in the vectors' precision.

    >>> sum_vectors(csr_array([[2.0, 0.0], [1.0, 3.0]]), np.array([[1, 0], [0, 1]], np.float32))
    array([[2., 0.],
           [1., 3.]])
    """
    # 64 bits would need a copy of all vectors, and twice the time to read them.
    return np.asarray(documents.astype(vectors.dtype) @ vectors, np.float64)


def fit_scaler(documents: Iterable[NDArray[np.float64]]) -> StandardScaler:
    """Return a scaler that standardizes each dimension over the documents of all matrices.

    A standardized document's mean squared length is 1, as a tf-idf row's is, so that C means
    the same for every representation.

    >>> scaler = fit_scaler([np.array([[1.0, 5.0]]), np.array([[3.0, 5.0]])])
    >>> scaler.transform(np.array([[3.0, 5.0]])).round(3).tolist()
    [[0.707, 0.0]]
    """
    scaler = StandardScaler()
    for rows in documents:
        if len(rows) > 0:
            scaler.partial_fit(rows)
    deviations = np.sqrt(scaler.var_)
    varies = deviations > ROUNDING * np.abs(scaler.mean_)
    scaler.scale_ = np.where(varies, deviations, 1) * np.sqrt(len(deviations))
    return scaler

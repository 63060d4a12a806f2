"""Crosslex, the default method: several views of a document, averaged."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, diags_array
from sklearn.base import BaseEstimator, clone
from sklearn.pipeline import make_pipeline

from crosslex.arrays import Float64s, Int32s
from crosslex.classify.decision import (
    LinearDecision,
    Scores,
    SourceNeighbors,
    add_views,
    class_scores,
)
from crosslex.classify.method import AdaptationMethod, folds_of, held_out_scores
from crosslex.classify.profiles import Profiles, find_source_neighbors
from crosslex.classify.score_mixture import separation_ratio, word_halves
from crosslex.classify.task import AdaptationTask, LinearClassifier, stack_sparse

# Chosen on pairs with music or video as target, on hutto2014, and on one-sided pools.
CONFIDENT_SHARE = 0.5
"""The share of the target's texts that self-training learns from: the most confident ones."""
MAX_PER_LABEL = 4
"""Texts of the target that self-training learns from at most, per labeled text."""


class View(NamedTuple):
    """A decision about the target's documents, and scores to evaluate it with.

    `held_out` are scores of the labeled documents, each by a classifier that has not seen its
    label; `pool` those of the target's documents, each by a classifier that has not learned from
    it, if the view learned from some of them.
    """

    decision: LinearDecision
    held_out: Scores
    pool: Scores | None = None


@dataclass(kw_only=True, eq=False, repr=False)
class Crosslex(AdaptationMethod):
    """Classify a document by three views of it and average the scores.

    1. Its words, each scaled by its log ratio between the classes: the most direct
       evidence.
    2. Its words' profiles, how often each occurs with each pivot in its own domain: what words
       mean that no labeled document contains.
    3. Its words again, as the target uses them: self-trained on the labels and on the target's
       texts that the other views are most confident of.

    The views make different errors. Their scores are brought to the same deviation over the
    labeled documents, which does not depend on the class balance of unlabeled text, and
    averaged.

    Parameters
    ----------
    backoff
        How much the other domains add to a word's profile in a domain; see `Profiles`.
    C
        The inverse regularization strength of each view's logistic regression.

    Attributes
    ----------
    profiles_ : Profiles
        The second view, fitted.
    separation_ratio_ : float or None
        How much of the classes' separation in the source is left in the target, as predicted
        without labels.
    """

    randomized: ClassVar[bool] = False

    backoff: float = 0.2
    C: float = 2.0

    def fit(self, task: AdaptationTask) -> Self:
        """Learn all views and average them."""
        views, pool = self.learn_views(task), task.domains[task.target].documents
        decisions, held_out, _ = zip(*views, strict=True)
        self.separation_ratio_ = separation_ratio(self.word_halves_, decisions, held_out, pool)
        decision = self._average(views, pool)
        again = self.self_train(task, self.pool_scores_)
        if again is not None:
            decision = self._average([*views, again], pool)
        self.decision_ = replace(decision, neighbors=self.find_neighbors(task, views))
        return self

    def _average(self, views: Sequence[View], pool: csr_array) -> LinearDecision:
        """Set held-out scores and those of the target's documents, and return the decision."""
        mix = equal_mix([view.held_out for view in views])
        of_pool = [each.decision.scores(pool) if each.pool is None else each.pool for each in views]
        self.pool_scores_ = np.tensordot(mix, of_pool, axes=1)
        self.held_out_ = np.tensordot(mix, [view.held_out for view in views], axes=1)
        scaled = [view.decision.times(weight) for view, weight in zip(views, mix, strict=True)]
        return add_views(scaled)

    def learn_views(self, task: AdaptationTask) -> list[View]:
        """Return the views that learn from labels alone: first the words, then the profiles."""
        self.profiles_ = Profiles(backoff=self.backoff, C=self.C).fit(task)
        profiles = View(self.profiles_.decision_, self.profiles_.held_out_)
        return [self.learn_words(task), profiles]

    def learn_words(self, task: AdaptationTask) -> View:
        """Return a classifier of the labeled documents as they are."""
        documents, labels = task.stacked_labels
        fitted = self.words_classifier(task).fit(documents, labels)
        decision = LinearDecision.of_classifier(fitted, len(task.features))
        halves = [documents @ diags_array(half) for half in word_halves(documents.shape[1])]
        held_out, *self.word_halves_ = held_out_scores(fitted, documents, labels, halves)
        return View(decision, held_out)

    def self_train(self, task: AdaptationTask, scores: Scores) -> View | None:
        """Return the self-trained view; a subclass without one returns None."""
        return train_on_confident(task, scores, self.words_classifier(task))

    def words_classifier(self, task: AdaptationTask) -> LinearClassifier:
        """Return the unfitted classifier of documents' words."""
        scaled: LinearClassifier = make_pipeline(LogRatioScaler(), self.new_classifier(task))
        return scaled

    def find_neighbors(self, task: AdaptationTask, views: Sequence[View]) -> SourceNeighbors | None:
        """Return the source words whose use is most similar to that of each word of the target."""
        return find_source_neighbors(task, self.profiles_.profiles_, views[0].decision.weights)


def equal_mix(held_out: Sequence[Scores]) -> Float64s:
    """Return view weights under which all views have the same deviation.

    Scores are divided by their deviation over labeled documents. Only deviations are made equal,
    not means: documents that are mostly positive must not push the rest towards negative. A view
    whose scores do not vary has weight 0.

    >>> equal_mix([np.array([[0.0, 2.0], [2.0, 0.0]]), np.array([[0.0, 4.0], [4.0, 0.0]])])
    array([0.75 , 0.375])
    """
    deviations = np.array([scores.std(axis=0).mean() for scores in held_out])
    varies = deviations > 0
    if not varies.any():
        return np.zeros(len(deviations))
    # Back to the scale of log-odds, as probabilities need it.
    unit = deviations[varies].mean() / varies.sum()
    return np.where(varies, unit / np.where(varies, deviations, 1), 0.0)


class LogRatioScaler(BaseEstimator):  # type: ignore[misc]
    """Scale every feature by its log ratio between the classes, for a linear classifier.

    Of two classes, the log ratio is |log p(feature | second) / p(feature | first)|; of more, the
    root mean square over the classes, each against all others. Regularization then holds back
    words that all classes use alike, and leaves more weight to a word that few documents contain
    but nearly all of one class. A feature's scale is the mean of 1 and of its own ratio relative
    to all features': with ratios alone, as published, the views blended less well on the
    validation pairs.

    References
    ----------
    S. Wang, C. D. Manning. *Baselines and Bigrams: Simple, Good Sentiment and Topic
    Classification*. ACL 2012.
    """

    def fit(self, X: csr_array, y: Int32s) -> Self:
        """Learn the scales from weighted documents × features and class codes."""
        self.scales_ = feature_scales(X, y)
        return self

    def transform(self, X: csr_array) -> csr_array:
        """Return documents × scaled features."""
        return csr_array(X @ diags_array(self.scales_))


def feature_scales(documents: csr_array, labels: Int32s) -> Float64s:
    """Return the scale of each feature; their mean square is about 1.

    Counts are smoothed: every class has one document more, which contains all features.

    >>> documents = csr_array([[1.0, 1.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    >>> feature_scales(documents, np.array([1, 1, 0, 0])).round(2)  # log ratios -0.22, 0.47
    array([0.8 , 1.14])
    """
    present = csr_array(documents > 0, dtype=np.float64)
    classes = np.eye(labels.max() + 1)[labels]
    own = present.T @ classes + 1.0
    others = own.sum(axis=1, keepdims=True) - own
    ratios = np.log(own / own.sum(axis=0)) - np.log(others / others.sum(axis=0))
    strengths = np.sqrt((ratios**2).mean(axis=1))
    seen = np.bincount(present.indices, minlength=len(strengths)) > 0
    usual = np.sqrt((strengths[seen] ** 2).mean())
    return np.asarray((1 + strengths / usual) / 2 if usual > 0 else np.ones(len(strengths)))


def train_on_confident(task: AdaptationTask, scores: Scores, classifier: LinearClassifier) -> View:
    """Train on the labeled documents and on those of the target that scores are confident of.

    The predicted class of a document of the target, the one with the highest of its `scores` by
    another classifier, serves as its label; confidence is the margin over the second. Words that
    only the target has get a weight of their own.
    """
    known, labels = task.stacked_labels
    pool = task.domains[task.target].documents
    confident = most_confident(scores, pool, MAX_PER_LABEL * len(labels))
    predicted = scores.argmax(axis=1).astype(np.int32)

    def train(rows: NDArray[np.intp], confident_rows: NDArray[np.intp]) -> LinearClassifier:
        documents = stack_sparse([csr_array(known[rows]), csr_array(pool[confident_rows])])
        classes = np.concatenate([labels[rows], predicted[confident_rows]])
        trained: LinearClassifier = clone(classifier).fit(documents, classes)
        return trained

    fitted = train(np.arange(len(labels)), confident)
    decision = LinearDecision.of_classifier(fitted, len(task.features))
    held_out, judged = np.empty((len(labels), task.n_classes)), np.empty_like(scores)
    folds = folds_of(labels)
    fold_of = np.random.default_rng(0).integers(0, len(folds), pool.shape[0])
    for number, (others, left_out) in enumerate(folds):
        trained = train(others, confident[fold_of[confident] != number])
        held_out[left_out] = class_scores(trained, known[left_out])
        here = np.flatnonzero(fold_of == number)
        if len(here):
            judged[here] = class_scores(trained, pool[here])
    return View(decision, held_out, judged)


def most_confident(scores: Scores, documents: csr_array, most: int) -> NDArray[np.intp]:
    """Return the rows of documents with the largest margins, in order; empty ones never.

    >>> scores = np.array([[0.0, 5.0], [1.0, 0.0], [0.0, 9.0], [3.0, 0.0]])
    >>> most_confident(scores, csr_array([[1.0], [1.0], [0.0], [1.0]]), 10).tolist()
    [0]
    """
    rows = np.flatnonzero(np.diff(documents.indptr))
    ranked = np.sort(scores[rows], axis=1)
    lead = ranked[:, -1] - ranked[:, -2]
    kept = min(int(CONFIDENT_SHARE * len(rows)), most)
    return np.sort(rows[np.argsort(-lead, kind="stable")[:kept]])

"""LearnedClassifier: all that a classifier has learned, which predicts and is saved."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.classify.calibration import Calibration, CalibrationData
from crosslex.classify.decision import Decision, LinearDecision
from crosslex.classify.encoder import EncoderView, texts_of
from crosslex.classify.inputs import column_of
from crosslex.classify.method import AdaptationMethod
from crosslex.classify.refinement import Refinement
from crosslex.classify.task import AdaptationTask, Weighting
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED
from crosslex.counts.documents import document_matrix
from crosslex.errors import CrosslexWarning, InputError
from crosslex.text.settings import TextSettings


@dataclass(frozen=True, eq=False)
class LearnedClassifier:
    """A classifier of documents of the target; its fields are the attributes of the estimator."""

    text_settings: TextSettings
    stop_words: bool  # whether stop words are features, where the settings name none
    classes: NDArray[Any]
    features: tuple[str, ...]
    weighting: Weighting
    target: str
    sources: tuple[str, ...]
    decision: Decision
    label_shares: NDArray[np.float64]  # of each class
    calibration: Calibration
    center: NDArray[np.float64]  # the target's mean document
    encoder: EncoderView | None = None  # what adds columns to documents
    refinement: Refinement | None = None  # what labels of the target have changed

    def documents(self, X: Sequence[str] | Corpus, n_jobs: int = 1) -> csr_array:
        """Return texts of the target as weighted documents × features."""
        texts: list[str] = []
        if not isinstance(X, Corpus):
            given = column_of("X", X) if hasattr(X, "shape") else X
            if self.encoder is not None:
                given = texts = list(given)
            X = Corpus.from_texts(
                given,
                name=self.target,
                text_settings=self.text_settings,
                keep_texts=False,
                n_jobs=n_jobs,
            )
        elif X.text_settings.describe() != self.text_settings.describe():
            raise InputError(f"corpus {X.name!r} was analyzed with other text settings")
        elif self.encoder is not None:
            texts = texts_of(X, np.arange(len(X)))
        corpus = with_stop_words(X) if self.stop_words else X
        weighted = self.weighting.apply(document_matrix(corpus, self.features))
        return weighted if self.encoder is None else self.encoder.beside(weighted, texts)

    def scores(self, documents: csr_array) -> NDArray[np.float64]:
        """Return log-odds, documents × classes; without a known feature, those of the prior."""
        scores = self.calibration.apply(self.decision.scores(documents))
        if self.refinement is not None:
            scores += self.refinement.scores(documents)
        empty = np.diff(documents.indptr) == 0
        if empty.any():
            warnings.warn(
                f"{int(empty.sum())} of {len(empty)} texts contain no word that the classifier "
                "knows; they get the shares of the classes that are assumed for the target",
                CrosslexWarning,
                stacklevel=4,
            )
            scores[empty] = np.log(self.calibration.class_prior)
        return scores


def with_stop_words(corpus: Corpus) -> Corpus:
    """Return the corpus with stop words as features, unless its settings name their own."""
    if corpus.text_settings.stop_words is not None:
        return corpus
    return replace(corpus, text_settings=replace(corpus.text_settings, stop_words=frozenset()))


def calibration_data(method: AdaptationMethod, task: AdaptationTask) -> CalibrationData:
    """Return the scores and labels of a fitted method that calibration learns from."""
    decision = checked_decision(method, task)
    labeled = [
        task.labeled(index)
        for index, domain in enumerate(task.domains)
        if bool((domain.labels != UNLABELED).any())
    ]
    labels = np.concatenate([each.labels for each in labeled])
    counts = np.bincount(labels, minlength=task.n_classes)
    held_out = getattr(method, "held_out_", None)
    if held_out is None or len(held_out) != len(labels):
        held_out = np.vstack([decision.scores(each.documents) for each in labeled])
    pool = task.domains[task.target].documents
    pool_scores = getattr(method, "pool_scores_", None)
    if pool_scores is None or len(pool_scores) != pool.shape[0]:
        pool_scores = decision.scores(pool)
    return CalibrationData(
        decision=decision,
        pool=pool,
        pool_scores=pool_scores,
        held_out=held_out,
        labels=labels,
        label_shares=counts / counts.sum(),
        in_target=method.needs_target_labels,
        separation_ratio=getattr(method, "separation_ratio_", None),
    )


def checked_decision(method: AdaptationMethod, task: AdaptationTask) -> Decision:
    """Return the decision of a fitted method, if it fits the task."""
    name, decision = type(method).__name__, getattr(method, "decision_", None)
    if not isinstance(decision, Decision):
        raise InputError(
            f"method {name}: fit left {decision!r} as decision_; let it set a LinearDecision"
        )
    if not isinstance(decision, LinearDecision):
        return decision
    weights, intercept = (np.asarray(each) for each in (decision.weights, decision.intercept))
    expected = (len(task.features), task.n_classes)
    if weights.shape != expected or intercept.shape != expected[1:]:
        raise InputError(
            f"method {name}: its weights have the shape {weights.shape} and its intercept "
            f"{intercept.shape}; give features × classes, {expected}, and one per class"
        )
    if not (np.isfinite(weights).all() and np.isfinite(intercept).all()):
        raise InputError(f"method {name}: its weights or its intercept are not finite")
    return replace(
        decision, weights=weights.astype(np.float64), intercept=intercept.astype(np.float64)
    )

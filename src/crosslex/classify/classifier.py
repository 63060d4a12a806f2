"""CrossDomainClassifier: labels in some domains, decisions in another that has none."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.utils.validation import check_is_fitted

from crosslex.adapt import (
    METHODS,
    AdaptationTask,
    DomainDocuments,
    LinearClassifier,
    LinearDecision,
    MethodEntry,
    Weighting,
    WeightingName,
)
from crosslex.adapt.shares import matching_offset
from crosslex.classify.explanation import Contribution, Explanation
from crosslex.classify.inputs import corpora_of, find_target, read_label, with_common_classes
from crosslex.classify.threshold import Threshold
from crosslex.corpus import UNLABELED, Corpus, Label
from crosslex.counting import count_domains, document_matrix
from crosslex.errors import CrosslexWarning, InputError
from crosslex.pivots import PivotName, PivotScore, choose_vocabulary
from crosslex.text import TextSettings

MOST_PIVOTS = 500


class CrossDomainClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Train a text classifier in one or more domains and use it in one without labels.

    Parameters
    ----------
    method
        How to carry it over; one of `crosslex.adapt.METHODS`.
    target
        The domain to decide in; None takes the one domain without labels.
    weighting
        `tfidf` or `binary`; None takes the method's own: binary for the paper's, else tf-idf.
    min_documents
        How many documents must hold a feature, over all domains together.
    pivots
        How pivots are chosen: `mi` and `pmi` use the source's labels, `npmi`, `frequency` and
        `entropy` do not; or your own function from counts to scores.
    n_pivots
        How many; None takes 500, or half of the candidates where there are fewer than 1,000.
    min_pivot_documents
        How many documents of every domain must hold a pivot.
    classifier
        Any linear classifier of scikit-learn; None takes an L2 logistic regression with the
        strength that the method was tuned to.
    threshold
        `zero`: decide for the class with the highest score. `rate`: first shift the scores so
        that each class is as frequent among the target's documents as among the labels.
    text_settings
        How to analyze texts; corpora bring their own. Stop words are features nevertheless,
        unless the settings name some of their own: *the best* and *was the* tell as much of a
        review as other words do. Methods that learn from windows drop them, as the paper does.
    random_state
        Seed of everything random.
    n_jobs
        Processes that analyze text.

    Attributes
    ----------
    classes_ : ndarray
        The classes.
    features_ : tuple of str
        What documents are made of.
    decision_ : Decision
        What the method has learned: scores for documents of the target.

    Examples
    --------
    >>> texts = ["good plot", "dull plot", "good cast", "dull cast"] * 10
    >>> texts += ["good saw", "dull saw", "good old saw", "dull old saw"] * 10
    >>> domains = ["films"] * 40 + ["tools"] * 40
    >>> labels = [1, 0] * 20 + [-1] * 40
    >>> classifier = CrossDomainClassifier("none", target="tools")
    >>> classifier.fit(texts, labels, sample_domain=domains).predict(["a good saw"])
    array([1])
    """

    def __init__(
        self,
        method: str = "crosslex",
        target: str | None = None,
        *,
        weighting: WeightingName | None = None,
        min_documents: int = 10,
        pivots: PivotName | PivotScore = "mi",
        n_pivots: int | None = None,
        min_pivot_documents: int = 5,
        classifier: LinearClassifier | None = None,
        threshold: Threshold = "zero",
        text_settings: TextSettings | None = None,
        random_state: int = 0,
        n_jobs: int = 1,
    ) -> None:
        self.method = method
        self.target = target
        self.weighting = weighting
        self.min_documents = min_documents
        self.pivots = pivots
        self.n_pivots = n_pivots
        self.min_pivot_documents = min_pivot_documents
        self.classifier = classifier
        self.threshold = threshold
        self.text_settings = text_settings
        self.random_state = random_state
        self.n_jobs = n_jobs

    def fit(
        self,
        X: Sequence[str] | Sequence[Corpus],
        y: Sequence[Label] | NDArray[Any] | None = None,
        sample_domain: Sequence[str] | NDArray[Any] | None = None,
    ) -> Self:
        """Learn from labeled texts of the sources and unlabeled texts of all domains.

        Parameters
        ----------
        X
            Texts; or corpora, one a domain, with labels beside them.
        y
            A label a text, -1 where it has none. Labels of target texts are ignored by every
            method but `in_domain`.
        sample_domain
            The domain of each text.
        """
        entry = self._entry()
        if self.threshold not in get_args(Threshold):
            raise InputError(f"threshold: found {self.threshold!r}; give zero or rate")
        corpora = corpora_of(
            X,
            y,
            sample_domain,
            text_settings=self.text_settings or TextSettings(),
            n_jobs=self.n_jobs,
        )
        target = find_target(corpora, self.target)
        corpora, classes = with_common_classes(
            corpora, target, learn_from_target=entry.needs_target_labels
        )
        kept = [_with_stop_words(corpus, entry) for corpus in corpora]
        task, weighting = self._task(kept, target, len(classes), entry)
        self.text_settings_ = corpora[0].text_settings
        self.classes_ = np.array(classes)
        self.features_ = task.features
        self.weighting_ = weighting
        self.target_ = corpora[target].name
        self.sources_ = tuple(domain.name for domain in task.sources)
        self.decision_ = entry.make().decide(task, self._linear_classifier(entry))
        self.prior_ = _class_shares(task)
        self.offset_ = self._offset(task)
        return self

    def decision_function(self, X: Sequence[str] | Corpus) -> NDArray[np.float64]:
        """Score texts of the target: documents × classes, or one column for two classes."""
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict(self, X: Sequence[str] | Corpus) -> NDArray[Any]:
        """Return the class of each text of the target."""
        decided = self._scores(X).argmax(axis=1)
        return np.asarray(self.classes_[decided])

    def predict_proba(self, X: Sequence[str] | Corpus) -> NDArray[np.float64]:
        """Return the probability of each class for each text of the target."""
        return np.asarray(softmax(self._scores(X), axis=1))

    def score(
        self,
        X: Sequence[str] | Corpus,
        y: Sequence[Label] | NDArray[Any],
        sample_weight: NDArray[np.float64] | None = None,
    ) -> float:
        """Return the accuracy on the texts that have a label."""
        labels, predicted = [read_label(label) for label in y], self.predict(X)
        if len(labels) != len(predicted):
            raise InputError(f"y: found {len(labels)} for {len(predicted)} texts; give one a text")
        labeled = np.array([label is not None for label in labels], bool)
        if not labeled.any():
            raise InputError("y: none of the texts has a label to score against")
        # As words, for a corpus takes numbers written as words for numbers.
        right = predicted.astype(str) == np.array(labels).astype(str)
        weights = None if sample_weight is None else np.asarray(sample_weight)[labeled]
        return float(np.average(right[labeled], weights=weights))

    def explain(self, text: str, *, top: int = 10) -> Explanation:
        """Say which words of a text pushed the decision, and how they were understood.

        Parameters
        ----------
        text
            A text of the target domain.
        top
            How many words to list at most.
        """
        documents, scores = self._documents([text]), self._scores([text])[0]
        decided = int(scores.argmax())
        features = documents.indices
        if isinstance(self.decision_, LinearDecision):
            pushes = documents.data[:, None] * self.decision_.weights[features]
        else:
            pushes = self.decision_.scores(documents) - self.decision_.scores(
                _without_each(documents)
            )
        others = (pushes.sum(axis=1) - pushes[:, decided]) / (len(scores) - 1)
        push = pushes[:, decided] - others
        order = np.argsort(-np.abs(push), kind="stable")[:top]
        return Explanation(
            label=self.classes_[decided].item(),
            probability=float(softmax(scores)[decided]),
            source=", ".join(self.sources_ or (self.target_,)),
            target=self.target_,
            contributions=tuple(
                Contribution(
                    self.features_[features[index]],
                    float(push[index]),
                    self._understood_by(int(features[index])),
                )
                for index in order
            ),
        )

    def save(self, folder: str | Path) -> None:
        """Write the classifier to a folder, in one step."""
        check_is_fitted(self, "decision_")
        from crosslex.classify.saving import save_classifier

        save_classifier(self, folder)

    @classmethod
    def load(
        cls, folder: str | Path, *, text_settings: TextSettings | None = None
    ) -> "CrossDomainClassifier":
        """Read a classifier from its folder; nothing in it is executed.

        Give `text_settings` where the text was analyzed by functions of your own.
        """
        from crosslex.classify.saving import load_classifier

        return load_classifier(folder, text_settings)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        return tags

    def _entry(self) -> MethodEntry:
        if self.method not in METHODS:
            raise InputError(f"method: found {self.method!r}; give one of {', '.join(METHODS)}")
        return METHODS[self.method]

    def _linear_classifier(self, entry: MethodEntry) -> LinearClassifier:
        if self.classifier is not None:
            if not hasattr(self.classifier, "decision_function"):
                raise InputError(
                    f"classifier: found {self.classifier!r}, which has no decision_function; "
                    "give a linear classifier"
                )
            return self.classifier
        default: LinearClassifier = LogisticRegression(C=entry.strength, max_iter=5000)
        return default

    def _task(
        self, corpora: Sequence[Corpus], target: int, n_classes: int, entry: MethodEntry
    ) -> tuple[AdaptationTask, Weighting]:
        counts = count_domains(corpora, min_documents=self.min_documents)
        vocabulary = choose_vocabulary(
            counts,
            score=self.pivots,
            n_pivots=self.n_pivots,
            min_pivot_documents=self.min_pivot_documents,
            most_pivots=MOST_PIVOTS,
        )
        features = counts[0].features
        matrices = [document_matrix(corpus, features) for corpus in corpora]
        weighting = Weighting.of(self.weighting or entry.weighting, matrices)
        number = {feature: index for index, feature in enumerate(features)}
        task = AdaptationTask(
            features=features,
            pivots=np.array([number[pivot] for pivot in vocabulary.pivots], np.intp),
            domains=tuple(
                DomainDocuments(corpus.name, corpus, weighting.apply(matrix), corpus.labels)
                for corpus, matrix in zip(corpora, matrices, strict=True)
            ),
            target=target,
            n_classes=n_classes,
            random_state=self.random_state,
        )
        return task, weighting

    def _offset(self, task: AdaptationTask) -> NDArray[np.float64]:
        if self.threshold == "zero":
            return np.zeros(task.n_classes)
        documents = task.domains[task.target].documents
        known = np.flatnonzero(np.diff(documents.indptr))
        return matching_offset(self.decision_.scores(documents[known]), self.prior_)

    def _documents(self, X: Sequence[str] | Corpus) -> csr_array:
        check_is_fitted(self, "decision_")
        if not isinstance(X, Corpus):
            X = Corpus.from_texts(
                X,
                name=self.target_,
                text_settings=self.text_settings_,
                keep_texts=False,
                n_jobs=self.n_jobs,
            )
        elif X.text_settings.describe() != self.text_settings_.describe():
            raise InputError(f"corpus {X.name!r} was analyzed with other text settings")
        kept = _with_stop_words(X, self._entry())
        return self.weighting_.apply(document_matrix(kept, self.features_))

    def _scores(self, X: Sequence[str] | Corpus) -> NDArray[np.float64]:
        documents = self._documents(X)
        scores = np.asarray(self.decision_.scores(documents) - self.offset_)
        empty = np.diff(documents.indptr) == 0
        if empty.any():
            warnings.warn(
                f"{int(empty.sum())} of {len(empty)} texts hold no word that the classifier "
                "knows; they get the classes' shares in the source",
                CrosslexWarning,
                stacklevel=3,
            )
            scores[empty] = np.log(self.prior_)
        return scores

    def _understood_by(self, feature: int) -> tuple[tuple[str, float], ...]:
        company = getattr(self.decision_, "company", None)
        if company is None:
            return ()
        return tuple(
            (self.features_[near], float(cosine))
            for near, cosine in zip(
                company.features[feature], company.cosines[feature], strict=True
            )
            if near >= 0
        )


def _with_stop_words(corpus: Corpus, entry: MethodEntry) -> Corpus:
    """Make stop words features, where the method wants them and nobody said which are none."""
    if not entry.stop_words or corpus.text_settings.stop_words is not None:
        return corpus
    return replace(corpus, text_settings=replace(corpus.text_settings, stop_words=frozenset()))


def _class_shares(task: AdaptationTask) -> NDArray[np.float64]:
    domains = task.sources or task.domains
    labels = np.concatenate([domain.labels for domain in domains])
    counts = np.bincount(labels[labels != UNLABELED], minlength=task.n_classes)
    return np.asarray(counts / counts.sum())


def _without_each(document: csr_array) -> csr_array:
    """Repeat a document once for each of its features, that feature left out."""
    size = document.nnz
    repeated = np.tile(document.data, (size, 1))
    np.fill_diagonal(repeated, 0)
    columns = np.tile(document.indices, size)
    starts = np.arange(size + 1) * size
    return csr_array((repeated.ravel(), columns, starts), shape=(size, document.shape[1]))

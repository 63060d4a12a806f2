"""CrossDomainClassifier: learn from labels in some domains, classify texts of another."""

import warnings
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from crosslex.arrays import Float64s
from crosslex.checks import check_jobs, check_whole
from crosslex.classify import ClassPrior, WeightingName
from crosslex.classify.calibration import Calibration, calibrate
from crosslex.classify.decision import CalibrationData
from crosslex.classify.encoder import Encoder, join_encoder
from crosslex.classify.few_labels import refine_classifier, suggest_texts
from crosslex.classify.fitted import Explanation, FittedClassifier, with_stop_words
from crosslex.classify.inputs import (
    corpora_of,
    find_target,
    label_codes,
    read_class_prior,
    with_common_classes,
)
from crosslex.classify.method import AdaptationMethod, fresh_method
from crosslex.classify.task import (
    AdaptationTask,
    Weighting,
    choose_pivots,
    make_task,
    mutual_information,
)
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED, Label
from crosslex.counts.features import count_domains
from crosslex.counts.stream import document_matrix
from crosslex.errors import CrosslexWarning, InputError
from crosslex.methods_paragraph import classifier_paragraph
from crosslex.storage.classifier import load_classifier, save_classifier
from crosslex.storage.writing import library_versions
from crosslex.text.settings import TextSettings
from crosslex.workers import single_threaded

RARE = 0.1
"""Of a class's share among the labels: below, an estimated share is questioned."""


@dataclass(eq=False, repr=False)
class CrossDomainClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Train a text classifier in one or more domains and use it in one without labels.

    Parameters
    ----------
    method
        How to carry it over: `crosslex`, `paper`, `none` (no adaptation), `in_domain` (labels of
        the target itself), or any `crosslex.classify.AdaptationMethod` of your own.
    target
        The domain to classify texts of; None takes the one domain without labels.
    min_documents
        How many documents must contain a feature, over all domains together.
    n_pivots
        Number of pivots: of the features that all domains share, those of highest mutual
        information with the source's labels. None takes 250, or half of the candidates where there
        are fewer than 500.
    class_prior
        Shares of the classes among the texts to classify: `balanced`, `pool` (estimated from the
        target's texts), or a share for each class. Methods that keep the source's threshold, which
        are those that do not adapt and the paper's, accept none.
    encoder
        One more view: an object with a method `encode` from a list of texts to an array, such as
        a model of sentence-transformers, or a function that does the same. A logistic regression
        on its standardized encodings counts as much as each of the method's views. It is not
        saved; bring it again with `load(folder, encoder=…)`.
    text_settings
        How to analyze texts; corpora bring their own. Stop words are features nevertheless,
        unless the settings name some of their own: *the best* and *was the* tell as much of a
        review as other words do. Methods that learn from windows drop them, as the paper does.
    random_state
        Seed of everything random.
    n_jobs
        Processes that analyze text, -1 for one per core; a script that asks for several must do
        so under `if __name__ == "__main__":`.

    Attributes
    ----------
    classes_ : ndarray
        The classes.
    features_ : tuple of str
        The words and bigrams that documents consist of.
    decision_ : Decision
        What the method has learned: scores for documents of the target.
    sources_ : tuple of str
        The domains whose labels were learned from.
    target_ : str
        The domain whose texts it classifies.
    expected_accuracy_ : ExpectedAccuracy
        The accuracy to expect in the target, with an interval, estimated without its labels.
    n_target_labels_ : int
        How many labels of the target it was refined with.
    class_prior_ : dict
        The share of each class that predictions assume.
    label_shares_ : ndarray
        The share of each class among the labels.
    fitted_ : FittedClassifier
        All that it has learned.

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

    method: str | AdaptationMethod = "crosslex"
    target: str | None = None
    _: KW_ONLY
    min_documents: int = 10
    n_pivots: int | None = None
    class_prior: ClassPrior = "balanced"
    encoder: Encoder | None = None
    text_settings: TextSettings | None = None
    random_state: int = 0
    n_jobs: int = 1

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
            Texts; or corpora, one per domain, with labels.
        y
            One label per text, -1 where it has none. Labels of target texts are hidden from
            every method that does not need them, as `in_domain` does.
        sample_domain
            The domain of each text.
        """
        method = fresh_method(self.method)
        check_whole("random_state", self.random_state, least=0, most=None)
        check_whole("min_documents", self.min_documents, least=0)
        check_whole("n_pivots", self.n_pivots, least=1, optional=True)
        check_jobs(self.n_jobs)
        if not isinstance(self.text_settings, TextSettings | None):
            raise InputError(f"text_settings: found {self.text_settings!r}; give TextSettings")
        keep = self.encoder is not None
        corpora = corpora_of(X, y, sample_domain, self.text_settings, self.n_jobs, keep_texts=keep)
        target, in_target = find_target(corpora, self.target), method.needs_target_labels
        coded, classes = with_common_classes(corpora, target, learn_from_target=in_target)
        fixed = in_target or not method.recalibrates
        class_prior = read_class_prior(self.class_prior, classes, fixed=fixed)
        if method.stop_words:
            coded = [with_stop_words(corpus) for corpus in coded]
        with single_threaded():
            task, weighting = self.make_task(coded, target, len(classes), method.weighting)
            data, view = method.fit(task).calibration_data(task), None
        if self.encoder is not None:
            # Not limited: it needs its threads.
            view, data = join_encoder(self.encoder, task, data)
        with single_threaded():
            calibration = self.calibrate(data, method, class_prior)
        if self.class_prior == "pool":
            _question_shares(classes, data.label_shares, calibration.class_prior)
        fitted = FittedClassifier(
            text_settings=corpora[0].text_settings,
            stop_words=method.stop_words,
            classes=np.array(classes),
            features=task.features,
            weighting=weighting,
            target=corpora[target].name,
            sources=tuple(domain.name for domain in task.sources),
            decision=data.decision,
            label_shares=data.label_shares,
            calibration=calibration,
            center=np.asarray(data.pool.mean(axis=0), np.float64),
            encoder=view,
        )
        return self._keep(fitted)

    def make_task(
        self, corpora: Sequence[Corpus], target: int, n_classes: int, weighting: WeightingName
    ) -> tuple[AdaptationTask, Weighting]:
        """Return what the method learns from, and the weighting of its documents.

        The corpora have one set of class codes, and no labels that are not learned from.
        """
        counts = count_domains(corpora, min_documents=self.min_documents)
        documents = [document_matrix(corpus, counts[0].features) for corpus in corpora]
        scores = mutual_information(documents, [corpus.labels for corpus in corpora])
        return make_task(
            corpora,
            documents,
            weighting,
            features=counts[0].features,
            pivots=choose_pivots(counts, scores, n_pivots=self.n_pivots),
            target=target,
            n_classes=n_classes,
            random_state=self.random_state,
        )

    def calibrate(
        self, data: CalibrationData, method: AdaptationMethod, class_prior: Float64s | None
    ) -> Calibration:
        """Return the threshold, the slope of the log-odds, and the accuracy to expect."""
        return calibrate(data, class_prior, recalibrates=method.recalibrates)

    def decision_function(self, X: Sequence[str] | Corpus) -> Float64s:
        """Score texts of the target: documents × classes, or one column for two classes."""
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict(self, X: Sequence[str] | Corpus) -> NDArray[Any]:
        """Return the class of each text of the target."""
        predicted = self._scores(X).argmax(axis=1)
        return np.asarray(self.classes_[predicted])

    def predict_proba(self, X: Sequence[str] | Corpus) -> Float64s:
        """Return the probability of each class for each text of the target."""
        return np.asarray(softmax(self._scores(X), axis=1))

    def score(
        self,
        X: Sequence[str] | Corpus,
        y: Sequence[Label] | NDArray[Any],
        sample_weight: Float64s | None = None,
    ) -> float:
        """Return the accuracy on the texts that have a label."""
        predicted = self._scores(X).argmax(axis=1)
        codes = label_codes(y, len(predicted), self.classes_.tolist())
        labeled = codes != UNLABELED
        if not labeled.any():
            raise InputError("y: none of the texts has a label to score against")
        weights = None if sample_weight is None else np.asarray(sample_weight)[labeled]
        return float(np.average((predicted == codes)[labeled], weights=weights))

    def suggest(self, X: Sequence[str] | Corpus, n: int = 20) -> NDArray[np.intp]:
        """Return the indices of the texts whose labels would help most, the most useful first.

        These are texts that it is uncertain of and that resemble many others, but not each other.
        Labels that it was refined with count as known.

        Parameters
        ----------
        X
            Texts of the target, any number. Of more than 2,000, a random sample of 2,000 is
            compared.
        n
            How many to return.
        """
        fitted = self._learned()
        documents = fitted.documents(X, self.n_jobs)
        with single_threaded():
            return suggest_texts(fitted, documents, n, seed=self.random_state)

    def refine(self, X: Sequence[str] | Corpus, y: Sequence[Label] | NDArray[Any]) -> Self:
        """Move the threshold, the view weights and the words' weights by a few labels.

        All labels that it was ever refined with count, whatever their order, and are saved with
        it; a text that is given again has its new label, and `fit` forgets all. The class prior
        is learned from them, too, so give labels of texts like those to be classified.
        `expected_accuracy_` stays what it was without labels.

        Parameters
        ----------
        X
            Texts of the target.
        y
            One label per text; texts without one (None, NaN or -1) are left out.
        """
        fitted = self._learned()
        documents = fitted.documents(X, self.n_jobs)
        with single_threaded():
            return self._keep(refine_classifier(fitted, documents, y))

    def explain(self, text: str, *, top: int = 10) -> Explanation:
        """Return the words of a text that pushed the decision most, at most `top` of them."""
        return self._learned().explain(text, top=top)

    def methods_paragraph(self) -> str:
        """Return a paragraph for a paper: texts, settings, versions, expected accuracy."""
        name = self.method if isinstance(self.method, str) else type(self.method).__name__
        return classifier_paragraph(self._learned(), name, self.random_state, library_versions())

    def save(self, folder: str | Path) -> None:
        """Write the classifier to a folder, in one step."""
        save_classifier(self._learned(), self.get_params(deep=False), folder)

    @classmethod
    def load(
        cls,
        folder: str | Path,
        *,
        text_settings: TextSettings | None = None,
        encoder: Encoder | None = None,
    ) -> "CrossDomainClassifier":
        """Read a classifier from its folder; nothing in it is executed.

        Give `text_settings` where the text was analyzed by functions of your own, and `encoder`
        where the classifier was learned with one.
        """
        fitted, settings = load_classifier(folder, text_settings, encoder)
        return cls(**settings, encoder=encoder)._keep(fitted)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        return tags

    def _keep(self, fitted: FittedClassifier) -> Self:
        self.fitted_ = fitted
        self.classes_, self.features_ = fitted.classes, fitted.features
        self.target_, self.sources_ = fitted.target, fitted.sources
        self.decision_, self.label_shares_ = fitted.decision, fitted.label_shares
        self.text_settings_ = fitted.text_settings
        self.expected_accuracy_ = fitted.calibration.accuracy
        assumed = zip(fitted.classes.tolist(), fitted.calibration.class_prior.tolist(), strict=True)
        self.class_prior_: dict[Label, float] = dict(assumed)
        self.n_target_labels_ = 0 if fitted.refinement is None else len(fitted.refinement.labels)
        return self

    def _learned(self) -> FittedClassifier:
        check_is_fitted(self, "fitted_")
        return self.fitted_

    def _scores(self, X: Sequence[str] | Corpus) -> Float64s:
        fitted = self._learned()
        # Not limited: an encoder of the user's needs its threads.
        documents = fitted.documents(X, self.n_jobs)
        with single_threaded():
            return fitted.scores(documents)


def _question_shares(
    classes: Sequence[Label], label_shares: Float64s, class_prior: Float64s
) -> None:
    """Warn of a class whose share among the texts to classify is estimated as next to nothing."""
    for label, known, assumed in zip(classes, label_shares, class_prior, strict=True):
        if assumed < RARE * known:
            warnings.warn(
                f"class_prior: {100 * assumed:.2g} % of the texts are assumed to be {label}, of "
                f"{100 * known:.0f} % of the labels; if you doubt it, give shares of your own, and "
                "do not trust the expected accuracy",
                CrosslexWarning,
                stacklevel=3,
            )

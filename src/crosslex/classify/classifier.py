"""CrossDomainClassifier: learn from labels in some domains, classify texts of another."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, fields
from pathlib import Path
from typing import Any, Self, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from crosslex.adapt import AdaptationMethod, AdaptationTask, DomainDocuments
from crosslex.adapt.methods import fresh_method
from crosslex.adapt.names import WeightingName
from crosslex.adapt.task import LinearClassifier, Weighting
from crosslex.checks import check_choice, check_whole
from crosslex.classify import few_labels
from crosslex.classify.encoder import Encoder
from crosslex.classify.expected_accuracy import ExpectedAccuracy
from crosslex.classify.explanation import Explanation, explain_text
from crosslex.classify.fitting import fit_method
from crosslex.classify.inputs import (
    class_shares,
    column_of,
    corpora_of,
    find_target,
    read_label,
    with_common_classes,
)
from crosslex.classify.learned import LearnedClassifier, with_stop_words
from crosslex.classify.saving import load_classifier, save_classifier
from crosslex.classify.threshold import TargetShares, Threshold
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import Label, class_code, class_codes
from crosslex.counts.documents import document_matrix
from crosslex.counts.domain_counts import count_features as count_detailed
from crosslex.counts.frequent_features import count_frequent
from crosslex.errors import InputError
from crosslex.pivots.choice import choose_vocabulary
from crosslex.pivots.names import PivotName
from crosslex.pivots.scores import PivotScore
from crosslex.text.settings import TextSettings

MOST_PIVOTS = 250


@dataclass(eq=False, repr=False)
class CrossDomainClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Train a text classifier in one or more domains and use it in one without labels.

    Parameters
    ----------
    method
        How to carry it over: a name of `crosslex.adapt.METHODS`, or any
        `crosslex.adapt.AdaptationMethod`, your own among them.
    target
        The domain to classify texts of; None takes the one domain without labels.
    weighting
        `tfidf` or `binary`; None takes the method's own: binary for the paper's, else tf-idf.
    min_documents, min_count
        How many documents must hold a feature, and how often it must occur, over all domains
        together.
    pivots
        How pivots are chosen: `mi` and `pmi` use the source's labels, `npmi`, `frequency` and
        `entropy` do not; or your own function from counts to scores.
    n_pivots
        How many; None takes 250, or half of the candidates where there are fewer than 500.
    min_pivot_documents, min_pivot_count
        How many documents of every domain must hold a pivot, and how often it must occur in each.
    classifier
        Any linear classifier of scikit-learn; None takes an L2 logistic regression with the
        method's C.
    threshold
        Where to cut. `mixture`: where the scores of the target's texts divide into classes, as
        far as they tell, else near the source's line. `zero`: at the source's line. `rate`: so
        that each class is as frequent among the target's texts as among the labels. Methods
        that do not adapt, and the paper's to the letter, have `zero` for `mixture`.
    target_shares
        How frequent the classes are among the texts to classify, if `threshold` is `mixture`:
        `balanced`, `pool` (as the target's texts suggest), or a share for each class.
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
        Processes that analyze text.

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
    target_shares_ : dict
        The share of each class that predictions assume.

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
    weighting: WeightingName | None = None
    min_documents: int = 10
    pivots: PivotName | PivotScore = "mi"
    n_pivots: int | None = None
    min_pivot_documents: int = 5
    min_count: int = 1
    min_pivot_count: int = 1
    classifier: LinearClassifier | None = None
    threshold: Threshold = "mixture"
    target_shares: TargetShares = "balanced"
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
            Texts; or corpora, one per domain, that hold the labels.
        y
            One label per text, -1 where it has none. Labels of target texts are hidden from
            every method that does not need them, as `in_domain` does.
        sample_domain
            The domain of each text.
        """
        method = fresh_method(self.method)
        check_choice("threshold", self.threshold, get_args(Threshold))
        check_whole("random_state", self.random_state, least=0, most=None)
        if not isinstance(self.text_settings, TextSettings | None):
            raise InputError(f"text_settings: found {self.text_settings!r}; give TextSettings")
        if self.classifier is not None and not hasattr(self.classifier, "decision_function"):
            raise InputError(
                f"classifier: found {self.classifier!r}, which has no decision_function; "
                "give a linear classifier"
            )
        keep_texts = self.encoder is not None
        corpora = corpora_of(
            X, y, sample_domain, self.text_settings, self.n_jobs, keep_texts=keep_texts
        )
        target = find_target(corpora, self.target)
        coded, classes = with_common_classes(
            corpora, target, learn_from_target=method.needs_target_labels
        )
        shares = class_shares(self.target_shares, classes)
        self._check_shares_used(method)
        if method.stop_words:
            coded = [with_stop_words(corpus) for corpus in coded]
        task, weighting = self._task(coded, target, len(classes), method.weighting)
        fitted = fit_method(
            method, task, encoder=self.encoder, threshold=self.threshold, shares=shares
        )
        learned = LearnedClassifier(
            text_settings=corpora[0].text_settings,
            stop_words=method.stop_words,
            classes=np.array(classes),
            features=task.features,
            weighting=weighting,
            target=corpora[target].name,
            sources=tuple(domain.name for domain in task.sources),
            decision=fitted.decision,
            prior=fitted.prior,
            calibration=fitted.calibration,
            center=fitted.center,
            encoder=fitted.encoder,
        )
        return self._set(learned)

    def decision_function(self, X: Sequence[str] | Corpus) -> NDArray[np.float64]:
        """Score texts of the target: documents × classes, or one column for two classes."""
        scores = self._scores(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict(self, X: Sequence[str] | Corpus) -> NDArray[Any]:
        """Return the class of each text of the target."""
        predicted = self._scores(X).argmax(axis=1)
        return np.asarray(self.classes_[predicted])

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
        labels, predicted = [read_label(label) for label in column_of("y", y)], self.predict(X)
        if len(labels) != len(predicted):
            raise InputError(
                f"y: found {len(labels)} for {len(predicted)} texts; give one per text"
            )
        labeled = np.array([label is not None for label in labels], bool)
        if not labeled.any():
            raise InputError("y: none of the texts has a label to score against")
        names = class_codes(self.classes_.tolist())
        given = [None if label is None else class_code(label, names) for label in labels]
        pairs = zip(predicted.tolist(), given, strict=True)
        right = np.array([names[str(label)] == code for label, code in pairs])
        weights = None if sample_weight is None else np.asarray(sample_weight)[labeled]
        return float(np.average(right[labeled], weights=weights))

    def suggest(self, X: Sequence[str] | Corpus, n: int = 20) -> NDArray[np.intp]:
        """Return the indices of the texts whose labels would help most, the most useful first.

        Those are texts of which the classifier is unsure and which resemble many others, but not
        each other. Labels that it was refined with count as known.

        Parameters
        ----------
        X
            Texts of the target, any number. Of more than 2,000, a random sample of 2,000 is
            compared.
        n
            How many to return.
        """
        return few_labels.suggest(self._learned(), X, n, seed=self.random_state, n_jobs=self.n_jobs)

    def refine(self, X: Sequence[str] | Corpus, y: Sequence[Label] | NDArray[Any]) -> Self:
        """Move the line between the classes, the views and the words' weights by a few labels.

        All labels that it was ever refined with count, whatever their order, and are saved with
        it; `fit` forgets them. The classes' shares are learned from them, too, so give labels of
        texts like those to be classified. `expected_accuracy_` stays what it was without labels.

        Parameters
        ----------
        X
            Texts of the target.
        y
            One label per text; texts without one (None, NaN or -1) are left out.
        """
        return self._set(few_labels.refine(self._learned(), X, y, n_jobs=self.n_jobs))

    def explain(self, text: str, *, top: int = 10) -> Explanation:
        """Return the words of a text that pushed the decision, and how they were understood.

        Parameters
        ----------
        text
            A text of the target domain.
        top
            How many words to list at most.
        """
        return explain_text(self._learned(), text, top=top)

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
        learned, settings = load_classifier(folder, text_settings, encoder)
        return cls(**settings, encoder=encoder)._set(learned)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string, tags.input_tags.two_d_array = True, False
        return tags

    def _check_shares_used(self, method: AdaptationMethod) -> None:
        """Refuse shares of the classes that nothing would depend on."""
        if isinstance(self.target_shares, str) and self.target_shares == "balanced":
            return
        if self.threshold != "mixture":
            raise InputError(
                f"target_shares: they move the line of threshold='mixture' alone, and the "
                f"threshold is {self.threshold!r}; leave one of the two out"
            )
        if method.needs_target_labels or not method.fits_line:
            raise InputError(
                f"target_shares: {type(method).__name__} keeps the line that it learns from its "
                "labels, whatever the shares; leave them out, or take another method"
            )

    def _task(
        self, corpora: Sequence[Corpus], target: int, n_classes: int, weighting: WeightingName
    ) -> tuple[AdaptationTask, Weighting]:
        counts = count_frequent(
            corpora, count_detailed, min_count=self.min_count, min_documents=self.min_documents
        )
        vocabulary = choose_vocabulary(
            counts,
            score=self.pivots,
            n_pivots=self.n_pivots,
            min_pivot_documents=self.min_pivot_documents,
            min_domain_count=self.min_pivot_count,
            most_pivots=MOST_PIVOTS,
        )
        features = counts[0].features
        matrices = [document_matrix(corpus, features) for corpus in corpora]
        learned = Weighting.of(self.weighting or weighting, matrices)
        number = {feature: index for index, feature in enumerate(features)}
        task = AdaptationTask(
            features=features,
            pivots=np.array([number[pivot] for pivot in vocabulary.pivots], np.intp),
            domains=tuple(
                DomainDocuments(corpus.name, corpus, learned.apply(matrix), corpus.labels)
                for corpus, matrix in zip(corpora, matrices, strict=True)
            ),
            target=target,
            n_classes=n_classes,
            random_state=self.random_state,
            classifier=self.classifier,
        )
        return task, learned

    def _set(self, learned: LearnedClassifier) -> Self:
        self.text_settings_, self.stop_words_ = learned.text_settings, learned.stop_words
        self.classes_, self.features_ = learned.classes, learned.features
        self.weighting_, self.decision_ = learned.weighting, learned.decision
        self.target_, self.sources_ = learned.target, learned.sources
        self.prior_, self.calibration_ = learned.prior, learned.calibration
        self.center_, self.encoder_ = learned.center, learned.encoder
        self.refinement_ = learned.refinement
        return self

    @property
    def expected_accuracy_(self) -> ExpectedAccuracy:
        """The accuracy to expect in the target, with an interval; see the class."""
        return self._learned().calibration.accuracy

    @property
    def n_target_labels_(self) -> int:
        """How many labels of the target it was refined with."""
        refinement = self._learned().refinement
        return 0 if refinement is None else len(refinement.labels)

    @property
    def target_shares_(self) -> dict[Label, float]:
        """The share of each class that predictions assume."""
        shares = self._learned().calibration.shares
        return dict(zip(self.classes_.tolist(), shares.tolist(), strict=True))

    def _learned(self) -> LearnedClassifier:
        check_is_fitted(self, "decision_")
        names = [field.name for field in fields(LearnedClassifier)]
        return LearnedClassifier(**{name: getattr(self, f"{name}_") for name in names})

    def _scores(self, X: Sequence[str] | Corpus) -> NDArray[np.float64]:
        learned = self._learned()
        return learned.scores(learned.documents(X, self.n_jobs))

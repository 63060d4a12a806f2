"""FittedClassifier: what a classifier has learned, and explanations of its decisions."""

import warnings
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import softmax

from crosslex.arrays import Float64s, Int32s
from crosslex.checks import check_whole
from crosslex.classify.calibration import Calibration
from crosslex.classify.decision import Decision, LinearDecision, require_linear
from crosslex.classify.encoder import EncoderView, texts_of
from crosslex.classify.task import Weighting
from crosslex.corpus.by_domain import corpus_of
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import Label
from crosslex.counts.stream import document_matrix
from crosslex.errors import CrosslexWarning
from crosslex.results import TableResult, words_of
from crosslex.text.settings import TextSettings

MIN_COSINE_CLOSE = 0.35
"""Of neighbors below, many of books->kitchen and dvd->electronics made no sense to us; below 0.25 a
match may be chance: with its pivots permuted, half of all words have one as close."""
ENCODER = "(encoder)"
"""What the encoder's view is listed as."""


@dataclass(frozen=True)
class Contribution:
    """What one word or bigram of a document adds to the score.

    Parameters
    ----------
    feature
        The word, or two with a space.
    weight
        How far it pushes towards the predicted class; negative pushes away.
    understood_by
        Its nearest neighbors, with cosines of 0.35 or more, among the source words that the
        classifier weighs most; only those that push the same way. Empty where there are none, or
        the method has no profiles of words.
    """

    feature: str
    weight: float
    understood_by: tuple[tuple[str, float], ...]


@dataclass(frozen=True, repr=False)
class Explanation(TableResult):
    """A decision, and the words that pushed it.

    Log-odds are the sum of what all of a text's features contribute, and of the threshold, which
    does not depend on the text. (Of more than two classes: the class's log-odds above the mean of
    the others'.)

    Parameters
    ----------
    label
        The predicted class.
    probability
        Its probability.
    source, target
        The domains' names.
    contributions
        The document's features, the strongest first.
    rest
        What the threshold and all features that are not listed contribute.

    Examples
    --------
    >>> sturdy = Contribution("sturdy", 0.09, (("excellent", 0.42), ("solid", 0.36)))
    >>> print(Explanation(1, 0.83, "books", "kitchen", (sturdy,), 1.5))
    1 (probability 0.83)
    word (kitchen)  push    understood by (books)
    sturdy          +0.090  excellent 0.42, solid 0.36
    all else        +1.500
    """

    label: Label
    probability: float
    source: str
    target: str
    contributions: tuple[Contribution, ...]
    rest: float

    @property
    def verdict(self) -> str:
        """The predicted class and its probability."""
        return f"{self.label} (probability {self.probability:.2f})"

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per word."""
        return [
            {**asdict(each), "understood_by": words_of(each.understood_by)}
            for each in self.contributions
        ]

    def rows(self) -> list[tuple[str, str, str]]:
        """Return a table with a heading, one row per word."""
        rows = []
        for each in self.contributions:
            near = (f"{word} {cosine:.2f}" for word, cosine in each.understood_by)
            rows.append((each.feature, f"{each.weight:+.3f}", ", ".join(near)))
        head = (f"word ({self.target})", "push", f"understood by ({self.source})")
        return [head, *rows, ("all else", f"{self.rest:+.3f}", "")]


@dataclass(frozen=True, eq=False)
class Refinement:
    """Labeled documents of the target, and what they add to the log-odds of all others.

    `labels` are the class codes of weighted documents × features; `change` is added to log-odds.
    """

    documents: csr_array
    labels: Int32s
    change: LinearDecision


@dataclass(frozen=True, eq=False)
class FittedClassifier:
    """What a classifier has learned.

    Texts are analyzed by `text_settings`; with `stop_words`, these are features where the settings
    name none. Documents have the weighted `features` as columns, and the encodings that `encoder`
    adds. Scores of the method's `decision` become log-odds by `calibration` and what labels of
    the target have changed, `refinement`. `center` is the target's mean document, `sources` are
    the domains whose labels were learned from, `label_shares` those of the classes among them.
    """

    text_settings: TextSettings
    stop_words: bool
    classes: NDArray[Any]
    features: tuple[str, ...]
    weighting: Weighting
    target: str
    sources: tuple[str, ...]
    decision: Decision
    label_shares: Float64s
    calibration: Calibration
    center: Float64s
    encoder: EncoderView | None = None
    refinement: Refinement | None = None

    def documents(self, X: Sequence[str] | Corpus, n_jobs: int = 1) -> csr_array:
        """Return texts of the target as weighted documents × features."""
        keep = self.encoder is not None
        X = corpus_of(X, self.target, self.text_settings, keep_texts=keep, n_jobs=n_jobs)
        corpus = with_stop_words(X) if self.stop_words else X
        weighted = self.weighting.apply(document_matrix(corpus, self.features))
        if self.encoder is None:
            return weighted
        return self.encoder.beside(weighted, texts_of(X, np.arange(len(X))))

    def scores(self, documents: csr_array) -> Float64s:
        """Return log-odds, documents × classes; without a known feature, those of the prior."""
        scores = self.calibration.apply(self.decision.scores(documents))
        if self.refinement is not None:
            scores += self.refinement.change.scores(documents)
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

    def explain(self, text: str, *, top: int) -> Explanation:
        """Return the words that pushed most towards the predicted class, or away from it."""
        check_whole("top", top, least=1)
        decision = require_linear(self.decision)
        document = self.documents([text])
        scores = self.scores(document)[0]
        predicted = int(scores.argmax())
        features = document.indices
        weights = self.calibration.slope * decision.weights[features]
        if self.refinement is not None:
            weights += self.refinement.change.weights[features]
        push = document.data * _contrast(weights, predicted)
        words = features < len(self.features)
        if not words.all():
            # No dimension of an encoding has a meaning of its own; all of them push as one.
            push = np.append(push[words], push[~words].sum())
            features = np.append(features[words], len(self.features))
        names = (*self.features, ENCODER)
        contributions = []
        for at in np.argsort(-np.abs(push), kind="stable")[:top].tolist():
            near = self._neighbors(decision, int(features[at]), predicted, push[at])
            contributions.append(Contribution(names[features[at]], float(push[at]), near))
        rest = float(_contrast(scores, predicted)) - sum(each.weight for each in contributions)
        label, probability = self.classes[predicted].item(), float(softmax(scores)[predicted])
        source = ", ".join(self.sources or (self.target,))
        return Explanation(label, probability, source, self.target, tuple(contributions), rest)

    def _neighbors(
        self, decision: LinearDecision, feature: int, predicted: int, push: float
    ) -> tuple[tuple[str, float], ...]:
        """Return the source words near a feature that push in the same direction."""
        if decision.neighbors is None or feature == len(self.features):
            return ()
        near, cosines = decision.neighbors.features[feature], decision.neighbors.cosines[feature]
        kept = (near >= 0) & (cosines >= MIN_COSINE_CLOSE)
        kept[kept] = _contrast(decision.weights[near[kept]], predicted) * push > 0
        names = (self.features[other] for other in near[kept])
        return tuple(zip(names, cosines[kept].tolist(), strict=True))


def _contrast(scores: Float64s, code: int) -> Float64s:
    """Return how far a class is above the mean of the others, along the last axis.

    >>> _contrast(np.array([[1.0, 2.0, 6.0]]), 2)
    array([4.5])
    """
    size = scores.shape[-1]
    return np.asarray((size * scores[..., code] - scores.sum(axis=-1)) / (size - 1))


def with_stop_words(corpus: Corpus) -> Corpus:
    """Return the corpus with stop words as features, unless its settings name their own."""
    if corpus.text_settings.stop_words is not None:
        return corpus
    return replace(corpus, text_settings=replace(corpus.text_settings, stop_words=frozenset()))

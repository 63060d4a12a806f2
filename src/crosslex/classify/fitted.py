"""FittedClassifier: what a classifier has learned, and its optional view by a user's encoder."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack
from sklearn.linear_model import LogisticRegression

from crosslex.classify.calibration import Calibration
from crosslex.classify.decision import (
    CalibrationData,
    Decision,
    LinearDecision,
    Scores,
    Views,
    blend,
)
from crosslex.classify.encoder_folder import EncoderFolder
from crosslex.classify.method import held_out_scores
from crosslex.classify.profiles import fit_scaler
from crosslex.classify.task import AdaptationTask, Weighting
from crosslex.corpus.columns import column_of
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED
from crosslex.counts.stream import document_matrix
from crosslex.errors import CrosslexWarning, InputError
from crosslex.text.settings import TextSettings, function_name
from crosslex.threads import single_threaded

STRENGTH = 3.0
"""C of the logistic regression on encodings of length 1; chosen with music and video as targets."""
MOST_POOL_TEXTS = 500
"""Texts of the target that are encoded to find the threshold: encoders are slow."""


@runtime_checkable
class TextEncoder(Protocol):
    """Anything that turns texts into vectors, such as a model of sentence-transformers."""

    def encode(self, texts: list[str]) -> Any:
        """Return texts × dimensions."""


Encoder: TypeAlias = TextEncoder | Callable[[list[str]], Any]


def encode(encoder: Encoder, texts: Sequence[str]) -> NDArray[np.float64]:
    """Return one row of finite numbers per text, as the encoder gives them.

    >>> encode(lambda texts: [[len(text), 1.0] for text in texts], ["a", "bcd"])
    array([[1., 1.],
           [3., 1.]])
    """
    # A string has a method of that name, too.
    if isinstance(encoder, str) or not (isinstance(encoder, TextEncoder) or callable(encoder)):
        raise InputError(
            f"encoder: found {encoder!r}; give an object with a method encode, or a function"
        )
    found = encoder.encode if isinstance(encoder, TextEncoder) else encoder
    try:
        rows = np.asarray(found(list(texts)), np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"encoder: it failed on {len(texts)} texts ({error})") from error
    if rows.ndim != 2 or len(rows) != len(texts) or not np.isfinite(rows).all():
        raise InputError(
            f"encoder: it made an array of shape {rows.shape} of {len(texts)} texts; it must "
            "return one row of finite numbers per text"
        )
    return rows


def texts_of(corpus: Corpus, rows: NDArray[np.integer]) -> list[str]:
    """Return some raw texts of a corpus, which must have kept them."""
    if corpus.texts is None:
        raise InputError(
            f"encoder: corpus {corpus.name!r} has no texts to encode; give texts, or corpora "
            "made with keep_texts=True"
        )
    return [corpus.texts[int(row)] for row in rows]


@dataclass(frozen=True, eq=False)
class EncoderView:
    """Encodings as columns of documents: standardized, of length 1 on average.

    `encoder` is None after loading, until the user brings it again.
    """

    name: str
    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    encoder: Encoder | None = None

    def beside(self, documents: csr_array, texts: Sequence[str]) -> csr_array:
        """Return documents with the texts' encodings as further columns."""
        if self.encoder is None:
            raise InputError(
                f"encoder: this classifier was learned with {self.name}; bring it again, as in "
                "CrossDomainClassifier.load(folder, encoder=…)"
            )
        # Some encoders refuse an empty list.
        rows = encode(self.encoder, texts) if len(texts) else np.empty((0, len(self.mean)))
        if rows.shape[1] != len(self.mean):
            raise InputError(
                f"encoder: it makes {rows.shape[1]} dimensions, but the classifier was learned "
                f"with {len(self.mean)} of {self.name}; give the same encoder"
            )
        return csr_array(hstack([documents, (rows - self.mean) / self.scale], format="csr"))


@dataclass(frozen=True, eq=False)
class Refinement:
    """Labeled documents of the target, and what they add to the log-odds of all others.

    Parameters
    ----------
    documents
        Weighted documents × features.
    labels
        The class code of each.
    weights, intercept
        What is added to the log-odds: features × classes, and one per class.
    """

    documents: csr_array
    labels: NDArray[np.int32]
    weights: NDArray[np.float64]
    intercept: NDArray[np.float64]

    def scores(self, documents: csr_array) -> Scores:
        """Return what to add to the log-odds of documents."""
        return np.asarray(documents @ self.weights + self.intercept)


@dataclass(frozen=True, eq=False)
class FittedClassifier:
    """What a classifier has learned.

    Parameters
    ----------
    text_settings, stop_words
        How texts are analyzed, and whether stop words are features where the settings name none.
    classes, label_shares
        The classes, and the share of each among the labels.
    features, weighting
        The columns of documents, and their weights.
    target, sources
        The domain to classify, and those whose labels were learned from.
    decision, calibration
        The method's scores, and what turns them into log-odds.
    center
        The target's mean document.
    encoder
        Adds the encodings of texts to documents as columns.
    refinement
        What labels of the target have changed.
    """

    text_settings: TextSettings
    stop_words: bool
    classes: NDArray[Any]
    features: tuple[str, ...]
    weighting: Weighting
    target: str
    sources: tuple[str, ...]
    decision: Decision
    label_shares: NDArray[np.float64]
    calibration: Calibration
    center: NDArray[np.float64]
    encoder: EncoderView | None = None
    refinement: Refinement | None = None

    def documents(self, X: Sequence[str] | Corpus, n_jobs: int = 1) -> csr_array:
        """Return texts of the target as weighted documents × features."""
        if not isinstance(X, Corpus):
            X = Corpus.from_texts(
                column_of("X", X) if hasattr(X, "shape") else X,
                name=self.target,
                text_settings=self.text_settings,
                keep_texts=self.encoder is not None,
                n_jobs=n_jobs,
            )
        elif X.text_settings.describe() != self.text_settings.describe():
            raise InputError(f"corpus {X.name!r} was analyzed with other text settings")
        corpus = with_stop_words(X) if self.stop_words else X
        weighted = self.weighting.apply(document_matrix(corpus, self.features))
        if self.encoder is None:
            return weighted
        return self.encoder.beside(weighted, texts_of(X, np.arange(len(X))))

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

    def views(self) -> Views | None:
        """Return the views on the scale of log-odds; a linear decision without any is one."""
        if not isinstance(self.decision, LinearDecision):
            return None
        views = self.decision.as_views()
        return replace(views, mix=self.calibration.slope * views.mix)


def with_stop_words(corpus: Corpus) -> Corpus:
    """Return the corpus with stop words as features, unless its settings name their own."""
    if corpus.text_settings.stop_words is not None:
        return corpus
    return replace(corpus, text_settings=replace(corpus.text_settings, stop_words=frozenset()))


def join_encoder(
    encoder: Encoder, task: AdaptationTask, data: CalibrationData
) -> tuple[EncoderView, CalibrationData]:
    """Return the encoder's view, learned from the same labeled texts, and calibration data with it.

    It is a logistic regression on standardized encodings. Its scores deviate, over labeled
    documents, as much as those of the other views do on average. Of the target's texts, at most
    500 random ones are encoded, to find the threshold.
    """
    if not isinstance(data.decision, LinearDecision):
        raise InputError("encoder: the method's decision is not linear; choose another method")
    texts: list[str] = []
    for domain in task.domains:
        texts += texts_of(domain.corpus, np.flatnonzero(domain.labels != UNLABELED))
    rows = encode(encoder, texts)
    scaler = fit_scaler([rows])
    name = encoder.name if isinstance(encoder, EncoderFolder) else str(function_name(encoder))
    view = EncoderView(name, scaler.mean_, scaler.scale_, encoder)
    columns = scaler.transform(rows)
    with single_threaded():  # the encoder itself may use as many as it likes
        fitted = LogisticRegression(C=STRENGTH, max_iter=5000).fit(columns, data.labels)
        [held_out] = held_out_scores(fitted, columns, data.labels)
    others = data.decision.as_views()
    deviation = held_out.std(axis=0).mean()
    usual = data.held_out.std(axis=0).mean() / len(others.mix)
    part = usual / deviation if deviation > 0 else 0.0
    added = LinearDecision.of_classifier(fitted, columns.shape[1])
    decision = replace(append_view(others, added, part), neighbors=data.decision.neighbors)

    target = task.domains[task.target]
    order = np.random.default_rng(task.random_state).permutation(target.documents.shape[0])
    chosen = np.sort(order[:MOST_POOL_TEXTS])
    pool = view.beside(csr_array(target.documents[chosen]), texts_of(target.corpus, chosen))
    *_, encoded = decision.as_views().scores(pool)
    return view, replace(
        data,
        decision=decision,
        pool=pool,
        pool_scores=data.pool_scores[chosen] + encoded,
        held_out=data.held_out + part * held_out,
    )


def append_view(views: Views, added: LinearDecision, part: float) -> LinearDecision:
    """Return views blended with one more, of the columns after all others.

    >>> words = LinearDecision(np.array([[-1.0, 1.0]]), np.zeros(2)).as_views()
    >>> append_view(words, LinearDecision(np.array([[-3.0, 3.0]]), np.zeros(2)), 0.5).weights
    array([[-1. ,  1. ],
           [-1.5,  1.5]])
    """
    old = np.pad(views.weights, ((0, 0), (0, len(added.weights)), (0, 0)))
    new = np.pad(added.weights, ((views.weights.shape[1], 0), (0, 0)))[None]
    return blend(
        Views(
            np.concatenate([old, new]),
            np.vstack([views.intercepts, added.intercept]),
            np.append(views.mix, part),
        )
    )

"""A text encoder of the user as one more view: a logistic regression on its encodings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack
from sklearn.linear_model import LogisticRegression

from crosslex.classify.calibration import CalibrationData
from crosslex.classify.decision import LinearDecision, Scores, Views, blend
from crosslex.classify.method import held_out_scores
from crosslex.classify.profiles import fit_scaler
from crosslex.classify.task import AdaptationTask
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED
from crosslex.errors import InputError
from crosslex.text.settings import function_name

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


def learn_encoder(
    encoder: Encoder, texts: Sequence[str], labels: NDArray[np.int32]
) -> tuple[EncoderView, LinearDecision, Scores]:
    """Return the standardization, the decision over standardized encodings, and held-out scores."""
    rows = encode(encoder, texts)
    scaler = fit_scaler([rows])
    view = EncoderView(str(function_name(encoder)), scaler.mean_, scaler.scale_, encoder)
    columns = scaler.transform(rows)
    fitted = LogisticRegression(C=STRENGTH, max_iter=5000).fit(columns, labels)
    decision = LinearDecision.of_classifier(fitted, rows.shape[1])
    [held_out] = held_out_scores(fitted, columns, labels)
    return view, decision, held_out


def with_view(
    decision: LinearDecision, held_out: Scores, added: LinearDecision, added_held_out: Scores
) -> tuple[LinearDecision, Scores]:
    """Return a decision with one more view, of the columns after all others, at equal weight.

    Its scores deviate, over labeled documents, as much as those of the others do on average.

    >>> words = LinearDecision(np.array([[-1.0, 1.0]]), np.zeros(2))
    >>> encoded = LinearDecision(np.array([[-3.0, 3.0]]), np.zeros(2))
    >>> scores = np.array([[-1.0, 1.0], [1.0, -1.0]])
    >>> with_view(words, scores, encoded, 2 * scores)[0].weights
    array([[-1. ,  1. ],
           [-1.5,  1.5]])
    """
    views = decision.as_views()
    usual = held_out.std(axis=0).mean() / len(views.mix)
    deviation = added_held_out.std(axis=0).mean()
    part = usual / deviation if deviation > 0 else 0.0
    n_added = len(added.weights)
    old = np.pad(views.weights, ((0, 0), (0, n_added), (0, 0)))
    new = np.pad(added.weights, ((decision.weights.shape[0], 0), (0, 0)))[None]
    joined = Views(
        np.concatenate([old, new]),
        np.vstack([views.intercepts, added.intercept]),
        np.append(views.mix, part),
        np.append(views.self_trained, False),
    )
    return replace(blend(joined), neighbors=decision.neighbors), held_out + part * added_held_out


def join_encoder(
    encoder: Encoder, task: AdaptationTask, data: CalibrationData
) -> tuple[EncoderView, CalibrationData]:
    """Return the encoder's view, learned from the same labeled texts, and calibration data with it.

    Of the target's texts, at most 500 random ones are encoded, to find the threshold.
    """
    if not isinstance(data.decision, LinearDecision):
        raise InputError("encoder: the method's decision is not linear; choose another method")
    texts: list[str] = []
    for domain in task.domains:
        texts += texts_of(domain.corpus, np.flatnonzero(domain.labels != UNLABELED))
    view, added, added_held_out = learn_encoder(encoder, texts, data.labels)
    target = task.domains[task.target]
    order = np.random.default_rng(task.random_state).permutation(target.documents.shape[0])
    rows = np.sort(order[:MOST_POOL_TEXTS])
    pool = view.beside(csr_array(target.documents[rows]), texts_of(target.corpus, rows))
    decision, held_out = with_view(data.decision, data.held_out, added, added_held_out)
    *_, encoded = decision.as_views().scores(pool)
    return view, replace(
        data,
        decision=decision,
        pool=pool,
        pool_scores=data.pool_scores[rows] + encoded,
        held_out=held_out,
    )

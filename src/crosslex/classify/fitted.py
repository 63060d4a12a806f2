"""FittedClassifier: what a classifier has learned, to score texts and to learn from few labels."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from crosslex.checks import check_whole
from crosslex.classify.calibration import Calibration
from crosslex.classify.decision import Decision, LinearDecision, Views
from crosslex.classify.encoder import EncoderView, texts_of
from crosslex.classify.few_labels import (
    MAX_CANDIDATES,
    Refinement,
    candidates,
    fit_refinement,
    most_useful,
)
from crosslex.classify.inputs import column_of, label_codes, read_label
from crosslex.classify.task import Weighting
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED, Label
from crosslex.counts.stream import document_matrix
from crosslex.errors import CrosslexWarning, InputError
from crosslex.text.settings import TextSettings


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

    def suggest(
        self, X: Sequence[str] | Corpus, number: int, *, seed: int, n_jobs: int
    ) -> NDArray[np.intp]:
        """Return the indices of the texts whose labels would help most, the best first."""
        check_whole("n", number, least=1, most=MAX_CANDIDATES)
        documents = self.documents(X, n_jobs)
        known = np.flatnonzero(np.diff(documents.indptr))
        if not len(known):
            raise InputError("X: none of the texts contains a word that the classifier knows")
        if number > len(known):
            warnings.warn(
                f"n: asked for {number:,} texts, but only {len(known):,} contain words that the "
                "classifier knows; all of these are suggested",
                CrosslexWarning,
                stacklevel=3,
            )
            number = len(known)
        compared = known[candidates(len(known), seed)]
        rows, n_labeled = csr_array(documents[compared]), 0
        if self.refinement is not None:
            labeled = self.refinement.documents
            given = candidates(labeled.shape[0], seed)
            rows = csr_array(vstack([labeled[given], rows], format="csr"))
            n_labeled = len(given)
        views = self._views()
        chosen = most_useful(
            self.scores(rows),
            rows,
            number,
            center=self.center,
            parts=() if views is None else views.scores(rows),
            n_labeled=n_labeled,
        )
        return np.asarray(compared[np.array(chosen) - n_labeled], np.intp)

    def refine(
        self, X: Sequence[str] | Corpus, y: Sequence[Label] | NDArray[Any], *, n_jobs: int
    ) -> "FittedClassifier":
        """Return the classifier, moved by labels of the target and all that it was given before."""
        documents = self.documents(X, n_jobs)
        classes = self.classes.tolist()
        codes = label_codes(y, documents.shape[0], classes, refuse_unknown=True)
        minus_ones = sum(read_label(label) == UNLABELED for label in column_of("y", y))
        if minus_ones and all(isinstance(label, int) for label in classes):
            warnings.warn(
                f"y: {minus_ones:,} texts have the label -1, which means unlabeled, and are left "
                f"out; the classes are {', '.join(map(str, classes))}",
                CrosslexWarning,
                stacklevel=3,
            )
        used = np.flatnonzero((codes != UNLABELED) & (np.diff(documents.indptr) > 0))
        if not len(used):
            raise InputError(
                "y: none of the texts has a label and contains words which the classifier knows"
            )
        documents, codes = csr_array(documents[used]), codes[used]
        if self.refinement is not None:
            before = self.refinement
            documents = csr_array(vstack([before.documents, documents], format="csr"))
            codes = np.concatenate([before.labels, codes])
        refinement = fit_refinement(
            self.calibration.apply(self.decision.scores(documents)),
            documents,
            codes,
            center=self.center,
            views=self._views(),
        )
        return replace(self, refinement=refinement)

    def _views(self) -> Views | None:
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

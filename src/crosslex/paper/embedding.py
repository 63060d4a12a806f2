"""PaperEmbedding: the texts of several domains in, the paper's vectors out."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, get_args

import numpy as np
from sklearn.base import BaseEstimator

from crosslex.checks import check_choice, check_dimension, check_number, check_whole, check_window
from crosslex.corpus.sharded import AnyCorpus, check_domains
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import StorageError
from crosslex.lookup import WordLookup
from crosslex.paper.features import count_features
from crosslex.paper.instances import collect_instances
from crosslex.paper.pivots import PaperVocabulary, PivotName, PivotScore, choose_vocabulary
from crosslex.paper.training import DomainWeights, Start, TrainedVectors, train
from crosslex.storage import described_setting, read_archive, refusing_misfits
from crosslex.storage.vectors import SavedVectors, save_vectors
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors


@dataclass(kw_only=True, eq=False, repr=False)
class PaperSettings:
    """How features are chosen and vectors are trained; the defaults are the paper's.

    Parameters
    ----------
    n_pivots, n_non_pivots
        N_P, and N_S = N_T.
    min_count
        How often a feature must occur in all documents together, and in a domain to belong to it.
    window
        Positions on either side of a pivot; stop words do not count.
    pivots
        A name of `PIVOT_SCORES`, or a function from counts to one score per feature.
    dimension, regularization, negatives
        n, λ and k.
    epochs, tolerance, start, domain_weights
        See `crosslex.paper.train`.
    """

    n_pivots: int = 500
    n_non_pivots: int = 500
    min_count: int = 50
    window: int = 10
    pivots: PivotName | PivotScore = "npmi"
    dimension: int = 300
    regularization: float = 1.0
    negatives: int = 5
    epochs: int | None = None
    tolerance: float | None = 0.01
    start: Start = "normal"
    domain_weights: DomainWeights | None = None

    def check_settings(self) -> None:
        """Refuse values out of range, except of what `choose_vocabulary` checks."""
        check_window(self.window)
        check_dimension(self.dimension)
        check_number("regularization", self.regularization)
        check_whole("negatives", self.negatives, least=1)
        check_whole("epochs", self.epochs, least=1, optional=True)
        check_number("tolerance", self.tolerance, above_zero=True, optional=True)
        check_choice("start", self.start, get_args(Start))
        check_choice("domain_weights", self.domain_weights, (None, *get_args(DomainWeights)))

    def choose(self, corpora: Sequence[AnyCorpus]) -> PaperVocabulary:
        """Return the pivots and non-pivots of the texts."""
        return choose_vocabulary(
            count_features(corpora, min_count=self.min_count),
            score=self.pivots,
            n_pivots=self.n_pivots,
            n_non_pivots=self.n_non_pivots,
            min_count=self.min_count,
        )

    def learn(
        self, corpora: Sequence[AnyCorpus], vocabulary: PaperVocabulary, random_state: int
    ) -> TrainedVectors:
        """Return the vectors of the pivots and of each corpus's non-pivots."""
        self.check_settings()
        instances = [
            collect_instances(
                corpus,
                vocabulary.pivots,
                vocabulary.of_domain(corpus.name),
                window=self.window,
            )
            for corpus in corpora
        ]
        return train(
            instances,
            dimension=self.dimension,
            regularization=self.regularization,
            negatives=self.negatives,
            epochs=self.epochs,
            tolerance=self.tolerance,
            start=self.start,
            domain_weights=self.domain_weights,
            random_state=random_state,
        )


@dataclass(kw_only=True, eq=False, repr=False)
class PaperEmbedding(PaperSettings, WordLookup, BaseEstimator):  # type: ignore[misc]
    """Learn vectors of pivots and non-pivots in every domain, as the paper does.

    For its features, encode texts with `TextSettings.paper()`.

    Attributes
    ----------
    vectors_ : dict of DomainVectors
        The vectors of each domain's pivots and non-pivots, by the domain's name.
    vocabulary_ : PaperVocabulary
        The pivots and non-pivots.
    losses_ : tuple of float
        The mean hinge of every epoch.

    Examples
    --------
    >>> from crosslex import Corpus
    >>> films = Corpus.from_texts(["a good plot", "a bad plot"] * 5, name="films")
    >>> tools = Corpus.from_texts(["a good drill", "a bad drill"] * 5, name="tools")
    >>> model = PaperEmbedding(n_pivots=2, n_non_pivots=1, min_count=5, dimension=4)
    >>> sorted(model.fit([films, tools]).vectors_["tools"])
    ['bad', 'drill', 'good']
    """

    random_state: int = 0

    def fit(self, corpora: Sequence[AnyCorpus]) -> Self:
        """Learn from the texts of two or more domains, analyzed alike."""
        check_domains(corpora)
        vocabulary = self.choose(corpora)
        trained = self.learn(corpora, vocabulary, self.random_state)
        self.vocabulary_, self.losses_ = vocabulary, trained.losses
        self.vectors_ = {
            corpus.name: DomainVectors(
                corpus.name,
                (*vocabulary.pivots, *vocabulary.of_domain(corpus.name)),
                np.vstack([trained.pivots[at], trained.words[at]]),
                vocabulary.counts[at],
                corpus.text_settings,
            )
            for at, corpus in enumerate(corpora)
        }
        return self

    def save(self, folder: str | Path) -> None:
        """Write the vectors to a folder, in one step."""
        vectors = self._vectors()
        features = tuple(dict.fromkeys(word for each in vectors.values() for word in each.words))
        number = {feature: at for at, feature in enumerate(features)}
        counts = np.zeros((len(vectors), len(features)), np.int64)
        for row, each in zip(counts, vectors.values(), strict=True):
            row[[number[word] for word in each.words]] = 0 if each.counts is None else each.counts
        present = [[word in each.positions for word in features] for each in vectors.values()]
        settings = {name: described_setting(v) for name, v in self.get_params(deep=False).items()}
        text_settings = next(iter(vectors.values())).text_settings or TextSettings()
        save_vectors(
            folder,
            "paper",
            settings,
            text_settings,
            Vocabulary(tuple(vectors), features, counts, np.array(present)),
            vectors,
        )

    @classmethod
    def load(cls, folder: str | Path, *, text_settings: TextSettings | None = None) -> Self:
        """Return a model from its folder, of which nothing is executed."""
        archive = read_archive(folder, "model")
        with refusing_misfits(folder, "model"):
            saved = SavedVectors.of(archive)
            if saved.method != "paper":
                raise StorageError(
                    f"{folder}: the model was not learned by the paper's method; load it with "
                    "CrossDomainEmbedding.load"
                )
            settings: dict[str, Any] = dict(saved.settings)
            loaded = cls(**settings)
            loaded.check_settings()
        loaded.vectors_ = saved.vectors(text_settings)
        return loaded

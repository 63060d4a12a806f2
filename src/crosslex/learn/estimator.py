"""CrossDomainEmbedding: the texts of several domains in, one vector per word and domain out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

from sklearn.base import BaseEstimator

from crosslex.arrays import Float32s
from crosslex.checkpoints import Checkpoints
from crosslex.comparison import Comparison, Neighborhood
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counting.cooccurrences import Cooccurrences
from crosslex.counting.examples import Examples
from crosslex.counting.names import ContextName
from crosslex.counting.sentence_sample import SentenceSample
from crosslex.errors import InputError
from crosslex.learn.all_but_the_top import CommonDirections
from crosslex.learn.fitting import FittedModel, fit_model, update_model
from crosslex.learn.inference import infer_word
from crosslex.learn.learned import LearnedVectors
from crosslex.learn.names import TrainerChoice
from crosslex.learn.saving import load_model, save_model
from crosslex.learn.settings import (
    DomainWeights,
    EmbeddingSettings,
    PairWeight,
    Start,
    TrainingSettings,
)
from crosslex.lookup import compare, find_neighbors
from crosslex.pivots.names import Scope
from crosslex.pivots.scores import PivotScore
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.shift import Shifts, ShiftSettings, domain_pairs, find_shifts
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors


class LearnedAttributes(BaseEstimator):  # type: ignore[misc]
    """What a fit sets."""

    text_settings_: TextSettings
    vocabulary_: Vocabulary
    learned_: LearnedVectors
    cooccurrences_: tuple[Cooccurrences, ...]
    sentence_samples_: tuple[SentenceSample, ...]
    examples_: tuple[Examples, ...]
    common_: CommonDirections | None
    vectors_: dict[str, DomainVectors]
    _model: FittedModel


@dataclass(kw_only=True, eq=False, repr=False)
class CrossDomainEmbedding(LearnedAttributes):
    """Learn one vector per word per domain, all in one comparable space, without labels.

    Parameters
    ----------
    dimension
        Length of the vectors.
    pivots
        How pivots are chosen: `frequency`, `npmi`, `npmi-name`, `entropy`, or your own function
        from counts to scores (see `crosslex.pivots`).
    n_pivots
        How many; None takes 1,000, or half of the candidates where there are fewer than 2,000.
    scope
        `all`: every feature has a vector in each domain where it occurs. `paper`: only pivots
        and `n_non_pivots` features of each domain that no other domain has.
    n_non_pivots
        Non-pivots per domain, for the paper's scope.
    min_count, min_documents
        How often a feature must occur, and in how many documents, over all domains together.
    context
        What counts as context: `window`, `sentence` or `document`.
    window
        Positions on either side, stop words not counted.
    common_directions
        How many directions that all word vectors have in common are taken out of them;
        None leaves the vectors as they were learned.
    max_examples
        Raw sentences kept with the model for each word and domain; 0 keeps none.
    trainer, regularization, negatives, learning_rate, epochs, batch_size, backoff, pair_weight,
    start, start_scale, subsample, holdout, patience, domain_weights, random_state, n_jobs
        How to learn; see `TrainingSettings`.

    Attributes
    ----------
    vectors_ : dict of DomainVectors
        The vectors of each domain, by its name.
    vocabulary_ : Vocabulary
        Every feature's role in every domain.
    learned_ : LearnedVectors
        Pivot and word vectors as learned, and the curve of the loss.
    cooccurrences_ : tuple of Cooccurrences
        The counts that they were learned from; empty where the trainer reads documents.
    sentence_samples_, examples_
        A sample of each domain's sentences, as numbers and as raw text.

    References
    ----------
    Bollegala, Maehara, Kawarabayashi (2015), Unsupervised Cross-Domain Word Representation
    Learning, ACL.

    Examples
    --------
    >>> from crosslex import Corpus
    >>> films = Corpus.from_texts(["a sharp plot", "a dull plot"] * 10, name="films")
    >>> tools = Corpus.from_texts(["a sharp drill", "a dull drill"] * 10, name="tools")
    >>> model = CrossDomainEmbedding(dimension=8, n_pivots=2).fit([films, tools])
    >>> sorted(model.vectors_)
    ['films', 'tools']
    >>> "drill" in model.vectors_["tools"], "drill" in model.vectors_["films"]
    (True, False)
    """

    dimension: int = 300
    pivots: str | PivotScore = "frequency"
    n_pivots: int | None = None
    scope: Scope = "all"
    n_non_pivots: int = 500
    min_count: int = 1
    min_documents: int = 10
    context: ContextName = "window"
    window: int = 10
    common_directions: int | None = 2
    max_examples: int = 10
    trainer: TrainerChoice = "auto"
    regularization: float = 1.0
    negatives: int = 5
    learning_rate: float | None = None
    epochs: int | None = None
    batch_size: int = 50
    backoff: float = 0.2
    pair_weight: PairWeight = "normalized"
    start: Start = "shared"
    start_scale: float | None = None
    subsample: float = 0.0
    holdout: float = 0.02
    patience: int | None = 4
    tolerance: float | None = None
    domain_weights: DomainWeights | None = None
    random_state: int = 0
    n_jobs: int = 1

    @classmethod
    def paper(cls, *, random_state: int = 0, n_jobs: int = 1) -> Self:
        """Return the paper's settings, literally.

        500 pivots by NPMI, 500 non-pivots of each domain alone, features seen 50 times,
        window 10, 300 dimensions, the reference trainer with N(0, 1) starts until the loss has
        converged, nothing held out. A feature belongs to a domain in which it occurs 50 times.
        The paper's features come from corpora encoded with `TextSettings.paper()`.
        """
        chosen = TrainingSettings.paper()
        return cls(
            pivots="npmi",
            n_pivots=500,
            scope="paper",
            min_count=50,
            min_documents=1,
            common_directions=None,
            **{field.name: getattr(chosen, field.name) for field in fields(chosen)}
            | {"random_state": random_state, "n_jobs": n_jobs},
        )

    def fit(self, corpora: Sequence[AnyCorpus]) -> Self:
        """Learn from the texts of two or more domains.

        Parameters
        ----------
        corpora
            One per domain, analyzed alike.
        """
        return self._keep(fit_model(corpora, self._settings()))

    def update(self, corpus: AnyCorpus) -> Self:
        """Go on learning when more text of a known domain arrives, or a new domain joins.

        The new text is counted and added to the counts that the model keeps; learning goes on
        from the vectors it has. Pivots stay, and so do the words of known domains; a new
        domain brings its own.
        """
        return self._keep(update_model(self._fitted(), corpus, self._settings()))

    def compare(self, word: str, *, top: int = 10, min_count: int = 1) -> Comparison:
        """Return a word's neighbors side by side, one column per domain.

        The word may be typed as in a text: `Knives` finds `knife`. Neighbors that occur less
        than `min_count` times in their domain are left out.
        """
        return compare(word, self._fitted().vectors, top=top, min_count=min_count)

    def neighbors(
        self,
        word: str,
        *,
        domain: str | None = None,
        among: str | None = None,
        top: int = 10,
        min_count: int = 1,
    ) -> tuple[Neighborhood, ...]:
        """Return the words nearest to a word, in one domain or in each that has it.

        See `crosslex.lookup.find_neighbors`.
        """
        return find_neighbors(
            word, self._fitted().vectors, domain=domain, among=among, top=top, min_count=min_count
        )

    def shifts(
        self,
        *,
        domains: tuple[str, str] | None = None,
        top: int | None = 50,
        min_count: int = 10,
        resamples: int = 200,
        neighbors: int = 10,
        examples: int = 3,
        random_state: int = 0,
        n_jobs: int = 1,
        checkpoints: Checkpoints | None = None,
    ) -> Shifts:
        """Return the words of two domains by change of meaning, with intervals and p-values.

        Parameters
        ----------
        domains
            Which two; may be left out where the model has two. `all_shifts` takes every pair.
        top
            How many words to return at most; None returns all that were tested.
        min_count
            How often a word must occur in each of the two.
        resamples
            Permutations of each word's documents.
        neighbors, examples
            How many neighbors and sentences to give for each word and domain; 0 gives none.
        random_state
            Seed of everything random.
        n_jobs
            Threads, -1 for all cores; the result does not depend on it.
        checkpoints
            Where a killed run goes on from, from `crosslex.checkpoints.open_checkpoints`.

        Examples
        --------
        >>> model = CrossDomainEmbedding.load("model/")  # doctest: +SKIP
        >>> model.shifts(domains=("books", "kitchen"), top=20)[0].word  # doctest: +SKIP
        'sharp'
        """
        settings = ShiftSettings(
            top=top,
            min_count=min_count,
            resamples=resamples,
            window=self.window,
            neighbors=neighbors,
            examples=examples,
            random_state=random_state,
            n_jobs=n_jobs,
        )
        return find_shifts(self._fitted().evidence(domains), settings, checkpoints)

    def all_shifts(
        self, *, top: int | None = 50, random_state: int = 0, n_jobs: int = 1
    ) -> dict[tuple[str, str], Shifts]:
        """Return the words of every pair of domains by change of meaning; see `shifts`."""
        return {
            pair: self.shifts(domains=pair, top=top, random_state=random_state, n_jobs=n_jobs)
            for pair in domain_pairs(self._fitted().vocabulary.domains, None)
        }

    def infer(self, word: str, texts: Iterable[str], *, domain: str) -> Float32s:
        """Return a vector for a word from texts of a domain that hold it.

        The pivots and all other words stay as they are; the word need not be known.

        Parameters
        ----------
        word
            The word, or two words with a space between.
        texts
            Texts of the domain in which it occurs.
        domain
            Which of the model's domains they are of.
        """
        return infer_word(self._fitted(), self._settings(), word, texts, domain=domain)

    def save(self, folder: str | Path) -> None:
        """Write the model to a folder, in one step; see the documentation's file formats."""
        save_model(self._fitted(), self._settings(), folder)

    @classmethod
    def load(cls, folder: str | Path, *, text_settings: TextSettings | None = None) -> Self:
        """Return a model from its folder, of which nothing is executed.

        Give `text_settings` where the text was analyzed by functions of your own.
        """
        settings, model = load_model(folder, text_settings)
        return cls(**settings.describe())._keep(model)

    def _settings(self) -> EmbeddingSettings:
        """Return all settings, checked."""
        return EmbeddingSettings(**self.get_params())

    def _fitted(self) -> FittedModel:
        if not hasattr(self, "_model"):
            raise InputError("the model has learned nothing yet; call fit first")
        return self._model

    def _keep(self, model: FittedModel) -> Self:
        for name in (*(field.name for field in fields(model)), "vectors"):
            setattr(self, f"{name}_", getattr(model, name))
        self._model = model
        return self

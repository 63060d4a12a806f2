"""CrossDomainEmbedding: the texts of several domains in, one vector per word and domain out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Self

from sklearn.base import BaseEstimator

from crosslex.arrays import Float32s
from crosslex.checkpoints import Checkpoints
from crosslex.comparison import MIN_COUNT, Comparison, Neighborhood
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.contexts import ContextCounts
from crosslex.counts.cooccurrences import Cooccurrences
from crosslex.counts.examples import Examples
from crosslex.counts.names import ContextName
from crosslex.counts.sentence_sample import SentenceSample
from crosslex.errors import InputError
from crosslex.learn.fitting import FittedModel, fit_model, infer_word, update_model
from crosslex.learn.learned import LearnedVectors, SpaceVectors
from crosslex.learn.names import TrainerChoice
from crosslex.learn.saving import load_model, save_model
from crosslex.learn.settings import (
    DomainWeights,
    EmbeddingSettings,
    PairWeight,
    Start,
    TrainingSettings,
    refuse_unused,
)
from crosslex.learn.spectral import SpectralFit
from crosslex.lookup import compare, find_neighbors
from crosslex.pivots.names import Scope
from crosslex.pivots.scores import PivotScore
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.shifts import (
    Senses,
    SenseSettings,
    Shifts,
    ShiftSettings,
    domain_pairs,
    find_senses,
    find_shifts,
)
from crosslex.space.prior import Prior
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors


class LearnedAttributes(BaseEstimator):  # type: ignore[misc]
    """What a fit sets."""

    text_settings_: TextSettings
    vocabulary_: Vocabulary
    learned_: SpaceVectors | LearnedVectors
    contexts_: tuple[str, ...]
    counts_: tuple[ContextCounts, ...] | tuple[Cooccurrences, ...]
    sentence_samples_: tuple[SentenceSample, ...]
    examples_: tuple[Examples, ...]
    vectors_: dict[str, DomainVectors]
    _model: FittedModel


@dataclass(kw_only=True, eq=False, repr=False)
class CrossDomainEmbedding(LearnedAttributes):
    """Learn one vector per word per domain, all in one comparable space, without labels.

    By default the space is spectral: the strongest directions of what stands around words in all
    texts together. A word is placed in it by what stands around it in one domain, and leans on
    its place in all texts where the domain says little. The trainers `auto`, `exact`, `pairs`
    and `reference` minimize the paper's ranking objective instead.

    Parameters
    ----------
    dimension
        Length of the vectors, at most as many as there are words.
    trainer
        `spectral`, or one of `TrainingSettings`.
    n_contexts
        How many of the most frequent words, stop words first, contexts are told by; spectral.
    prior
        Pre-trained vectors that words lean on where there is little text: anything that has
        vectors by word, such as a dictionary or gensim's KeyedVectors, or a file of word2vec's
        (text or binary) or GloVe's. They are part of `dimension`; spectral.
    window
        Positions on either side of a word that count as its context. The spectral trainer counts
        stop words and leaves out other words that are too rare to be a context; the others
        leave out stop words.
    min_count, min_documents
        How often a feature must occur, and in how many documents, over all domains together.
    max_examples
        Raw sentences kept with the model for each word and domain; 0 keeps none.
    random_state, n_jobs
        Seed of everything random; threads of the ranking trainers, -1 for all cores. The result
        does not depend on the number of threads.
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
    context
        What counts as context: `window`, `sentence` or `document`.
    common_directions
        How many directions that all word vectors have in common are taken out of them;
        None leaves the vectors as they were learned.
    regularization, negatives, learning_rate, epochs, batch_size, backoff
        See `crosslex.learn.settings.TrainingSettings`, as for the next ones.
    pair_weight, start, start_scale, subsample, holdout, patience, tolerance, domain_weights
        See `TrainingSettings`. These, and all from `pivots` on, are for the ranking trainers.

    Attributes
    ----------
    vectors_ : dict of DomainVectors
        The vectors of each domain, by its name.
    vocabulary_ : Vocabulary
        Every feature's role in every domain.
    learned_ : SpaceVectors or LearnedVectors
        What the spectral trainer, or a ranking trainer, learned.
    contexts_ : tuple of str
        The words that contexts are told by; empty for the ranking trainers.
    counts_ : tuple of ContextCounts or Cooccurrences
        The counts that it was learned from; empty where the trainer reads documents.
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
    >>> model = CrossDomainEmbedding(dimension=8).fit([films, tools])
    >>> sorted(model.vectors_)
    ['films', 'tools']
    >>> "drill" in model.vectors_["tools"], "drill" in model.vectors_["films"]
    (True, False)
    """

    dimension: int = 300
    trainer: TrainerChoice = "spectral"
    n_contexts: int = 12_000
    prior: Prior | str | Path | None = None
    window: int = 10
    min_count: int = 1
    min_documents: int = 10
    max_examples: int = 10
    random_state: int = 0
    n_jobs: int = 1
    pivots: str | PivotScore = "frequency"
    n_pivots: int | None = None
    scope: Scope = "all"
    n_non_pivots: int = 500
    context: ContextName = "window"
    common_directions: int | None = 2
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
        """Learn on when more text of a known domain arrives, or a new domain joins.

        The new text is counted and added to the counts that the model keeps. The spectral trainer
        learns anew from the sum, at a cost that does not depend on how much text there was before;
        the ranking trainers go on from the vectors they have. Contexts and pivots stay, and so do
        the words of known domains; a new domain brings its own.
        """
        return self._keep(update_model(self._fitted(), corpus, self._settings()))

    def compare(
        self, word: str, *, top: int = 10, min_count: int = MIN_COUNT, phrases: bool = False
    ) -> Comparison:
        """Return a word's neighbors side by side, one column per domain.

        The word may be typed as in a text: `Knives` finds `knife`. Neighbors that occur less
        than `min_count` times in their domain are left out, and so are two-word phrases unless
        asked for.
        """
        return compare(word, self._fitted().vectors, top=top, min_count=min_count, phrases=phrases)

    def neighbors(
        self,
        word: str,
        *,
        domain: str | None = None,
        among: str | None = None,
        top: int = 10,
        min_count: int = MIN_COUNT,
        phrases: bool = False,
    ) -> tuple[Neighborhood, ...]:
        """Return the words nearest to a word, in one domain or in each that has it.

        See `crosslex.lookup.find_neighbors`.
        """
        return find_neighbors(
            word,
            self._fitted().vectors,
            domain=domain,
            among=among,
            top=top,
            min_count=min_count,
            phrases=phrases,
        )

    def shifts(
        self,
        *,
        domains: tuple[str, str] | None = None,
        top: int | None = 50,
        words: Sequence[str] | None = None,
        min_count: int = 10,
        resamples: int = 200,
        smallest_change: float | None = None,
        numbers: bool = False,
        phrases: bool = False,
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
        words
            Return these words only, typed as in a text; all are tested nevertheless.
        min_count
            How often a word must occur in each of the two.
        resamples
            Permutations of each word's documents.
        smallest_change
            The distance between the domains from which a word counts as different; 0 asks for
            any difference. None takes what half of the words stay below between two halves of
            one domain, divided by topic.
        numbers
            Whether numbers and words of one letter are ranked too.
        phrases
            Whether two-word phrases are ranked too.
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
            words=None if words is None else tuple(words),
            min_count=min_count,
            resamples=resamples,
            smallest_change=smallest_change,
            window=self.window,
            numbers=numbers,
            phrases=phrases,
            neighbors=neighbors,
            examples=examples,
            random_state=random_state,
            n_jobs=n_jobs,
        )
        return find_shifts(self._fitted().evidence(domains), settings, checkpoints)

    def all_shifts(
        self,
        *,
        top: int | None = 50,
        words: Sequence[str] | None = None,
        min_count: int = 10,
        resamples: int = 200,
        smallest_change: float | None = None,
        numbers: bool = False,
        phrases: bool = False,
        neighbors: int = 10,
        examples: int = 3,
        random_state: int = 0,
        n_jobs: int = 1,
        checkpoints: Checkpoints | None = None,
    ) -> dict[tuple[str, str], Shifts]:
        """Return the words of every pair of domains by change of meaning; see `shifts`."""
        return {
            pair: self.shifts(
                domains=pair,
                top=top,
                words=words,
                min_count=min_count,
                resamples=resamples,
                smallest_change=smallest_change,
                numbers=numbers,
                phrases=phrases,
                neighbors=neighbors,
                examples=examples,
                random_state=random_state,
                n_jobs=n_jobs,
                checkpoints=checkpoints,
            )
            for pair in domain_pairs(self._fitted().vocabulary.domains, None)
        }

    def senses(
        self, word: str, *, contexts: int = 6, examples: int = 3, random_state: int = 0
    ) -> Senses:
        """Return the senses of a word: groups of its uses, with their share in each domain.

        Parameters
        ----------
        word
            The word as typed: `Knives` finds `knife`.
        contexts
            How many typical context words to name a sense by.
        examples
            How many sentences to give for each sense and domain; 0 gives none.
        random_state
            Seed of everything random.

        Examples
        --------
        >>> model = CrossDomainEmbedding.load("model/")  # doctest: +SKIP
        >>> model.senses("china")[0].contexts  # doctest: +SKIP
        ('history', 'war', 'country', 'world', 'japan', 'chinese')
        """
        settings = SenseSettings(
            window=self.window, contexts=contexts, examples=examples, random_state=random_state
        )
        model = self._fitted()
        return find_senses(model.evidence_of(model.vocabulary.domains), word, settings)

    def infer(self, word: str, texts: Iterable[str], *, domain: str) -> Float32s:
        """Return a vector for a word from texts of a domain that hold it.

        The space and all other words stay as they are; the word need not be known. It borrows
        nothing: the vector is what these texts alone say.

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
        given = self.get_params()
        settings = EmbeddingSettings(**given)
        refuse_unused(given, {field.name: field.default for field in fields(self)})
        return settings

    def _fitted(self) -> FittedModel:
        if not hasattr(self, "_model"):
            raise InputError("the model has learned nothing yet; call fit first")
        return self._model

    def _keep(self, model: FittedModel) -> Self:
        for name in ("text_settings", "vocabulary", "sentence_samples", "examples", "vectors"):
            setattr(self, f"{name}_", getattr(model, name))
        self.learned_, self.counts_ = model.fit.learned, model.fit.counts
        self.contexts_ = model.fit.projection.contexts if isinstance(model.fit, SpectralFit) else ()
        self._model = model
        return self

"""CrossDomainEmbedding: the texts of several domains in, one vector per word and domain out."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from numbers import Integral
from pathlib import Path
from typing import Self, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from crosslex.checkpoints import Checkpoints
from crosslex.corpus import AnyCorpus, Corpus, check_domains
from crosslex.counting import (
    ContextName,
    Cooccurrences,
    Instances,
    SentenceSample,
    collect_examples,
    collect_instances,
    count_cooccurrences,
    count_domains,
    sample_limit,
    sample_sentences,
)
from crosslex.counting.features import count_features
from crosslex.errors import InputError
from crosslex.learn.common import CommonPart, find_common_part
from crosslex.learn.infer import infer_vector
from crosslex.learn.learned import LearnedVectors
from crosslex.learn.settings import DomainWeights, PairWeight, Start, Trainer, TrainingSettings
from crosslex.learn.train import train
from crosslex.learn.weighting import NEGATIVE_POWER
from crosslex.pivots import PivotScore, Vocabulary, choose_vocabulary
from crosslex.pivots.names import PivotName, Scope
from crosslex.shift import Evidence, Shifts, ShiftSettings, domain_pairs, find_shifts
from crosslex.text import TextSettings, analyze
from crosslex.vectors import Comparison, DomainVectors, compare

Part = TypeVar("Part")

# The least that each of the estimator's own numbers may be; training's have their own checks.
LEAST = {
    "n_pivots": 1,
    "n_non_pivots": 1,
    "min_count": 0,
    "min_documents": 0,
    "window": 1,
    "common_directions": 0,
    "max_examples": 0,
}


class CrossDomainEmbedding(BaseEstimator):  # type: ignore[misc]
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
        Non-pivots a domain, for the paper's scope.
    min_count, min_documents
        How often a feature must occur, and in how many documents, over all domains together.
    context
        What counts as company: `window`, `sentence` or `document`.
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

    References
    ----------
    Bollegala, Maehara, Kawarabayashi (2015), Unsupervised Cross-Domain Word Representation
    Learning, ACL.

    Examples
    --------
    >>> films = Corpus.from_texts(["a sharp plot", "a dull plot"] * 10, name="films")
    >>> tools = Corpus.from_texts(["a sharp drill", "a dull drill"] * 10, name="tools")
    >>> model = CrossDomainEmbedding(dimension=8, n_pivots=2).fit([films, tools])
    >>> sorted(model.vectors_)
    ['films', 'tools']
    >>> "drill" in model.vectors_["tools"], "drill" in model.vectors_["films"]
    (True, False)
    """

    vectors_: dict[str, DomainVectors]

    def __init__(
        self,
        *,
        dimension: int = 300,
        pivots: PivotName | PivotScore = "frequency",
        n_pivots: int | None = None,
        scope: Scope = "all",
        n_non_pivots: int = 500,
        min_count: int = 1,
        min_documents: int = 10,
        context: ContextName = "window",
        window: int = 10,
        common_directions: int | None = 2,
        max_examples: int = 10,
        trainer: Trainer = "auto",
        regularization: float = 1.0,
        negatives: int = 5,
        learning_rate: float | None = None,
        epochs: int | None = None,
        batch_size: int = 50,
        backoff: float = 0.2,
        pair_weight: PairWeight = "normalized",
        start: Start = "shared",
        start_scale: float | None = None,
        subsample: float = 0.0,
        holdout: float = 0.02,
        patience: int | None = 4,
        domain_weights: DomainWeights | None = None,
        random_state: int = 0,
        n_jobs: int = 1,
    ) -> None:
        self.dimension = dimension
        self.pivots = pivots
        self.n_pivots = n_pivots
        self.scope = scope
        self.n_non_pivots = n_non_pivots
        self.min_count = min_count
        self.min_documents = min_documents
        self.context = context
        self.window = window
        self.common_directions = common_directions
        self.max_examples = max_examples
        self.trainer = trainer
        self.regularization = regularization
        self.negatives = negatives
        self.learning_rate = learning_rate
        self.epochs = epochs
        self.batch_size = batch_size
        self.backoff = backoff
        self.pair_weight = pair_weight
        self.start = start
        self.start_scale = start_scale
        self.subsample = subsample
        self.holdout = holdout
        self.patience = patience
        self.domain_weights = domain_weights
        self.random_state = random_state
        self.n_jobs = n_jobs

    @classmethod
    def paper(cls, *, random_state: int = 0, n_jobs: int = 1) -> Self:
        """Return the paper's settings, literally.

        500 pivots by NPMI, 500 non-pivots of each domain alone, features seen 50 times,
        window 10, 300 dimensions, the reference trainer with N(0, 1) starts, nothing held out.
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
            One a domain, analyzed alike.
        """
        settings = self._checked_settings()
        check_domains(corpora)
        counts = count_domains(corpora, min_count=self.min_count, min_documents=self.min_documents)
        vocabulary = choose_vocabulary(
            counts,
            score=self.pivots,
            n_pivots=self.n_pivots,
            scope=self.scope,
            n_non_pivots=self.n_non_pivots,
        )
        pairs: tuple[Cooccurrences, ...] = ()
        if settings.trainer == "reference":
            learned = train([self._instances(each, vocabulary) for each in corpora], settings)
        else:
            pairs = tuple(self._count(corpus, vocabulary) for corpus in corpora)
            learned = train(pairs, settings)
        samples = [self._sample(corpus, vocabulary) for corpus in corpora]
        examples = [
            collect_examples(corpus, vocabulary.features, limit=self.max_examples)
            for corpus in corpora
        ]
        self._keep(vocabulary, learned)
        # Only now, so that a fit that fails leaves the model as it was.
        self.text_settings_ = corpora[0].text_settings
        self.cooccurrences_ = pairs
        self.occurrences_ = tuple(samples)
        self.examples_ = tuple(examples)
        return self

    def update(self, corpus: AnyCorpus) -> Self:
        """Go on learning when more text of a known domain arrives, or a new domain joins.

        The new text is counted and added to the counts that the model keeps; learning goes on
        from the vectors it has. Pivots stay, and so do the words of known domains; a new
        domain brings its own.
        """
        self._check_fitted()
        if not self.cooccurrences_:
            raise InputError("trainer='reference' keeps no counts to update; fit it anew")
        if corpus.text_settings.describe() != self.text_settings_.describe():
            raise InputError(
                f"domain {corpus.name!r} was analyzed with other text settings than the model's"
            )
        settings = self._checked_settings()
        learned_dimension = self.learned_.pivot_vectors.shape[-1]
        if self.dimension != learned_dimension:
            raise InputError(
                f"dimension is {self.dimension}, but the vectors that the update goes on from "
                f"have {learned_dimension}; fit it anew"
            )
        vocabulary = self._vocabulary_with(corpus)
        place = vocabulary.domains.index(corpus.name)
        pairs = self._count(corpus, vocabulary)
        known = corpus.name in self.vocabulary_.domains
        if not known and not pairs.counts.nnz:
            raise InputError(
                f"domain {corpus.name!r}: its text holds no pivot of the model in the company "
                "of another word; is it of the same language?"
            )
        sample = self._sample(corpus, vocabulary)
        examples = collect_examples(corpus, vocabulary.features, limit=self.max_examples)
        if known:
            pairs = self.cooccurrences_[place] + pairs
            limit = sample_limit(vocabulary.counts[place])
            sample = (self.occurrences_[place] + sample).limited(limit)
            examples = (self.examples_[place] + examples).limited(self.max_examples)
        together = _put(self.cooccurrences_, place, pairs)
        self._keep(vocabulary, train(together, settings, known=self.learned_))
        self.cooccurrences_ = together
        self.occurrences_ = _put(self.occurrences_, place, sample)
        self.examples_ = _put(self.examples_, place, examples)
        return self

    def compare(self, word: str, *, top: int = 10) -> Comparison:
        """Set a word's neighbors side by side, one column a domain."""
        self._check_fitted()
        return compare(word, self.vectors_, top=top)

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
        finished: Checkpoints | None = None,
    ) -> Shifts:
        """Rank the words of two domains by change of meaning, with intervals and p-values.

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
        finished
            Where finished pieces of the resampling are kept, from
            `crosslex.checkpoints.open_checkpoints`, for a killed run to go on with.

        Examples
        --------
        >>> model = CrossDomainEmbedding.load("model/")  # doctest: +SKIP
        >>> model.shifts(domains=("books", "kitchen"), top=20)[0].word  # doctest: +SKIP
        'sharp'
        """
        self._check_fitted()
        pairs = domain_pairs(self.vocabulary_.domains, domains)
        if len(pairs) > 1:
            raise InputError(
                f"domains: the model has {len(self.vocabulary_.domains)}; name two of "
                f"{', '.join(self.vocabulary_.domains)}, or call all_shifts"
            )
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
        first, second = (self.vocabulary_.domains.index(name) for name in pairs[0])
        return find_shifts(
            Evidence(
                pairs[0],
                self.vocabulary_,
                (self.occurrences_[first], self.occurrences_[second]),
                self.vectors_,
                (self.examples_[first], self.examples_[second]),
                self.text_settings_,
            ),
            settings,
            finished,
        )

    def all_shifts(
        self, *, top: int | None = 50, random_state: int = 0, n_jobs: int = 1
    ) -> dict[tuple[str, str], Shifts]:
        """Rank the words of every pair of domains by change of meaning; see `shifts`."""
        self._check_fitted()
        return {
            pair: self.shifts(domains=pair, top=top, random_state=random_state, n_jobs=n_jobs)
            for pair in domain_pairs(self.vocabulary_.domains, None)
        }

    def infer(self, word: str, texts: Iterable[str], *, domain: str) -> NDArray[np.float32]:
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
        self._check_fitted()
        if domain not in self.vectors_:
            raise InputError(f"domain: found {domain!r}; give one of {', '.join(self.vectors_)}")
        place = self.learned_.domains.index(domain)
        corpus = Corpus.from_texts(texts, name=domain, text_settings=self.text_settings_)
        feature = _feature_of(word, self.text_settings_)
        pairs = count_cooccurrences(
            corpus,
            self.learned_.pivots,
            [feature],
            context=self.context,
            window=self.window,
        )
        met = pairs.counts.toarray()[:, 0].astype(np.float64)
        if not met.any():
            raise InputError(f"word: {word!r} meets no pivot in the {len(corpus)} texts; give more")
        if self.pair_weight == "normalized":
            total = np.asarray(self.cooccurrences_[place].counts.sum(axis=1), float)
            met /= np.sqrt(np.maximum(total, 1) * met.sum())
        counts = _counts_of(self.learned_.words[place], self.vocabulary_, place)
        frequency = counts**NEGATIVE_POWER
        vector = infer_vector(
            met,
            self.learned_.pivot_vectors[place],
            self.learned_.word_vectors[place],
            frequency / frequency.sum(),
        )
        return vector if self._common_part is None else self._common_part.remove(vector)

    def save(self, folder: str | Path) -> None:
        """Write the model to a folder, in one step; see the documentation's file formats."""
        from crosslex.learn.saving import save_model

        self._check_fitted()
        save_model(self, folder)

    @classmethod
    def load(
        cls, folder: str | Path, *, text_settings: TextSettings | None = None
    ) -> "CrossDomainEmbedding":
        """Read a model from its folder; nothing in it is executed.

        Give `text_settings` where the text was analyzed by functions of your own.
        """
        from crosslex.learn.loading import load_model

        return load_model(folder, text_settings)

    def _check_fitted(self) -> None:
        if not hasattr(self, "vectors_"):
            raise InputError("the model has learned nothing yet; call fit first")

    def _checked_settings(self) -> TrainingSettings:
        """Return the settings of training; all others are checked as well."""
        names = [field.name for field in fields(TrainingSettings)]
        settings = TrainingSettings(**{name: getattr(self, name) for name in names})
        for name, least in LEAST.items():
            value = getattr(self, name)
            if value is None and name in ("n_pivots", "common_directions"):
                continue
            if not isinstance(value, Integral) or value < least:
                raise InputError(f"{name} is {value!r}; it must be a whole number from {least} on")
        for name, choices in (("scope", get_args(Scope)), ("context", get_args(ContextName))):
            if getattr(self, name) not in choices:
                raise InputError(
                    f"{name} is {getattr(self, name)!r}; choose one of: {', '.join(choices)}"
                )
        if not isinstance(self.pivots, str) and not callable(self.pivots):
            raise InputError(f"pivots is {self.pivots!r}; it must be a name or a function")
        if self.common_directions is not None and self.common_directions >= self.dimension:
            raise InputError(
                f"common_directions is {self.common_directions}; it must be below the dimension, "
                f"{self.dimension}, for something to be left"
            )
        return settings

    def _vocabulary_with(self, corpus: AnyCorpus) -> Vocabulary:
        """Return the vocabulary with the corpus counted in."""
        features = list(self.vocabulary_.features)
        if corpus.name not in self.vocabulary_.domains:
            known = set(features)
            [counts] = count_domains(
                [corpus], min_count=self.min_count, min_documents=self.min_documents
            )
            features += [feature for feature in counts.features if feature not in known]
        occurrences = count_features(corpus, features).occurrences
        return self.vocabulary_.with_counts(corpus.name, features, occurrences)

    def _count(self, corpus: AnyCorpus, vocabulary: Vocabulary) -> Cooccurrences:
        return count_cooccurrences(
            corpus,
            vocabulary.pivots,
            vocabulary.words(corpus.name),
            context=self.context,
            window=self.window,
        )

    def _sample(self, corpus: AnyCorpus, vocabulary: Vocabulary) -> SentenceSample:
        limit = sample_limit(vocabulary.counts[vocabulary.domains.index(corpus.name)])
        return sample_sentences(corpus, vocabulary.features, max_documents=limit)

    def _instances(self, corpus: AnyCorpus, vocabulary: Vocabulary) -> Instances:
        if self.context != "window":
            raise InputError(f"context: found {self.context!r}; trainer='reference' needs window")
        return collect_instances(
            corpus, vocabulary.pivots, vocabulary.words(corpus.name), window=self.window
        )

    def _keep(self, vocabulary: Vocabulary, learned: LearnedVectors) -> Self:
        common_part = (
            None
            if self.common_directions is None
            else find_common_part(learned.word_vectors, self.common_directions)
        )
        vectors = {
            domain: _domain_vectors(vocabulary, learned, common_part, place)
            for place, domain in enumerate(learned.domains)
        }
        self.vocabulary_ = vocabulary
        self.learned_ = learned
        self._common_part = common_part
        self.vectors_ = vectors
        return self


def _domain_vectors(
    vocabulary: Vocabulary, learned: LearnedVectors, common_part: CommonPart | None, place: int
) -> DomainVectors:
    words, vectors = learned.words[place], learned.word_vectors[place]
    if common_part is not None:
        vectors = common_part.remove(vectors)
    if not vocabulary.pivots_are_words:
        words = (*learned.pivots, *words)
        vectors = np.vstack([learned.pivot_vectors[place], vectors])
    counts = _counts_of(words, vocabulary, place)
    return DomainVectors(learned.domains[place], words, vectors, counts)


def _counts_of(words: Sequence[str], vocabulary: Vocabulary, place: int) -> NDArray[np.int64]:
    number = {feature: index for index, feature in enumerate(vocabulary.features)}
    counts: NDArray[np.int64] = vocabulary.counts[place]
    return counts[[number[word] for word in words]]


def _put(parts: tuple[Part, ...], place: int, part: Part) -> tuple[Part, ...]:
    """Replace a domain's part, or add it at the end."""
    return (*parts[:place], part, *parts[place + 1 :])


def _feature_of(word: str, text_settings: TextSettings) -> str:
    """Return the one feature that a word or two are, analyzed as the texts are."""
    sentences = analyze(word, text_settings)
    words = sentences[0] if len(sentences) == 1 else []
    kept = [word for word in words if word not in text_settings.stop_words_used]
    if not 1 <= len(kept) <= 1 + text_settings.bigrams:
        two = ", or two with a space between" if text_settings.bigrams else ""
        raise InputError(f"word: found {word!r}; give one word{two}, and no stop word")
    return " ".join(kept)

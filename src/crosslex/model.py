"""FittedModel: all that is learned from texts, and how it is fitted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import numpy as np

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.checks import MAX_EXAMPLES, check_dimension, check_jobs, check_whole, check_window
from crosslex.corpus.kept_texts import KeptTexts
from crosslex.corpus.periods import check_cells
from crosslex.corpus.sharded import AnyCorpus, check_domains
from crosslex.counts.contexts import ContextCounts, ContextShape, count_contexts
from crosslex.counts.features import count_domains
from crosslex.counts.kept_uses import keep_texts
from crosslex.counts.samples import SentenceSample, sample_limit, sample_sentences
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import InputError
from crosslex.space.pretrained import PretrainedVectors, read_vectors
from crosslex.space.projection import Projection, column_sums, expected_columns, project, tables_of
from crosslex.space.space import learn_space
from crosslex.text.analysis import shown_text
from crosslex.text.settings import TextSettings
from crosslex.text.uses import find_feature
from crosslex.timeline.group_result import GroupTables
from crosslex.timeline.result import TurnTable
from crosslex.vectors import DomainVectors

NEAR = 2
"""Positions on either side of a word that are counted apart."""
MAX_CHARACTERS = 400
"""Length of an example sentence; longer ones are cut."""


@dataclass(kw_only=True, eq=False, repr=False)
class EmbeddingSettings:
    """The settings of a fit; `CrossDomainEmbedding` says what each is."""

    dimension: int = 300
    window: int = 10
    n_contexts: int = 12_000
    min_documents: int = 10
    min_count: int = 1
    pretrained: PretrainedVectors | str | Path | None = field(
        default=None, metadata={"saved": False}
    )
    ordered: bool = False
    max_examples: int = 10
    random_state: int = 0
    n_jobs: int = field(default=1, metadata={"saved": False})

    def check_settings(self) -> None:
        """Refuse values out of range."""
        check_dimension(self.dimension)
        check_window(self.window)
        check_whole("n_contexts", self.n_contexts, least=1)
        check_whole("min_documents", self.min_documents, least=0)
        check_whole("min_count", self.min_count, least=0)
        check_whole("max_examples", self.max_examples, least=0, most=MAX_EXAMPLES)
        check_whole("random_state", self.random_state, least=0, most=None)
        check_jobs(self.n_jobs)
        by_word = isinstance(self.pretrained, Path) or hasattr(self.pretrained, "__contains__")
        if self.pretrained is not None and not by_word:
            raise InputError(
                f"pretrained: found {self.pretrained!r}; give vectors by word, or a file"
            )


@dataclass(frozen=True, eq=False)
class FittedModel:
    """All that is learned from texts.

    Parameters
    ----------
    text_settings
        How the texts were analyzed.
    vocabulary
        The features of all domains.
    vectors
        The vectors of each domain, by its name.
    projection, counts
        What maps context counts to vectors, and the counts of every domain.
    sentence_samples
        A sample of each domain's sentences, as features.
    max_examples
        Maximum number of example sentences per word and domain.
    pretrained
        The pre-trained vectors of those words that had one.
    turns
        Where words turn, if the domains are ordered, and where groups differ, if there are any.
    texts
        The raw texts of each domain, with every use of a word; none if they are not kept.
    libraries
        The versions that learned it, if it was loaded from a folder.
    """

    text_settings: TextSettings
    vocabulary: Vocabulary
    vectors: Mapping[str, DomainVectors]
    projection: Projection
    counts: tuple[ContextCounts, ...]
    sentence_samples: tuple[SentenceSample, ...]
    max_examples: int = 0
    pretrained: Mapping[str, Float32s] | None = None
    turns: TurnTable | GroupTables | None = None
    texts: tuple[KeptTexts, ...] = ()
    libraries: Mapping[str, str] | None = None

    def half_vectors(self, domain: str, words: Sequence[str]) -> tuple[Float32s, Float32s]:
        """Return unit vectors of words from a domain's even and from its odd documents."""
        counts = self._counts_of(domain)
        row = {word: number for number, word in enumerate(counts.words)}
        rows = np.array([row[word] for word in words], np.intp)
        expected = self._expected(counts)
        even, odd = (project([half[rows]], expected, self.projection) for half in counts.halves)
        return even, odd

    def examples(self, word: str, domain: str) -> list[str]:
        """Return a sentence with a word from each of its first documents; none without texts."""
        number = self.vocabulary.number.get(word)
        if not self.texts or number is None:
            return []
        kept = self.texts[self.vocabulary.domains.index(domain)]
        units = kept.units(number)
        first = np.flatnonzero(np.diff(units.documents, prepend=-1))[: self.max_examples]
        texts = kept.texts(units.select(first))
        return [shown_example(text, word, self.text_settings) for text in texts]

    def _counts_of(self, domain: str) -> ContextCounts:
        return self.counts[self.vocabulary.domains.index(domain)]

    def _expected(self, counts: ContextCounts) -> Float64s:
        """Return how often each context word is expected in a domain."""
        return expected_columns(column_sums(counts.halves), column_sums(tables_of(self.counts)))


def shown_example(sentence: str, word: str, settings: TextSettings) -> str:
    """Return a raw sentence on one line; of a long one, the part with the word's first use."""
    text = shown_text(sentence, settings)
    if len(text) <= MAX_CHARACTERS:
        return text
    # The places of a phrase are those of its words.
    places = find_feature(word, text, settings)[: len(word.split(" "))] or [(0, 0)]
    first, end = places[0][0], places[-1][1]
    start = 0
    if end > MAX_CHARACTERS:
        start = first - MAX_CHARACTERS // 2
        start = text.find(" ", start, first) + 1 or start
    part = text[start : start + MAX_CHARACTERS]
    cut = part.rfind(" ")
    return part[:cut] if cut >= end - start else part


def fit_model(corpora: Sequence[AnyCorpus], settings: EmbeddingSettings) -> FittedModel:
    """Return a model of the texts of two or more domains."""
    settings.check_settings()
    check_domains(corpora)
    groups = [corpus.group for corpus in corpora]
    if settings.ordered and any(groups):
        check_cells([corpus.name for corpus in corpora], groups)
    text_settings = corpora[0].text_settings
    vocabulary = Vocabulary.of(
        count_domains(corpora, min_count=settings.min_count, min_documents=settings.min_documents)
    )
    contexts = choose_contexts(vocabulary, text_settings, settings.n_contexts)
    counts = tuple(count_words(corpus, vocabulary, contexts, settings) for corpus in corpora)
    pretrained = pretrained_of(settings.pretrained, counts[0].words)
    projection, vectors = learn_vectors(counts, vocabulary, text_settings, settings, pretrained)
    samples = tuple(sample_of(corpus, vocabulary) for corpus in corpora)
    model = FittedModel(
        text_settings,
        vocabulary,
        vectors,
        projection,
        counts,
        samples,
        settings.max_examples,
        pretrained,
        texts=texts_of(corpora, vocabulary.features, vocabulary.counts, settings),
    )
    return with_turns(model, settings, groups)


def texts_of(
    corpora: Sequence[AnyCorpus],
    features: Sequence[str],
    counts: Int64s,
    settings: EmbeddingSettings,
) -> tuple[KeptTexts, ...]:
    """Return the texts of corpora; none if one of them has none, or if none are to be kept.

    `counts` are the uses of the features in each corpus.
    """
    if not settings.max_examples:
        return ()
    pairs = zip(corpora, counts, strict=True)
    kept = [keep_texts(corpus, features, uses) for corpus, uses in pairs]
    found = tuple(each for each in kept if each is not None)
    return found if len(found) == len(corpora) else ()


def with_turns(
    model: FittedModel, settings: EmbeddingSettings, groups: Sequence[str]
) -> FittedModel:
    """Return the model with the turns of its words, if its domains are ordered.

    `groups` are those of the domains, empty if they belong to none.
    """
    if not settings.ordered:
        return model
    from crosslex.timeline.groups import GroupPeriods, measure_groups
    from crosslex.timeline.turns import measure_turns

    everything = column_sums(tables_of(model.counts))

    def measure(periods: GroupPeriods) -> TurnTable:
        return measure_turns(
            periods.vocabulary,
            periods.vectors,
            [model.counts[at] for at in periods.places],
            model.projection,
            [model.sentence_samples[at] for at in periods.places],
            everything=everything,
            random_state=settings.random_state,
        )

    if any(groups):
        turns = measure_groups(model.vocabulary, model.vectors, groups, measure)
        return replace(model, turns=turns)
    places = tuple(range(len(model.counts)))
    return replace(model, turns=measure(GroupPeriods(places, model.vocabulary, model.vectors)))


def choose_contexts(
    vocabulary: Vocabulary, text_settings: TextSettings, size: int
) -> tuple[str, ...]:
    """Return the context words, columns of the counts: stop words, then the most frequent words."""
    single = [feature for feature in vocabulary.features if " " not in feature]
    return (*sorted(text_settings.stop_words_used), *single)[:size]


def counted_words(vocabulary: Vocabulary, text_settings: TextSettings) -> tuple[str, ...]:
    """Return the words whose contexts are counted, rows of the counts.

    Stop words get no vector, but their contexts shape the space.
    """
    return (*vocabulary.features, *sorted(text_settings.stop_words_used))


def count_words(
    corpus: AnyCorpus, vocabulary: Vocabulary, contexts: Sequence[str], settings: EmbeddingSettings
) -> ContextCounts:
    """Return the context counts of a domain's words."""
    words = counted_words(vocabulary, corpus.text_settings)
    shape = ContextShape(min(NEAR, settings.window), settings.window)
    return count_contexts(corpus, words, contexts, shape=shape)


def learn_vectors(
    counts: tuple[ContextCounts, ...],
    vocabulary: Vocabulary,
    text_settings: TextSettings,
    settings: EmbeddingSettings,
    pretrained: Mapping[str, Float32s] | None,
) -> tuple[Projection, dict[str, DomainVectors]]:
    """Return the projection and the vectors of every domain's words."""
    space = learn_space(
        counts,
        dimension=settings.dimension,
        random_state=settings.random_state,
        pretrained=pretrained,
        n_jobs=settings.n_jobs,
    )
    row = {word: number for number, word in enumerate(space.words)}
    vectors = {}
    for at, domain in enumerate(vocabulary.domains):
        words = vocabulary.words(domain)
        rows = np.array([row[word] for word in words], np.intp)
        vectors[domain] = DomainVectors(
            domain,
            words,
            space.vectors[at][rows],
            vocabulary.word_counts(domain),
            text_settings,
            space.domain_weights[at][rows].astype(np.float32),
            space.neighbor_stability[at][rows].astype(np.float32),
        )
    return space.projection, vectors


def pretrained_of(
    pretrained: PretrainedVectors | str | Path | None, words: Sequence[str]
) -> dict[str, Float32s] | None:
    """Return the pre-trained vectors of those words that have one."""
    if pretrained is None:
        return None
    if isinstance(pretrained, str | Path):
        return read_vectors(pretrained, frozenset(words))
    known = cast(PretrainedVectors, pretrained)
    return {word: np.asarray(known[word], np.float32) for word in words if word in known}


def sample_of(corpus: AnyCorpus, vocabulary: Vocabulary) -> SentenceSample:
    """Return a sample of a domain's sentences."""
    limit = sample_limit(vocabulary.counts[vocabulary.domains.index(corpus.name)])
    return sample_sentences(corpus, vocabulary.features, max_documents=limit)

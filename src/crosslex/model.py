"""FittedModel: all that is learned from texts, and how it is fitted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self, cast

import numpy as np

from crosslex.arrays import Float32s
from crosslex.checks import (
    MAX_EXAMPLES,
    check_choice,
    check_dimension,
    check_jobs,
    check_whole,
    check_window,
)
from crosslex.corpus.kept_texts import KeptTexts
from crosslex.corpus.periods import check_cells
from crosslex.corpus.sharded import AnyCorpus, check_domains
from crosslex.counts.contexts import ContextShape
from crosslex.counts.features import count_domains
from crosslex.counts.samples import SentenceSample, count_text
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import InputError
from crosslex.space.pretrained import PretrainedVectors, read_vectors
from crosslex.space.space import learn_space
from crosslex.text.analysis import shown_text
from crosslex.text.settings import TextSettings
from crosslex.text.uses import find_feature
from crosslex.timeline.result import GroupTables, TurnTable
from crosslex.vectors import DomainVectors

USES_PER_EXAMPLE = 20
"""Uses that are looked at for each example, so that frequent words take no longer than others."""
NEAR = 2
"""Positions on either side of a word that are counted apart."""
MAX_CHARACTERS = 400
"""Length of an example sentence; longer ones are cut."""
CHUNK = 256
"""Words whose sentences are looked up at a time."""


@dataclass(kw_only=True, eq=False, repr=False)
class EmbeddingSettings:
    """The settings of a fit, as scikit-learn wants them; `CrossDomainEmbedding` explains each.

    Its `BaseEstimator` would take a second to import.
    """

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

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the settings by name."""
        return {each.name: getattr(self, each.name) for each in fields(EmbeddingSettings)}

    def set_params(self, **settings: Any) -> Self:
        """Change settings."""
        for name, value in settings.items():
            check_choice("set_params", name, list(self.get_params()))
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        given = (
            f"{each.name}={getattr(self, each.name)!r}"
            for each in fields(EmbeddingSettings)
            if getattr(self, each.name) is not each.default
            and getattr(self, each.name) != each.default
        )
        return f"{type(self).__name__}({', '.join(given)})"

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
    half_differences
        For each domain, half the difference between the vectors from its even and from its odd
        documents, of those of its words that another domain has, too.
    sentence_samples
        A sample of each domain's sentences, as features.
    contexts, window
        The context words, and the positions on either side of a word that count as its context.
    max_examples
        Maximum number of example sentences per word and domain.
    n_pretrained
        Number of words that had a pre-trained vector.
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
    half_differences: tuple[Float32s, ...]
    sentence_samples: tuple[SentenceSample, ...]
    contexts: tuple[str, ...]
    window: int
    max_examples: int = 0
    n_pretrained: int = 0
    turns: TurnTable | GroupTables | None = None
    texts: tuple[KeptTexts, ...] = ()
    libraries: Mapping[str, str] | None = None

    def half_difference(self, domain: str, words: Sequence[str]) -> Float32s:
        """Return half the difference of the vectors from a domain's even and odd documents."""
        at = self.vocabulary.domains.index(domain)
        row = np.cumsum(self.vocabulary.shared[at]) - 1
        numbers = [self.vocabulary.number[word] for word in words]
        return np.asarray(self.half_differences[at][row[numbers]])

    def examples(self, word: str, domain: str) -> list[str]:
        """Return a sentence with a word from each of its first documents; none without texts."""
        return [
            cut_to_use(text, word, self.text_settings)
            for texts in self.whole_examples([word], domain)
            for text in texts
        ]

    def whole_examples(self, words: Sequence[str], domain: str) -> Iterator[list[str]]:
        """Yield each word's examples in a domain before long ones are cut; none if unknown."""
        number = self.vocabulary.number
        for start in range(0, len(words), CHUNK):
            asked = words[start : start + CHUNK]
            known = [place for place, word in enumerate(asked) if word in number]
            some = [number[asked[place]] for place in known]
            found: list[list[str]] = [[] for _ in asked]
            if self.texts:
                kept = self.texts[self.vocabulary.domains.index(domain)]
                most = USES_PER_EXAMPLE * self.max_examples
                units = kept.units(np.array(some, np.int64), most)
                units = units.first_per_document(self.max_examples)
                for place, text in zip(units.places.tolist(), kept.texts(units), strict=True):
                    found[known[place]].append(shown_text(text, self.text_settings))
            yield from found

    def spread_sentences(self, word: str, domain: str, limit: int) -> list[str]:
        """Return up to `limit` sentences with a word, evenly spaced; none without texts."""
        if not self.texts:
            return []
        kept = self.texts[self.vocabulary.domains.index(domain)]
        units = kept.units(np.array([self.vocabulary.number[word]]))
        size = len(units.starts)
        chosen = np.unique(np.linspace(0, size - 1, min(limit, size)).astype(np.int64))
        texts = kept.texts(units.select(chosen))
        return [shown_text(text, self.text_settings) for text in texts]


def cut_to_use(text: str, word: str, settings: TextSettings) -> str:
    """Return a sentence; of a long one, the part with the word's first use."""
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
    """Return a model of the texts of two or more domains; the settings are checked already."""
    check_domains(corpora)
    groups = [corpus.group for corpus in corpora]
    if settings.ordered and any(groups):
        check_cells([corpus.name for corpus in corpora], groups)
    text_settings = corpora[0].text_settings
    vocabulary = Vocabulary.of(
        count_domains(corpora, min_count=settings.min_count, min_documents=settings.min_documents)
    )
    contexts = choose_contexts(vocabulary, text_settings, settings.n_contexts)
    shape = ContextShape(min(NEAR, settings.window), settings.window)
    counts, samples, texts = zip(
        *(
            count_text(
                corpus,
                vocabulary.features,
                occurrences,
                contexts,
                shape=shape,
                keep_texts=settings.max_examples > 0,
            )
            for corpus, occurrences in zip(corpora, vocabulary.counts, strict=True)
        ),
        strict=True,
    )
    pretrained = pretrained_of(settings.pretrained, counts[0].words)
    space = learn_space(
        counts,
        dimension=settings.dimension,
        random_state=settings.random_state,
        pretrained=pretrained,
        n_jobs=settings.n_jobs,
    )
    # Features are the first of the words.
    rows = [np.flatnonzero(present) for present in vocabulary.present]
    vectors = {
        domain: DomainVectors(
            domain,
            vocabulary.words(domain),
            space.vectors[at][rows[at]],
            vocabulary.word_counts(domain),
            text_settings,
            space.domain_weights[at][rows[at]].astype(np.float32),
            space.neighbor_stability[at][rows[at]].astype(np.float32),
        )
        for at, domain in enumerate(vocabulary.domains)
    }
    model = FittedModel(
        text_settings,
        vocabulary,
        vectors,
        tuple(
            each[np.flatnonzero(shared)]
            for each, shared in zip(space.half_differences, vocabulary.shared, strict=True)
        ),
        samples,
        contexts,
        settings.window,
        settings.max_examples,
        len(pretrained or ()),
        texts=() if None in texts else texts,
    )
    if not settings.ordered:
        return model
    from crosslex.timeline.turns import measure_turns

    turns = measure_turns(
        vocabulary,
        vectors,
        counts,
        space.projection,
        samples,
        groups=groups,
        random_state=settings.random_state,
    )
    return replace(model, turns=turns)


def choose_contexts(
    vocabulary: Vocabulary, text_settings: TextSettings, size: int
) -> tuple[str, ...]:
    """Return the context words, columns of the counts: stop words, then the most frequent words."""
    single = [feature for feature in vocabulary.features if " " not in feature]
    return (*sorted(text_settings.stop_words_used), *single)[:size]


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

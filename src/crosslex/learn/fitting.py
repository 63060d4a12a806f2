"""FittedModel: what a fit leaves, as a plain record, and how texts make and update one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from crosslex.corpus.sharded import AnyCorpus, check_domains
from crosslex.counting.cooccurrences import Cooccurrences, count_cooccurrences
from crosslex.counting.domain_counts import count_features
from crosslex.counting.examples import Examples, collect_examples
from crosslex.counting.frequent_features import count_domains
from crosslex.counting.instances import collect_instances
from crosslex.counting.sentence_sample import SentenceSample, sample_limit, sample_sentences
from crosslex.errors import InputError
from crosslex.learn.all_but_the_top import CommonDirections, find_common_directions
from crosslex.learn.learned import LearnedVectors, domain_vectors
from crosslex.learn.settings import EmbeddingSettings
from crosslex.learn.trainers import train
from crosslex.pivots.choice import choose_vocabulary
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.shift import Evidence, domain_pairs
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class FittedModel:
    """All that is learned from texts; `CrossDomainEmbedding` says what each attribute is.

    `common` is taken out of the word vectors; None where nothing is.
    """

    text_settings: TextSettings
    vocabulary: Vocabulary
    learned: LearnedVectors
    common: CommonDirections | None
    cooccurrences: tuple[Cooccurrences, ...]
    sentence_samples: tuple[SentenceSample, ...]
    examples: tuple[Examples, ...]

    @cached_property
    def vectors(self) -> dict[str, DomainVectors]:
        """The vectors to look words up in, by domain."""
        return domain_vectors(self.vocabulary, self.learned, self.common, self.text_settings)

    def evidence(self, domains: tuple[str, str] | None) -> Evidence:
        """Return what tells how words differ between two domains; None where there are but two."""
        names = self.vocabulary.domains
        pairs = domain_pairs(names, domains)
        if len(pairs) > 1:
            raise InputError(
                f"domains: the model has {len(names)}; name two of {', '.join(names)}, "
                "or call all_shifts"
            )
        first, second = (names.index(name) for name in pairs[0])
        return Evidence(
            pairs[0],
            self.vocabulary,
            (self.sentence_samples[first], self.sentence_samples[second]),
            self.vectors,
            (self.examples[first], self.examples[second]),
            self.text_settings,
        )


def fit_model(corpora: Sequence[AnyCorpus], settings: EmbeddingSettings) -> FittedModel:
    """Return a model of the texts of two or more domains."""
    check_domains(corpora)
    counts = count_domains(
        corpora, min_count=settings.min_count, min_documents=settings.min_documents
    )
    vocabulary = choose_vocabulary(
        counts,
        score=settings.pivots,
        n_pivots=settings.n_pivots,
        scope=settings.scope,
        n_non_pivots=settings.n_non_pivots,
        min_domain_count=max(1, settings.min_count) if settings.scope == "paper" else 1,
    )
    pairs: tuple[Cooccurrences, ...] = ()
    if settings.trainer == "reference":
        instances = [
            collect_instances(
                each, vocabulary.pivots, vocabulary.words(each.name), window=settings.window
            )
            for each in corpora
        ]
        learned = train(instances, settings)
    else:
        pairs = tuple(_count(corpus, vocabulary, settings) for corpus in corpora)
        learned = train(pairs, settings)
    return FittedModel(
        corpora[0].text_settings,
        vocabulary,
        learned,
        _common_directions(learned, settings),
        pairs,
        tuple(_sample(corpus, vocabulary) for corpus in corpora),
        tuple(
            collect_examples(corpus, vocabulary.features, limit=settings.max_examples)
            for corpus in corpora
        ),
    )


def update_model(model: FittedModel, corpus: AnyCorpus, settings: EmbeddingSettings) -> FittedModel:
    """Return the model after more text of a known domain, or the first of a new one."""
    _check_update(model, corpus, settings)
    vocabulary = _vocabulary_with(model.vocabulary, corpus, settings)
    place = vocabulary.domains.index(corpus.name)
    pairs = _count(corpus, vocabulary, settings)
    known = corpus.name in model.vocabulary.domains
    if not known and not pairs.counts.nnz:
        raise InputError(
            f"domain {corpus.name!r}: in its text no word stands near a pivot of the model; "
            "is it of the same language?"
        )
    sample = _sample(corpus, vocabulary)
    examples = collect_examples(corpus, vocabulary.features, limit=settings.max_examples)
    if known:
        pairs = model.cooccurrences[place] + pairs
        limit = sample_limit(vocabulary.counts[place])
        sample = (model.sentence_samples[place] + sample).limited(limit)
        examples = (model.examples[place] + examples).limited(settings.max_examples)
    together = _put(model.cooccurrences, place, pairs)
    learned = train(together, settings, known=model.learned)
    return FittedModel(
        model.text_settings,
        vocabulary,
        learned,
        _common_directions(learned, settings),
        together,
        _put(model.sentence_samples, place, sample),
        _put(model.examples, place, examples),
    )


def _common_directions(
    learned: LearnedVectors, settings: EmbeddingSettings
) -> CommonDirections | None:
    if settings.common_directions is None:
        return None
    return find_common_directions(learned.word_vectors, settings.common_directions)


def _check_update(model: FittedModel, corpus: AnyCorpus, settings: EmbeddingSettings) -> None:
    if not model.cooccurrences:
        raise InputError("trainer='reference' keeps no counts to update; fit it anew")
    if corpus.text_settings.describe() != model.text_settings.describe():
        raise InputError(
            f"domain {corpus.name!r} was analyzed with other text settings than the model's"
        )
    learned_dimension = model.learned.pivot_vectors.shape[-1]
    if settings.dimension != learned_dimension:
        raise InputError(
            f"dimension: found {settings.dimension}, but the vectors that the update goes on from "
            f"have {learned_dimension}; fit it anew"
        )


def _vocabulary_with(
    vocabulary: Vocabulary, corpus: AnyCorpus, settings: EmbeddingSettings
) -> Vocabulary:
    """Return the vocabulary with the corpus counted in."""
    features = list(vocabulary.features)
    if corpus.name not in vocabulary.domains:
        known = set(features)
        [counts] = count_domains(
            [corpus], min_count=settings.min_count, min_documents=settings.min_documents
        )
        features += [feature for feature in counts.features if feature not in known]
    occurrences = count_features(corpus, features).occurrences
    return vocabulary.with_counts(corpus.name, features, occurrences)


def _count(corpus: AnyCorpus, vocabulary: Vocabulary, settings: EmbeddingSettings) -> Cooccurrences:
    return count_cooccurrences(
        corpus,
        vocabulary.pivots,
        vocabulary.words(corpus.name),
        context=settings.context,
        window=settings.window,
    )


def _sample(corpus: AnyCorpus, vocabulary: Vocabulary) -> SentenceSample:
    limit = sample_limit(vocabulary.counts[vocabulary.domains.index(corpus.name)])
    return sample_sentences(corpus, vocabulary.features, max_documents=limit)


def _put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with one replaced, or added at the end."""
    return (*items[:place], item, *items[place + 1 :])

"""FittedModel: what a fit leaves, as a plain record, and how texts make and update one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from crosslex.arrays import Float32s
from crosslex.checks import check_choice
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus, check_domains
from crosslex.counts.domain_counts import count_features
from crosslex.counts.examples import Examples, collect_examples
from crosslex.counts.frequent_features import count_domains, count_frequent
from crosslex.counts.sentence_sample import SentenceSample, sample_limit, sample_sentences
from crosslex.errors import InputError
from crosslex.learn.learned import domain_vectors
from crosslex.learn.ranking import RankingFit
from crosslex.learn.settings import EmbeddingSettings
from crosslex.learn.spectral import SpectralFit
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.shifts import Evidence, domain_pairs
from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class FittedModel:
    """All that is learned from texts; `CrossDomainEmbedding` says what each attribute is."""

    text_settings: TextSettings
    vocabulary: Vocabulary
    fit: SpectralFit | RankingFit
    sentence_samples: tuple[SentenceSample, ...]
    examples: tuple[Examples, ...]

    @cached_property
    def vectors(self) -> dict[str, DomainVectors]:
        """The vectors to look words up in, by domain."""
        return domain_vectors(self.vocabulary, self.fit.learned, self.text_settings)

    def evidence(self, domains: tuple[str, str] | None) -> Evidence:
        """Return what tells how words differ between two domains; None where there are but two."""
        names = self.vocabulary.domains
        pairs = domain_pairs(names, domains)
        if len(pairs) > 1:
            raise InputError(
                f"domains: the model has {len(names)}; name two of {', '.join(names)}, "
                "or call all_shifts"
            )
        return self.evidence_of(pairs[0])

    def evidence_of(self, domains: tuple[str, ...]) -> Evidence:
        """Return what tells how words differ between any number of domains."""
        places = [self.vocabulary.domains.index(name) for name in domains]
        return Evidence(
            domains,
            self.vocabulary,
            tuple(self.sentence_samples[place] for place in places),
            self.vectors,
            tuple(self.examples[place] for place in places),
            self.text_settings,
            self.fit.own_vectors if isinstance(self.fit, SpectralFit) else None,
        )


def fit_model(corpora: Sequence[AnyCorpus], settings: EmbeddingSettings) -> FittedModel:
    """Return a model of the texts of two or more domains."""
    check_domains(corpora)
    counts = count_domains(
        corpora, min_count=settings.min_count, min_documents=settings.min_documents
    )
    fit: SpectralFit | RankingFit
    if settings.trainer == "spectral":
        vocabulary, fit = SpectralFit.fit(corpora, counts, settings)
    else:
        vocabulary, fit = RankingFit.fit(corpora, counts, settings)
    return FittedModel(
        corpora[0].text_settings,
        vocabulary,
        fit,
        tuple(_sample(corpus, vocabulary) for corpus in corpora),
        tuple(
            collect_examples(corpus, vocabulary.features, limit=settings.max_examples)
            for corpus in corpora
        ),
    )


def update_model(model: FittedModel, corpus: AnyCorpus, settings: EmbeddingSettings) -> FittedModel:
    """Return the model after more text of a known domain, or the first of a new one."""
    if corpus.text_settings.describe() != model.text_settings.describe():
        raise InputError(
            f"domain {corpus.name!r} was analyzed with other text settings than the model's"
        )
    vocabulary = _vocabulary_with(model.vocabulary, corpus, settings)
    place = vocabulary.domains.index(corpus.name)
    fit = model.fit.update(vocabulary, corpus, settings)
    sample = _sample(corpus, vocabulary)
    examples = collect_examples(corpus, vocabulary.features, limit=settings.max_examples)
    if corpus.name in model.vocabulary.domains:
        limit = sample_limit(vocabulary.counts[place])
        sample = (model.sentence_samples[place] + sample).limited(limit)
        examples = (model.examples[place] + examples).limited(settings.max_examples)
    return FittedModel(
        model.text_settings,
        vocabulary,
        fit,
        _put(model.sentence_samples, place, sample),
        _put(model.examples, place, examples),
    )


def infer_word(
    model: FittedModel, settings: EmbeddingSettings, word: str, texts: Iterable[str], *, domain: str
) -> Float32s:
    """Return a vector for a word from texts that hold it; see `CrossDomainEmbedding.infer`."""
    check_choice("domain", domain, model.vectors)
    corpus = Corpus.from_texts(texts, name=domain, text_settings=model.text_settings)
    feature = _feature_of(word, model.text_settings)
    if isinstance(model.fit, SpectralFit):
        return model.fit.infer(feature, corpus)
    return model.fit.infer(feature, corpus, model.vocabulary, settings)


def _feature_of(word: str, text_settings: TextSettings) -> str:
    """Return the one feature that a word or two are, analyzed as the texts are."""
    sentences = analyze(word, text_settings)
    words = sentences[0] if len(sentences) == 1 else []
    kept = [word for word in words if word not in text_settings.stop_words_used]
    if not 1 <= len(kept) <= 1 + text_settings.bigrams:
        two = ", or two with a space between" if text_settings.bigrams else ""
        raise InputError(f"word: found {word!r}; give one word{two}, and no stop word")
    return " ".join(kept)


def _vocabulary_with(
    vocabulary: Vocabulary, corpus: AnyCorpus, settings: EmbeddingSettings
) -> Vocabulary:
    """Return the vocabulary with the corpus counted in."""
    features = list(vocabulary.features)
    if corpus.name not in vocabulary.domains:
        known = set(features)
        [counts] = count_frequent(
            [corpus], min_count=settings.min_count, min_documents=settings.min_documents
        )
        features += [feature for feature in counts.features if feature not in known]
    occurrences = count_features(corpus, features).occurrences
    if not occurrences.any():
        raise InputError(
            f"domain {corpus.name!r}: the model knows none of its words, and none is frequent "
            "enough to be learned; give more text"
        )
    return vocabulary.with_counts(corpus.name, features, occurrences)


def _sample(corpus: AnyCorpus, vocabulary: Vocabulary) -> SentenceSample:
    limit = sample_limit(vocabulary.counts[vocabulary.domains.index(corpus.name)])
    return sample_sentences(corpus, vocabulary.features, max_documents=limit)


def _put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with one replaced, or added at the end."""
    return (*items[:place], item, *items[place + 1 :])

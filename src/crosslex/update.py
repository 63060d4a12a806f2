"""A model after more text: counts are added up, and the space is learned anew from the sum."""

import warnings
from dataclasses import replace
from typing import TypeVar

from crosslex.corpus.corpus import Corpus
from crosslex.corpus.kept_texts import KeptTexts, join_texts
from crosslex.corpus.sharded import AnyCorpus, ShardedCorpus
from crosslex.counts.features import count_domains, count_features
from crosslex.counts.samples import collect_examples, sample_limit
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import CrosslexWarning, InputError
from crosslex.model import (
    EmbeddingSettings,
    FittedModel,
    count_words,
    learn_vectors,
    pretrained_of,
    sample_of,
    texts_of,
    with_turns,
)
from crosslex.timeline.group_result import GroupTables

T = TypeVar("T")


def update_model(model: FittedModel, corpus: AnyCorpus, settings: EmbeddingSettings) -> FittedModel:
    """Return the model after more text of a known domain, or the first of a new one.

    The counts of the new text are added to those of the model, and the space is learned anew from
    the sum; context words stay.
    """
    settings.check_settings()
    if not isinstance(corpus, Corpus | ShardedCorpus):
        raise InputError(f"corpus: found {type(corpus).__name__}; give one corpus")
    if corpus.text_settings.describe() != model.text_settings.describe():
        raise InputError(
            f"domain {corpus.name!r} was analyzed with other text settings than the model's"
        )
    vocabulary = _vocabulary_with(model.vocabulary, corpus, settings)
    at = vocabulary.domains.index(corpus.name)
    more = count_words(corpus, vocabulary, model.projection.contexts, settings)
    if more.shape != model.projection.shape:
        raise InputError(
            f"window: found {settings.window}, but the model was counted with "
            f"{model.projection.shape.wide}; fit it anew"
        )
    counts = tuple(each.with_words(more.words) for each in model.counts)
    sample = sample_of(corpus, vocabulary)
    examples = collect_examples(
        corpus, vocabulary.features, limit=settings.max_examples, sample=sample
    )
    if at < len(counts):
        more = counts[at] + more
        limit = sample_limit(vocabulary.counts[at])
        sample = model.sentence_samples[at].extended(sample, limit)
        examples = (model.examples[at] + examples).limited(settings.max_examples)
    elif not more.total.nnz:
        raise InputError(
            f"domain {corpus.name!r}: no word of its text is near a context word of the model; "
            "is it of the same language?"
        )
    counts = _put(counts, at, more)
    pretrained = model.pretrained
    if pretrained is not None and settings.pretrained is not None:
        new = [word for word in more.words if word not in pretrained]
        pretrained = {**pretrained, **(pretrained_of(settings.pretrained, new) or {})}
    projection, vectors = learn_vectors(
        counts, vocabulary, model.text_settings, settings, pretrained
    )
    updated = replace(
        model,
        vocabulary=vocabulary,
        vectors=vectors,
        projection=projection,
        counts=counts,
        sentence_samples=_put(model.sentence_samples, at, sample),
        examples=_put(model.examples, at, examples),
        pretrained=pretrained,
        texts=_texts_with(model, corpus, vocabulary, settings),
        libraries=None,
    )
    turns = model.turns
    groups = turns.groups if isinstance(turns, GroupTables) else ("",) * len(model.counts)
    return with_turns(updated, settings, groups if at < len(groups) else (*groups, corpus.group))


def _texts_with(
    model: FittedModel, corpus: AnyCorpus, vocabulary: Vocabulary, settings: EmbeddingSettings
) -> tuple[KeptTexts, ...]:
    """Return the kept texts with those of the corpus; none if either has none."""
    if not model.texts:
        return ()
    at = vocabulary.domains.index(corpus.name)
    is_known = at < len(model.texts)
    more = vocabulary.counts[at] - (model.vocabulary.counts[at] if is_known else 0)
    new = texts_of([corpus], vocabulary.features, more[None], settings)
    if is_known and new:
        new = (join_texts(corpus.name, (model.texts[at], *new), vocabulary.counts[at]),)
    if not new:
        warnings.warn(
            f"domain {corpus.name!r} comes without its texts, so the model keeps no texts from now "
            "on; for a concordance, give a corpus with keep_texts=True",
            CrosslexWarning,
            stacklevel=4,
        )
        return ()
    return _put(model.texts, at, new[0])


def _vocabulary_with(
    vocabulary: Vocabulary, corpus: AnyCorpus, settings: EmbeddingSettings
) -> Vocabulary:
    """Return the vocabulary with the corpus counted in."""
    features = list(vocabulary.features)
    if corpus.name not in vocabulary.domains:
        known = set(features)
        [counts] = count_domains(
            [corpus],
            min_count=settings.min_count,
            min_documents=settings.min_documents,
            allow_none=True,
        )
        features += [feature for feature in counts.features if feature not in known]
    occurrences = count_features(corpus, features).occurrences
    if not occurrences.any():
        raise InputError(
            f"domain {corpus.name!r}: the model knows none of its words, and none is frequent "
            "enough to be learned; give more text"
        )
    return vocabulary.with_counts(corpus.name, features, occurrences)


def _put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return the items with one replaced, or added at the end."""
    return (*items[:at], item, *items[at + 1 :])

"""The features of documents: unigrams and bigrams of lemmas that occur often enough.

"We tokenize and lemmatize each document … extract unigrams and bigrams as features … remove
features listed as stop words … remove features that occur less than 50 times in the entire set of
documents." The first three steps are `TextSettings.paper()`, by which corpora are encoded; the
last is `count_features`, which also counts the sentences that pivots are chosen by.
"""

from collections.abc import Sequence

from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.features import PivotCounts, count_domains, count_sentences


def count_features(
    corpora: Sequence[AnyCorpus], *, min_count: int = 50, min_documents: int = 1
) -> tuple[PivotCounts, ...]:
    """Return the counts of the features of each domain, the most frequent feature first.

    `min_count` and `min_documents` are how often a feature must occur, and in how many documents,
    over all domains together.

    >>> from crosslex import Corpus, TextSettings
    >>> texts, settings = ["a good plot", "a good cast"], TextSettings.paper()
    >>> films = Corpus.from_texts(texts, name="films", text_settings=settings)
    >>> count_features([films], min_count=2)[0].features
    ('a good', 'good')
    """
    found = count_domains(corpora, min_count=min_count, min_documents=min_documents)
    return tuple(count_sentences(corpus, found[0].features) for corpus in corpora)

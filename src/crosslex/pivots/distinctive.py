"""Words that distinguish a domain from the others: log-odds with an informative Dirichlet prior."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.counts.domain_counts import DomainCounts
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import InputError


@dataclass(frozen=True, eq=False)
class Distinctiveness:
    """How much more a domain uses each word than the other domains together do.

    Parameters
    ----------
    domains, words
        What was counted.
    log_odds
        Domains × words: the logarithm of the ratio of the word's odds in a domain to those in
        the other domains, shrunk to 0 where the word is rare.
    z_scores
        The same in standard errors. At random, fewer than one in twenty are beyond ±1.96.
    """

    domains: tuple[str, ...]
    words: tuple[str, ...]
    log_odds: Float64s
    z_scores: Float64s

    def top(self, domain: str, size: int) -> list[tuple[str, float]]:
        """Return the words that distinguish a domain most, with their z-scores."""
        check_whole("size", size, least=1)
        scores = self.z_scores[self.domains.index(domain)]
        best = np.argsort(-scores, kind="stable")[:size]
        return [(self.words[place], float(scores[place])) for place in best]


def distinctive_words(
    counts: Sequence[DomainCounts] | Vocabulary, *, prior_share: float = 1.0
) -> Distinctiveness:
    """Return how much each domain prefers each word, one domain against all others.

    A word's counts are added to a prior that has the word's share in all text, so that a rare
    word needs more than a few uses to stand out. Counts of phrases do not enter the totals, as
    their words do already.

    Parameters
    ----------
    counts
        The counts of two domains or more over the same features, or a vocabulary.
    prior_share
        Size of the prior: the share of all text that is added to each side. With all of it, words
        that only one domain has rank high, and few words of a random split are beyond ±1.96 even
        though words come in clusters; with little of it, words that all domains have rank high.

    References
    ----------
    Monroe, Colaresi, Quinn (2008), Fightin' Words: Lexical feature selection and evaluation for
    identifying the content of political conflict, Political Analysis 16.

    Examples
    --------
    >>> from crosslex.corpus.corpus import Corpus
    >>> from crosslex.counts.frequent_features import count_domains
    >>> films = Corpus.from_texts(["a good plot", "a dull plot"] * 10, name="films")
    >>> tools = Corpus.from_texts(["a good saw", "a dull saw"] * 10, name="tools")
    >>> found = distinctive_words(count_domains([films, tools]))
    >>> [word for word, z in found.top("films", 1)]
    ['plot']
    """
    domains, features, here = _table(counts)
    if len(domains) < 2:
        raise InputError(f"counts: found {len(domains)}; give those of two domains or more")
    if not prior_share > 0:
        raise InputError(f"prior_share: found {prior_share}; give a number above 0")
    words = np.array([" " not in feature for feature in features])
    everywhere = here.sum(axis=0)
    elsewhere = everywhere - here
    prior = prior_share * everywhere

    def log_odds(counted: Int64s) -> Float64s:
        size = counted[:, words].sum(axis=1, keepdims=True) + prior[words].sum()
        used = counted + prior
        # A word that is all of the text distinguishes nothing: odds of 1 on either side.
        odds = np.divide(used, size - used, out=np.ones(used.shape), where=size > used)
        return np.asarray(np.log(odds))

    difference = log_odds(here) - log_odds(elsewhere)
    variance = 1 / (here + prior) + 1 / (elsewhere + prior)
    return Distinctiveness(domains, features, difference, difference / np.sqrt(variance))


def _table(
    counts: Sequence[DomainCounts] | Vocabulary,
) -> tuple[tuple[str, ...], tuple[str, ...], Int64s]:
    """Return domains, features, and the occurrences of the features in the domains."""
    if isinstance(counts, Vocabulary):
        return counts.domains, counts.features, np.asarray(counts.counts, np.int64)
    features = counts[0].features if counts else ()
    if any(each.features != features for each in counts):
        raise InputError("counts: their features differ; count all domains with count_domains")
    occurrences = np.array([each.occurrences for each in counts], np.int64)
    return tuple(each.domain for each in counts), features, occurrences

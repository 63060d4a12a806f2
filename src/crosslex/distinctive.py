"""Words that distinguish domains, by log-odds with an informative Dirichlet prior or by vectors."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.errors import InputError
from crosslex.imports import import_optional
from crosslex.results import html_table, text_table

SHOWN = 10
"""Words per domain when a result is printed."""


@dataclass(frozen=True, eq=False, repr=False)
class Distinctiveness:
    """Log-odds of each word in each domain against the other domains together.

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

    def __str__(self) -> str:
        return text_table(self._rows())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return html_table("Distinctive words", self._rows())

    def _rows(self) -> list[tuple[str, ...]]:
        columns = [[word for word, _ in self.top(domain, SHOWN)] for domain in self.domains]
        return [self.domains, *zip(*columns, strict=True)]

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Return the z-scores by domain and word."""
        return {
            domain: dict(zip(self.words, scores.tolist(), strict=True))
            for domain, scores in zip(self.domains, self.z_scores, strict=True)
        }

    def to_frame(self) -> Any:
        """Return the z-scores as a pandas data frame, one row per word, one column per domain."""
        return import_optional("pandas", needed_for="to_frame").DataFrame(self.to_dict())


def distinctive_words(
    domains: Sequence[str], words: Sequence[str], counts: Int64s
) -> Distinctiveness:
    """Return log-odds of each word in each domain against all other domains.

    A word's counts in all text are added to each side as a prior, so that a rare word needs more
    than a few uses to stand out: words that only one domain has rank high, and few words of a
    random split are beyond ±1.96 even though words come in clusters. Counts of phrases do not
    enter the totals, as their words do already.

    Parameters
    ----------
    domains, words
        Two domains or more, and the words and two-word phrases that were counted.
    counts
        Domains × words.

    References
    ----------
    Monroe, Colaresi, Quinn (2008), Fightin' Words: Lexical feature selection and evaluation for
    identifying the content of political conflict, Political Analysis 16.

    Examples
    --------
    >>> counts = np.array([[20, 20, 0], [20, 0, 20]])
    >>> found = distinctive_words(["films", "tools"], ["good", "plot", "saw"], counts)
    >>> [word for word, z in found.top("films", 1)]
    ['plot']
    """
    if len(domains) < 2:
        raise InputError(f"domains: found {len(domains)}; give two or more")
    here = np.asarray(counts, np.int64)
    single = np.array([" " not in word for word in words])
    prior = here.sum(axis=0)
    elsewhere = prior - here

    def log_odds(counted: Int64s) -> Float64s:
        size = counted[:, single].sum(axis=1, keepdims=True) + prior[single].sum()
        used = counted + prior
        # A word that is all of the text distinguishes nothing: odds of 1 on either side.
        odds = np.divide(used, size - used, out=np.ones(used.shape), where=size > used)
        return np.asarray(np.log(odds))

    difference = log_odds(here) - log_odds(elsewhere)
    variance = 1 / (here + prior) + 1 / (elsewhere + prior)
    return Distinctiveness(tuple(domains), tuple(words), difference, difference / np.sqrt(variance))

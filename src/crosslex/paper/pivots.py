"""Pivots and non-pivots: NPMI with the domains, and the features with the highest scores.

    NPMI(x, y) = log( p(x, y) / (p(x) p(y)) ) · 1 / (-log p(x, y))                  Eq. NPMI
    score(x)   = min( NPMI(x, S), NPMI(x, T) )                                      Eq. pivot-score

Probabilities come from the numbers of sentences. The paper does not say which event "S" is. Two
readings are offered: the sentence lies in domain S (`npmi`, the default), or the sentence contains
the domain's name, such as *book* (`npmi-name`, which the authors' released program uses; it adds
the two scores instead of taking their minimum).
"""

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr

from crosslex.checks import check_choice, check_whole
from crosslex.counts.features import PivotCounts
from crosslex.errors import CrosslexWarning, InputError

PivotName = Literal["npmi", "npmi-sum", "npmi-name", "npmi-name-min", "frequency", "entropy"]

Scores = NDArray[np.float64]
PivotScore = Callable[[Sequence[PivotCounts]], Scores]
"""From counts over the same features to one score per feature; the highest become pivots."""


def npmi(counts: Sequence[PivotCounts]) -> Scores:
    """Return score(x): the lowest NPMI of a feature with any of the domains."""
    return np.asarray(np.min([domain_npmi(counts, each) for each in range(len(counts))], axis=0))


def npmi_sum(counts: Sequence[PivotCounts]) -> Scores:
    """Return the sum of a feature's NPMI with all domains."""
    return np.asarray(np.sum([domain_npmi(counts, each) for each in range(len(counts))], axis=0))


def npmi_name(counts: Sequence[PivotCounts]) -> Scores:
    """Return the sum over domains of a feature's NPMI with the domain's name word."""
    return np.asarray(np.sum([name_npmi(counts, each) for each in range(len(counts))], axis=0))


def npmi_name_min(counts: Sequence[PivotCounts]) -> Scores:
    """Return the lowest NPMI of a feature with a domain's name word."""
    return np.asarray(np.min([name_npmi(counts, each) for each in range(len(counts))], axis=0))


def frequency(counts: Sequence[PivotCounts]) -> Scores:
    """Return the least fraction of a domain's documents that contain a feature."""
    fractions = [domain.documents / domain.n_documents for domain in counts]
    return np.asarray(np.min(fractions, axis=0))


def entropy(counts: Sequence[PivotCounts]) -> Scores:
    """Return the entropy of a feature's relative frequencies over domains, times its frequency.

    References
    ----------
    Pan, Ni, Sun, Yang, Chen (2010), Cross-domain sentiment classification via spectral
    feature alignment, WWW.
    """
    relative = np.array([domain.occurrences / domain.occurrences.sum() for domain in counts])
    share = relative / np.maximum(relative.sum(axis=0), np.finfo(float).tiny)
    total = np.sum([domain.occurrences for domain in counts], axis=0)
    return np.asarray(entr(share).sum(axis=0) * total)


PIVOT_SCORES: Final[Mapping[PivotName, PivotScore]] = {
    "npmi": npmi,
    "npmi-sum": npmi_sum,
    "npmi-name": npmi_name,
    "npmi-name-min": npmi_name_min,
    "frequency": frequency,
    "entropy": entropy,
}
"""The paper's score in four readings, and two of earlier work that it names."""


@dataclass(frozen=True, eq=False)
class PaperVocabulary:
    """The pivots, the best first, and each domain's non-pivots, the most frequent first.

    `counts` are how often each pivot and then each non-pivot occurs in its domain.
    """

    domains: tuple[str, ...]
    pivots: tuple[str, ...]
    non_pivots: tuple[tuple[str, ...], ...]
    counts: tuple[NDArray[np.int64], ...]

    @property
    def features(self) -> frozenset[str]:
        """Every pivot and every domain's non-pivots."""
        return frozenset(self.pivots).union(*self.non_pivots)

    def of_domain(self, domain: str) -> tuple[str, ...]:
        """Return the non-pivots of a domain."""
        check_choice("domain", domain, self.domains)
        return self.non_pivots[self.domains.index(domain)]


def choose_vocabulary(
    counts: Sequence[PivotCounts],
    *,
    score: PivotName | PivotScore = "npmi",
    n_pivots: int = 500,
    n_non_pivots: int = 500,
    min_count: int = 50,
) -> PaperVocabulary:
    """Return the features with the highest scores: N_P pivots and N_S, N_T non-pivots.

    "We rank features that are common to both domains in the descending order of their scores …
    We rank features x that occur only in the source domain by NPMI(x, S)." If there are fewer of
    either than asked for, all are taken, with a warning.

    Parameters
    ----------
    counts
        One per domain, as `count_features` returns them.
    score
        A name of `PIVOT_SCORES`, or a function from the counts to one number per feature.
    n_pivots, n_non_pivots
        N_P, and N_S = N_T.
    min_count
        How often a feature must occur in a domain to belong to it: a pivot belongs to all
        domains, a non-pivot to one alone.

    Examples
    --------
    >>> from crosslex import Corpus
    >>> films = Corpus.from_texts(["good plot", "good plot", "good cast"], name="films")
    >>> tools = Corpus.from_texts(["good drill", "good drill", "sharp drill"], name="tools")
    >>> from crosslex.paper import count_features
    >>> counts = count_features([films, tools], min_count=2)
    >>> found = choose_vocabulary(counts, n_pivots=1, n_non_pivots=2, min_count=2)
    >>> found.pivots, found.of_domain("films"), found.of_domain("tools")
    (('good',), ('good plot', 'plot'), ('drill', 'good drill'))
    """
    check_whole("n_pivots", n_pivots, least=1)
    check_whole("n_non_pivots", n_non_pivots, least=0)
    check_whole("min_count", min_count, least=0)
    if not counts:
        raise InputError("counts: found none; give one per domain")
    occurrences = np.array([domain.occurrences for domain in counts])
    belongs = occurrences >= max(1, min_count)
    pivots = _best(_score_features(score, counts), np.asarray(belongs.all(axis=0)), n_pivots)
    _warn_if_fewer("n_pivots", n_pivots, len(pivots), "features that all domains share")
    if not len(pivots):
        names = " and ".join(repr(domain.domain) for domain in counts)
        raise InputError(
            f"domains {names} share no feature that occurs {max(1, min_count)} times in each; are "
            "they of one language, and is there enough text of each?"
        )
    by_name = score in ("npmi-name", "npmi-name-min", npmi_name, npmi_name_min)
    features, non_pivots, found = counts[0].features, [], []
    for index, domain in enumerate(counts):
        alone = belongs[index] & (belongs.sum(axis=0) == 1)
        specific = name_npmi(counts, index) if by_name else domain_npmi(counts, index)
        best = np.sort(_best(specific, alone, n_non_pivots))
        what = f"frequent features of domain {domain.domain!r} that no other domain has"
        _warn_if_fewer("n_non_pivots", n_non_pivots, len(best), what)
        non_pivots.append(tuple(features[each] for each in best))
        found.append(occurrences[index, np.concatenate([pivots, best])])
    return PaperVocabulary(
        tuple(domain.domain for domain in counts),
        tuple(features[each] for each in pivots),
        tuple(non_pivots),
        tuple(found),
    )


def domain_npmi(counts: Sequence[PivotCounts], domain: int) -> Scores:
    """Return NPMI(x, S) of each feature x, S being that a sentence lies in the domain."""
    everywhere = np.sum([each.sentences for each in counts], axis=0)
    total = sum(each.n_sentences for each in counts)
    here = counts[domain]
    return _npmi(here.sentences, everywhere, here.n_sentences, total)


def name_npmi(counts: Sequence[PivotCounts], domain: int) -> Scores:
    """Return NPMI(x, S) of each feature x, S being that a sentence contains the domain's name."""
    here = counts[domain]
    if here.n_named_sentences == 0:
        raise InputError(
            f"pivots='npmi-name': no sentence of domain {here.domain!r} contains its name; "
            "name the domain by a word of its texts, or choose other pivots"
        )
    return _npmi(here.named_sentences, here.sentences, here.n_named_sentences, here.n_sentences)


def _npmi(both: NDArray[np.int64], feature: NDArray[np.int64], event: int, total: int) -> Scores:
    """Return Eq. NPMI from numbers of sentences: -1 if never together, 1 if always."""
    joint = np.maximum(both, 1) / total  # p(x, y)
    independent = np.maximum(feature, 1) / total * (event / total)  # p(x) p(y)
    certain = joint == 1
    surprise = -np.log(joint, where=~certain, out=np.full_like(joint, -1))  # -log p(x, y)
    scores: Scores = np.where(certain, 1.0, np.log(joint / independent) / surprise)
    scores[both == 0] = -1
    return scores


def _score_features(score: PivotName | PivotScore, counts: Sequence[PivotCounts]) -> Scores:
    """Return the score of every feature, by the name of a score or by a function."""
    if isinstance(score, str):
        check_choice("pivots", score, PIVOT_SCORES)
        score = PIVOT_SCORES[score]
    scores = np.asarray(score(counts), float)
    if scores.shape != (len(counts[0].features),) or np.isnan(scores).any():
        raise InputError(
            f"pivots: the scoring function returned shape {scores.shape}; it must return one "
            f"number for each of the {len(counts[0].features)} features"
        )
    return scores


def _best(scores: Scores, allowed: NDArray[np.bool_], size: int) -> NDArray[np.intp]:
    """Return the allowed features with the highest scores; ties by frequency, never -inf."""
    ranked = np.where(allowed, scores, -np.inf)
    order = np.argsort(-ranked, kind="stable")[:size]
    return order[ranked[order] > -np.inf]


def _warn_if_fewer(name: str, asked: int, found: int, what: str) -> None:
    if 0 < found < asked or (found == 0 and name == "n_non_pivots" and asked > 0):
        warnings.warn(
            f"{name}: asked for {asked}, but there are only {found} {what}; all are taken",
            CrosslexWarning,
            stacklevel=3,
        )

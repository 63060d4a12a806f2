"""Choosing pivots and non-pivots by their scores."""

import warnings
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_choice, check_whole
from crosslex.counts.domain_counts import DomainCounts
from crosslex.errors import CrosslexWarning, InputError
from crosslex.pivots.names import SCOPES, PivotName, Scope
from crosslex.pivots.scores import (
    PivotScore,
    Scores,
    domain_npmi,
    name_npmi,
    npmi_name,
    npmi_name_min,
    pivot_score,
)
from crosslex.pivots.vocabulary import Role, Vocabulary, assign_roles


def choose_vocabulary(
    counts: Sequence[DomainCounts],
    *,
    score: PivotName | PivotScore = "npmi",
    n_pivots: int | None = 500,
    scope: Scope = "all",
    n_non_pivots: int = 500,
    min_pivot_documents: int = 1,
    min_domain_count: int = 1,
    most_pivots: int = 1000,
) -> Vocabulary:
    """Rank the features that all domains share, keep the best as pivots, and name every role.

    The counts are over the same features, as `count_domains` returns them. A score needs labels
    if it is `mi` or `pmi`; it may be your own function from counts to one score per feature.
    A pivot must be held by `min_pivot_documents` documents of every domain. Without `n_pivots`,
    half of the candidates are taken, at most `most_pivots`.

    In the scope `all`, every feature has a word vector in each domain where it occurs, pivots
    too; in `paper`, only the `n_non_pivots` features of each domain that occur in no other and
    have the highest NPMI with it: by membership, or by the name word if the score goes by it.
    There, a feature occurs in a domain from `min_domain_count` occurrences on, for pivots and
    non-pivots alike, and where there are fewer of either than asked for, all are taken, with a
    warning that says how many.

    >>> from crosslex.corpus.corpus import Corpus
    >>> from crosslex.counts.frequent_features import count_domains
    >>> films = Corpus.from_texts(["good plot", "good plot", "good cast"], name="films")
    >>> tools = Corpus.from_texts(["good saw", "good saw", "sharp saw"], name="tools")
    >>> vocabulary = choose_vocabulary(count_domains([films, tools]), n_pivots=1)
    >>> vocabulary.pivots, vocabulary.role("plot", "films"), vocabulary.role("plot", "tools")
    (('good',), <Role.SINGLE: 3>, <Role.ABSENT: 0>)
    """
    if not counts:
        raise InputError("counts: found none; give one per domain")
    check_choice("scope", scope, SCOPES)
    check_whole("n_pivots", n_pivots, least=1, optional=True)
    check_whole("n_non_pivots", n_non_pivots, least=0)
    check_whole("min_pivot_documents", min_pivot_documents, least=0)
    check_whole("min_domain_count", min_domain_count, least=1)
    check_whole("most_pivots", most_pivots, least=1)
    features = counts[0].features
    occurrences = np.array([domain.occurrences for domain in counts])
    belongs = occurrences >= min_domain_count
    shared = np.all([domain.documents >= max(1, min_pivot_documents) for domain in counts], axis=0)
    shared &= belongs.all(axis=0)
    scores = np.where(shared, _scores(score, counts), -np.inf)
    if n_pivots is None:
        n_pivots = min(most_pivots, max(1, int((scores > -np.inf).sum()) // 2))
    pivots = _best(scores, n_pivots)
    if len(pivots) < n_pivots:
        found = _too_few_pivots(counts, n_pivots, len(pivots), min_pivot_documents)
        if scope == "all" or len(pivots) == 0:
            raise InputError(found)
        warnings.warn(f"{found}; all are taken", CrosslexWarning, stacklevel=2)
    roles = assign_roles(
        np.where(belongs, occurrences, 0), np.isin(np.arange(len(features)), pivots)
    )
    if scope == "paper":
        specific = name_npmi if _by_name(score) else domain_npmi
        roles = _paper_roles(counts, roles, n_non_pivots, specific)
    kept = np.flatnonzero((roles != Role.ABSENT).any(axis=0))
    return Vocabulary(
        domains=tuple(domain.domain for domain in counts),
        features=tuple(features[index] for index in kept),
        counts=occurrences[:, kept],
        roles=roles[:, kept],
        pivots=tuple(features[index] for index in pivots),
        pivots_are_words=scope == "all",
    )


def whole_vocabulary(counts: Sequence[DomainCounts]) -> Vocabulary:
    """Return all features as words of each domain where they occur, with no pivots.

    The counts are over the same features, as `count_domains` returns them.
    """
    occurrences = np.array([domain.occurrences for domain in counts])
    shared = (occurrences > 0).sum(axis=0) > 1
    if not (occurrences[:, shared] > 0).any(axis=1).all():
        raise InputError(_too_few_pivots(counts, asked=1, found=0, min_documents=1))
    return Vocabulary(
        domains=tuple(domain.domain for domain in counts),
        features=counts[0].features,
        counts=occurrences,
        roles=assign_roles(occurrences, np.zeros(occurrences.shape[1], bool)),
        pivots=(),
        pivots_are_words=True,
    )


def _scores(score: PivotName | PivotScore, counts: Sequence[DomainCounts]) -> NDArray[np.float64]:
    if isinstance(score, str):
        score = pivot_score(score)
    scores = np.asarray(score(counts), float)
    if scores.shape != (len(counts[0].features),) or np.isnan(scores).any():
        raise InputError(
            f"pivots: the scoring function returned shape {scores.shape}; it must return one "
            f"number for each of the {len(counts[0].features)} features"
        )
    return scores


def _best(scores: NDArray[np.float64], size: int) -> NDArray[np.intp]:
    """Return the best features, ties by frequency; a score of -inf is never chosen."""
    order = np.argsort(-scores, kind="stable")[:size]
    return order[scores[order] > -np.inf]


def _paper_roles(
    counts: Sequence[DomainCounts],
    roles: NDArray[np.int8],
    size: int,
    specific: Callable[[Sequence[DomainCounts], int], Scores],
) -> NDArray[np.int8]:
    chosen = np.where(roles == Role.PIVOT, roles, np.int8(Role.ABSENT))
    for index, domain in enumerate(counts):
        single = roles[index] == Role.SINGLE
        best = _best(np.where(single, specific(counts, index), -np.inf), size)
        if len(best) < size:
            warnings.warn(
                f"n_non_pivots: asked for {size}, but domain {domain.domain!r} has only "
                f"{len(best)} frequent features that no other domain has; all are taken",
                CrosslexWarning,
                stacklevel=4,
            )
        chosen[index, best] = Role.SINGLE
    return chosen


def _by_name(score: PivotName | PivotScore) -> bool:
    return score in ("npmi-name", "npmi-name-min", npmi_name, npmi_name_min)


def _too_few_pivots(
    counts: Sequence[DomainCounts], asked: int, found: int, min_documents: int
) -> str:
    names = " and ".join(repr(domain.domain) for domain in counts)
    if found == 0:
        return (
            f"domains {names} share no feature that occurs in {max(1, min_documents)} or more "
            "documents of each; are they of one language, and is there enough text of each?"
        )
    return (
        f"n_pivots: asked for {asked}, but domains {names} share only {found} features that "
        f"occur in {max(1, min_documents)} or more documents of each; ask for at most {found}, "
        "lower the minimum, or give more text"
    )

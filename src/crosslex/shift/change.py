"""Does a word differ more than its neighbors in frequency and meaning do?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh

from crosslex.shift.contexts import Uses
from crosslex.shift.peers import standardize, without_frequency
from crosslex.shift.regression import Prediction, fit_prediction

GROUPS = 10
# A word in this many documents counts half as much as one in very many.
HALF_WEIGHT = 20


@dataclass(frozen=True, eq=False)
class Changes:
    """How far each word departs from what its peers lead to expect.

    Parameters
    ----------
    values
        In standard deviations among words of like frequency.
    errors
        Standard errors over documents.
    p
        How often a word of like frequency reaches so far, if all are alike.
    """

    values: NDArray[np.float64]
    errors: NDArray[np.float64]
    p: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Space:
    """Where mean contexts are compared: centered, as they are and whitened, of unit length."""

    centers: tuple[NDArray[np.float64], NDArray[np.float64]]
    whitening: NDArray[np.float64]

    def place(self, means: NDArray[np.float64], domain: int) -> NDArray[np.float64]:
        centered = means - self.centers[domain]
        both = np.hstack([_unit(centered), _unit(centered @ self.whitening)])
        return np.asarray(both / np.sqrt(2))


def measure_changes(first: Uses, second: Uses, *, unchanged: float) -> Changes:
    """Rank words by the distance of their mean contexts and by how badly others predict them.

    Where few words differ, the plain distance tells most; where nearly all do, because the
    domains do, what matters is how much of a word's vector its vector in the other domain
    and all other words fail to predict. The score weighs both by `unchanged`.

    Parameters
    ----------
    first, second
        The uses of the same words in both domains.
    unchanged
        The share of words that do not differ at all.
    """
    both = (first, second)
    sizes = np.column_stack([first.sizes, second.sizes]).astype(np.float64)
    evidence = sizes.prod(axis=1) / sizes.sum(axis=1)
    order = np.argsort(evidence, kind="stable")
    weights = evidence / (evidence + HALF_WEIGHT)
    means = (first.means(), second.means())
    space = _fit_space(both, means, weights)
    placed = tuple(space.place(each, domain) for domain, each in enumerate(means))
    ways = (
        fit_prediction(placed[1], placed[0], weights, order),
        fit_prediction(placed[0], placed[1], weights, order),
    )
    bursts = np.column_stack([np.add.reduceat(each.counts, each.starts[:-1]) for each in both])
    frequencies = np.hstack([sizes, bursts / sizes])
    parts = _parts(means, space, ways)
    scales = []
    score = np.zeros(len(evidence))
    for part, share in zip(parts, _shares(unchanged), strict=True):
        among_peers = standardize(without_frequency(part, frequencies), order)
        score += share * among_peers.values
        scales.append(share / among_peers.scale)
    final = standardize(score, order)
    replicates = np.array(
        [
            sum(
                scale * part
                for scale, part in zip(scales, _parts(_without(both, g), space, ways), strict=True)
            )
            for g in range(GROUPS)
        ]
    )
    spread = replicates - replicates.mean(axis=0)
    errors = np.sqrt((GROUPS - 1) / GROUPS * (spread**2).sum(axis=0)) / final.scale
    return Changes(final.values, errors, final.p)


def share_unchanged(p: NDArray[np.float64]) -> float:
    """Estimate the share of true nulls from p-values, those above one half (Storey, 2002).

    >>> share_unchanged(np.array([0.001, 0.002, 0.6, 0.4]))
    0.5
    """
    return float(min(1.0, 2 * (p > 0.5).mean())) if len(p) else 1.0


def _shares(unchanged: float) -> tuple[float, float, float]:
    return unchanged, (1 - unchanged) / 2, (1 - unchanged) / 2


def _parts(
    means: tuple[NDArray[np.float64], NDArray[np.float64]],
    space: _Space,
    ways: tuple[Prediction, Prediction],
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return the logarithms of the distance and of what each way's prediction leaves."""
    placed = tuple(space.place(each, domain) for domain, each in enumerate(means))
    gaps = (
        means[0] - space.centers[0] - means[1] + space.centers[1],
        ways[0].residuals(placed[1], placed[0]),
        ways[1].residuals(placed[0], placed[1]),
    )
    one, two, three = (np.log((gap * gap).sum(axis=1) + 1e-12) for gap in gaps)
    return one, two, three


def _without(
    both: tuple[Uses, Uses], group: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean contexts when every tenth document of each word is left out."""
    left = []
    for uses in both:
        place = np.arange(len(uses.vectors)) - np.repeat(uses.starts[:-1], uses.sizes)
        kept = place % GROUPS != group
        starts = np.concatenate([[0], np.cumsum(kept)])[uses.starts]
        means = Uses(uses.vectors[kept], starts, uses.counts[kept]).means()
        lost = np.diff(starts) == 0
        means[lost] = uses.means()[lost]
        left.append(means)
    return left[0], left[1]


def _fit_space(
    both: tuple[Uses, Uses],
    means: tuple[NDArray[np.float64], NDArray[np.float64]],
    weights: NDArray[np.float64],
) -> _Space:
    """Find the centers, and the map that makes a word's uses vary alike in all directions."""
    dimension = means[0].shape[1]
    within = np.zeros((dimension, dimension))
    for uses, mean in zip(both, means, strict=True):
        spread = uses.vectors - np.repeat(mean, uses.sizes, axis=0).astype(np.float32)
        within += spread.T @ spread
    within /= max(1, sum(len(uses.vectors) for uses in both))
    within += 1e-3 * np.trace(within) / dimension * np.eye(dimension) + 1e-12 * np.eye(dimension)
    values, directions = eigh(within)
    centers = tuple(weights @ mean / weights.sum() for mean in means)
    return _Space((centers[0], centers[1]), directions / np.sqrt(values))


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1))

"""The loss of co-occurrences kept out of training, always against the same negatives."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.counts.instances import Instances
from crosslex.learn.initial_state import State
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.weighting import WeightedPairs

CHUNK = 4096
ATTEMPTS = 100


@dataclass(frozen=True, eq=False)
class HeldoutTriples:
    """Held-out pairs of one domain, each with k negatives; -1 where none was found."""

    pivots: Int64s
    words: Int64s
    weights: Float64s
    negatives: Int64s

    @classmethod
    def of_pairs(
        cls, pairs: WeightedPairs, settings: TrainingSettings, domain: int
    ) -> "HeldoutTriples":
        """Return the pairs that `weigh_pairs` held out, with negatives drawn for them."""
        heldout = pairs.heldout
        rng = np.random.default_rng([settings.random_state, domain, 6])
        return cls(
            np.repeat(np.arange(heldout.shape[0]), np.diff(heldout.indptr)),
            heldout.indices.astype(np.int64),
            heldout.data.astype(np.float64),
            draw_negatives(pairs.negatives, (heldout.nnz, settings.negatives), rng),
        )

    @classmethod
    def of_instances(
        cls,
        instances: Instances,
        chosen: Int64s,
        probabilities: Float32s,
        settings: TrainingSettings,
        domain: int,
    ) -> "HeldoutTriples":
        """Return some instances with negatives that do not occur in their documents."""
        rng = np.random.default_rng([settings.random_state, domain, 6])
        # One ascending number per word of each document, so that searchsorted finds many at
        # once; the last one stops a search past the end.
        width = len(instances.words)
        documents = np.repeat(
            np.arange(len(instances.document_offsets) - 1), np.diff(instances.document_offsets)
        )
        held = np.append(documents * width + instances.document_words, np.iinfo(np.int64).max)
        document_of = instances.document[chosen].astype(np.int64)
        negatives = np.full((len(chosen), settings.negatives), -1, np.int64)
        rows, columns = np.nonzero(negatives < 0)
        for _ in range(ATTEMPTS):
            if not len(rows):
                break
            drawn = draw_negatives(probabilities, (len(rows),), rng)
            wanted = document_of[rows] * width + drawn
            outside = held[np.searchsorted(held, wanted)] != wanted
            negatives[rows[outside], columns[outside]] = drawn[outside]
            rows, columns = rows[~outside], columns[~outside]
        return cls(
            instances.pivot[chosen].astype(np.int64),
            instances.word[chosen].astype(np.int64),
            np.ones(len(chosen)),
            negatives,
        )


def heldout_loss(triples: Sequence[HeldoutTriples], state: State) -> float | None:
    """Return the mean hinge over all domains, or None where nothing was held out."""
    loss, weight = 0.0, 0.0
    for index, domain in enumerate(triples):
        for first in range(0, len(domain.weights), CHUNK):
            chunk = slice(first, first + CHUNK)
            pivots = state.pivots[index, domain.pivots[chunk]]
            words = state.words[index]
            own = np.einsum("ij,ij->i", pivots, words[domain.words[chunk]])
            other = np.einsum("ij,ikj->ik", pivots, words[domain.negatives[chunk]])
            drawn = domain.negatives[chunk] >= 0
            weights = domain.weights[chunk, None] * drawn
            loss += float((weights * np.maximum(0, 1 - own[:, None] + other)).sum())
            weight += float(weights.sum())
    return loss / weight if weight > 0 else None


def draw_negatives(
    probabilities: Float32s, shape: tuple[int, ...], rng: np.random.Generator
) -> Int64s:
    """Draw words from a distribution."""
    bounds = np.cumsum(probabilities, dtype=np.float64)
    drawn = np.searchsorted(bounds, rng.random(shape) * bounds[-1], side="right")
    return np.asarray(np.minimum(drawn, len(bounds) - 1), np.int64)

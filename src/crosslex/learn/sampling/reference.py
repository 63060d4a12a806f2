"""The trainer `reference`, the paper's to the letter: mini-batches of single co-occurrences."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float32s, Int32s, Int64s
from crosslex.counts.instances import Instances
from crosslex.learn.initial_state import State
from crosslex.learn.sampling.alias import AliasTable, Shuffled
from crosslex.learn.sampling.heldout import HeldoutTriples, heldout_loss
from crosslex.learn.sampling.kernels import LANES, update_batches
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.stopping import Curve
from crosslex.learn.weighting import domain_weights, keep_frequent, negative_distribution
from crosslex.progress import progress

ROUND = 16
"""Mini-batches of the largest domain before the other domains have their turn."""
Scratch = tuple[Int32s, Int64s, Int64s, Float32s, Float32s]
"""Where a mini-batch's gradient is gathered: the last five arguments of `update_batches`."""


@dataclass(frozen=True, eq=False)
class DomainTraining:
    """One domain under training: its instances, split in two, and where negatives come from."""

    index: int
    instances: Instances
    training: Int64s
    heldout: HeldoutTriples
    table: AliasTable
    scratch: Scratch
    pull: float


def train_reference(
    data: Sequence[Instances],
    state: State,
    settings: TrainingSettings,
    *,
    learning_rate: float,
    epochs: int,
) -> Curve:
    """Move the state as the paper does, instance by instance in mini-batches.

    Instances are shuffled in every epoch, their negatives are drawn afresh, and the domains
    take turns every few mini-batches on one thread, so that each pulls at pivots of the
    others that are up to date. The regularizer's gradient, 2λ(c_d - c̄), is λ(c_S - c_T) for
    two domains; as in the paper's gradients it is added for every (c, w, w*), whether or not its
    hinge is active. A mini-batch holds positives and negatives alike. AdaGrad
    divides by what it has seen, so even λ = 1000 moves no coordinate by more than the
    learning rate: steps stay bounded, and shrink as gradients add up. Weighting a domain's
    loss by ω is, up to AdaGrad's indifference to scale, the same as dividing its λ by ω.
    """
    working = padded(state)
    domains = [split(index, data, settings) for index in range(len(data))]
    heldout = [domain.heldout for domain in domains]
    positives = positives_per_batch(settings)
    batches = [-(-len(domain.training) // positives) for domain in domains]
    rounds = max(1, -(-max(batches) // ROUND))
    curve = Curve(settings.patience, settings.tolerance)
    with progress("learn", total=epochs * rounds) as advance:
        for epoch in range(1, epochs + 1):
            shuffled = [
                shuffle(domain, [settings.random_state, domain.index, epoch]) for domain in domains
            ]
            loss, hinges = 0.0, 0
            for turn in range(rounds):
                for domain, order, n_batches in zip(domains, shuffled, batches, strict=True):
                    first, last = (n_batches * bound // rounds for bound in (turn, turn + 1))
                    rows = slice(first * positives, last * positives)
                    added = run(domain, order, rows, working, settings, learning_rate)
                    loss, hinges = loss + added[0], hinges + added[1]
                advance(1, note=f"loss {loss / max(1, hinges):.4f}")
            copy_columns(working, state)
            if curve.record(state, epoch, loss / max(1, hinges), heldout_loss(heldout, state)):
                break
    return curve


def positives_per_batch(settings: TrainingSettings) -> int:
    """Return how many pairs (c, w), each with its negatives, make a mini-batch.

    >>> positives_per_batch(TrainingSettings.paper())
    8
    """
    return max(1, settings.batch_size // (1 + settings.negatives))


def padded(state: State) -> State:
    """Return a copy with columns of zeros, which stay zeros, up to a length that loops like."""
    missing = -state.pivots.shape[2] % LANES

    def wider(matrix: Float32s) -> Float32s:
        return np.pad(matrix, [(0, 0)] * (matrix.ndim - 1) + [(0, missing)])

    return State(
        wider(state.pivots),
        tuple(map(wider, state.words)),
        wider(state.pivot_squares),
        tuple(map(wider, state.word_squares)),
    )


def copy_columns(working: State, state: State) -> None:
    """Copy a padded state back into the one that it was made of."""
    dimension = state.pivots.shape[2]
    sources = (working.pivots, *working.words, working.pivot_squares, *working.word_squares)
    targets = (state.pivots, *state.words, state.pivot_squares, *state.word_squares)
    for source, target in zip(sources, targets, strict=True):
        target[...] = source[..., :dimension]


def split(index: int, data: Sequence[Instances], settings: TrainingSettings) -> DomainTraining:
    """Return a domain's instances split in two, those to train on and those held out."""
    domain = data[index]
    rng = np.random.default_rng([settings.random_state, index, 1])
    kept = keep_frequent(domain.word_counts, settings.subsample)[domain.word]
    chosen = rng.random(len(domain.word)) < kept
    heldout = chosen & (rng.random(len(domain.word)) < settings.holdout)
    probabilities = negative_distribution(domain.word_counts)
    weight = domain_weights(data, settings)[index]
    return DomainTraining(
        index=index,
        instances=domain,
        training=np.flatnonzero(chosen & ~heldout),
        heldout=HeldoutTriples.of_instances(
            domain, np.flatnonzero(heldout), probabilities, settings, index
        ),
        table=AliasTable.of(probabilities),
        scratch=make_scratch(domain, settings),
        # 2(c_d - c̄) in terms of the mean of the other domains alone.
        pull=settings.regularization / weight * 2 * (1 - 1 / len(data)),
    )


def make_scratch(domain: Instances, settings: TrainingSettings) -> Scratch:
    """Return room for the largest mini-batch, a row for each pivot and word it touches."""
    positives = positives_per_batch(settings)
    most = positives * (1 + settings.negatives)
    width = settings.dimension + -settings.dimension % LANES
    return (
        np.full(len(domain.words), -1, np.int32),
        np.full(len(domain.pivots), -1, np.int64),
        np.full(len(domain.words), -1, np.int64),
        np.empty((positives, width), np.float32),
        np.empty((most, width), np.float32),
    )


def shuffle(domain: DomainTraining, seed: Sequence[int]) -> Shuffled:
    """Return the pivots, words and documents of a domain's training instances in random order."""
    instances = domain.instances
    columns = (instances.pivot, instances.word, instances.document)
    return Shuffled.of(columns, domain.training, seed)


def run(
    domain: DomainTraining,
    shuffled: Shuffled,
    rows: slice,
    state: State,
    settings: TrainingSettings,
    learning_rate: float,
) -> tuple[float, int]:
    """Update one domain by some mini-batches; return the sum and the number of hinges."""
    instances = domain.instances
    pivots, words, documents = (column[rows] for column in shuffled.columns)
    losses: tuple[float, int] = update_batches(
        positives_per_batch(settings),
        pivots,
        words,
        documents,
        instances.document_offsets,
        instances.document_words,
        domain.table.cuts,
        domain.table.aliases,
        settings.negatives,
        shuffled.generator,
        domain.pull,
        learning_rate,
        state.pivots[domain.index],
        pivots_of_others(state.pivots, domain.index),
        state.words[domain.index],
        state.pivot_squares[domain.index],
        state.word_squares[domain.index],
        *domain.scratch,
    )
    return losses


def pivots_of_others(pivots: Float32s, domain: int) -> Float32s:
    """Return the mean of the other domains' pivots; a domain alone has but its own."""
    if len(pivots) <= 2:
        # A view, no copy: this runs every few mini-batches.
        return np.asarray(pivots[len(pivots) - 1 - domain])
    return np.asarray(np.delete(pivots, domain, axis=0).mean(axis=0))

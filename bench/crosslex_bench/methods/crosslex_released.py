"""What the program that the paper's authors released does, where it differs from the paper."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex import Corpus
from crosslex.arrays import Float32s, Int32s, Int64s
from crosslex.classify import (
    AdaptationMethod,
    AdaptationTask,
    LinearDecision,
    Scores,
    WeightingName,
)
from crosslex.errors import CrosslexWarning
from crosslex.paper import (
    Instances,
    PairedBlock,
    Pairing,
    PaperVocabulary,
    PivotName,
    TaskVectors,
    TrainedVectors,
    choose_vocabulary,
    count_features,
    instances_of,
    negative_distribution,
    pairs_in_window,
    place_vectors,
)
from crosslex.vectors import unit_rows
from crosslex_bench.cache import cached_learning
from crosslex_bench.methods.kernels import train_groups

_ATTEMPTS = 100


@dataclass(kw_only=True, eq=False, repr=False)
class Released(AdaptationMethod):
    """The method as the released program has it, not as the paper describes it.

    Words alone have vectors, no bigrams; a feature belongs to a domain in which it occurs more
    than 50 times; NPMI is with the domain's name word in a whole text, and summed; windows of 5
    count pivots and non-pivots alone; coordinates start at about 1/√500; every word near a
    pivot's first occurrence in a text is trained against every negative of that pivot in that
    text, negatives are drawn once, and each triple is a step of its own.

    A classifier θ of all source features as they are then scores target documents with all their
    features, to which those source non-pivots and target pivots are added whose vectors have a
    positive cosine with the mean of the document's own target vectors; added weights are these
    cosines, divided by the length of the vector of all of them.

    Departures: words are lemmas; windows are symmetric; a text is not cut into its lines;
    probabilities come from texts, not from tokens; nothing is learned from test texts.

    References
    ----------
    The program and its data are linked from the paper; see `crosslex_bench.methods.crosslex_paper`.
    """

    weighting: ClassVar[WeightingName] = "binary"
    stop_words: ClassVar[bool] = False
    recalibrates: ClassVar[bool] = False  # the paper predicts by the sign of the score

    n_pivots: int = 500
    n_non_pivots: int = 500
    min_count: int = 51
    window: int = 5
    pivots: PivotName = "npmi-name"
    dimension: int = 300
    regularization: float = 1.0
    negatives: int = 5
    epochs: int = 10
    learning_rate: float = 0.1
    start_scale: float = 500**-0.5
    C: float = 0.5

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the vectors and the classifier; documents are expanded when they are scored."""
        vectors = cached_learning(self, task, ("C",), lambda: self.learn_vectors(task))
        target = vectors.of_domain[task.target]
        places = [task.domains.index(source) for source in task.sources]
        candidates = unit_rows(np.sum([unit_rows(vectors.of_domain[p]) for p in places], axis=0))
        candidates[vectors.pivots] = unit_rows(target[vectors.pivots])
        added = np.flatnonzero(candidates.any(axis=1))
        self.decision_ = ExpandedDecision(
            target, added.astype(np.int32), candidates[added], self.source_decision(task)
        )
        return self

    def choose(self, corpora: Sequence[Corpus]) -> PaperVocabulary:
        """Return the pivots and non-pivots of the texts."""
        counts = count_features(corpora, min_count=self.min_count)
        pivots = self.pivots
        unnamed = [domain.domain for domain in counts if domain.n_named_sentences == 0]
        if unnamed and pivots.startswith("npmi-name"):
            warnings.warn(
                f"pivots={pivots!r}: no text of {', '.join(unnamed)} holds the domain's name; "
                "NPMI with the domain is taken instead",
                CrosslexWarning,
                stacklevel=2,
            )
            pivots = "npmi-sum"
        return choose_vocabulary(
            counts,
            score=pivots,
            n_pivots=self.n_pivots,
            n_non_pivots=self.n_non_pivots,
            min_count=self.min_count,
        )

    def corpora(self, task: AdaptationTask) -> list[Corpus]:
        """Return the texts of all domains without bigrams, each text one sentence."""
        return [one_sentence_each(domain.corpus) for domain in task.domains]

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Choose the vocabulary from the task's texts and learn its vectors."""
        corpora = self.corpora(task)
        vocabulary = self.choose(corpora)
        rng = np.random.default_rng([task.random_state, 7])
        groups = tuple(
            Groups.of(
                collect_first(
                    corpus, vocabulary.pivots, vocabulary.of_domain(corpus.name), self.window
                ),
                self.negatives,
                rng,
            )
            for corpus in corpora
        )

        def start(*shape: int) -> Float32s:
            drawn = rng.standard_normal((*shape, self.dimension), dtype=np.float32)
            return drawn * np.float32(self.start_scale)

        pivots = start(len(corpora), len(vocabulary.pivots))
        words = tuple(start(len(vocabulary.of_domain(corpus.name))) for corpus in corpora)
        train_released(
            groups,
            pivots,
            words,
            regularization=self.regularization,
            learning_rate=self.learning_rate,
            epochs=self.epochs,
        )
        return place_vectors(task, vocabulary, TrainedVectors(pivots, words), corpora, sums="joint")


@dataclass(frozen=True, eq=False)
class ExpandedDecision:
    """Scores of documents to which features near the mean of their vectors are added."""

    vectors: Float32s  # features × dimension, zeros where a feature has no vector in the target
    added: NDArray[np.int32]  # the features that may be added
    candidates: Float32s  # their unit vectors
    top: LinearDecision  # the decision on documents with what was added

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features."""
        added = self.added_weights(documents) @ self.top.weights[self.added]
        return np.asarray(self.top.scores(documents) + added)

    def added_weights(self, documents: csr_array) -> NDArray[np.float64]:
        """Return the weights of the features to add: documents × `added`."""
        means = unit_rows(np.asarray(documents @ self.vectors))
        cosines = unit_rows(means @ self.candidates.T)
        return np.maximum(cosines, 0).astype(np.float64)


def collect_first(
    corpus: Corpus, pivots: tuple[str, ...], words: tuple[str, ...], window: int
) -> Instances:
    """Return co-occurrences with the first occurrence of each pivot in each document.

    Windows count the positions of pivots and words alone.
    """
    columns: list[list[Int32s]] = [[np.empty(0, np.int32)] for _ in range(3)]
    for paired in Pairing(pivots, words).blocks(corpus):
        block = paired.block
        counted = (block.unigrams >= 0) | (block.bigrams >= 0)
        paired = replace(paired, block=replace(block, counted=counted))
        pivot, word, position = pairs_in_window(paired, window)
        document = paired.block.document_of_position[position].astype(np.int32)
        chosen = _at_first(paired, pivot, position)
        for column, found in zip(columns, (pivot, word, document), strict=True):
            column.append(found[chosen])
    pivot, word, document = (np.concatenate(column) for column in columns)
    return instances_of(corpus, pivots, words, pivot, word, document)


def _at_first(paired: PairedBlock, pivot: Int32s, position: Int64s) -> NDArray[np.bool_]:
    """Return which pairs belong to the first occurrence of their pivot in its document."""
    document_of_position = paired.block.document_of_position
    # All occurrences, since the first may have no word near it.
    found = [
        np.column_stack([document_of_position[places], numbers[places], places])
        for numbers in paired.pivots
        for places in [np.flatnonzero(numbers >= 0)]
    ]
    occurrences = np.concatenate(found)
    ordered = occurrences[np.lexsort(occurrences.T[::-1])]
    _, first = np.unique(ordered[:, :2], axis=0, return_index=True)
    n_pivots = int(ordered[:, 1].max(initial=0)) + 1
    firsts = ordered[first, 2] * n_pivots + ordered[first, 1]
    return np.isin(position * n_pivots + pivot, firsts)


def one_sentence_each(corpus: Corpus) -> Corpus:
    """Return the corpus without bigrams, every text one sentence.

    >>> corpus = Corpus.from_texts(["Sharp. Dull.", "Old."], name="knives")
    >>> one_sentence_each(corpus).sentence_offsets.tolist()
    [0, 2, 3]
    """
    return replace(
        corpus,
        sentence_offsets=np.asarray(corpus.sentence_offsets[corpus.document_offsets]),
        document_offsets=np.arange(len(corpus) + 1),
        text_settings=replace(corpus.text_settings, bigrams=False),
    )


@dataclass(frozen=True, eq=False)
class Groups:
    """For every pivot of every document: the words near it, and words that the document lacks."""

    pivots: Int32s
    positive_offsets: Int64s
    positives: Int32s
    negative_offsets: Int64s
    negatives: Int32s

    @classmethod
    def of(cls, instances: Instances, negatives: int, rng: np.random.Generator) -> "Groups":
        """Return each near word once, and `negatives` times as many drawn, but those it has.

        A group whose negatives all stand in the document draws again.
        """
        n_pivots, n_words = len(instances.pivots), len(instances.words)
        group_of_pair = instances.document.astype(np.int64) * n_pivots + instances.pivot
        pairs = np.unique(group_of_pair * n_words + instances.word)
        groups, first, sizes = np.unique(pairs // n_words, return_index=True, return_counts=True)
        drawn = draw_negatives(instances, groups // n_pivots, negatives * sizes, rng)
        return cls(
            (groups % n_pivots).astype(np.int32),
            np.append(first, len(pairs)).astype(np.int64),
            (pairs % n_words).astype(np.int32),
            np.concatenate([[0], np.cumsum([len(each) for each in drawn])]).astype(np.int64),
            np.concatenate([np.empty(0, np.int32), *drawn]),
        )


def draw_negatives(
    instances: Instances, documents: Int64s, sizes: Int64s, rng: np.random.Generator
) -> list[Int32s]:
    """Return what is left of so many draws for each document without the words it has."""
    n_words = len(instances.words)
    lengths = np.diff(instances.document_offsets)
    held = np.repeat(np.arange(len(lengths)), lengths) * n_words + instances.document_words
    probabilities = negative_distribution(instances.word_counts).astype(np.float64)
    probabilities /= probabilities.sum()
    found = [np.empty(0, np.int32)] * len(documents)
    missing = np.arange(len(documents))
    for _ in range(_ATTEMPTS):
        drawn = rng.choice(n_words, size=int(sizes[missing].sum()), p=probabilities)
        outside = ~np.isin(np.repeat(documents[missing], sizes[missing]) * n_words + drawn, held)
        bounds = np.cumsum(sizes[missing])[:-1]
        parts = zip(np.split(drawn, bounds), np.split(outside, bounds), strict=True)
        for place, (words, kept) in zip(missing, parts, strict=True):
            found[place] = words[kept].astype(np.int32)
        missing = np.array([place for place in missing if len(found[place]) == 0], np.intp)
        if len(missing) == 0:
            break
    return found


def train_released(
    groups: tuple[Groups, ...],
    pivots: Float32s,
    words: tuple[Float32s, ...],
    *,
    regularization: float,
    learning_rate: float,
    epochs: int,
) -> None:
    """Move the vectors of all domains in place, one domain after the other in every pass.

    Each triple of a pivot, a positive and a negative is a step of its own; λ pulls the pivot
    towards the mean of the other domains' in all of them.
    """
    pivot_squares = np.zeros_like(pivots)
    word_squares = [np.zeros_like(each) for each in words]
    for _ in range(epochs):
        for domain, own in enumerate(groups):
            others = np.delete(pivots, domain, axis=0).mean(axis=0)
            train_groups(
                own.pivots,
                own.positive_offsets,
                own.positives,
                own.negative_offsets,
                own.negatives,
                np.float32(regularization),
                np.float32(learning_rate),
                pivots[domain],
                others,
                words[domain],
                pivot_squares[domain],
                word_squares[domain],
            )

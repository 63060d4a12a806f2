"""Other methods that rank words by change of meaning, in their simplest form."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import orthogonal_procrustes

from benchmarks.shift.kernels import frozen_skipgram_pass
from benchmarks.shift.planting import Planted
from crosslex import CrossDomainEmbedding
from crosslex.corpus.corpus import Corpus
from crosslex.shift.change import HALF_WEIGHT, fit_prediction
from crosslex.shift.peers import standardize

DIMENSION = 100
WINDOW = 5
EPOCHS = 5
NEGATIVES = 5
MIN_COUNT = 5
NEIGHBORS = 100


@dataclass(frozen=True, eq=False)
class Text:
    """A domain as a peer reads it: stop words and rare words left out.

    Parameters
    ----------
    ids
        The words, numbered among those that both domains know.
    sentence_offsets
        Where each sentence begins.
    documents
        The document of each word.
    size
        How many words there are.
    """

    ids: NDArray[np.int32]
    sentence_offsets: NDArray[np.int64]
    documents: NDArray[np.int64]
    size: int

    def sentences(self) -> Iterator[list[str]]:
        """Yield sentences as gensim wants them."""
        words = self.ids.astype(str).tolist()
        for start, stop in zip(self.sentence_offsets, self.sentence_offsets[1:], strict=False):
            if stop - start > 1:
                yield words[start:stop]

    @property
    def counts(self) -> NDArray[np.int64]:
        """How often each word occurs."""
        return np.bincount(self.ids, minlength=self.size)


def read_texts(planted: Planted) -> tuple[tuple[Text, Text], NDArray[np.int64]]:
    """Return both domains, and the numbers of the words to be judged."""
    first, second = planted.domains
    counts = np.array(
        [np.bincount(each.ids, minlength=len(each.words)) for each in (first, second)]
    )
    stop_words = first.text_settings.stop_words_used
    kept = (counts.min(axis=0) >= MIN_COUNT) & ~np.isin(first.words, list(stop_words))
    number = np.full(len(first.words), -1, np.int32)
    number[kept] = np.arange(kept.sum(), dtype=np.int32)
    place = {word: index for index, word in enumerate(first.words)}
    judged = number[[place[word] for word in planted.words]].astype(np.int64)
    return (_text(first, number), _text(second, number)), judged


def frequency_difference(texts: tuple[Text, Text]) -> NDArray[np.float64]:
    """Score by how much more frequent a word is in one domain."""
    shares = [text.counts / text.counts.sum() for text in texts]
    return np.asarray(np.abs(np.log(shares[0] / shares[1])))


def burstiness_difference(texts: tuple[Text, Text]) -> NDArray[np.float64]:
    """Score by how much more often a word returns within a document."""
    returns = []
    for text in texts:
        pairs = np.unique(text.documents * text.size + text.ids)
        returns.append(text.counts / np.bincount(pairs % text.size, minlength=text.size))
    return np.abs(np.log(returns[0] / returns[1]))


def skipgrams(texts: tuple[Text, Text], seed: int) -> list[NDArray[np.float64]]:
    """Learn skip-gram vectors in each domain by itself."""
    return [_skipgram(text.size, list(text.sentences()), seed)[0] for text in texts]


def procrustes(vectors: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Score by the cosine after one space is turned onto the other (Hamilton et al., 2016)."""
    first, second = (_unit(each - each.mean(axis=0)) for each in vectors)
    turn, _ = orthogonal_procrustes(first, second)
    return np.asarray(1 - ((first @ turn) * second).sum(axis=1))


def neighbor_overlap(vectors: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Score by the neighbors that are not shared (Gonen et al., 2020)."""
    nearest = []
    for each in vectors:
        alike = _unit(each) @ _unit(each).T
        np.fill_diagonal(alike, -2)
        nearest.append(np.argpartition(-alike, NEIGHBORS, axis=1)[:, :NEIGHBORS])
    pairs = zip(*nearest, strict=True)
    shared = [len(np.intersect1d(a, b, assume_unique=True)) for a, b in pairs]
    return 1 - np.array(shared) / NEIGHBORS


def compass(texts: tuple[Text, Text], seed: int) -> list[NDArray[np.float64]]:
    """Learn one joint skip-gram, then each domain's words with its contexts frozen.

    Di Carlo, Bianchi and Palmonari, *Training Temporal Word Embeddings with a Compass*, 2019.
    """
    together = [*texts[0].sentences(), *texts[1].sentences()]
    words, contexts = _skipgram(texts[0].size, together, seed)
    found = []
    for text in texts:
        ends = np.cumsum(text.counts**0.75)
        draws = (np.arange(2**20) + 0.5) * ends[-1] / 2**20
        table = np.searchsorted(ends, draws).astype(np.int32)
        own = words.astype(np.float32)
        for epoch in range(EPOCHS):
            frozen_skipgram_pass(
                text.ids,
                text.sentence_offsets,
                WINDOW,
                NEGATIVES,
                table,
                0.025 * (1 - epoch / EPOCHS),
                0.025 * (1 - (epoch + 1) / EPOCHS),
                seed + epoch,
                own,
                contexts.astype(np.float32),
            )
        found.append(own.astype(np.float64))
    return found


def information_rows(texts: tuple[Text, Text]) -> NDArray[np.float64]:
    """Score by the cosine of rows of positive pointwise mutual information."""
    rows = []
    for text in texts:
        table = np.zeros((text.size, text.size), np.float32)
        lengths = np.diff(text.sentence_offsets)
        sentence = np.repeat(np.arange(len(lengths)), lengths)
        for distance in range(1, WINDOW + 1):
            same = sentence[distance:] == sentence[:-distance]
            left, right = text.ids[:-distance][same], text.ids[distance:][same]
            np.add.at(table, (left, right), 1)
            np.add.at(table, (right, left), 1)
        share = table.sum(axis=0) ** 0.75
        expected = np.maximum(table.sum(axis=1), 1)[:, None] * (share / share.sum())
        rows.append(np.log(np.maximum(table / np.maximum(expected, 1e-12), 1)))
    return np.asarray(1 - (_unit(rows[0]) * _unit(rows[1])).sum(axis=1))


def literal_vectors(planted: Planted, seed: int, epochs: int = 2) -> NDArray[np.float64]:
    """Score by the cosine of the paper's vectors, every shared word a non-pivot, in two passes."""
    model = CrossDomainEmbedding.paper(random_state=seed)
    model.set_params(scope="all", min_count=5, dimension=DIMENSION, epochs=epochs, max_examples=0)
    model.fit(list(planted.domains))
    first, second = model.vectors_.values()
    return np.array(
        [
            1 - first.similarity(word, word, across=second)
            if word in first and word in second
            else 1.0
            for word in planted.words
        ]
    )


def cosine_scores(vectors: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Score by the cosine of a word's two vectors."""
    return np.asarray(1 - (_unit(vectors[0]) * _unit(vectors[1])).sum(axis=1))


def by_frequency(scores: NDArray[np.float64], texts: tuple[Text, Text]) -> NDArray[np.float64]:
    """Standardize scores among words of similar frequency, as ours are."""
    return standardize(scores, np.argsort(_evidence(texts), kind="stable")).values


def left_out(vectors: list[NDArray[np.float64]], texts: tuple[Text, Text]) -> NDArray[np.float64]:
    """Score by what leave-one-out prediction misses, standardized, as ours are."""
    evidence = _evidence(texts)
    order = np.argsort(evidence, kind="stable")
    weights = evidence / (evidence + HALF_WEIGHT)
    placed = [_unit(each - each.mean(axis=0)) for each in vectors]
    total = np.zeros(len(evidence))
    for here, there in ((0, 1), (1, 0)):
        fitted = fit_prediction(placed[there], placed[here], weights)
        misses = fitted.residuals(placed[there], placed[here], np.arange(len(order)))
        total += standardize(np.log((misses**2).sum(axis=1)), order).values
    return total


def _evidence(texts: tuple[Text, Text]) -> NDArray[np.float64]:
    first, second = (text.counts.astype(np.float64) for text in texts)
    return np.asarray(first * second / (first + second))


def _skipgram(
    size: int, sentences: list[list[str]], seed: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    from gensim.models import Word2Vec

    model = Word2Vec(
        sentences,
        vector_size=DIMENSION,
        window=WINDOW,
        sg=1,
        negative=NEGATIVES,
        min_count=1,
        epochs=EPOCHS,
        workers=1,
        seed=seed + 1,
    )
    words, contexts = np.zeros((size, DIMENSION)), np.zeros((size, DIMENSION))
    numbers = [int(word) for word in model.wv.index_to_key]
    words[numbers], contexts[numbers] = model.wv.vectors, model.syn1neg
    return words, contexts


def _text(corpus: Corpus, number: NDArray[np.int32]) -> Text:
    ids = number[corpus.ids]
    kept = ids >= 0
    before = np.concatenate([[0], np.cumsum(kept)])
    bounds = corpus.sentence_offsets[corpus.document_offsets]
    documents = np.repeat(np.arange(len(corpus)), np.diff(bounds))
    return Text(ids[kept], before[corpus.sentence_offsets], documents[kept], int(number.max()) + 1)


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12))

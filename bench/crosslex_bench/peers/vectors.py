"""Word vectors of others: gensim's skip-gram, vectors with shared contexts, and PPMI with SVD."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from sklearn.utils.extmath import randomized_svd

from crosslex_bench.peers.kernels import skipgram_pass
from crosslex_bench.peers.text import Text

Doubles = NDArray[np.float64]
Singles = NDArray[np.float32]

WINDOW = 5
NEGATIVES = 5
TABLE = 2**22  # entries of the table that negatives are drawn from
RATE = 0.025
SMOOTHING = 0.75


@dataclass(frozen=True, kw_only=True)
class SkipGramSettings:
    """What skip-gram is called with; gensim's own defaults otherwise."""

    dimension: int
    epochs: int
    min_count: int
    seed: int = 1

    def options(self) -> dict[str, int]:
        """Return them as gensim's models take them."""
        return {
            "vector_size": self.dimension,
            "window": WINDOW,
            "sg": 1,
            "negative": NEGATIVES,
            "min_count": self.min_count,
            "epochs": self.epochs,
            "workers": 1,
            "seed": self.seed,
        }


def skipgram(texts: Sequence[Text], settings: SkipGramSettings) -> tuple[Doubles, Doubles]:
    """Return word vectors and context vectors, rows of zeros for words that are too rare."""
    from gensim.models import Word2Vec

    sentences = [sentence for text in texts for sentence in text.sentences()]
    model = Word2Vec(sentences, **settings.options())
    known = model.wv.index_to_key
    return _rows(texts, known, model.wv.vectors), _rows(texts, known, model.syn1neg)


def _rows(texts: Sequence[Text], known: Sequence[str], vectors: NDArray[np.float32]) -> Doubles:
    place = {word: index for index, word in enumerate(texts[0].words)}
    rows = np.zeros((texts[0].size, vectors.shape[1]))
    rows[[place[word] for word in known]] = vectors
    return rows


def negative_table(counts: NDArray[np.int64], size: int = TABLE) -> NDArray[np.int32]:
    """Return a table that holds each feature in proportion to its count ** (3/4).

    >>> negative_table(np.array([1, 16]), size=9)
    array([0, 1, 1, 1, 1, 1, 1, 1, 1], dtype=int32)
    """
    ends = np.cumsum(counts**0.75)
    middles = (np.arange(size) + 0.5) * (ends[-1] / size)
    return np.asarray(np.searchsorted(ends, middles, side="right"), np.int32)


def keep_frequent(word_counts: NDArray[np.int64], threshold: float) -> NDArray[np.float64]:
    """Return the share of each word's occurrences that word2vec's subsampling keeps.

    A word with share s of all occurrences is kept with probability √(t/s) + t/s, at most 1.
    """
    if threshold == 0:
        return np.ones(len(word_counts))
    share = word_counts / word_counts.sum()
    ratio = threshold / np.maximum(share, np.finfo(np.float64).tiny)
    return np.asarray(np.minimum(1.0, np.sqrt(ratio) + ratio))


def compass(
    texts: Sequence[Text], settings: SkipGramSettings, *, subsample: float = 0
) -> list[Doubles]:
    """Return each domain's vectors, learned with the contexts of a joint skip-gram frozen.

    Each domain starts from the joint vectors, CADE's `init_mode="both"`. gensim can freeze word
    vectors only, so this pass is our own kernel's.

    Di Carlo, Bianchi and Palmonari, *Training Temporal Word Embeddings with a Compass*, 2019.
    """
    together, contexts = skipgram(texts, settings)
    found = []
    for text in texts:
        known = text.counts >= settings.min_count
        own = _numbered(text, known & (together != 0).any(axis=1))
        vectors = together.astype(np.float32)
        frozen = contexts.astype(np.float32)
        _learn(own, own.ids, settings, vectors, frozen, frozen=True, subsample=subsample)
        vectors[~known] = 0
        found.append(vectors.astype(np.float64))
    return found


def temporal_referencing(
    texts: tuple[Text, Text], tagged: NDArray[np.int64], settings: SkipGramSettings
) -> tuple[Doubles, Doubles]:
    """Return vectors of two domains in which only tagged words have one per domain.

    One skip-gram of both texts. A tagged word is a word of its own in each domain, but one and
    the same context in both, so that nothing has to be aligned.

    Dubossarsky et al., *Time-Out: Temporal Referencing for Robust Modeling of Lexical Semantic
    Change*, 2019.
    """
    rng = np.random.default_rng(settings.seed)
    both, words = tag_words(texts, tagged, rng)
    size, dimension = texts[0].size, settings.dimension
    start = rng.uniform(-0.5, 0.5, (size + len(tagged), dimension)) / dimension
    vectors = start.astype(np.float32)
    contexts = np.zeros((size, dimension), np.float32)
    _learn(both, words, settings, vectors, contexts, frozen=False)
    first = vectors[:size].astype(np.float64)
    second = first.copy()
    second[tagged] = vectors[size:]
    return first, second


def tag_words(
    texts: tuple[Text, Text], tagged: NDArray[np.int64], rng: np.random.Generator
) -> tuple[Text, NDArray[np.int32]]:
    """Return both texts' sentences in random order, and at each position the row of its word.

    The rows are the words' numbers, but of tagged words in the second text, which have the rows
    after all others.
    """
    first, second = texts
    row = np.arange(first.size, dtype=np.int32)
    row[tagged] = first.size + np.arange(len(tagged), dtype=np.int32)
    contexts = np.concatenate([first.ids, second.ids])
    words = np.concatenate([first.ids, row[second.ids]])
    lengths = np.concatenate([np.diff(each.sentence_offsets) for each in texts])
    starts = np.cumsum(lengths) - lengths
    order = rng.permutation(len(lengths))
    ends = np.cumsum(lengths[order])
    places = np.repeat(starts[order] - (ends - lengths[order]), lengths[order])
    places += np.arange(len(places))
    both = replace(first, ids=contexts[places], sentence_offsets=np.concatenate([[0], ends]))
    return both, words[places]


def _learn(
    text: Text,
    words: NDArray[np.int32],
    settings: SkipGramSettings,
    vectors: Singles,
    contexts: Singles,
    *,
    frozen: bool,
    subsample: float = 0,
) -> None:
    """Change vectors, and contexts unless they are frozen, in passes over a text."""
    table = negative_table(text.counts, size=2**20)
    rng = np.random.default_rng(settings.seed)
    for epoch in range(settings.epochs):
        kept = rng.random(len(text.ids)) < keep_frequent(text.counts, subsample)[text.ids]
        offsets = np.concatenate([[0], np.cumsum(kept)])[text.sentence_offsets]
        skipgram_pass(
            words[kept],
            text.ids[kept],
            offsets,
            WINDOW,
            NEGATIVES,
            table,
            RATE * (1 - epoch / settings.epochs),
            RATE * (1 - (epoch + 1) / settings.epochs),
            settings.seed + epoch,
            frozen,
            vectors,
            contexts,
        )


def _numbered(text: Text, known: NDArray[np.bool_]) -> Text:
    """Return a text without the words that are not known."""
    kept = known[text.ids]
    before = np.concatenate([[0], np.cumsum(kept)])
    return replace(
        text,
        ids=text.ids[kept],
        sentence_offsets=before[text.sentence_offsets],
        documents=text.documents[kept],
    )


def information_rows(texts: Sequence[Text], *, by_distance: bool) -> csr_array:
    """Return positive mutual information of words and the words up to five places away.

    All texts are counted together; `by_distance`, a word at distance k counts 1/k instead of 1.
    """
    size = texts[0].size
    table = csr_array((size, size))
    for text in texts:
        lengths = np.diff(text.sentence_offsets)
        sentence = np.repeat(np.arange(len(lengths)), lengths)
        for distance in range(1, WINDOW + 1):
            same = sentence[distance:] == sentence[:-distance]
            left, right = text.ids[:-distance][same], text.ids[distance:][same]
            weight = np.full(len(left), 1 / distance if by_distance else 1.0)
            pairs = csr_array(coo_array((weight, (left, right)), shape=(size, size)))
            table = csr_array(table + pairs + pairs.T)
    shares = np.asarray(table.sum(axis=0)) ** SMOOTHING
    shares /= shares.sum()
    row = np.repeat(np.arange(size), np.diff(table.indptr))
    expected = np.asarray(table.sum(axis=1))[row] * shares[table.indices]
    table.data = np.log(np.maximum(table.data / expected, 1))
    table.eliminate_zeros()
    return table


def information_vectors(
    texts: Sequence[Text], *, dimension: int, min_count: int
) -> NDArray[np.float64]:
    """Return U·√S of the rows, zeros for words that are too rare.

    Levy, Goldberg and Dagan, *Improving Distributional Similarity with Lessons Learned from Word
    Embeddings*, 2015.
    """
    known = np.sum([text.counts for text in texts], axis=0) >= min_count
    rows = information_rows(texts, by_distance=True)[known][:, known]
    left, values, _ = randomized_svd(rows, dimension, n_iter=5, random_state=0)
    found = np.zeros((texts[0].size, dimension))
    found[known] = left * np.sqrt(values)
    return found

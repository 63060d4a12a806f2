"""Everyone's word vectors from the same lemmas, with the CPU seconds they take."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from benchmarks.words.similarity import WordVectors
from crosslex import CrossDomainEmbedding
from crosslex.corpus.corpus import Corpus
from crosslex.counting.contexts import count_contexts
from crosslex.counting.frequent_features import count_domains
from crosslex.learn.space.learning import learn_space

DIMENSION = 300
MIN_COUNT = 10
CONTEXTS = 12_000
SKIPGRAM = {"vector_size": DIMENSION, "window": 5, "sg": 1, "negative": 5, "workers": 1, "seed": 1}

Made = Mapping[str, tuple[Sequence[str], NDArray[np.floating]]]


def spectral_space(corpora: Sequence[Corpus]) -> Made:
    """Return a spectral space: contexts that all domains share, each domain's words placed by them.

    Stop words are contexts, and words while it is learned.
    """
    counts = count_domains(corpora, min_count=MIN_COUNT)
    single = [feature for feature in counts[0].features if " " not in feature]
    stop_words = sorted(corpora[0].text_settings.stop_words_used)
    contexts = [*stop_words, *single][:CONTEXTS]
    words = [*single, *stop_words]
    counted = [count_contexts(corpus, words, contexts) for corpus in corpora]
    space = learn_space(counted, dimension=DIMENSION)
    found = {"pooled": (words, space.pooled)}
    for corpus, vectors, domain in zip(corpora, space.vectors, counted, strict=True):
        known = np.flatnonzero(domain.uses.sum(axis=0) >= MIN_COUNT)
        found[corpus.name] = ([words[index] for index in known], vectors[known])
    return found


def shipped(corpora: Sequence[Corpus]) -> Made:
    """Return the vectors that `CrossDomainEmbedding` learns by default."""
    model = CrossDomainEmbedding(dimension=DIMENSION, random_state=0).fit(list(corpora))
    return {name: (each.words, each.vectors) for name, each in model.vectors_.items()}


def skipgram(corpora: Sequence[Corpus], *, epochs: int, pooled: bool) -> Made:
    """Return gensim's skip-gram, learned from all domains together or from each by itself."""
    from gensim.models import Word2Vec

    groups = {"pooled": list(corpora)} if pooled else {each.name: [each] for each in corpora}
    found = {}
    for name, group in groups.items():
        sentences = [sentence for corpus in group for sentence in _sentences(corpus)]
        model = Word2Vec(sentences, min_count=MIN_COUNT, epochs=epochs, **SKIPGRAM)
        found[name] = (model.wv.index_to_key, model.wv.vectors)
    return found


def timed(name: str, make: Callable[[], Made]) -> dict[str, WordVectors]:
    """Return the vectors that `make` makes, each under the method's and its own name."""
    started = time.process_time()
    made = make()
    seconds = time.process_time() - started
    return {
        f"{name}, {part}": WordVectors(tuple(words), vectors, seconds)
        for part, (words, vectors) in made.items()
    }


def _sentences(corpus: Corpus) -> Iterator[list[str]]:
    words = np.array(corpus.words, object)[corpus.ids]
    for start, stop in pairwise(corpus.sentence_offsets.tolist()):
        yield words[start:stop].tolist()

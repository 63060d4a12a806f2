"""Changes of meaning planted in real text: two words swap tokens, and no count changes."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus
from crosslex_bench.data.training_changes import select_documents

BANDS = ((10, 30), (30, 100), (100, 300), (300, 3000))
PAIRS = 20
CONTROLS = 2


@dataclass(frozen=True, eq=False)
class Planted:
    """Two domains of which the second was changed."""

    domains: tuple[Corpus, Corpus]  # encoded with one list of words
    words: tuple[str, ...]  # the words to be judged: changed ones and controls
    changed: NDArray[np.bool_]  # which of them were changed
    band: NDArray[np.int64]  # the frequency band of each, by its lesser count


def split(corpus: Corpus, seed: int) -> tuple[Corpus, Corpus]:
    """Return two random halves of the documents of a corpus, as two domains."""
    order = np.random.default_rng(seed).permutation(len(corpus))
    half = len(corpus) // 2
    first, second = (np.sort(part) for part in (order[:half], order[half:]))
    return select_documents(corpus, first, "first"), select_documents(corpus, second, "second")


def plant(first: Corpus, second: Corpus, *, share: float, seed: int) -> Planted:
    """Swap tokens between pairs of equally frequent words of the second domain.

    Of two words with n_a and n_b tokens, round(share · min(n_a, n_b)) tokens of each become
    the other word, so all counts stay as they are.
    """
    generator = np.random.default_rng(seed)
    first, second = with_common_words(first, second)
    counts = np.array(
        [np.bincount(each.ids, minlength=len(each.words)) for each in (first, second)]
    )
    stop_words = first.text_settings.stop_words_used
    eligible = np.array([word.isalpha() and word not in stop_words for word in first.words])
    band_of = np.searchsorted([low for low, _ in BANDS], counts.min(axis=0), side="right") - 1
    eligible &= (band_of >= 0) & (counts.min(axis=0) < BANDS[-1][1])
    eligible &= _documents(first) + _documents(second) >= 2 * BANDS[0][0]
    free = eligible.copy()
    ids = second.ids.copy()
    chosen: list[tuple[int, bool, int]] = []
    for band in range(len(BANDS)):
        for _ in range(PAIRS):
            a = int(generator.choice(np.flatnonzero(free & (band_of == band))))
            free[a] = False
            b = nearest_count(a, free & (band_of == band), counts, generator)
            free[b] = False
            swap(ids, second.ids, a, b, share, generator)
            chosen += [(a, True, band), (b, True, band)]
    for word, _, band in list(chosen):
        for _ in range(CONTROLS):
            control = nearest_count(word, free, counts, generator)
            free[control] = False
            chosen.append((control, False, band))
    words, changed, bands = zip(*chosen, strict=True)
    return Planted(
        (first, replace(second, ids=ids)),
        tuple(first.words[word] for word in words),
        np.array(changed),
        np.array(bands),
    )


def with_common_words(*corpora: Corpus) -> list[Corpus]:
    """Encode corpora with one list of words."""
    words = tuple(dict.fromkeys(word for corpus in corpora for word in corpus.words))
    number = {word: index for index, word in enumerate(words)}
    return [
        replace(
            corpus,
            words=words,
            ids=np.array([number[word] for word in corpus.words], np.int32)[corpus.ids],
            texts=None,
        )
        for corpus in corpora
    ]


def nearest_count(
    word: int,
    among: NDArray[np.bool_],
    counts: NDArray[np.int64],
    generator: np.random.Generator,
) -> int:
    """Return the word nearest in both counts, at random if several are equally near."""
    candidates = np.flatnonzero(among)
    ratio = np.abs(np.log(counts[:, candidates] / counts[:, [word]])).sum(axis=0)
    ratio += 1e-9 * generator.random(len(candidates))
    return int(candidates[np.argmin(ratio)])


def swap(
    ids: NDArray[np.int32],
    original: NDArray[np.int32],
    a: int,
    b: int,
    share: float,
    generator: np.random.Generator,
) -> None:
    """Let a share of the tokens of two words become the other, in place."""
    places_a, places_b = np.flatnonzero(original == a), np.flatnonzero(original == b)
    size = round(share * min(len(places_a), len(places_b)))
    ids[generator.choice(places_a, size, replace=False)] = b
    ids[generator.choice(places_b, size, replace=False)] = a


def _documents(corpus: Corpus) -> NDArray[np.int64]:
    """Return the number of documents that contain each word."""
    bounds = corpus.sentence_offsets[corpus.document_offsets]
    document = np.repeat(np.arange(len(corpus)), np.diff(bounds))
    pairs = np.unique(document * len(corpus.words) + corpus.ids)
    return np.bincount(pairs % len(corpus.words), minlength=len(corpus.words))

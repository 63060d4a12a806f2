"""Word pairs that people judged, and how well vectors agree with them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings
from crosslex.vectors import unit_rows

FILES = {"WS353": "wordsim353.tsv", "SimLex": "simlex999.txt"}


@dataclass(frozen=True)
class JudgedPair:
    """Two words as lemmas, and how alike people found them."""

    first: str
    second: str
    judgment: float


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Words with one vector each, and the CPU seconds that they took."""

    words: tuple[str, ...]
    vectors: NDArray[np.floating]
    seconds: float


def read_judgments() -> dict[str, list[JudgedPair]]:
    """Return WS353 and SimLex-999 as gensim ships them, with words as crosslex's lemmas."""
    from gensim.test.utils import datapath

    settings = TextSettings()
    found: dict[str, list[JudgedPair]] = {}
    for name, file in FILES.items():
        found[name] = []
        for line in Path(datapath(file)).read_text(encoding="utf-8").splitlines():
            first, second, judgment = line.split("\t")[:3] if line.count("\t") > 1 else ("", "", "")
            if line.startswith("#") or not judgment.replace(".", "", 1).isdigit():
                continue
            pair = [_lemma(word, settings) for word in (first, second)]
            found[name].append(JudgedPair(pair[0], pair[1], float(judgment)))
    return found


def agreement(
    vectors: WordVectors, pairs: Collection[JudgedPair], known: Collection[str]
) -> tuple[float, int]:
    """Return Spearman's rho over the pairs of known words, and how many there are."""
    place = {word: index for index, word in enumerate(vectors.words)}
    unit = unit_rows(np.asarray(vectors.vectors, np.float64))
    usable = [pair for pair in pairs if {pair.first, pair.second} <= set(known) & place.keys()]
    cosines = [unit[place[pair.first]] @ unit[place[pair.second]] for pair in usable]
    return float(spearmanr([pair.judgment for pair in usable], cosines)[0]), len(usable)


def shared_words(all_vectors: Mapping[str, WordVectors]) -> set[str]:
    """Return the words that all compared vectors have."""
    return set.intersection(*(set(each.words) for each in all_vectors.values()))


def _lemma(word: str, settings: TextSettings) -> str:
    sentences = analyze(word.lower(), settings)
    return sentences[0][0] if sentences and len(sentences[0]) == 1 else word.lower()

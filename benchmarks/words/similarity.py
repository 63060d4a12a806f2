"""Word pairs that people judged, and how well vectors agree with them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.resampling import DRAWS, Interval, draw_items, rank_correlations
from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings
from crosslex.vectors import unit_rows

Key = tuple[str, str]
"""A method and the domain that its vectors are of."""

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


@dataclass(frozen=True)
class Agreement:
    """How well vectors agree with people.

    Parameters
    ----------
    rho
        Spearman's, by the set of pairs.
    pairs
        How many pairs of each set were judged.
    mean
        The mean rho of the sets, with its interval over pairs.
    difference
        That mean minus the one of the reference, over the same draws; None for the reference.
    seconds
        CPU seconds of learning.
    """

    rho: dict[str, float]
    pairs: dict[str, int]
    mean: Interval
    difference: Interval | None
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


def judge(
    found: Mapping[Key, WordVectors],
    judgments: Mapping[str, Sequence[JudgedPair]],
    *,
    reference: str,
    few_words: Collection[str] = (),
) -> dict[Key, Agreement]:
    """Return how all vectors agree with people, and how they differ from the reference.

    Parameters
    ----------
    found
        Vectors by method and domain.
    judgments
        Word pairs by the name of their set.
    reference
        The method whose vectors of all text the others are compared with, if it is there.
    few_words
        Methods that do not narrow the pairs down for all others.
    """
    narrowing = [each for (method, _), each in found.items() if method not in few_words]
    shared = shared_words(narrowing or found.values())
    base = next((each for (method, _), each in found.items() if method == reference), None)
    rows = {}
    for key, vectors in found.items():
        known = shared & set(vectors.words) if key[0] in few_words else shared
        rhos = {name: _rhos(vectors, pairs, known) for name, pairs in judgments.items()}
        draws = np.mean(list(rhos.values()), axis=0)
        difference = None
        if base is not None and vectors is not base:
            others = [_rhos(base, pairs, known) for pairs in judgments.values()]
            differences = draws - np.mean(others, axis=0)
            difference = Interval.of(differences[0], differences[1:])
        rows[key] = Agreement(
            {name: float(each[0]) for name, each in rhos.items()},
            {name: len(_usable(pairs, known)) for name, pairs in judgments.items()},
            Interval.of(draws[0], draws[1:]),
            difference,
            vectors.seconds,
        )
    return rows


def shared_words(all_vectors: Iterable[WordVectors]) -> set[str]:
    """Return the words that all vectors have."""
    return set.intersection(*(set(each.words) for each in all_vectors))


def table(rows: Mapping[Key, Agreement], titles: Mapping[str, str]) -> str:
    """Write agreements as a Markdown table."""
    sets = list(next(iter(rows.values())).rho)
    lines = [
        f"| vectors | of | {' | '.join(sets)} | mean of both | against skip-gram of all text "
        "| pairs | CPU s |",
        f"|---|---|{'---:|' * len(sets)}---:|---:|---:|---:|",
    ]
    for (method, domain), row in rows.items():
        rhos = " | ".join(f"{row.rho[name]:.2f}" for name in sets)
        pairs = " + ".join(str(row.pairs[name]) for name in sets)
        lines.append(
            f"| {titles[method]} | {domain} | {rhos} | {row.mean} | {row.difference or ''} "
            f"| {pairs} | {row.seconds:.0f} |"
        )
    return "\n".join(lines)


def cosines(vectors: WordVectors, pairs: Sequence[JudgedPair]) -> NDArray[np.float64]:
    """Return the cosine of each pair's two words."""
    place = {word: index for index, word in enumerate(vectors.words)}
    sides = [
        unit_rows(
            np.asarray(vectors.vectors, np.float64)[[place[getattr(pair, side)] for pair in pairs]]
        )
        for side in ("first", "second")
    ]
    return np.asarray((sides[0] * sides[1]).sum(axis=1))


def _rhos(
    vectors: WordVectors, pairs: Sequence[JudgedPair], known: Collection[str]
) -> NDArray[np.float64]:
    """Return rho over the pairs of known words, and then in every draw of pairs."""
    usable = _usable(pairs, known)
    if len(usable) < 3:
        return np.full(DRAWS + 1, np.nan)
    gold = np.array([pair.judgment for pair in usable])
    return rank_correlations(cosines(vectors, usable), gold, draw_items(len(usable)))


def _usable(pairs: Sequence[JudgedPair], known: Collection[str]) -> list[JudgedPair]:
    return [pair for pair in pairs if pair.first in known and pair.second in known]


def _lemma(word: str, settings: TextSettings) -> str:
    sentences = analyze(word.lower(), settings)
    return sentences[0][0] if sentences and len(sentences[0]) == 1 else word.lower()

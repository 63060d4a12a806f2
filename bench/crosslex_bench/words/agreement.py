"""Agreement of word vectors with people's judgments of word pairs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosslex import TextSettings
from crosslex.results import Interval
from crosslex.text import analyze
from crosslex.vectors import unit_rows
from crosslex_bench.engine.statistics import (
    DRAWS,
    draw_items,
    interval_of,
    rank_correlations,
    show_interval,
)
from crosslex_bench.pages import Table

POOLED = "all text"
"""Names vectors with one per word, whatever the domain."""
Key = tuple[str, str]
"""A method and the domain that its vectors are of."""

FILES = {"WS353": "wordsim353.tsv", "SimLex": "simlex999.txt"}


@dataclass(frozen=True)
class JudgedPair:
    """Two words as lemmas, and how similar people found them."""

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
    """Agreement of vectors with people."""

    rho: dict[str, float]  # Spearman's, by set of pairs
    pairs: dict[str, int]  # how many pairs of each set were judged
    mean: Interval  # the mean rho of the sets, with its interval over pairs
    differences: dict[str, Interval]  # from each reference, over the same draws
    seconds: float  # CPU seconds of learning


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
    references: Mapping[str, Sequence[str]] | None = None,
) -> dict[Key, Agreement]:
    """Return the agreement of all vectors with people, and their differences from references.

    Given are vectors by method and domain, word pairs by the name of their set, and references by
    title: one method, or several that differ in their seeds alone, of which the mean counts. Their
    vectors are those of the same domain, or of all text where they have no others.
    """
    known = set.intersection(*(set(each.words) for each in found.values()))
    rows = {}
    for (method, domain), vectors in found.items():
        rhos = {name: _rhos(vectors, pairs, known) for name, pairs in judgments.items()}
        mean = np.mean(list(rhos.values()), axis=0)
        differences = {}
        for title, names in (references or {}).items():
            places = [(name, domain if (name, domain) in found else POOLED) for name in names]
            others = [found[place] for place in places if place in found]
            if others and method not in names:
                theirs = [
                    _rhos(other, pairs, known) for other in others for pairs in judgments.values()
                ]
                differences[title] = interval_of(mean - np.mean(theirs, axis=0))
        rows[method, domain] = Agreement(
            {name: float(each[0]) for name, each in rhos.items()},
            {name: len(_usable(pairs, known)) for name, pairs in judgments.items()},
            interval_of(mean),
            differences,
            vectors.seconds,
        )
    return rows


def agreement_table(
    rows: Mapping[Key, Agreement], titles: Mapping[str, str], references: Sequence[str]
) -> Table:
    """Return agreements as a table, with a column per reference under its title."""
    sets = list(next(iter(rows.values())).rho)
    against = (f"against {title}" for title in references)
    lines = []
    for (method, domain), row in rows.items():
        rhos = ["" if np.isnan(row.rho[name]) else f"{row.rho[name]:.2f}" for name in sets]
        differences = [show_interval(row.differences.get(name)) for name in references]
        pairs = " + ".join(str(row.pairs[name]) for name in sets)
        cells = [titles[method], domain, *rhos, show_interval(row.mean), *differences, pairs]
        lines.append((*cells, f"{row.seconds:.0f}"))
    return Table(("vectors", "of", *sets, "mean", *against, "pairs", "CPU s"), tuple(lines))


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

"""Constants of the space, each changed by itself: the evidence for the values that it has."""

import pkgutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from statistics import fmean
from types import ModuleType
from typing import Annotated

import typer
from sklearn.metrics import roc_auc_score

import crosslex.space
from crosslex.counts import ContextCounts, ContextShape
from crosslex.space import learn_space
from crosslex_bench.command import Data, Report
from crosslex_bench.data.mdsd import min_count_of, read_corpora, read_domain
from crosslex_bench.data.planting import plant
from crosslex_bench.pages import Table
from crosslex_bench.places import MDSD
from crosslex_bench.words.methods import (
    CONTEXTS,
    DIMENSION,
    Made,
    Vectors,
    count_words,
    frequent_vectors,
)
from crosslex_bench.words.planted import PAIRS, SHARE, scores
from crosslex_bench.words.renamed import RENAMINGS, neighbors, rename
from crosslex_bench.words.similarity import POOLED, WordVectors, judge, read_judgments

PRESENT = ContextShape()
PARTS = (0.0, 0.25, 0.5, 0.75)
SEEDS = (4, 5, 6)
"""Seeds that no other table uses."""
MIN_COUNT = 10


@dataclass(frozen=True)
class Trial:
    """One change of how the space is learned."""

    title: str
    constants: dict[str, float] = field(default_factory=dict)  # of the space, by name
    shape: ContextShape = PRESENT  # which positions count
    contexts: int = CONTEXTS  # number of context words
    dimension: int = DIMENSION


TRIALS = (
    Trial("as it is"),
    Trial("one near position per side, not two", shape=ContextShape(near=1)),
    Trial("three near positions per side", shape=ContextShape(near=3)),
    Trial("near positions alone", {"WIDE_WEIGHT": 0}),
    Trial("the wide block weighs 0.7, not 1.4", {"WIDE_WEIGHT": 0.7}),
    Trial("the wide block has 5 positions, not 10", shape=ContextShape(wide=5)),
    Trial("rare cells count in full", {"NEAR_DISCOUNT": 0, "WIDE_DISCOUNT": 0}),
    Trial("frequent contexts count as they are", {"SMOOTHING": 1}),
    Trial("3,000 contexts, not 12,000", contexts=3000),
    Trial("directions divided by S^½, not S^¾", {"EXPONENT": 0.5}),
    Trial("directions divided by S", {"EXPONENT": 1}),
    Trial("100 dimensions, not 300", dimension=100),
    Trial("500 dimensions", dimension=500),
)


def space(
    data: Data = MDSD,
    pairs: Annotated[str, typer.Option(help="Pairs of domains, separated by spaces.")] = PAIRS,
) -> Report:
    """Change one constant of the space at a time, and correlate vectors with people's judgments."""
    names = pairs.split()
    texts = [read_corpora(domains, data) for domains in names]
    heads = [f"{each.replace(',', ' + ')}: {name}" for each in names for name in read_judgments()]
    counted: dict[tuple[str, ContextShape, int], list[ContextCounts]] = {}
    rows = []
    for trial in TRIALS:
        found: list[str] = []
        for name, corpora in zip(names, texts, strict=True):
            key = (name, trial.shape, trial.contexts)
            if key not in counted:
                counted[key] = count_words(
                    corpora, min_count_of(corpora), shape=trial.shape, n_contexts=trial.contexts
                )
            with changed(trial.constants):
                learned = learn_space(counted[key], dimension=trial.dimension)
            words = WordVectors(counted[key][0].words, learned.pooled, 0.0)
            rho = judge({("crosslex", POOLED): words}, read_judgments())["crosslex", POOLED].rho
            found += [f"{each:.3f}" for each in rho.values()]
        rows.append((trial.title, *found))
    return Report("Constants of the space", [Table(("changed", *heads), tuple(rows))])


def subject(data: Data = MDSD) -> Report:
    """Vary the part of a domain's common direction that is taken for its subject.

    For every part: agreement of vectors with people's judgments of pairs, planted changes found
    by their cosines, and renamed words that keep their meaning.
    """
    pairs = [[read_domain(data, name) for name in names.split(",")] for names in PAIRS.split()]
    judged = [count_words(pair, MIN_COUNT) for pair in reversed(pairs)]
    books_kitchen = pairs[0]
    planted = [plant(*books_kitchen, share=SHARE, seed=seed) for seed in SEEDS]
    altered = [count_words(each.domains, MIN_COUNT) for each in planted]
    renamed = count_words(rename(*books_kitchen), MIN_COUNT)
    rows = []
    for part in PARTS:
        with changed({"TOPIC_SHARE": part}):
            cells = [f"{value:.3f}" for counts in judged for value in _agreement(counts)]
            found = [
                roc_auc_score(each.changed, scores(_learn(counts), each.domains, each.words))
                for counts, each in zip(altered, planted, strict=True)
            ]
            kept = _kept(_learn(renamed)["kitchen"])
        rows.append((f"{part:g}", *cells, f"{fmean(found):.3f}", f"{kept} of {len(RENAMINGS)}"))
    names = [each.domain for counts in judged for each in counts]
    return Report("Subject", [Table(("subject", *names, "planted", "renamed"), tuple(rows))])


@contextmanager
def changed(
    constants: dict[str, float], packages: Sequence[ModuleType] = (crosslex.space,)
) -> Iterator[None]:
    """Give constants of packages other values for a while, in all modules that have them."""
    modules = [
        import_module(f"{package.__name__}.{each.name}")
        for package in packages
        for each in pkgutil.iter_modules(package.__path__)
    ]
    before = [
        (module, name, getattr(module, name))
        for module in modules
        for name in constants
        if hasattr(module, name)
    ]
    missing = constants.keys() - {name for _, name, _ in before}
    assert not missing, f"no module has {missing}"
    try:
        for module, name, _ in before:
            setattr(module, name, constants[name])
        yield
    finally:
        for module, name, value in before:
            setattr(module, name, value)


def _learn(counts: Sequence[ContextCounts]) -> Made:
    """Return the vectors of words that a domain uses often enough."""
    return frequent_vectors(counts, learn_space(counts, dimension=DIMENSION).vectors, MIN_COUNT)


def _agreement(counts: Sequence[ContextCounts]) -> list[float]:
    """Return the mean rho with people's judgments in each domain, on the pairs that all have."""
    found = {
        ("crosslex", name): WordVectors(tuple(words), vectors, 0.0)
        for name, (words, vectors) in _learn(counts).items()
    }
    return [row.mean.value for row in judge(found, read_judgments()).values()]


def _kept(vectors: Vectors) -> int:
    """Return how many renamed words have a neighbor of their own meaning."""
    rare = {each.rare for each in RENAMINGS}
    return sum(
        bool(set(neighbors(vectors, each.rare, rare)) & set(each.meaning.split()))
        for each in RENAMINGS
    )

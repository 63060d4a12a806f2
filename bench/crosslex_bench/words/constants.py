"""Constants of the space, each changed by itself: the evidence for the values that it has."""

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from statistics import fmean
from types import ModuleType

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

import crosslex.space
from crosslex import Corpus
from crosslex.counts import ContextCounts, ContextShape
from crosslex.space import learn_space
from crosslex_bench.command import Data, Report
from crosslex_bench.data.datasets import read_corpora
from crosslex_bench.data.planting import plant
from crosslex_bench.pages import Table
from crosslex_bench.peers.change_scores import among_like_frequency, cosine_distance
from crosslex_bench.places import MDSD
from crosslex_bench.words.agreement import POOLED, WordVectors, judge, read_judgments
from crosslex_bench.words.methods import CONTEXTS, DIMENSION, Made, count_words, frequent_vectors
from crosslex_bench.words.renamed import RENAMINGS, keeps_meaning, rename

PAIRS = ("dvd,electronics", "books,kitchen")
"""Constants were chosen on the first; the second confirms them."""
SHARE = 0.5
SEEDS = (4, 5, 6)
"""Of planted changes: seeds that no other table uses."""
MIN_COUNT = 10


@dataclass(frozen=True)
class Trial:
    """One change of how the space is learned."""

    title: str
    constants: Mapping[str, float] = field(default_factory=dict)  # of the space, by name
    shape: ContextShape = field(default_factory=ContextShape)  # which positions count
    contexts: int = CONTEXTS  # number of context words
    dimension: int = DIMENSION

    def count(self, corpora: Sequence[Corpus]) -> list[ContextCounts]:
        """Return the contexts of all words."""
        return count_words(corpora, MIN_COUNT, shape=self.shape, n_contexts=self.contexts)


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
    *(
        Trial(f"{share:g} of the subject is borrowed, not 0.5", {"TOPIC_SHARE": share})
        for share in (0, 0.25, 0.75)
    ),
)


def constants(data: Data = MDSD) -> Report:
    """Change one constant of the space at a time.

    For every change: agreement of vectors with people's judgments of pairs, of all text and of
    each domain, planted changes found by cosines, and renamed words that keep their meaning.
    """
    pairs = [read_corpora(domains, data) for domains in PAIRS]
    planted = [plant(*pairs[-1], share=SHARE, seed=seed) for seed in SEEDS]
    renamed = rename(*pairs[-1])
    judgments = read_judgments()
    rows = []
    for trial in TRIALS:
        with changed(trial.constants):
            cells = []
            for corpora in pairs:
                made = learn(trial.count(corpora), trial.dimension)
                vectors = {
                    (name, ""): WordVectors(tuple(words), rows, 0.0)
                    for name, (words, rows) in made.items()
                }
                pooled = judge({(POOLED, ""): vectors.pop((POOLED, ""))}, judgments)[POOLED, ""]
                of_domains = judge(vectors, judgments).values()
                cells += [*pooled.rho.values(), *(each.mean.value for each in of_domains)]
            areas = [
                roc_auc_score(
                    each.changed,
                    change_scores(
                        learn(trial.count(each.domains), trial.dimension), each.domains, each.words
                    ),
                )
                for each in planted
            ]
            kept = keeps_meaning(learn(trial.count(renamed), trial.dimension)["kitchen"])
        shown = (f"{cell:.3f}" for cell in (*cells, fmean(areas)))
        rows.append((trial.title, *shown, f"{sum(kept)} of {len(RENAMINGS)}"))
    heads = [
        head
        for domains in PAIRS
        for head in (*(f"{domains}: {name}" for name in judgments), *domains.split(","))
    ]
    table = Table(("changed", *heads, "planted", "renamed"), tuple(rows))
    return Report("Constants of the space", [table])


def learn(counts: Sequence[ContextCounts], dimension: int) -> Made:
    """Return the vectors of all text, and of words that a domain uses often enough."""
    space = learn_space(counts, dimension=dimension)
    of_domains = frequent_vectors(counts, space.vectors, MIN_COUNT)
    return {POOLED: (space.words, space.pooled), **of_domains}


def change_scores(
    made: Made, domains: Sequence[Corpus], judged: Sequence[str]
) -> NDArray[np.float64]:
    """Return distances of two vectors of a word, standardized among words of like frequency.

    A word without vectors has the least of all.
    """
    sides = [dict(zip(*made[corpus.name], strict=True)) for corpus in domains]
    words = [word for word in sides[0] if word in sides[1]]
    distances = cosine_distance(
        *(np.array([side[word] for word in words], float) for side in sides)
    )
    uses = [
        dict(zip(each.words, np.bincount(each.ids, minlength=len(each.words)), strict=True))
        for each in domains
    ]
    counts = np.array([[int(own.get(word, 0)) for word in words] for own in uses])
    values = among_like_frequency(distances, counts)
    found = dict(zip(words, values.tolist(), strict=True))
    return np.array([found.get(word, values.min()) for word in judged])


@contextmanager
def changed(
    constants: Mapping[str, object], packages: Sequence[ModuleType] = (crosslex.space,)
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

"""All studies by their names."""

from dataclasses import replace
from functools import partial
from typing import Final

from crosslex.adapt import METHODS, MethodEntry
from crosslex.adapt.expanded import Expanded
from crosslex.adapt.vectors import learn_domain_vectors
from crosslex.benchmark.data.subsets import limit_labels, limit_pool, skew_pool
from crosslex.benchmark.study.steps import STEPS
from crosslex.benchmark.study.study import Panel, Study, Variant
from crosslex.checks import did_you_mean
from crosslex.errors import InputError
from crosslex.learn import TrainingSettings

DIMENSIONS: Final = (50, 100, 200, 300, 400, 600, 1000)
LAMBDAS: Final = (0.001, 0.01, 0.1, 1, 10, 100, 1000)
SELECTIONS: Final = ("frequency", "npmi", "npmi-name", "mi", "pmi", "entropy")
PIVOTS: Final = (100, 250, 500, 1000, 2000)
NEGATIVES: Final = (1, 5, 20)
EPOCHS: Final = (2, 8, 20, 50, 100)
SIMILARITIES: Final = ("cosine", "dot", "euclidean", "sharpened", "nearest")
POOLS: Final = (0, 500, 2000)
SKEWS: Final = (80, 50, 20)
LABELS: Final = (50, 100, 200, 400, 800, 1600)

_SAMPLED = TrainingSettings(trainer="pairs", epochs=8, holdout=0.0, patience=None)


def _sampled(negatives: int) -> MethodEntry:
    """Return Eq. score with vectors learned from drawn negatives, not from their expectation."""
    settings = replace(_SAMPLED, negatives=negatives)
    return replace(
        METHODS["crosslex-expansion"],
        make=lambda: Expanded(partial(learn_domain_vectors, settings=settings, context="document")),
    )


_DIMENSION = Study(
    name="dimension",
    title="Accuracy against the length of the vectors",
    methods=("crosslex-expansion", "crosslex-documents", "crosslex-paper", "glove"),
    panels=(
        Panel(
            "dimension",
            "dimensions",
            tuple(Variant(str(size), size, {"dimension": size}) for size in DIMENSIONS),
            scale="log",
            shipped="300",
        ),
    ),
    contrasts=(("crosslex-expansion", "glove"), ("crosslex-paper", "glove")),
)

_LAMBDA = Study(
    name="lambda",
    title="Accuracy against λ, the weight of the pivot regularizer",
    methods=("crosslex-expansion", "crosslex-documents", "crosslex-paper"),
    panels=(
        Panel(
            "lambda",
            "λ",
            tuple(Variant(f"{value:g}", value, {"regularization": value}) for value in LAMBDAS),
            scale="log",
            shipped="1",
        ),
    ),
)

_PIVOTS = Study(
    name="pivots",
    title="How pivots are chosen, and how many",
    methods=("crosslex-documents", "scl"),
    panels=(
        Panel(
            "pivots",
            "pivot selection",
            tuple(Variant(name, pivots=name) for name in SELECTIONS),
            scale="names",
            shipped="mi",
        ),
        Panel(
            "n_pivots",
            "number of pivots",
            tuple(Variant(str(size), size, n_pivots=size) for size in PIVOTS),
            scale="log",
            shipped="500",
        ),
    ),
    note="mi and pmi use the source's labels, the others no labels.",
)

_CONTEXT = Study(
    name="context",
    title="What counts as company",
    methods=("crosslex-documents", "crosslex-expansion"),
    panels=(
        Panel(
            "context",
            "context",
            (
                Variant("window 5", settings={"context": "window", "window": 5}),
                Variant("window 10", settings={"context": "window"}),
                Variant("sentence", settings={"context": "sentence"}),
                Variant("document", settings={"context": "document"}),
                Variant("weighted document", settings={"context": "weighted"}),
            ),
            scale="names",
            shipped="weighted document",
        ),
    ),
)

_POOL = Study(
    name="pool",
    title="How much unlabeled text of the target there is, and of which class",
    methods=("none", "crosslex", "pooled", "crosslex-documents", "dci", "msda"),
    panels=(
        Panel(
            "pool",
            "target documents",
            (
                *(Variant(str(size), change=limit_pool(size)) for size in POOLS),
                Variant("all"),
            ),
            scale="names",
            shipped="all",
        ),
        Panel(
            "skew",
            "positive : negative in the pool",
            tuple(
                Variant(f"{share}:{100 - share}", change=skew_pool(share / 100)) for share in SKEWS
            ),
            scale="names",
        ),
    ),
    references=("in_domain",),
    contrasts=(("crosslex", "none"), ("crosslex", "pooled")),
    draws=True,
    note="Pools are drawn from the target's texts to learn from, labels hidden, with another draw "
    "for every seed. Where the pool is empty, the source's text stands in its place. The skewed "
    "pools consist of labeled reviews, their labels hidden, 1.25 times as many as a class has.",
)

_LABELS = Study(
    name="labels",
    title="Accuracy against the number of labeled source reviews",
    methods=("none", "crosslex", "crosslex-documents", "in_domain"),
    panels=(
        Panel(
            "labels",
            "labeled reviews",
            tuple(Variant(str(size), size, change=limit_labels(size)) for size in LABELS),
            scale="log",
            shipped="1600",
        ),
    ),
    references=(),
    contrasts=(("crosslex", "none"),),
    draws=True,
    note="Reviews of a source whose labels are left out stay as unlabeled text. in_domain has as "
    "many labels of the target instead.",
)

_STEPS = Study(
    name="steps",
    title="From the paper's method to crosslex, step by step",
    methods=("crosslex",),
    panels=(
        Panel(
            "step",
            "each step builds on the one above",
            tuple(Variant(step.name, entries={"crosslex": step.entry}) for step in STEPS),
            scale="steps",
            shipped=STEPS[-1].name,
        ),
    ),
    references=("none", "in_domain"),
)

_CLAIMS = Study(
    name="claims",
    title="Smaller claims of the paper",
    methods=("crosslex-paper", "crosslex-expansion"),
    panels=(
        Panel(
            "domain_weights",
            "domains weighted by",
            (
                Variant("nothing", settings={"domain_weights": None}),
                Variant("size", settings={"domain_weights": "size"}),
            ),
            scale="names",
            shipped="nothing",
        ),
        Panel(
            "negatives",
            "k, negatives a pair",
            tuple(
                Variant(str(k), k, {"negatives": k}, entries={"crosslex-expansion": _sampled(k)})
                for k in NEGATIVES
            ),
            scale="log",
            shipped="5",
        ),
        Panel(
            "similarity",
            "similarity f",
            tuple(Variant(name, settings={"similarity": name}) for name in SIMILARITIES),
            scale="names",
            shipped="cosine",
        ),
        Panel(
            "epochs",
            "epochs",
            tuple(Variant(str(epochs), epochs, {"epochs": epochs}) for epochs in EPOCHS),
            scale="log",
        ),
    ),
    note="crosslex-expansion draws its negatives in the panel on k, and takes them in exact "
    "expectation elsewhere; its vectors have unit length, so that dot and cosine are one.",
)

STUDIES: Final[dict[str, Study]] = {
    study.name: study
    for study in (_DIMENSION, _LAMBDA, _PIVOTS, _CONTEXT, _POOL, _LABELS, _STEPS, _CLAIMS)
}


def choose_study(
    name: str, methods: list[str] | None = None, variants: list[str] | None = None
) -> Study:
    """Return a study, or the part of it with some methods and variants alone.

    >>> choose_study("lambda", ["crosslex-paper"], ["0.1", "10"]).methods
    ('crosslex-paper',)
    """
    if name not in STUDIES:
        near = did_you_mean(name, list(STUDIES))
        raise InputError(f"study: there is no {name!r}{near}; choose one of {', '.join(STUDIES)}")
    return STUDIES[name].restricted(methods, variants)

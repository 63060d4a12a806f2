"""All studies by their names, as data."""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from crosslex.adapt.crosslex_expansion import DomainVectorExpansion
from crosslex.benchmark.data.training_changes import LimitLabels, LimitPool, SkewPool
from crosslex.benchmark.engine.study import Panel, Study, Variant, shipped
from crosslex.benchmark.studies.names import STUDY_NAMES, StudyName
from crosslex.benchmark.studies.steps import STEPS
from crosslex.checks import check_choice
from crosslex.pivots.names import PIVOTS as PIVOT_NAMES

DIMENSIONS: Final = (50, 100, 200, 300, 400, 600, 1000)
LAMBDAS: Final = (0.001, 0.01, 0.1, 1, 10, 100, 1000)
PIVOTS: Final = (100, 250, 500, 1000, 2000)
NEGATIVES: Final = (1, 5, 20)
EPOCHS: Final = (2, 8, 20, 50, 100)
SIMILARITIES: Final = ("cosine", "dot", "euclidean", "sharpened", "nearest")
POOLS: Final = (0, 500, 2000)
SKEWS: Final = (80, 50, 20)
LABELS: Final = (50, 100, 200, 400, 800, 1600)


def _numbers(
    name: str,
    axis: str,
    values: Sequence[float],
    *,
    setting: str | None = None,
    shipped: str | None = None,
) -> Panel:
    """Return a panel with the values of a number setting, which is called as the panel is."""
    variants = tuple(Variant(f"{value:g}", value, {setting or name: value}) for value in values)
    return Panel(name, axis, variants, scale="log", shipped=shipped)


_DIMENSION = Study(
    name="dimension",
    title="Accuracy against the length of the vectors",
    methods=shipped("crosslex-expansion", "crosslex-documents", "crosslex-paper", "glove"),
    panels=(_numbers("dimension", "dimensions", DIMENSIONS, shipped="300"),),
    contrasts=(("crosslex-expansion", "glove"), ("crosslex-paper", "glove")),
)

_LAMBDA = Study(
    name="lambda",
    title="Accuracy against λ, the weight of the pivot regularizer",
    methods=shipped("crosslex-expansion", "crosslex-documents", "crosslex-paper"),
    panels=(_numbers("lambda", "λ", LAMBDAS, setting="regularization", shipped="1"),),
)

_PIVOTS = Study(
    name="pivots",
    title="How pivots are chosen, and how many",
    methods=shipped("crosslex-documents", "scl"),
    panels=(
        Panel(
            "pivots",
            "pivot selection",
            tuple(Variant(name, classifier={"pivots": name}) for name in PIVOT_NAMES),
            shipped="mi",
        ),
        Panel(
            "n_pivots",
            "number of pivots",
            tuple(Variant(str(size), size, classifier={"n_pivots": size}) for size in PIVOTS),
            scale="log",
            shipped="500",
        ),
    ),
    note="mi and pmi use the source's labels, the others no labels.",
)

_CONTEXT = Study(
    name="context",
    title="The context in which co-occurrences are counted",
    methods=shipped("crosslex-documents", "crosslex-expansion"),
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
            shipped="weighted document",
        ),
    ),
)

_POOL = Study(
    name="pool",
    title="How much unlabeled text of the target there is, and of which class",
    methods=shipped("none", "crosslex", "pooled", "crosslex-documents", "dci", "msda"),
    panels=(
        Panel(
            "pool",
            "target documents",
            (
                *(Variant(str(size), change=LimitPool(size)) for size in POOLS),
                Variant("all"),
            ),
            shipped="all",
        ),
        Panel(
            "skew",
            "positive : negative in the pool",
            tuple(
                Variant(f"{share}:{100 - share}", change=SkewPool(share / 100)) for share in SKEWS
            ),
        ),
    ),
    references=shipped("in_domain"),
    contrasts=(("crosslex", "none"), ("crosslex", "pooled")),
    note="Pools are drawn from the target's texts to learn from, labels hidden, with another draw "
    "for every seed. Where the pool is empty, the source's text replaces it. The skewed "
    "pools consist of labeled reviews, their labels hidden, 1.25 times as many as a class has.",
)

_LABELS = Study(
    name="labels",
    title="Accuracy against the number of labeled source reviews",
    methods=shipped("none", "crosslex", "crosslex-documents", "in_domain"),
    panels=(
        Panel(
            "labels",
            "labeled reviews",
            tuple(Variant(str(size), size, change=LimitLabels(size)) for size in LABELS),
            scale="log",
            shipped="1600",
        ),
    ),
    references={},
    contrasts=(("crosslex", "none"),),
    note="Reviews of a source whose labels are left out stay as unlabeled text. in_domain has as "
    "many labels of the target instead.",
)

_STEPS = Study(
    name="steps",
    title="From the paper's method to crosslex, step by step",
    methods=shipped("crosslex"),
    panels=(
        Panel(
            "step",
            "each step builds on the one above",
            tuple(Variant(name, methods={"crosslex": method}) for name, method in STEPS.items()),
            scale="steps",
            shipped=list(STEPS)[-1],
        ),
    ),
    references=shipped("none", "in_domain"),
)


def _drawing(negatives: int) -> DomainVectorExpansion:
    """Return Eq. score with vectors learned from drawn negatives, not from their expectation."""
    return DomainVectorExpansion(
        trainer="pairs", epochs=None, negatives=negatives, context="document", own=1.0
    )


_CLAIMS = Study(
    name="claims",
    title="Smaller claims of the paper",
    methods=shipped("crosslex-paper", "crosslex-expansion"),
    panels=(
        Panel(
            "domain_weights",
            "domains weighted by",
            (
                Variant("nothing", settings={"domain_weights": None}),
                Variant("size", settings={"domain_weights": "size"}),
            ),
            shipped="nothing",
        ),
        Panel(
            "negatives",
            "k, negatives per pair",
            tuple(
                Variant(str(k), k, {"negatives": k}, methods={"crosslex-expansion": _drawing(k)})
                for k in NEGATIVES
            ),
            scale="log",
            shipped="5",
        ),
        Panel(
            "similarity",
            "similarity f",
            tuple(Variant(name, settings={"similarity": name}) for name in SIMILARITIES),
            shipped="cosine",
        ),
        _numbers("epochs", "epochs", EPOCHS),
    ),
    note="crosslex-expansion draws its negatives in the panel on k, and takes them in exact "
    "expectation elsewhere; its vectors have unit length, so that dot and cosine are one.",
)

STUDIES: Final[Mapping[StudyName, Study]] = {
    "dimension": _DIMENSION,
    "lambda": _LAMBDA,
    "pivots": _PIVOTS,
    "context": _CONTEXT,
    "pool": _POOL,
    "labels": _LABELS,
    "steps": _STEPS,
    "claims": _CLAIMS,
}


def choose_study(
    name: str, methods: Sequence[str] | None = None, variants: Sequence[str] | None = None
) -> Study:
    """Return a study, with some of its methods and variants alone if they are named.

    >>> list(choose_study("lambda", ["crosslex-paper"], ["0.1", "10"]).methods)
    ['crosslex-paper']
    """
    check_choice("study", name, STUDY_NAMES)
    return STUDIES[cast(StudyName, name)].restricted(methods, variants)

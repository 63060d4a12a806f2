"""All studies by their names, as data."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sklearn.base import clone

from crosslex.checks import check_choice
from crosslex_bench.data.training_changes import LimitLabels, LimitPool, SkewPool
from crosslex_bench.engine.results import Scale
from crosslex_bench.engine.study import Panel, Study, Variant, shipped
from crosslex_bench.engine.trial import PresetName
from crosslex_bench.methods.pivot_scores import PIVOT_SCORES
from crosslex_bench.studies.ablations import STEPS, controls
from crosslex_bench.studies.paper import SYSTEMS, by_protocol, systems


def _settings(name: str, *values: float | str) -> list[Variant]:
    """Return one variant per value of a setting of the methods."""
    return [
        Variant(value, settings={name: value})
        if isinstance(value, str)
        else Variant(f"{value:g}", value, {name: value})
        for value in values
    ]


def _classifiers(name: str, *values: float | str) -> list[Variant]:
    """Return one variant per value of a setting of the classifier."""
    return [
        replace(each, settings={}, classifier=each.settings) for each in _settings(name, *values)
    ]


def _for_epochs(epochs: int) -> Variant:
    """Return a variant with so many epochs, whether or not the loss has converged."""
    settings = {"crosslex-paper": {"epochs": epochs, "tolerance": None}}
    return Variant(
        f"{epochs}",
        epochs,
        methods={
            name: clone(SYSTEMS[name]).set_params(**settings.get(name, {"epochs": epochs}))
            for name in ("crosslex-paper", "crosslex-released")
        },
    )


def _panel(name: str, axis: str, variants: Sequence[Variant], shipped: str | None = None) -> Panel:
    """Return a panel; variants with values are placed by their logarithm."""
    scale: Scale = "names" if variants[0].value is None else "log"
    return Panel(name, axis, tuple(variants), scale, shipped)


_DIMENSIONS: Final = _settings("dimension", 50, 100, 200, 300, 600, 1000)
_LAMBDAS: Final = _settings("regularization", 0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
_SIMILARITIES: Final = _settings(
    "similarity", "cosine", "dot", "euclidean", "positive", "sharpened", "nearest"
)
_EPOCHS: Final = [_for_epochs(epochs) for epochs in (2, 8, 20, 50, 100)]
_NEGATIVES: Final = _settings("negatives", 1, 5, 20)
_WEIGHTS: Final = [
    Variant("nothing", settings={"domain_weights": None}),
    Variant("size", settings={"domain_weights": "size"}),
]
_CONTEXTS: Final = [
    Variant("window 5", settings={"context": "window", "window": 5}),
    Variant("window 10", settings={"context": "window"}),
    Variant("sentence", settings={"context": "sentence"}),
    Variant("document", settings={"context": "document"}),
    Variant("weighted document", settings={"context": "weighted"}),
]
_SELECTIONS: Final = _classifiers("pivots", *PIVOT_SCORES)
_SIZES: Final = _classifiers("n_pivots", 100, 250, 500, 1000, 2000)
_POOLS: Final = [
    *(Variant(str(size), change=LimitPool(size)) for size in (0, 500, 2000)),
    Variant("all"),
]
_SKEWS: Final = [
    Variant(f"{share}:{100 - share}", change=SkewPool(share / 100)) for share in (80, 50, 20)
]
_LABELS: Final = [
    Variant(str(size), size, change=LimitLabels(size)) for size in (50, 100, 200, 400, 800, 1600)
]
_CONTROLS: Final = tuple(
    Variant(name, methods={"crosslex-paper": each}) for name, each in controls(SYSTEMS).items()
)
_READINGS: Final = [
    Variant("as chosen"),
    *_settings("pivots", "npmi-sum", "npmi-name", "npmi-name-min"),
    Variant("starts of 1/√n", settings={"start": "small"}),
    Variant("window of 5 to either side", settings={"window": 5}),
    Variant("both roles in both sums", settings={"sums": "joint"}),
    Variant("own weight without a vector", settings={"identity": True}),
    Variant("positive cosines", settings={"similarity": "positive"}),
    Variant("nearest cosines", settings={"similarity": "nearest"}),
    Variant(
        "npmi-sum, 1/√n and nearest together",
        settings={"pivots": "npmi-sum", "start": "small", "similarity": "nearest"},
    ),
]
_STEPS: Final = tuple(Variant(name, methods={"crosslex": each}) for name, each in STEPS.items())

_STUDIES: Final = (
    Study(
        name="dimension",
        title="Accuracy against the length of the vectors",
        methods=shipped("crosslex-expansion", "crosslex-documents", "crosslex-paper", "glove"),
        panels=(_panel("dimension", "dimensions", _DIMENSIONS, "300"),),
        contrasts=(("crosslex-expansion", "glove"), ("crosslex-paper", "glove")),
    ),
    Study(
        name="lambda",
        title="Accuracy against λ, the weight of the pivot regularizer",
        methods=shipped("crosslex-expansion", "crosslex-documents", "crosslex-paper"),
        panels=(_panel("lambda", "λ", _LAMBDAS, "1"),),
    ),
    Study(
        name="pivots",
        title="How pivots are chosen, and how many",
        methods=shipped("crosslex-documents", "scl"),
        panels=(
            _panel("pivots", "pivot selection", _SELECTIONS, "mi"),
            _panel("n_pivots", "number of pivots", _SIZES, "250"),
        ),
        note="mi and pmi use the source's labels, the others no labels.",
    ),
    Study(
        name="context",
        title="The context in which co-occurrences are counted",
        methods=shipped("crosslex-documents", "crosslex-expansion"),
        panels=(_panel("context", "context", _CONTEXTS, "weighted document"),),
    ),
    Study(
        name="pool",
        title="How much unlabeled text of the target there is, and of which class",
        methods=shipped("none", "crosslex", "pooled", "crosslex-documents", "dci", "msda"),
        panels=(
            _panel("pool", "target documents", _POOLS, "all"),
            _panel("skew", "positive : negative in the pool", _SKEWS),
        ),
        references=shipped("in_domain"),
        contrasts=(("crosslex", "none"), ("crosslex", "pooled")),
        note="Pools are drawn from the target's texts to learn from, labels hidden, with another "
        "draw for every seed. Where the pool is empty, the source's text replaces it. The skewed "
        "pools consist of labeled reviews, their labels hidden, 1.25 times as many as a class has.",
    ),
    Study(
        name="labels",
        title="Accuracy against the number of labeled source reviews",
        methods=shipped("none", "crosslex", "crosslex-documents", "in_domain"),
        panels=(_panel("labels", "labeled reviews", _LABELS, "1600"),),
        references={},
        contrasts=(("crosslex", "none"),),
        note="Reviews of a source whose labels are left out stay as unlabeled text. in_domain has "
        "as many labels of the target instead.",
    ),
    Study(
        name="steps",
        title="From the paper's method to crosslex, step by step",
        methods=shipped("crosslex"),
        panels=(
            Panel("step", "each step builds on the one above", _STEPS, "steps", list(STEPS)[-1]),
        ),
        references=shipped("none", "in_domain"),
    ),
    Study(
        name="claims",
        title="Smaller claims of the paper",
        methods=systems("crosslex-paper", "crosslex-released"),
        panels=(
            _panel("domain_weights", "domains weighted by", _WEIGHTS, "nothing"),
            _panel("negatives", "k, negatives per pair", _NEGATIVES, "5"),
            _panel("similarity", "similarity f", _SIMILARITIES, "cosine"),
            _panel("epochs", "epochs", _EPOCHS),
        ),
        references=systems("none"),
        preset="paper",
    ),
    Study(
        name="controls",
        title="What the published lead is made of",
        methods=systems("crosslex-paper"),
        panels=(
            Panel("control", "controls", _CONTROLS),
            Panel("reading", "where the paper is silent", tuple(_READINGS), shipped="as chosen"),
        ),
        references=systems("in_domain"),
        note="All see the same texts, and features as in the paper; those with a number of "
        "features see their pivots and non-pivots alone.",
        preset="paper",
    ),
)

STUDIES: Final[Mapping[str, Study]] = {each.name: each for each in _STUDIES}


def choose_study(
    name: str,
    methods: Sequence[str] | None = None,
    variants: Sequence[str] | None = None,
    preset: PresetName = "default",
) -> Study:
    """Return a study, with some of its methods and variants alone if they are named.

    With the preset `paper`, its methods are the systems of the paper's protocol.

    >>> list(choose_study("lambda", ["crosslex-paper"], ["0.1", "10"]).methods)
    ['crosslex-paper']
    >>> list(choose_study("dimension", preset="paper").methods)
    ['glove', 'crosslex-paper', 'crosslex-released']
    >>> list(choose_study("controls").methods)  # by the protocol in any case
    ['crosslex-paper']
    """
    check_choice("study", name, STUDIES)
    study = STUDIES[name]
    if preset == "paper" and study.preset != "paper":
        study = by_protocol(study)
    return study.restricted(methods, variants)

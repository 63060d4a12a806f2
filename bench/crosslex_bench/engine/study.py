"""What a study is: methods, variants of them or of what they are given, and what to compare."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, Final

from sklearn.base import clone

from crosslex.checks import check_choice
from crosslex.classify import AdaptationMethod
from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.training_changes import TrainingChange
from crosslex_bench.engine.results import Scale
from crosslex_bench.engine.trial import PresetName, Trial, TrialLabel
from crosslex_bench.methods.registry import METHODS

Methods = Mapping[str, AdaptationMethod]
"""Unfitted methods by their names."""
OURS: Final = "crosslex"
PAPERS: Final = ("crosslex-paper", "crosslex-released")
"""The paper's method to the letter, and what its authors' program does."""
BASELINE: Final = "none"


def shipped(*names: str) -> Methods:
    """Return methods of crosslex by their names, with their tuned settings.

    >>> list(shipped("none", "crosslex"))
    ['none', 'crosslex']
    """
    return {name: METHODS[name] for name in names}


@dataclass(frozen=True)
class Variant:
    """One place on the axis of a study; on an axis of numbers, at `value`.

    It may change `settings` of the methods (those that lack one are left out), replace
    `methods`, change settings of the `classifier` such as `pivots`, or `change` the texts and
    labels to learn from.
    """

    label: str
    value: float | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    methods: Methods = field(default_factory=dict)
    classifier: Mapping[str, Any] = field(default_factory=dict)
    change: TrainingChange | None = None

    def method(self, name: str, method: AdaptationMethod) -> AdaptationMethod | None:
        """Return a method as it is here, None if it lacks one of the settings."""
        here: AdaptationMethod = clone(self.methods.get(name, method))
        if name in self.methods:
            return here
        lacking = self.settings.keys() - here.get_params().keys()
        return None if lacking else here.set_params(**self.settings)


@dataclass(frozen=True)
class Panel:
    """An axis with its variants from left to right; `name` is short, for the names of cells.

    The scales `linear` and `log` place variants by their values, `names` one after the other;
    `steps` are rows, each built on the one above. `shipped` is the label of the default.
    """

    name: str
    axis: str
    variants: tuple[Variant, ...]
    scale: Scale = "names"
    shipped: str | None = None


@dataclass(frozen=True)
class Column:
    """A method at a variant: all its cells, over pairs and seeds."""

    name: str
    key: str
    method: AdaptationMethod
    variant: Variant

    @property
    def label_key(self) -> tuple[str, str]:
        """What its trials' labels have in common."""
        return self.name, self.key

    def n_seeds(self, seeds: int) -> int:
        """Return how many seeds it runs with: one if nothing in it is random."""
        return seeds if self.method.randomized or self.variant.change is not None else 1

    def label(self, pair: Pair, seed: int) -> TrialLabel:
        """Return the label of one of its trials."""
        return TrialLabel(self.name, pair, seed, self.key)


@dataclass(frozen=True)
class Study:
    """A question, and the variants of methods that answer it.

    `references` are methods as shipped, drawn as lines. `contrasts` are two methods each, to
    compare at every variant: the first's accuracy less the second's. Intervals reflect seeds as
    well as documents, from three seeds on. `preset` is what its methods are for.
    """

    name: str
    title: str
    methods: Methods
    panels: tuple[Panel, ...]
    references: Methods = field(default_factory=lambda: shipped("none"))
    contrasts: tuple[tuple[str, str], ...] = ()
    note: str = ""
    preset: PresetName = "default"

    def columns(self, panel: Panel) -> list[Column]:
        """Return the columns of a panel, all methods of one variant before the next variant."""
        return [
            Column(name, f"{panel.name}={variant.label}" if variant.label else "", changed, variant)
            for variant in panel.variants
            for name, method in self.methods.items()
            if (changed := variant.method(name, method)) is not None
        ]

    def reference_columns(self) -> list[Column]:
        """Return one column per reference."""
        return [Column(name, "", each, Variant("")) for name, each in self.references.items()]

    def restricted(
        self, methods: Sequence[str] | None = None, variants: Sequence[str] | None = None
    ) -> "Study":
        """Return the study with some of its methods and variants alone."""
        study = self
        if methods is not None:
            methods = choose_names("methods", methods, self.methods)
            study = replace(
                study,
                methods={name: each for name, each in self.methods.items() if name in methods},
                contrasts=tuple(pair for pair in self.contrasts if set(pair) <= set(methods)),
            )
        if variants is not None:
            labels = [variant.label for panel in self.panels for variant in panel.variants]
            for label in variants:  # not `choose_names`: a variant may be called `all`
                check_choice("variants", label, dict.fromkeys(labels))
            panels = (
                replace(panel, variants=tuple(v for v in panel.variants if v.label in variants))
                for panel in self.panels
            )
            study = replace(study, panels=tuple(panel for panel in panels if panel.variants))
        return study


def every_contrast(methods: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return every two methods, such that most differences read as gains.

    >>> every_contrast(["none", "crosslex", "scl"])
    (('crosslex', 'scl'), ('crosslex', 'none'), ('scl', 'none'))
    """
    leads = (OURS, *PAPERS)
    ordered = sorted(
        methods, key=lambda name: (name not in leads, name in PAPERS, name == BASELINE)
    )
    return tuple(combinations(ordered, 2))


def list_trials(
    study: Study, pairs: Iterable[Pair], seeds: int, make: Callable[[Column, Pair, int], Trial]
) -> list[Trial]:
    """Return all trials of a study, all of one pair before the next, all of a seed together.

    Trials of a pair and a seed share most.
    """
    columns = study.reference_columns()
    columns += [column for panel in study.panels for column in study.columns(panel)]
    return [
        make(column, pair, seed)
        for pair in pairs
        for seed in range(seeds)
        for column in columns
        if seed < column.n_seeds(seeds)
    ]


def choose_names(argument: str, named: Sequence[str], offered: Iterable[str]) -> tuple[str, ...]:
    """Return those names that are offered, each once; `all` stands for all of them.

    >>> choose_names("methods", ["scl", "none", "scl"], ("none", "scl", "sfa"))
    ('scl', 'none')
    """
    choices = dict.fromkeys(offered)
    if list(named) == ["all"]:
        return tuple(choices)
    for name in named:
        check_choice(argument, name, choices)
    return tuple(dict.fromkeys(named))

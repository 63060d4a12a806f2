"""What a study is: variants of methods, or of what they are given, side by side."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from crosslex.adapt import METHODS, MethodEntry
from crosslex.benchmark.changes import has_setting, with_settings
from crosslex.benchmark.data.subsets import Change
from crosslex.checks import did_you_mean
from crosslex.errors import InputError
from crosslex.pivots import PivotName

Scale = Literal["linear", "log", "names", "steps"]


@dataclass(frozen=True)
class Variant:
    """One place on the axis of a study.

    Parameters
    ----------
    label
        What the axis calls it.
    value
        Where it stands on an axis of numbers.
    settings
        The methods' settings that differ from the shipped ones; a method that has none of
        that name is left out here.
    entries
        Methods that are not the shipped ones with other settings, by their names.
    pivots, n_pivots
        How pivots are chosen, and how many.
    change
        What the methods are given instead of all text and labels of the pair.
    """

    label: str
    value: float | None = None
    settings: Mapping[str, object] = field(default_factory=dict)
    entries: Mapping[str, MethodEntry] = field(default_factory=dict)
    pivots: PivotName = "mi"
    n_pivots: int | None = None
    change: Change | None = None

    def entry(self, method: str) -> MethodEntry | None:
        """Return the method as it is here, None where it cannot be so."""
        if method in self.entries:
            return self.entries[method]
        shipped = METHODS[method]
        if not all(has_setting(shipped.make(), name) for name in self.settings):
            return None
        return with_settings(shipped, self.settings)


@dataclass(frozen=True)
class Panel:
    """An axis with its variants.

    Parameters
    ----------
    name
        Short, for the names of cells.
    axis
        What stands below the axis.
    variants
        From left to right.
    scale
        `linear` and `log` place variants by their values, `names` one after the other;
        `steps` are rows, each built on the one above.
    shipped
        The variant that is the default.
    methods
        Which of the study's methods; None takes all.
    """

    name: str
    axis: str
    variants: tuple[Variant, ...]
    scale: Scale
    shipped: str | None = None
    methods: tuple[str, ...] | None = None

    def key(self, variant: Variant) -> str:
        """Name a variant's cells."""
        return f"{self.name}={variant.label}"


@dataclass(frozen=True)
class Study:
    """A question, and the cells that answer it.

    Parameters
    ----------
    name
        What the command line calls it.
    title
        What it shows.
    methods
        Whose variants are compared.
    panels
        The axes.
    references
        Methods as shipped, to be drawn as lines.
    contrasts
        Two methods to be compared at every variant: the first's accuracy less the second's.
    draws
        Whether every seed draws other documents, so that no method is without chance.
    note
        What a reader must know.
    """

    name: str
    title: str
    methods: tuple[str, ...]
    panels: tuple[Panel, ...]
    references: tuple[str, ...] = ("none",)
    contrasts: tuple[tuple[str, str], ...] = ()
    draws: bool = False
    note: str = ""

    def methods_of(self, panel: Panel, variant: Variant) -> list[str]:
        """List the methods that a variant can be had of."""
        named = self.methods if panel.methods is None else panel.methods
        return [name for name in named if variant.entry(name) is not None]

    def find(self, key: str) -> Variant:
        """Return the variant whose cells have this name; the shipped methods have none."""
        for panel in self.panels:
            for variant in panel.variants:
                if panel.key(variant) == key:
                    return variant
        return Variant("")

    def restricted(self, methods: list[str] | None, variants: list[str] | None) -> "Study":
        """Return the study with some of its methods and variants alone."""
        kept = self
        if methods is not None:
            _check("methods", methods, list(self.methods))
            kept = replace(
                kept,
                methods=tuple(name for name in self.methods if name in methods),
                contrasts=tuple(pair for pair in self.contrasts if set(pair) <= set(methods)),
                panels=tuple(_with_methods(panel, methods) for panel in self.panels),
            )
        if variants is not None:
            labels = [variant.label for panel in self.panels for variant in panel.variants]
            _check("variants", variants, labels)
            kept = replace(kept, panels=_with_variants(kept.panels, variants))
        return kept


def _with_methods(panel: Panel, methods: list[str]) -> Panel:
    if panel.methods is None:
        return panel
    return replace(panel, methods=tuple(name for name in panel.methods if name in methods))


def _with_variants(panels: tuple[Panel, ...], labels: list[str]) -> tuple[Panel, ...]:
    kept = (
        replace(panel, variants=tuple(each for each in panel.variants if each.label in labels))
        for panel in panels
    )
    return tuple(panel for panel in kept if panel.variants)


def _check(argument: str, named: list[str], offered: list[str]) -> None:
    for name in named:
        if name not in offered:
            near = did_you_mean(name, offered)
            raise InputError(
                f"{argument}: the study has no {name!r}{near}; choose among "
                f"{', '.join(dict.fromkeys(offered))}"
            )

"""What is tried of every method while tuning: few settings, equally many for all."""

from dataclasses import dataclass, field, replace
from itertools import product
from typing import Final

from crosslex.adapt import METHODS, MethodEntry
from crosslex.benchmark.changes import with_settings
from crosslex.errors import InputError

BUDGET: Final = 3
"""Settings tried of each method."""


@dataclass(frozen=True)
class Candidate:
    """A method's strength and settings to try.

    Parameters
    ----------
    strength
        C of its logistic regression.
    settings
        Names and values that differ from the shipped ones, or are the same.

    Examples
    --------
    >>> Candidate(3.0, (("dimension", 50),)).label
    'C=3 dimension=50'
    """

    strength: float
    settings: tuple[tuple[str, object], ...] = field(default=())

    @property
    def label(self) -> str:
        """A name of its own among the method's candidates."""
        words = [f"C={self.strength:g}", *(f"{name}={value}" for name, value in self.settings)]
        return " ".join(words)

    def entry(self, method: str) -> MethodEntry:
        """Return the method so set."""
        changed = with_settings(METHODS[method], dict(self.settings))
        return replace(changed, strength=self.strength)


def _grid(*strengths: float, **values: tuple[object, ...]) -> tuple[Candidate, ...]:
    """Combine strengths with the values of settings."""
    return tuple(
        Candidate(strength, tuple(zip(values, combined, strict=True)))
        for combined in product(*values.values())
        for strength in strengths
    )


_STRENGTHS: Final = (1.0, 3.0, 10.0)

CANDIDATES: Final[dict[str, tuple[Candidate, ...]]] = {
    "none": _grid(*_STRENGTHS),
    "in_domain": _grid(*_STRENGTHS),
    "crosslex": _grid(1.0, 2.0, 3.0),
    "crosslex-documents": _grid(0.3, 1.0, 3.0),
    "crosslex-expansion": (*_grid(1.0, 3.0, own=(1.0,)), *_grid(3.0, own=(0.5,))),
    "crosslex-paper": _grid(0.01, 0.1, 1.0),
    "pooled": _grid(1.0, 2.0, 3.0),
    "scl": (*_grid(1.0, 3.0, dimension=(50,)), *_grid(3.0, dimension=(100,))),
    "sfa": (*_grid(1.0, 3.0, dimension=(100,)), *_grid(3.0, dimension=(50,))),
    "cs": (*_grid(1.0, 3.0, weight=(0.3,)), *_grid(3.0, weight=(1.0,))),
    "glove": (*_grid(1.0, 3.0, own=(1.0,)), *_grid(3.0, own=(0.0,))),
    "skipgram": (*_grid(1.0, 3.0, own=(1.0,)), *_grid(3.0, own=(0.0,))),
    "msda": (
        *_grid(1.0, 3.0, part=(2500,), weight=(3.0,)),
        *_grid(3.0, part=(5000,), weight=(2.0,)),
    ),
    "coral": (*_grid(1.0, 3.0, regularization=(1.0,)), *_grid(1.0, regularization=(0.3,))),
    "dci": (
        *_grid(0.3, 1.0, skip_overlaps=(True,), backoff=(0.2,)),
        *_grid(1.0, skip_overlaps=(False,), backoff=(0.0,)),
    ),
}


def find_candidate(method: str, label: str) -> Candidate:
    """Return the candidate of a method by its label."""
    for candidate in CANDIDATES[method]:
        if candidate.label == label:
            return candidate
    raise InputError(f"{method}: no candidate {label!r}; choose another folder")

"""Which words change meaning between domains, by how much, and whether by more than chance."""

from crosslex.shift.find import Evidence, ShiftSettings, domain_pairs, find_shifts
from crosslex.shift.result import Estimate, Shift, Shifts

__all__ = [
    "Estimate",
    "Evidence",
    "Shift",
    "ShiftSettings",
    "Shifts",
    "domain_pairs",
    "find_shifts",
]

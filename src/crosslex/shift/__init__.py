"""Which words change meaning between domains, by how much, and whether by more than chance."""

from crosslex.shift.result import Estimate, Shift, Shifts

__all__ = ["Estimate", "Shift", "Shifts"]

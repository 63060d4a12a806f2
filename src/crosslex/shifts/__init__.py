"""Which words change meaning between domains, by how much, and whether by more than chance."""

from crosslex.shifts.evidence import Evidence as Evidence
from crosslex.shifts.find import domain_pairs as domain_pairs
from crosslex.shifts.find import find_shifts as find_shifts
from crosslex.shifts.find_senses import SenseSettings as SenseSettings
from crosslex.shifts.find_senses import find_senses as find_senses
from crosslex.shifts.result import Estimate as Estimate
from crosslex.shifts.result import Interval as Interval
from crosslex.shifts.result import Shift as Shift
from crosslex.shifts.result import Shifts as Shifts
from crosslex.shifts.senses import Sense as Sense
from crosslex.shifts.senses import Senses as Senses
from crosslex.shifts.senses import Share as Share
from crosslex.shifts.settings import ShiftSettings as ShiftSettings

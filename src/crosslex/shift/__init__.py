"""Which words change meaning between domains, by how much, and whether by more than chance."""

from crosslex.shift.evidence import Evidence as Evidence
from crosslex.shift.find import domain_pairs as domain_pairs
from crosslex.shift.find import find_shifts as find_shifts
from crosslex.shift.find_senses import SenseSettings as SenseSettings
from crosslex.shift.find_senses import find_senses as find_senses
from crosslex.shift.result import Estimate as Estimate
from crosslex.shift.result import Interval as Interval
from crosslex.shift.result import Shift as Shift
from crosslex.shift.result import Shifts as Shifts
from crosslex.shift.senses import Sense as Sense
from crosslex.shift.senses import Senses as Senses
from crosslex.shift.senses import Share as Share
from crosslex.shift.settings import ShiftSettings as ShiftSettings

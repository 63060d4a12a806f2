"""Words that change meaning between two domains, with effect sizes and tests."""

from crosslex.shifts.compared import ComparedDomains as ComparedDomains
from crosslex.shifts.compared import UseEncoder as UseEncoder
from crosslex.shifts.find import MIN_DOCUMENTS as MIN_DOCUMENTS
from crosslex.shifts.find import ShiftSettings as ShiftSettings
from crosslex.shifts.find import all_pairs as all_pairs
from crosslex.shifts.find import are_known as are_known
from crosslex.shifts.find import compare_groups as compare_groups
from crosslex.shifts.find import domain_pair as domain_pair
from crosslex.shifts.find import find_shifts as find_shifts
from crosslex.shifts.result import Shift as Shift
from crosslex.shifts.result import Shifts as Shifts
from crosslex.shifts.result import shifts_csv as shifts_csv
from crosslex.shifts.uses import collect_uses as collect_uses

"""Words in ordered domains: similarity, frequency, neighbors per period; turning points."""

from crosslex.timeline.find import OrderedVectors as OrderedVectors
from crosslex.timeline.groups import GroupedVectors as GroupedVectors
from crosslex.timeline.groups import GroupTimeline as GroupTimeline
from crosslex.timeline.groups import GroupTurns as GroupTurns
from crosslex.timeline.groups import ordered_vectors as ordered_vectors
from crosslex.timeline.result import GroupTables as GroupTables
from crosslex.timeline.result import Period as Period
from crosslex.timeline.result import Timeline as Timeline
from crosslex.timeline.result import Turns as Turns

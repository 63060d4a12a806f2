"""Words and document vectors alone, to see what the other views of crosslex's method add."""

from crosslex.adapt.crosslex import Crosslex

METHOD = Crosslex(profiles=False, self_taught=False)

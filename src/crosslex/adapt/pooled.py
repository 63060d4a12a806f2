"""The control: crosslex's method with one vector and one profile per word for all domains."""

from crosslex.adapt.crosslex import Crosslex

METHOD = Crosslex(pooled=True, C=3.0)

"""Shim until adapt/ is gone."""

from crosslex.paper.instances import Instances as Instances
from crosslex.paper.instances import collect_instances as collect_instances

"""Shim until adapt/ is gone."""

from crosslex.paper.instances import PairedBlock as PairedBlock
from crosslex.paper.instances import Pairing as Pairing
from crosslex.paper.instances import pairs_in_window as pairs_in_window

"""All methods of the bench fulfill the contract of methods."""

import pytest

from crosslex_bench.methods.registry import METHODS
from method_contract import MethodContract

pytestmark = pytest.mark.filterwarnings(
    "ignore:(n_pivots|n_non_pivots|pivots=):crosslex.errors.CrosslexWarning"
)
PRODUCT = ("crosslex", "none", "in_domain")
"""Methods that the product's own tests fit."""
OTHERS = {name: method for name, method in METHODS.items() if name not in PRODUCT}


class TestMethods(MethodContract):
    methods = OTHERS
    # Vectors learned apart in each domain do not lie in one space, and the paper's own setting
    # sees few features: these need only run and give sound scores. The texts are too few for its
    # 500 pivots.
    weak = ("crosslex-paper", "crosslex-released", "glove", "skipgram")
    nonlinear = ("crosslex-released", "msda")

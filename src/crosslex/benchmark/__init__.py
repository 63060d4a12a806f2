"""Methods measured against each other, on equal terms and with intervals."""

from crosslex.benchmark.data.datasets import Dataset, DomainData, load_dataset
from crosslex.benchmark.pairs import Pair, choose_pairs, choose_validation
from crosslex.benchmark.protocol import Protocol, choose_methods
from crosslex.benchmark.results import Results
from crosslex.benchmark.run import run_benchmark

__all__ = [
    "Dataset",
    "DomainData",
    "Pair",
    "Protocol",
    "Results",
    "choose_methods",
    "choose_pairs",
    "choose_validation",
    "load_dataset",
    "run_benchmark",
]

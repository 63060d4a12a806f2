"""Methods compared with each other, on equal terms and with intervals."""

from crosslex.benchmark.data.datasets import Dataset, DomainData, load_dataset
from crosslex.benchmark.data.pairs import Pair, choose_pairs, choose_validation
from crosslex.benchmark.data.training_changes import LimitLabels, LimitPool, SkewPool
from crosslex.benchmark.engine.results import Results
from crosslex.benchmark.engine.study import Panel, Study, Variant, shipped
from crosslex.benchmark.report.report import write_report
from crosslex.benchmark.studies.catalog import STUDIES, choose_study
from crosslex.benchmark.studies.main import choose_methods, run_benchmark
from crosslex.benchmark.studies.run import run_study

__all__ = [
    "STUDIES",
    "Dataset",
    "DomainData",
    "LimitLabels",
    "LimitPool",
    "Pair",
    "Panel",
    "Results",
    "SkewPool",
    "Study",
    "Variant",
    "choose_methods",
    "choose_pairs",
    "choose_study",
    "choose_validation",
    "load_dataset",
    "run_benchmark",
    "run_study",
    "shipped",
    "write_report",
]

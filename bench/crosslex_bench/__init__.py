"""Methods compared with each other, on equal terms and with intervals."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex_bench.data.datasets import Dataset as Dataset
    from crosslex_bench.data.datasets import DomainData as DomainData
    from crosslex_bench.data.datasets import load_dataset as load_dataset
    from crosslex_bench.data.pairs import Pair as Pair
    from crosslex_bench.data.pairs import choose_pairs as choose_pairs
    from crosslex_bench.data.pairs import choose_validation as choose_validation
    from crosslex_bench.data.training_changes import LimitLabels as LimitLabels
    from crosslex_bench.data.training_changes import LimitPool as LimitPool
    from crosslex_bench.data.training_changes import SkewPool as SkewPool
    from crosslex_bench.engine.classification import ClassificationRules as ClassificationRules
    from crosslex_bench.engine.results import Results as Results
    from crosslex_bench.engine.run import run_study as run_study
    from crosslex_bench.engine.study import Panel as Panel
    from crosslex_bench.engine.study import Study as Study
    from crosslex_bench.engine.study import Variant as Variant
    from crosslex_bench.engine.study import shipped as shipped
    from crosslex_bench.report.report import write_report as write_report
    from crosslex_bench.studies.catalog import STUDIES as STUDIES
    from crosslex_bench.studies.catalog import choose_study as choose_study
    from crosslex_bench.studies.main import choose_methods as choose_methods
    from crosslex_bench.studies.main import run_benchmark as run_benchmark
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "data.datasets": ("Dataset", "DomainData", "load_dataset"),
            "data.pairs": ("Pair", "choose_pairs", "choose_validation"),
            "data.training_changes": ("LimitLabels", "LimitPool", "SkewPool"),
            "engine.classification": ("ClassificationRules",),
            "engine.results": ("Results",),
            "engine.run": ("run_study",),
            "engine.study": ("Panel", "Study", "Variant", "shipped"),
            "report.report": ("write_report",),
            "studies.catalog": ("STUDIES", "choose_study"),
            "studies.main": ("choose_methods", "run_benchmark"),
        },
    )

"""Results of cells whose numbers are made by hand."""

from collections.abc import Mapping

import numpy as np

from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.results import Results, Setup
from crosslex_bench.engine.study import (
    Panel,
    Study,
    Variant,
    every_contrast,
    list_trials,
    shipped,
)
from crosslex_bench.engine.summary import summarize
from crosslex_bench.engine.trial import Cell, TrialLabel
from crosslex_bench.methods.registry import METHODS
from crosslex_bench.studies.catalog import STUDIES
from crosslex_bench.studies.main import MAIN

PAIRS = [Pair(("films",), "knives"), Pair(("songs",), "knives"), Pair(("knives",), "songs")]
SIZE = 40

COUNTS = {
    "none": 10,
    "crosslex": 25,
    "pooled": 24,
    "crosslex-documents": 22,
    "crosslex-expansion": 20,
    "crosslex-paper": 15,
    "crosslex-released": 16,
    "glove": 12,
    "dci": 21,
    "msda": 20,
    "in_domain": 28,
    "scl": 18,
}
MAIN_COUNTS = {"none": [20, 24, 28], "in_domain": [36, 36, 38], "crosslex": [30, 28, 32]}


def made_setup(seeds: int) -> Setup:
    versions = {"numpy": np.__version__}
    return Setup("generated", "mark", tuple(map(str, PAIRS)), seeds, versions)


def made_cell(label: TrialLabel, count: int, auc: float | None) -> Cell:
    return Cell(label, np.arange(SIZE) < count, None, auc, 2.0 + label.seed)


def made_study(name: str, seeds: int, counts: Mapping[str, int] = COUNTS) -> Results:
    """Return a study whose cells have their method's count, one more per variant and seed."""
    study = STUDIES[name]
    labels = [each.label for each in list_trials(study, PAIRS, seeds, ClassificationRules())]
    variants = list(dict.fromkeys(label.variant for label in labels))
    cells = {
        label: made_cell(
            label,
            counts[label.method] + variants.index(label.variant) + label.seed,
            (counts[label.method] + label.seed) / 100,
        )
        for label in labels
    }
    return summarize(study, cells, pairs=PAIRS, setup=made_setup(seeds))


def made_main(aucs: tuple[float | None, ...] = (0.2, 0.24, 0.28)) -> Results:
    """Return a main table with two seeds, of which the second gets two more documents right."""
    study = Study(
        name=MAIN,
        title="Carrying a classifier across domains",
        methods={**shipped("none", "in_domain"), "crosslex": METHODS["pooled"]},
        panels=(Panel("methods", "all methods", (Variant(""),)),),
        references={},
        contrasts=every_contrast(MAIN_COUNTS),
    )
    cells = {
        trial.label: made_cell(
            trial.label,
            MAIN_COUNTS[trial.label.method][PAIRS.index(trial.label.pair)] + 2 * trial.label.seed,
            aucs[PAIRS.index(trial.label.pair)],
        )
        for trial in list_trials(study, PAIRS, 2, ClassificationRules())
    }
    return summarize(study, cells, pairs=PAIRS, setup=made_setup(2))

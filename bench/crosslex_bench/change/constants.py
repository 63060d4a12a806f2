"""Constants of changes and senses, each changed by itself: the evidence for their values."""

from collections.abc import Mapping, Sequence
from statistics import fmean

import numpy as np
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

import crosslex.senses
import crosslex.shifts
from crosslex import CrossDomainEmbedding
from crosslex_bench.change.methods import change_values, with_least
from crosslex_bench.change.rankings import JUDGED_MIN_COUNT, MIN_COUNT, ChangeData, ndcg
from crosslex_bench.change.senses import group_all, group_words, halve
from crosslex_bench.command import Data, Report
from crosslex_bench.data.annotated_pairs import (
    ANNOTATED,
    SIDES,
    TITLES,
    JudgedChange,
    read_all_lemmas,
    read_annotated,
    read_judged,
)
from crosslex_bench.data.datasets import read_domain
from crosslex_bench.data.planting import plant
from crosslex_bench.pages import Table
from crosslex_bench.places import CHANGE, MDSD
from crosslex_bench.words.constants import changed

PACKAGES = (crosslex.shifts, crosslex.senses)
SCORE_TRIALS: Sequence[Mapping[str, float]] = (
    {},
    {"SHARPNESS": 3},
    {"SHARPNESS": 4},
    {"SHARPNESS": 5},
    {"SHARPNESS": 6},
    {"PENALTY": 0.1},
    {"PENALTY": 1},
    {"PENALTY": 1e5},
    {"HALF_WEIGHT_DOCUMENTS": 30},
    {"HALF_WEIGHT_DOCUMENTS": 3000},
    {"DIMENSION": 25},
    {"DIMENSION": 100},
    {"HALF_WEIGHT_FREQUENCY": 1e-4},
    {"HALF_WEIGHT_FREQUENCY": 1e-2},
    {"MAX_ANCHORS": 1000},
)
SENSE_TRIALS: Sequence[Mapping[str, float]] = (
    {},
    {"MAX_GROUPS": 3},
    {"MAX_GROUPS": 10},
    {"GROUPS_PER_HALF": 5},
    {"GROUPS_PER_HALF": 12},
    {"MIN_GROUP_SHARE": 0.1},
    {"MIN_GROUP_USES": 10},
    {"MIN_KAPPA": 0.3},
    {"MIN_KAPPA": 0.7},
    {"MIN_KAPPA_WITH_SHARES": 0.05},
    {"MIN_KAPPA_WITH_SHARES": 0.2},
    {"MIN_Z": -100},
    {"MIN_Z": 1},
    {"MIN_Z": 2},
    {"MIN_Z": 3},
    {"MAX_P_UNCONFIRMED": 0.05},
    {"MAX_P_UNCONFIRMED": 0.001},
)
PLANTED_SEED = 100
"""A seed that no other table uses."""


def score(data: ChangeData = CHANGE, reviews: Data = MDSD) -> Report:
    """Vary each constant of the change score: annotated pairs, DWUG EN, SemCor, planted changes."""
    sets = [(read_annotated(name, data, reviews), MIN_COUNT) for name in ANNOTATED]
    sets += [(read_judged(name, data), JUDGED_MIN_COUNT) for name in SIDES]
    books, kitchen = (read_domain(reviews, name) for name in ("books", "kitchen"))
    found = plant(books, kitchen, share=0.5, seed=PLANTED_SEED)
    planted = JudgedChange(
        "", found.domains, found.words, found.changed.astype(np.float64), found.changed
    )
    sets.append((planted, MIN_COUNT))
    models = [
        CrossDomainEmbedding(min_documents=least).fit(list(each.domains)) for each, least in sets
    ]
    graded, real = [each.graded for each, _ in sets], len(ANNOTATED)
    rows = []
    for trial in SCORE_TRIALS:
        with changed(trial, PACKAGES):
            values = [
                with_least(change_values(model, each.words, min_count=least, resamples=20))
                for model, (each, least) in zip(models, sets, strict=True)
            ]
        rhos = [spearmanr(*each)[0] for each in zip(values, graded, strict=True)]
        figures = [
            fmean(map(ndcg, values[:real], graded[:real])),
            fmean(rhos[:real]),
            *rhos[real:-1],
            roc_auc_score(planted.binary, values[-1]),
        ]
        rows.append((_title(trial), *(f"{figure:.3f}" for figure in figures)))
    titles = (f"{TITLES[name]}, rho" for name in SIDES)
    heads = ("constant", "pairs, nDCG@40", "pairs, rho", *titles, "planted, AUC")
    return Report("Constants of the change score", [Table(heads, tuple(rows))])


def sense_groups(data: ChangeData = CHANGE) -> Report:
    """Vary each constant of the groups of uses: agreement with people, and where nothing differs.

    The last columns are the shares of words with several groups in random halves of a set.
    """
    random = np.random.default_rng(0)
    halves = {name: halve(read_all_lemmas(name, data), random) for name in SIDES}
    rows = []
    for trial in SENSE_TRIALS:
        with changed(trial, PACKAGES):
            grouped = {name: group_all(name, data, 0) for name in SIDES}
            null = {name: group_words(pair, 0) for name, pair in halves.items()}
        rows.append(
            (
                _title(trial),
                *(f"{fmean(each.rand for each in grouped[name]):.3f}" for name in SIDES),
                *(str(sum(each.groups > 1 for each in grouped[name])) for name in SIDES),
                *(f"{fmean(each.labels.max() > 0 for each in null[name]):.3f}" for name in SIDES),
            )
        )
    heads = [
        f"{TITLES[name]}, {what}"
        for what in ("Rand index", "words with groups", "random halves")
        for name in SIDES
    ]
    return Report("Constants of groups of uses", [Table(("constant", *heads), tuple(rows))])


def _title(trial: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in trial.items()) or "as it is"

"""Constants of changes and senses, each changed by itself: the evidence for their values."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Annotated

import numpy as np
import typer
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

import crosslex.senses
import crosslex.shifts
from crosslex import Corpus, CrossDomainEmbedding
from crosslex_bench.change.domains import ndcg
from crosslex_bench.change.methods import MIN_COUNT
from crosslex_bench.change.ranking import ChangeData
from crosslex_bench.change.scoring import with_least
from crosslex_bench.change.senses import group_all, group_words, halve
from crosslex_bench.command import Data, Report
from crosslex_bench.data.annotated_pairs import ANNOTATED, read_annotated
from crosslex_bench.data.judged_change import SIDES, TITLES, read_judged, read_lemmas
from crosslex_bench.data.mdsd import read_domain
from crosslex_bench.data.planting import plant
from crosslex_bench.pages import Table
from crosslex_bench.places import CHANGE, MDSD
from crosslex_bench.words.constants import changed

PACKAGES = (crosslex.shifts, crosslex.senses)
SCORE_TRIALS: Sequence[Mapping[str, float]] = (
    {},
    {"SHARPNESS": 3},
    {"SHARPNESS": 4},
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
    {"MIN_KAPPA": 0.2},
    {"MIN_KAPPA": 0.4},
    {"MIN_KAPPA_WITH_SHARES": 0.05},
    {"MIN_KAPPA_WITH_SHARES": 0.2},
    {"MIN_Z": 2, "MIN_Z_WITH_SHARES": 1},
    {"MIN_Z": 4, "MIN_Z_WITH_SHARES": 3},
    {"MAX_P_UNCONFIRMED": 0.05},
    {"MAX_P_UNCONFIRMED": 0.001},
)
PLANTED_SEED = 100
"""A seed that no other table uses."""


class _Ranked:
    """A fitted model with the words that are judged, and what is known of them."""

    def __init__(
        self, corpora: Sequence[Corpus], words: Sequence[str], truth: object, min_count: int
    ) -> None:
        self.model = CrossDomainEmbedding(min_documents=min_count).fit(list(corpora))
        self.words, self.truth, self.min_count = words, np.asarray(truth, float), min_count

    def changes(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the change of each judged word, the least one where it has none."""
        shifts = self.model.shifts(
            top=None, min_count=self.min_count, resamples=20, neighbors=0, examples=0
        )
        found = {shift.word: shift.change.value for shift in shifts}
        return with_least(np.array([found.get(word, np.nan) for word in self.words]))


def score(
    data: Annotated[Path, typer.Option(help="Folder of the annotations.")] = CHANGE,
    reviews: Data = MDSD,
) -> Report:
    """Vary each constant of the change score: annotated pairs, DWUG EN, SemCor, planted changes."""
    pairs = [read_annotated(name, data, reviews) for name in ANNOTATED]
    real = [_Ranked(each.domains, each.words, each.graded, 10) for each in pairs]
    people = {}
    for name in SIDES:
        judged = read_judged(name, data)
        people[name] = _Ranked(judged.domains, judged.words, judged.graded, MIN_COUNT)
    books, kitchen = (read_domain(reviews, name) for name in ("books", "kitchen"))
    planted = plant(books, kitchen, share=0.5, seed=PLANTED_SEED)
    swapped = _Ranked(planted.domains, planted.words, planted.changed, 10)
    rows = []
    for trial in SCORE_TRIALS:
        with changed(dict(trial), PACKAGES):
            found = [each.changes() for each in real]
            figures = [
                fmean(ndcg(values, each.truth) for values, each in zip(found, real, strict=True)),
                fmean(
                    spearmanr(values, each.truth)[0]
                    for values, each in zip(found, real, strict=True)
                ),
                *(spearmanr(each.changes(), each.truth)[0] for each in people.values()),
                roc_auc_score(swapped.truth, swapped.changes()),
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
    halves = {}
    for name, sides in SIDES.items():
        paths = [data / name / f"{side}.jsonl.gz" for side in sides]
        halves[name] = halve([each for path in paths for each in read_lemmas(path)], random)
    rows = []
    for trial in SENSE_TRIALS:
        with changed(dict(trial), PACKAGES):
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

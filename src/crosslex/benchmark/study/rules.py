"""How the cells of a study are computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crosslex.benchmark.cells import CellKey
from crosslex.benchmark.classifiers import EntryClassifier
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import SEEDLESS, Protocol, UnlabeledText
from crosslex.benchmark.study.studies import STUDIES
from crosslex.benchmark.study.study import Study
from crosslex.benchmark.versions import file_sha256
from crosslex.corpus import Corpus
from crosslex.errors import InputError

DEFINED_IN: Final = (
    "changes.py",
    "data/subsets.py",
    "study/steps.py",
    "study/studies.py",
    "study/study.py",
)
"""What decides, besides the methods themselves, what comes of a study."""


@dataclass(frozen=True)
class StudyRules:
    """The rules of a study: the benchmark's, but for what the study varies.

    Parameters
    ----------
    study
        Its name.
    unlabeled
        Whose unlabeled text every method is given.
    """

    study: str
    unlabeled: UnlabeledText = "pair"

    def classifier(self, key: CellKey) -> EntryClassifier:
        """Make the classifier of a cell, not yet fitted."""
        variant = STUDIES[self.study].find(key.variant)
        entry = variant.entry(key.method)
        if entry is None:
            raise InputError(f"{key}: the method has no such setting")
        return EntryClassifier(
            entry,
            key.pair.target,
            pivots=variant.pivots,
            n_pivots=variant.n_pivots,
            random_state=key.seed,
        )

    def corpora(self, dataset: Dataset, key: CellKey) -> list[Corpus]:
        """Choose what a cell may learn from, less than all of it where that is studied."""
        given = Protocol(self.unlabeled).corpora(dataset, key)
        change = STUDIES[self.study].find(key.variant).change
        return given if change is None else change(given, key)

    def test(self, dataset: Dataset, key: CellKey) -> Corpus:
        """Choose what a cell decides about."""
        return dataset.domains[key.pair.target].test

    def settings(self, dataset: Dataset) -> dict[str, str]:
        """Tell everything that results depend on besides the cells' keys."""
        return {
            **Protocol(self.unlabeled).settings(dataset),
            "study": self.study,
            "code of the studies": file_sha256(*DEFINED_IN),
        }


def study_cells(study: Study, pairs: Sequence[Pair], seeds: int) -> list[CellKey]:
    """List the cells of a study, all of one pair before the next pair."""
    columns = [(method, "") for method in study.references]
    columns += [
        (method, panel.key(variant))
        for panel in study.panels
        for variant in panel.variants
        for method in study.methods_of(panel, variant)
    ]
    return [
        CellKey(method, pair, seed, variant)
        for pair in pairs
        for method, variant in columns
        for seed in range(n_seeds(study, method, variant, seeds))
    ]


def n_seeds(study: Study, method: str, variant: str, seeds: int) -> int:
    """Tell how many seeds a column needs: one where nothing in it is left to chance."""
    drawn = study.draws and study.find(variant).change is not None
    return 1 if method in SEEDLESS and not drawn else seeds

"""Studies as data: every trial has a name and a method, and a study can be restricted."""

import pytest
from sklearn.base import clone

from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.study import Study, list_trials
from crosslex_bench.engine.trial import TrialLabel
from crosslex_bench.methods.registry import METHODS
from crosslex_bench.studies.catalog import STUDIES, choose_study
from crosslex_bench.studies.paper import SYSTEMS
from crosslex_bench.studies.tuning import BUDGET, CANDIDATES, candidate_label

PAIR = Pair(("films",), "knives")


def labels(study: Study, seeds: int) -> list[TrialLabel]:
    return [each.label for each in list_trials(study, [PAIR], seeds, ClassificationRules())]


@pytest.mark.parametrize("name", STUDIES)
def test_every_trial_has_a_name_of_its_own_and_defaults_are_the_shipped_methods(name: str) -> None:
    study = STUDIES[name]
    found = labels(study, 2)
    assert len(set(found)) == len(found)
    for panel in study.panels:
        assert panel.shipped in (None, *(variant.label for variant in panel.variants))
        columns = study.columns(panel)
        assert {column.variant.label for column in columns} == {v.label for v in panel.variants}
        # A method that lacks a setting is left out of the panel that varies it.
        left_out = {"crosslex-released"} if name == "claims" else set()
        assert set(study.methods) - left_out <= {column.name for column in columns}
        offered = METHODS if study.preset == "default" else SYSTEMS
        for column in columns:
            if column.variant.label == panel.shipped:
                assert column.method.get_params() == offered[column.name].get_params()


def test_a_restricted_study_has_its_own_trials_alone() -> None:
    some = choose_study("dimension", ["glove"], ["50"])
    assert labels(some, 2) == [
        TrialLabel("none", PAIR, 0),
        TrialLabel("glove", PAIR, 0, "dimension=50"),
        TrialLabel("glove", PAIR, 1, "dimension=50"),
    ]
    some = choose_study("claims", ["crosslex-paper"], ["nothing", "size", "5"])
    assert list(some.methods) == ["crosslex-paper"]
    assert [panel.name for panel in some.panels] == ["domain_weights", "negatives"]


@pytest.mark.parametrize("name", list(CANDIDATES))
def test_every_method_with_candidates_has_the_same_budget_and_is_tried_as_shipped(
    name: str,
) -> None:
    candidates = CANDIDATES[name]
    assert len({candidate_label(each) for each in candidates}) == BUDGET == len(candidates)
    shipped_settings = METHODS[name].get_params()
    tried = [clone(METHODS[name]).set_params(**each).get_params() for each in candidates]
    assert shipped_settings in tried

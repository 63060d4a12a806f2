import pytest
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.trainers import TRAINERS

from crosslex.errors import InputError


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dimension", 0),
        ("trainer", "fastest"),
        ("regularization", -1),
        ("regularization", float("nan")),
        ("negatives", 0),
        ("learning_rate", 0.0),
        ("learning_rate", float("inf")),
        ("epochs", 0),
        ("batch_size", 0),
        ("backoff", -0.1),
        ("pair_weight", "log"),
        ("start", "zero"),
        ("start_scale", 0.0),
        ("subsample", -1e-3),
        ("holdout", 1.0),
        ("holdout", -0.1),
        ("patience", 0),
        ("domain_weights", "inverse"),
        ("random_state", -1),
        ("n_jobs", 0),
        ("dimension", "300"),
        ("dimension", 2.5),
        ("epochs", True),
    ],
)
def test_a_value_out_of_range_is_refused_by_name(name, value):
    with pytest.raises(InputError, match=f"^{name}: found {value!r}"):
        TrainingSettings(**{name: value})


@pytest.mark.parametrize(
    "values",
    [{"backoff": 0.2, "pair_weight": "count"}, {"backoff": 0, "pair_weight": "normalized"}],
)
def test_reference_refuses_what_single_instances_cannot_do(values):
    with pytest.raises(InputError, match="reference trainer"):
        TrainingSettings(trainer="reference", **values)


def test_a_seed_may_be_of_any_size():
    assert TrainingSettings(random_state=2**40).random_state == 2**40


def test_paper_s_settings_are_the_paper_s():
    paper = TrainingSettings.paper(random_state=4)
    assert (paper.trainer, paper.start, paper.pair_weight) == ("reference", "normal", "count")
    assert (paper.dimension, paper.negatives, paper.batch_size) == (300, 5, 50)
    assert (paper.holdout, paper.patience, paper.backoff, paper.random_state) == (0, None, 0, 4)
    assert (TRAINERS[paper.trainer].epochs, paper.tolerance) == (99, 0.01)

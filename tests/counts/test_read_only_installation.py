"""Kernels compile where nothing can be cached: a read-only installation, and no home."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import crosslex

SCRIPT = """
import numpy as np
import crosslex.imports
from crosslex import Corpus
from crosslex.counts.features import count_features

print(crosslex.imports.__file__)
corpus = Corpus.from_texts(["a sharp knife", "a dull knife"], name="kitchen")
print(count_features(corpus, ("knife", "sharp", "dull")).occurrences.max())
"""


def test_kernels_compile_without_a_cache_where_none_can_be_written(tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    shutil.copytree(
        Path(crosslex.__file__).parent,
        installed / "crosslex",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    # Root may write anywhere but where a folder would have to be and a file is.
    for folder in [installed / "crosslex", *(installed / "crosslex").rglob("*/")]:
        if folder.is_dir():
            (folder / "__pycache__").touch()
    (tmp_path / "file").touch()
    nowhere = str(tmp_path / "file" / "home")
    environment = {name: value for name, value in os.environ.items() if "NUMBA" not in name}
    environment |= {"PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}
    environment |= {"HOME": nowhere, "XDG_CACHE_HOME": nowhere}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    place, counted = done.stdout.split()
    assert place.startswith(str(installed))
    assert counted == "2"


FULL = """
import resource, signal, sys
import crosslex.counts.kernels
from crosslex import Corpus
from crosslex.counts.features import count_features

corpus = Corpus.from_texts(["a sharp knife", "a dull knife"], name="kitchen")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
print(count_features(corpus, ("knife", "sharp", "dull")).occurrences.max(), flush=True)
"""


def test_kernels_compile_where_the_disk_of_the_cache_is_full(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FULL],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "2\n"), done.stderr

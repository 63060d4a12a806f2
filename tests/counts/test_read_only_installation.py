"""Kernels compile where nothing can be cached, and beside kernels that were."""

import os
import shutil
from pathlib import Path

import crosslex
from processes import run_python

CORPUS = """
import sys
import crosslex.imports
from crosslex import Corpus
from crosslex.counts import document_matrix
corpus = Corpus.from_texts(["a sharp knife", "a dull knife"], name="kitchen")
"""
COUNT = 'print(document_matrix(corpus, ("knife", "sharp", "dull")).sum(axis=0).max(), flush=True)'
SCRIPT = f"{CORPUS}\nprint(crosslex.imports.__file__)\n{COUNT}"


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
    place, counted = run_python(SCRIPT, environment=environment, folder=tmp_path).split()
    assert place.startswith(str(installed))
    assert counted == "2"


FULL = f"""{CORPUS}
import resource, signal
import crosslex.counts.kernels
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
{COUNT}
"""


def test_kernels_compile_where_the_disk_of_the_cache_is_full(tmp_path: Path) -> None:
    assert run_python(FULL, environment=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}) == "2\n"


CACHED = f"""{CORPUS}
from crosslex.paper.instances import collect_instances

if sys.argv[1] == "counts":
    document_matrix(corpus, ("knife", "sharp"))
else:
    collect_instances(corpus, ("knife",), ("sharp", "dull"))
"""


def test_a_second_caller_of_a_cached_kernel_compiles(tmp_path: Path) -> None:
    for count in ("counts", "instances"):
        run_python(CACHED, count, environment=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)})


TOLD = f"""{CORPUS}
import logging
logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stdout)
document_matrix(corpus, ("knife", "sharp knife"))
document_matrix(corpus, ("dull",))
"""


def test_the_first_run_says_once_that_it_compiles_what_it_needs(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    [told] = run_python(TOLD, environment=environment).splitlines()
    assert told.startswith("compiling")
    assert [file.name.split("-")[0] for file in tmp_path.rglob("*.nbi")] == ["kernels.find_bigrams"]
    assert run_python(TOLD, environment=environment) == ""

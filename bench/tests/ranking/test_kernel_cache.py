"""Kernels that numba reads from its cache work together with those that it must compile."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
from crosslex import Corpus
from crosslex.paper.instances import collect_instances
from crosslex.counts.features import count_features

corpus = Corpus.from_texts(["a sharp knife", "a dull knife"], name="kitchen")
if sys.argv[1] == "counts":
    count_features(corpus, ("knife", "sharp"))
else:
    collect_instances(corpus, ("knife",), ("sharp", "dull"))
"""


def test_a_second_caller_of_a_cached_kernel_compiles(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    for count in ("counts", "instances"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, count],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

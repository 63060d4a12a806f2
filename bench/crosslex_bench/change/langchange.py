"""langchange, a toolkit for lexical semantic change, without its downloaded models.

That is its static models: counts, PPMI, SVD, orthogonal Procrustes. It needs libraries that ours
does not (torch among them), so it runs in a Python of its own: `pip install langchange` there.
"""

import json
import os
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from crosslex.errors import InputError
from crosslex_bench.change.scoring import Scores
from crosslex_bench.peers.text import Text

CHILD = Path(__file__).with_name("langchange_child.py")


def langchange_scores(texts: tuple[Text, Text], words: tuple[str, ...], python: str) -> Scores:
    """Return langchange's scores, from the Python that has it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for side, text in zip(("first", "second"), texts, strict=True):
            lines = "".join(f"{' '.join(sentence)}\n" for sentence in text.sentences())
            (folder / f"{side}.txt").write_text(lines, encoding="utf-8")
        (folder / "words.txt").write_text("\n".join(words), encoding="utf-8")
        # -P keeps the modules beside the script from hiding libraries of the same name.
        done = subprocess.run(
            [python, "-P", str(CHILD), str(folder)],
            env=os.environ | {"HF_HUB_OFFLINE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        raise InputError(f"langchange ended with code {done.returncode}:\n{done.stderr[-2000:]}")
    found = json.loads(done.stdout.splitlines()[-1])
    values = [found["scores"].get(word, np.nan) for word in words]
    return Scores(np.array(values, float), found["seconds"])

"""Scores of langchange's static models, printed as JSON.

Run in an environment that has `langchange` and nothing of ours, by `benchmarks.change`:
`python langchange_child.py FOLDER`, with `first.txt` and `second.txt` (a sentence per line) and
`words.txt` (a word per line) in the folder.
"""

import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

WINDOW = 10
SHIFT = 5
SMOOTHING = 0.75
DIMENSION = 100
WEIGHT = 0.0
"""Of singular values; these are the settings of Schlechtweg et al. (2019), in fewer dimensions."""


def main() -> None:
    folder = Path(sys.argv[1])
    static = importlib.import_module("languagechange.models.representation.static")
    alignment = importlib.import_module("languagechange.models.representation.alignment")
    corpora = importlib.import_module("languagechange.corpora")
    started = time.process_time()
    models = []
    for side in ("first", "second"):
        path = str(folder / f"{side}.txt")
        count = static.CountModel(
            corpora.LinebyLineCorpus(path), WINDOW, str(folder / f"{side}-count")
        )
        count.encode()
        ppmi = static.PPMI(count, SHIFT, SMOOTHING, str(folder / f"{side}-ppmi.npz"))
        ppmi.encode()
        svd = static.SVD(ppmi, DIMENSION, WEIGHT, str(folder / f"{side}-svd"))
        svd.encode()
        models.append(svd)
    turned = [str(folder / f"{side}-turned.w2v") for side in ("first", "second")]
    alignment.OrthogonalProcrustes(*turned).align(*models)
    first, second = (_read(Path(path)) for path in turned)
    words = (folder / "words.txt").read_text(encoding="utf-8").split()
    scores = {
        word: _distance(first[word], second[word])
        for word in words
        if word in first and word in second
    }
    print(json.dumps({"seconds": time.process_time() - started, "scores": scores}))


def _read(path: Path) -> dict[str, Any]:
    numpy = importlib.import_module("numpy")
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split(" ") for line in lines)
    return {row[0]: numpy.array(row[1:], float) for row in rows}


def _distance(first: Any, second: Any) -> float:
    metric = importlib.import_module("scipy.spatial.distance")
    return float(metric.cosine(first, second))


if __name__ == "__main__":
    main()

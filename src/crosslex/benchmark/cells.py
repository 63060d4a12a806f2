"""One cell of the benchmark: a method, a pair and a seed, and what came of them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from crosslex.benchmark.pairs import Pair
from crosslex.errors import StorageError

LONGEST_NAME = 200


@dataclass(frozen=True)
class CellKey:
    """Which cell.

    Parameters
    ----------
    method, pair, seed
        Which method, from where to where, with which random numbers.
    variant
        How the method or what it is given was changed, in a study or while tuning; empty for
        the method as it is shipped.
    """

    method: str
    pair: Pair
    seed: int
    variant: str = ""

    def __str__(self) -> str:
        name = f"{self.method} ({self.variant})" if self.variant else self.method
        return f"{name}, {self.pair}, seed {self.seed}"

    @property
    def file_name(self) -> str:
        """A file name of its own, whatever the domains are called.

        >>> CellKey("none", Pair(("books",), "r & b"), 0).file_name
        'none,books,r%20%26%20b,0.json'
        >>> CellKey("scl", Pair(("books",), "dvd"), 0, variant="pivots=mi").file_name
        'scl(pivots%3Dmi),books,dvd,0.json'
        """
        method = f"{self.method}({quote(self.variant, safe='')})" if self.variant else self.method
        sources = "+".join(quote(source, safe="") for source in self.pair.sources)
        name = f"{method},{sources},{quote(self.pair.target, safe='')},{self.seed}"
        if len(name) > LONGEST_NAME:
            name = f"{self.method},{hashlib.sha256(name.encode()).hexdigest()},{self.seed}"
        return f"{name}.json"


@dataclass(frozen=True, eq=False)
class Cell:
    """What a method decided about the target's test documents.

    Parameters
    ----------
    key
        Which cell it is.
    correct
        Which documents were decided rightly, in the test set's order.
    scores
        Of two classes, how far each document's score lies on the side of the second; None
        of more.
    auc
        Area under the receiver operating characteristic; None unless the test set has just
        two classes.
    cpu_seconds
        Time that fitting and deciding took, of all threads together.
    """

    key: CellKey
    correct: NDArray[np.bool_]
    scores: NDArray[np.float64] | None
    auc: float | None
    cpu_seconds: float

    @property
    def accuracy(self) -> float:
        """The share decided rightly."""
        return float(self.correct.mean())

    def to_json(self, fingerprint: str) -> str:
        """Write the cell, and the fingerprint of the settings that it was computed with."""
        scores = None if self.scores is None else [round(score, 6) for score in self.scores]
        content = {
            "fingerprint": fingerprint,
            **_facts(self.key),
            "accuracy": self.accuracy,
            "auc": self.auc,
            "cpu_seconds": round(self.cpu_seconds, 2),
            "correct": self.correct.astype(int).tolist(),
            "scores": scores,
        }
        return json.dumps(content) + "\n"

    @classmethod
    def from_json(cls, text: str, key: CellKey, fingerprint: str, where: str) -> "Cell":
        """Read a cell back; one that is not the one expected is refused."""
        try:
            content = json.loads(text)
            if content["fingerprint"] != fingerprint:
                raise StorageError(f"{where} was computed with other settings: remove it")
            if {name: content[name] for name in _facts(key)} != _facts(key):
                raise StorageError(f"{where} holds another cell than its name says: remove it")
            return cls(key, *_numbers(content))
        except (KeyError, TypeError, ValueError) as error:
            raise StorageError(f"{where} is damaged ({error!r}): remove it") from None


def _facts(key: CellKey) -> dict[str, Any]:
    return {
        "method": key.method,
        "sources": list(key.pair.sources),
        "target": key.pair.target,
        "seed": key.seed,
        "variant": key.variant,
    }


def _numbers(
    content: Mapping[str, Any],
) -> tuple[NDArray[np.bool_], NDArray[np.float64] | None, float | None, float]:
    correct, scores = np.array(content["correct"]), content["scores"]
    if correct.ndim != 1 or not np.isin(correct, (0, 1)).all():
        raise ValueError("'correct' should list 0 and 1")
    return (
        correct.astype(np.bool_),
        None if scores is None else np.array(scores, np.float64),
        content["auc"],
        float(content["cpu_seconds"]),
    )

"""Texts to learn from, and what a call of the program gave."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

SHARED = ["good", "bad", "new", "old", "long", "short", "great", "poor", "big", "small"]
FILM = ["plot", "actor", "scene", "script", "comedy", "director", "music", "hero"]
TOOL = ["blade", "handle", "motor", "battery", "knife", "steel", "drill", "wood"]
AMBIGUOUS = "sharp"
DOCUMENTS = 300


@dataclass(frozen=True)
class Run:
    """What one call of the program printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        assert self.code == 0, self.err
        parsed = json.loads(self.out)
        assert isinstance(parsed, dict)
        return parsed


Program = Callable[..., Run]


def write_texts(path: Path, own: list[str], seed: int) -> Path:
    random = Random(seed)
    lines = []
    for _ in range(DOCUMENTS):
        words = random.choices(own, k=4) + random.choices(SHARED, k=3)
        if random.random() < 0.4:
            words += [AMBIGUOUS, own[0]]
        random.shuffle(words)
        lines.append(json.dumps({"text": " ".join(words), "label": random.randrange(2)}))
    path.write_text("\n".join(lines) + "\n")
    return path

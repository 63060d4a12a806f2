"""Texts to learn from, and what a call of the program gave."""

import json
import re
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


def assert_refused(ran: Run, message: str) -> None:
    """One line that matches on standard error, exit code 2, nothing on standard output."""
    assert (ran.code, ran.out) == (2, ""), ran
    assert re.fullmatch(rf"crosslex: error: [^\n]*{message}[^\n]*\n", ran.err), ran.err


def read_lines(ran: Run) -> list[dict[str, Any]]:
    """The JSON lines that a call printed."""
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


GOOD, BAD = ["great", "superb", "fine"], ["awful", "poor", "dreadful"]
OPINIONS = {
    "films": {1: ["witty", "moving"], 0: ["boring", "tedious"]},
    "tools": {1: ["sturdy", "sharp"], 0: ["flimsy", "blunt"]},
    "shoes": {1: ["comfy", "warm"], 0: ["tight", "torn"]},
}
N_OPINIONS = 120


def opinions(domain: str, seed: int) -> list[tuple[str, int]]:
    """Texts that praise or blame in words of all domains and in words of their own."""
    random, found = Random(seed), []
    for number in range(N_OPINIONS):
        label = number % 2
        words = random.choices(GOOD if label else BAD, k=2)
        words += random.choices(OPINIONS[domain][label])
        found.append((" ".join([*words, domain]), label))
    return found


def write_labeled(path: Path, rows: list[tuple[str, Any]]) -> Path:
    path.write_text("\n".join(json.dumps({"text": text, "label": label}) for text, label in rows))
    return path

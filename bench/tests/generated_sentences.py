"""Tiny tagged sentences of two genres whose words differ and whose grammar is one."""

import json
from pathlib import Path
from random import Random

NOUNS = {
    "mail": ["memo", "file", "desk", "call", "team", "plan"],
    "news": ["game", "city", "vote", "song", "star", "coach"],
}
VERBS = {
    "mail": ["sends", "opens", "keeps", "finds"],
    "news": ["wins", "holds", "plays", "sees"],
}
SIZES = {"train": 60, "dev": 5, "test": 12}


def generated_lines() -> list[dict[str, object]]:
    random = Random(0)
    lines: list[dict[str, object]] = []
    for genre in NOUNS:
        for split, size in SIZES.items():
            for number in range(size):
                first, second = random.choices(NOUNS[genre], k=2)
                words = ["The", first, random.choice(VERBS[genre]), "a", second, "."]
                tags = ["DET", "NOUN", "VERB", "DET", "NOUN", "PUNCT"]
                lines.append(
                    {
                        "genre": genre,
                        "split": split,
                        "doc": f"{split}{number // 3}",
                        "words": words,
                        "upos": tags,
                    }
                )
    return lines


def write_pos_folder(folder: Path, lines: list[dict[str, object]] | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(line) + "\n" for line in lines or generated_lines())
    (folder / "pos.jsonl").write_text(text, encoding="utf-8")
    return folder

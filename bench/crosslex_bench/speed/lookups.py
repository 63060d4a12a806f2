"""What looking a word up costs: CPU seconds of `crosslex neighbors`, `info` and their kind.

Run `python -m crosslex_bench.speed.lookups`. The model is learned from two domains of 25,000 invented words,
drawn at random.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np

from crosslex import Corpus, CrossDomainEmbedding
from crosslex_bench.measure import interleaved, machine

DOMAINS = ("books", "kitchen")
TOKENS = 20

LOOK_UPS = {
    "version": ("--version",),
    "help": ("--help",),
    "neighbors": ("neighbors", "MODEL", "xaaczq"),
    "compare": ("compare", "MODEL", "xaaczq"),
    "info": ("info", "MODEL"),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.speed.lookups", description=__doc__
    )
    parser.add_argument("--words", type=int, default=25_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="also write the result to this file")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "model"
        write_model(folder, options.words)
        works = {
            name: partial(run, [str(folder) if each == "MODEL" else each for each in arguments])
            for name, arguments in LOOK_UPS.items()
        }
        seconds = interleaved(works, rounds=options.rounds)
    result = {
        "machine": machine(),
        "words": options.words,
        "cpu_seconds": {name: round(spent.cpu, 3) for name, spent in seconds.items()},
    }
    text = json.dumps(result, indent=2)
    print(text)
    if options.json is not None:
        options.json.write_text(text + "\n")


def run(arguments: list[str]) -> None:
    subprocess.run(
        [sys.executable, "-m", "crosslex", *arguments], stdout=subprocess.DEVNULL, check=True
    )


def write_model(folder: Path, n_words: int) -> None:
    """Write a model of two domains that share all words."""
    rng = np.random.default_rng(0)
    words = [letters(number) for number in range(n_words)]
    corpora = []
    for name in DOMAINS:
        documents = rng.choice(words, (n_words, TOKENS))
        corpora.append(Corpus.from_texts([" ".join(each) for each in documents], name=name))
    CrossDomainEmbedding(min_documents=0).fit(corpora).save(folder)


def letters(number: int) -> str:
    """Return an invented word for a number.

    >>> letters(0), letters(27)
    ('xaaaaq', 'xaabbq')
    """
    name = ""
    for _ in range(4):
        number, letter = divmod(number, 26)
        name = chr(ord("a") + letter) + name
    return f"x{name}q"


if __name__ == "__main__":
    main()

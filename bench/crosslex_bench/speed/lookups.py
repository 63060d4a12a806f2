"""CPU seconds of looking a word up on the command line."""

import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from crosslex import Corpus, CrossDomainEmbedding
from crosslex_bench.command import Report, Rounds
from crosslex_bench.measure import interleaved, machine
from crosslex_bench.speed.suite import figures_table

DOMAINS = ("books", "kitchen")
TOKENS = 20

LOOK_UPS = {
    "version": ("--version",),
    "help": ("--help",),
    "neighbors": ("neighbors", "MODEL", "xaaczq"),
    "compare": ("compare", "MODEL", "xaaczq"),
    "info": ("info", "MODEL"),
}


def lookups(
    words: Annotated[int, typer.Option(help="Invented words of each domain.")] = 25_000,
    rounds: Rounds = 5,
) -> Report:
    """Measure `crosslex --version`, `--help`, `neighbors`, `compare` and `info`.

    The model is learned from two domains of invented words, drawn at random.
    """
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "model"
        write_model(folder, words)
        works = {
            name: partial(run, [str(folder) if each == "MODEL" else each for each in arguments])
            for name, arguments in LOOK_UPS.items()
        }
        seconds = interleaved(works, rounds=rounds)
    result = {
        "machine": machine(),
        "words": words,
        "cpu_seconds": {name: round(spent.cpu, 3) for name, spent in seconds.items()},
    }
    return Report("Look-ups", [figures_table(result)], result)


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

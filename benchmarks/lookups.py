"""What looking a word up costs: CPU seconds of `crosslex neighbors`, `info` and their kind.

Run `python -m benchmarks.lookups`. The model is generated: two domains of 25,000 words with random
vectors of 300 dimensions, and as many counts, samples and examples as a real one would have.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
from scipy.sparse import random_array

from benchmarks.measure import interleaved, machine
from crosslex import TextSettings
from crosslex.counting.cooccurrences import Cooccurrences
from crosslex.counting.examples import Examples
from crosslex.counting.sentence_sample import SentenceSample
from crosslex.learn import Epoch, LearnedVectors
from crosslex.learn.all_but_the_top import find_common_directions
from crosslex.learn.fitting import FittedModel
from crosslex.learn.saving import save_model
from crosslex.learn.settings import EmbeddingSettings
from crosslex.pivots.vocabulary import Role, Vocabulary

DOMAINS = ("books", "kitchen")
N_PIVOTS = 1000
DENSITY = 0.03
SAMPLE_TOKENS = 2_000_000
EXAMPLES_PER_WORD = 2

LOOK_UPS = {
    "version": ("--version",),
    "help": ("--help",),
    "neighbors": ("neighbors", "MODEL", "word77"),
    "compare": ("compare", "MODEL", "word77"),
    "info": ("info", "MODEL"),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lookups", description=__doc__)
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
    words = tuple(f"word{number}" for number in range(n_words))
    pivots = words[:N_PIVOTS]
    counts = rng.integers(10, 1000, (len(DOMAINS), n_words))
    roles = np.full(counts.shape, Role.SHARED, np.int8)
    roles[:, :N_PIVOTS] = Role.PIVOT
    settings = EmbeddingSettings(
        pivots="frequency",
        n_pivots=None,
        scope="all",
        n_non_pivots=500,
        min_count=1,
        min_documents=10,
        context="window",
        window=10,
        common_directions=2,
        max_examples=10,
    )

    def normal(*shape: int) -> np.ndarray:
        return rng.standard_normal(shape, np.float32)

    dimension = settings.dimension
    learned = LearnedVectors(
        DOMAINS,
        pivots,
        (words, words),
        normal(len(DOMAINS), N_PIVOTS, dimension),
        tuple(normal(n_words, dimension) for _ in DOMAINS),
        (Epoch(0, 1.0, 1.0), Epoch(1, 0.7, 0.8)),
    )
    model = FittedModel(
        TextSettings(),
        Vocabulary(DOMAINS, words, counts, roles, pivots, pivots_are_words=True),
        learned,
        find_common_directions(learned.word_vectors, 2),
        tuple(
            Cooccurrences(name, pivots, words, random_counts(n_words, rng), own)
            for name, own in zip(DOMAINS, counts, strict=True)
        ),
        tuple(random_sample(name, n_words, rng) for name in DOMAINS),
        tuple(
            Examples(
                name,
                tuple(f"A sentence with {word} in it." for word in words * EXAMPLES_PER_WORD),
                {
                    word: tuple(range(number, n_words * EXAMPLES_PER_WORD, n_words))
                    for number, word in enumerate(words)
                },
            )
            for name in DOMAINS
        ),
    )
    save_model(model, settings, folder)


def random_counts(n_words: int, rng: np.random.Generator) -> object:
    table = random_array((N_PIVOTS, n_words), density=DENSITY, format="csr", rng=rng)
    table.data = rng.integers(1, 50, table.nnz)
    table.sort_indices()
    return table


def random_sample(domain: str, n_words: int, rng: np.random.Generator) -> SentenceSample:
    size = SAMPLE_TOKENS // 20
    unigrams = rng.integers(0, n_words, SAMPLE_TOKENS, dtype=np.int32)
    return SentenceSample(
        domain,
        unigrams,
        np.full(SAMPLE_TOKENS, -1, np.int32),
        np.arange(0, SAMPLE_TOKENS + 1, 20, dtype=np.int64),
        np.arange(size, dtype=np.int64) // 5,
    )


if __name__ == "__main__":
    main()

"""CPU time of encoding, of a default fit and of look-ups, with peers in the same run."""

import subprocess
import sys
import tempfile
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from sklearn.feature_extraction.text import CountVectorizer

from crosslex import Corpus, CrossDomainEmbedding
from crosslex_bench.command import Data, Domains, Report, Rounds
from crosslex_bench.data.datasets import read_corpora, read_pool
from crosslex_bench.measure import interleaved, machine
from crosslex_bench.pages import figures_table
from crosslex_bench.places import MDSD

DIMENSION = 300
TOKENS = 20
"""Of a document of invented words."""
LOOK_UPS = {
    "version": ("--version",),
    "help": ("--help",),
    "neighbors": ("neighbors", "MODEL", "xaaczq"),
    "compare": ("compare", "MODEL", "xaaczq"),
    "info": ("info", "MODEL"),
}


def encoding(data: Data = MDSD, rounds: Rounds = 5) -> Report:
    """Measure encoding against scikit-learn's CountVectorizer, and two processes against one.

    Two processes are compared by elapsed time, which needs two idle cores.
    """
    texts = read_pool(data, "books")
    ours = partial(Corpus.from_texts, texts, name="books")
    works = {
        "crosslex": ours,
        "peer": partial(CountVectorizer(ngram_range=(1, 2)).fit_transform, texts),
    }
    # The first run also loads the dictionary and analyzes every word for the first time.
    first = interleaved(works, rounds=1)
    later = interleaved(works, rounds=rounds)
    jobs = {
        f"{number} processes": partial(Corpus.from_texts, texts * 10, name="books", n_jobs=number)
        for number in (1, 2)
    }
    processes = interleaved(jobs, rounds=max(1, rounds // 2))
    one, two = (each.wall for each in processes.values())
    result: dict[str, Any] = {
        "machine": machine(),
        "tokens_per_second": round(ours().n_tokens / later["crosslex"].cpu),
        "ratio_to_count_vectorizer": round(later["peer"].cpu / later["crosslex"].cpu, 2),
        "ratio_of_first_run": round(first["peer"].cpu / first["crosslex"].cpu, 2),
        "ratio_of_two_processes": round(one / two, 2),
    }
    return Report("Encoding", [figures_table(result)], result)


def fit(data: Data = MDSD, domains: Domains = "books,kitchen", rounds: Rounds = 5) -> Report:
    """Compare a default `fit` of encoded corpora with five epochs of gensim's skip-gram."""
    from gensim.models import Word2Vec

    corpora = read_corpora(domains, data)
    sentences = [
        [corpus.words[number] for number in corpus.ids[start:stop]]
        for corpus in corpora
        for start, stop in pairwise(corpus.sentence_offsets.tolist())
    ]

    def ours() -> CrossDomainEmbedding:
        return CrossDomainEmbedding(dimension=DIMENSION).fit(corpora)

    def gensim() -> Word2Vec:
        return Word2Vec(
            sentences, sg=1, negative=5, vector_size=DIMENSION, workers=1, epochs=5, seed=1
        )

    ours()  # compiles
    seconds = interleaved({"crosslex": ours, "gensim": gensim}, rounds=rounds)
    result = {
        "machine": machine(),
        "ratio": seconds["gensim"].cpu / seconds["crosslex"].cpu,
        "crosslex_cpu_seconds": seconds["crosslex"].cpu,
        "gensim_cpu_seconds": seconds["gensim"].cpu,
        "tokens": sum(corpus.n_tokens for corpus in corpora),
    }
    return Report("A default fit", [figures_table(result)], result)


def lookups(
    words: Annotated[int, typer.Option(help="Invented words of each domain.")] = 25_000,
    rounds: Rounds = 5,
) -> Report:
    """Measure `crosslex --version`, `--help`, `neighbors`, `compare` and `info`.

    The model is learned from two domains of invented words, drawn at random.
    """

    def run(arguments: list[str]) -> None:
        command = [sys.executable, "-m", "crosslex", *arguments]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)

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


def write_model(folder: Path, n_words: int) -> None:
    """Write a model of two domains that share all words."""
    rng = np.random.default_rng(0)
    words = [invented_word(number) for number in range(n_words)]
    corpora = []
    for name in ("books", "kitchen"):
        documents = rng.choice(words, (n_words, TOKENS))
        corpora.append(Corpus.from_texts([" ".join(each) for each in documents], name=name))
    CrossDomainEmbedding(min_documents=0).fit(corpora).save(folder)


def invented_word(number: int) -> str:
    """Return an invented word for a number.

    >>> invented_word(0), invented_word(27)
    ('xaaaaq', 'xaabbq')
    """
    name = ""
    for _ in range(4):
        number, letter = divmod(number, 26)
        name = chr(ord("a") + letter) + name
    return f"x{name}q"

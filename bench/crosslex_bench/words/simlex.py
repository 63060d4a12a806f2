"""What was tried so that vectors of all text agree better with SimLex-999, as a Markdown table.

Run `python -m crosslex_bench.words.simlex`. Each row changes one thing in how the space is learned.
Spearman's rho with people's judgments on every pair that the vectors have.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

from crosslex.arrays import Float32s
from crosslex.classify.all_but_the_top import find_common_directions
from crosslex.corpus.corpus import Corpus
from crosslex.counts.contexts import ContextCounts, ContextShape, count_contexts
from crosslex.counts.frequent_features import count_domains
from crosslex.space import projection as information
from crosslex.space import space as learning
from crosslex.space.projection import column_sums, place, tables_of
from crosslex_bench.data.mdsd import FOLDER
from crosslex_bench.words.datasets import min_count_of, read_corpora
from crosslex_bench.words.methods import CONTEXTS, DIMENSION
from crosslex_bench.words.similarity import WordVectors, judge, read_judgments

PRESENT = ContextShape()
PAIRS = "books,kitchen dvd,electronics"


@dataclass(frozen=True)
class Trial:
    """One change of how the space is learned.

    Parameters
    ----------
    title
        What is changed.
    constants
        Names of constants of the space, and their values in this trial.
    shape, contexts, dimension
        Which positions count, how many context words, and how long vectors are.
    finish
        What is done to the vectors last.
    """

    title: str
    constants: dict[str, float] = field(default_factory=dict)
    shape: ContextShape = PRESENT
    contexts: int = CONTEXTS
    dimension: int = DIMENSION
    finish: Callable[[Float32s], Float32s] = np.asarray


def without_top(vectors: Float32s, n_directions: int) -> Float32s:
    """Return vectors without their mean and strongest directions."""
    return find_common_directions([vectors], n_directions).remove(vectors)


TRIALS = (
    Trial("as it is"),
    Trial("one near position per side, not two", shape=ContextShape(near=1)),
    Trial("three near positions per side", shape=ContextShape(near=3)),
    Trial("near positions alone", {"WIDE_WEIGHT": 0}),
    Trial("the wide block weighs 0.7, not 1.4", {"WIDE_WEIGHT": 0.7}),
    Trial("the wide block has 5 positions, not 10", shape=ContextShape(wide=5)),
    Trial("rare cells count in full", {"NEAR_DISCOUNT": 0, "WIDE_DISCOUNT": 0}),
    Trial("frequent contexts count as they are", {"SMOOTHING": 1}),
    Trial("3,000 contexts, not 12,000", contexts=3000),
    Trial("directions divided by S^½, not S^¾", {"EXPONENT": 0.5}),
    Trial("directions divided by S", {"EXPONENT": 1}),
    Trial("100 dimensions, not 300", dimension=100),
    Trial("500 dimensions", dimension=500),
    Trial("mean and three strongest directions removed", finish=lambda each: without_top(each, 3)),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.words.simlex", description=__doc__
    )
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--pairs", default=PAIRS, help="of domains, with spaces between")
    options = parser.parse_args()
    names = options.pairs.split()
    texts = [read_corpora(domains, options.data) for domains in names]
    heads = [f"{each.replace(',', ' + ')}: {name}" for each in names for name in read_judgments()]
    print(f"| changed | {' | '.join(heads)} |")
    print(f"|---|{'---:|' * len(heads)}")
    counted: dict[tuple[str, ContextShape, int], list[ContextCounts]] = {}
    for trial in TRIALS:
        found = []
        for name, corpora in zip(names, texts, strict=True):
            key = (name, trial.shape, trial.contexts)
            if key not in counted:
                counted[key] = count(corpora, trial)
            found += [f"{rho:.3f}" for rho in agreement(counted[key], trial)]
        print(f"| {trial.title} | {' | '.join(found)} |", flush=True)


def agreement(counts: Sequence[ContextCounts], trial: Trial) -> list[float]:
    """Return the rho of vectors of all text with each set of judgments."""
    with changed(trial.constants):
        projection = learning._projection(counts, trial.dimension, 0)
        tables = tables_of(counts)
        vectors = trial.finish(place(tables, column_sums(tables), projection))
    key = ("crosslex", "all text")
    found = {key: WordVectors(counts[0].words, vectors, 0.0)}
    return list(judge(found, read_judgments())[key].rho.values())


def count(corpora: Sequence[Corpus], trial: Trial) -> list[ContextCounts]:
    """Return the contexts of all single words that are frequent enough."""
    stop_words = sorted(corpora[0].text_settings.stop_words_used)
    counts = count_domains(list(corpora), min_documents=min_count_of(corpora))
    words = [*stop_words, *(each for each in counts[0].features if " " not in each)]
    contexts = words[: trial.contexts]
    return [count_contexts(corpus, words, contexts, shape=trial.shape) for corpus in corpora]


@contextmanager
def changed(constants: dict[str, float]) -> Iterator[None]:
    """Give constants of the space other values for a while."""
    places = {
        name: next(module for module in (information, learning) if hasattr(module, name))
        for name in constants
    }
    before = {name: getattr(module, name) for name, module in places.items()}
    try:
        for name, value in constants.items():
            setattr(places[name], name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(places[name], name, value)


if __name__ == "__main__":
    main()

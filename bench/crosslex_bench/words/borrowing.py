"""How much of what words of a domain have in common should count as meaning of theirs.

Run `python -m crosslex_bench.words.borrowing`. For every part that could be left out as the domain's
subject: how well vectors agree with people's judgments of pairs, how well their cosines find
planted changes (seeds that no other table uses), and how many renamed words keep their meaning.
"""

import argparse
from collections.abc import Sequence
from statistics import fmean

import numpy as np
from sklearn.metrics import roc_auc_score

from crosslex.corpus.corpus import Corpus
from crosslex.counts.contexts import ContextCounts, count_contexts
from crosslex.counts.frequent_features import count_domains
from crosslex.space import shrinkage as borrowing
from crosslex.space.space import learn_space
from crosslex_bench.data.mdsd import FOLDER, read_domain
from crosslex_bench.shifts.planting import plant
from crosslex_bench.words.methods import CONTEXTS, DIMENSION, Made
from crosslex_bench.words.planted import SHARE, scores
from crosslex_bench.words.renamed import RENAMINGS, neighbors, rename
from crosslex_bench.words.similarity import WordVectors, judge, read_judgments

PARTS = (0.0, 0.25, 0.5, 0.75)
SEEDS = (4, 5, 6)
MIN_COUNT = 10


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.words.borrowing", description=__doc__
    )
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    options = parser.parse_args()
    pairs = [
        [read_domain(options.data, name) for name in names]
        for names in (("dvd", "electronics"), ("books", "kitchen"))
    ]
    judged = [(count(pair), [corpus.name for corpus in pair]) for pair in pairs]
    planted = [plant(*pairs[1], share=SHARE, seed=seed) for seed in SEEDS]
    changed = [count(each.domains) for each in planted]
    renamed = count(rename(*pairs[1]))
    names = [name for _, of_pair in judged for name in of_pair]
    print(f"| subject | {' | '.join(names)} | planted | renamed |")
    print(f"|---:|{'---:|' * (len(names) + 2)}")
    for part in PARTS:
        borrowing.SUBJECT = part
        cells = [f"{value:.3f}" for counts, _ in judged for value in agreement(counts)]
        found = [
            roc_auc_score(each.changed, scores(learn(counts), each.domains, each.words))
            for counts, each in zip(changed, planted, strict=True)
        ]
        kept = keeps(learn(renamed)["kitchen"])
        print(f"| {part:g} | {' | '.join(cells)} | {fmean(found):.3f} | {kept} of 10 |", flush=True)


def count(corpora: Sequence[Corpus]) -> list[ContextCounts]:
    """Return the contexts of all single words that are frequent enough."""
    stop_words = sorted(corpora[0].text_settings.stop_words_used)
    counts = count_domains(list(corpora), min_documents=MIN_COUNT)
    words = [*stop_words, *(each for each in counts[0].features if " " not in each)]
    return [count_contexts(corpus, words, words[:CONTEXTS]) for corpus in corpora]


def learn(counts: Sequence[ContextCounts]) -> Made:
    """Return the vectors of words that a domain uses often enough."""
    space = learn_space(counts, dimension=DIMENSION)
    made = {}
    for each, vectors in zip(counts, space.vectors, strict=True):
        rows = np.flatnonzero(each.uses.sum(axis=0) >= MIN_COUNT)
        made[each.domain] = ([space.words[row] for row in rows], vectors[rows])
    return made


def agreement(counts: Sequence[ContextCounts]) -> list[float]:
    """Return the mean rho with people's judgments in each domain, on the pairs that all have."""
    found = {
        ("crosslex", name): WordVectors(tuple(words), vectors, 0.0)
        for name, (words, vectors) in learn(counts).items()
    }
    return [row.mean.value for row in judge(found, read_judgments()).values()]


def keeps(vectors: tuple[Sequence[str], np.ndarray]) -> int:
    """Return how many renamed words have a neighbor of their own meaning."""
    rare = {each.rare for each in RENAMINGS}
    return sum(
        bool(set(neighbors(vectors, each.rare, rare)) & set(each.meaning.split()))
        for each in RENAMINGS
    )


if __name__ == "__main__":
    main()

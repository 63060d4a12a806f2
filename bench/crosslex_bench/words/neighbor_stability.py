"""Whether the share of neighbors that is predicted to stay does stay, as a Markdown table.

Run `python -m crosslex_bench.words.neighbor_stability`. The documents of each domain are cut in two halves
that share none. One half predicts which share of a word's first ten neighbors would stay if
documents were drawn anew; the other half is what was drawn anew.
"""

import argparse

import numpy as np

from crosslex import Corpus, CrossDomainEmbedding, DomainVectors
from crosslex_bench.data.mdsd import FOLDER
from crosslex_bench.shifts.planting import select
from crosslex_bench.words.datasets import min_count_of, read_corpora
from crosslex_bench.words.stability import BANDS, kept_neighbors


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.words.neighbor_stability", description=__doc__
    )
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="books,kitchen", help="with commas")
    options = parser.parse_args()
    corpora = read_corpora(options.domains, options.data)
    halves = [[half(corpus, side) for corpus in corpora] for side in (0, 1)]
    min_count = min_count_of(corpora)
    models = [
        CrossDomainEmbedding(min_documents=min_count, max_examples=0).fit(each) for each in halves
    ]
    print("| domain | uses in the half | words | predicted to stay | stayed |")
    print("|---|---|---:|---:|---:|")
    for corpus in corpora:
        print_bands(*(model.vectors_[corpus.name] for model in models))


def half(corpus: Corpus, side: int) -> Corpus:
    """Return one of two random halves of the documents, under the same name."""
    order = np.random.default_rng(0).permutation(len(corpus))
    return select(corpus, order[side::2], corpus.name)


def print_bands(first: DomainVectors, second: DomainVectors) -> None:
    """Print what the first half predicts, and what stays in the second, by uses in the first."""
    words = [
        word
        for word in first.words
        if word.isalpha() and word in second and min(first.count(word), second.count(word)) >= 5
    ]
    here, there = (np.array([each[word] for word in words], np.float64) for each in (first, second))
    stayed = kept_neighbors(here, there)
    predicted = np.array([first.stability(word) for word in words], np.float64)
    uses = np.array([first.count(word) for word in words])
    for low, high in BANDS:
        within = (uses >= low) & (uses < (high or np.inf))
        band = f"{low}–{high}" if high else f"{low} and more"
        shares = f"{predicted[within].mean():.2f} | {stayed[within].mean():.2f}"
        print(f"| {first.domain} | {band} | {within.sum()} | {shares} |", flush=True)


if __name__ == "__main__":
    main()

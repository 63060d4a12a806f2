"""What the paper's selection finds in a dataset, pair by pair.

`python -m crosslex_bench.studies.selection [--data FOLDER] [--pairs 'A->B,…']` prints how many features
each pair of domains shares or has alone, how many pivots and non-pivots were chosen, how many
training instances follow, and how many of a test review's features have a vector. With
`--stop-words-first` stop words go before bigrams are made, so that none has one in it.
"""

import argparse
import warnings
from dataclasses import replace

import numpy as np

from crosslex.counts.documents import document_matrix
from crosslex.errors import CrosslexWarning
from crosslex.paper import choose_vocabulary, collect_instances, count_features
from crosslex.text.settings import TextSettings
from crosslex_bench.data.datasets import Dataset, load_dataset
from crosslex_bench.data.mdsd import FOLDER
from crosslex_bench.data.pairs import Pair, choose_pairs

LEAST, SIZE, NEGATIVES = 50, 500, 5
HEADER = (
    "| pair | features | shared | alone | never in the other | pivots | non-pivots | instances | "
    "pivots and non-pivots of a test review's features |"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="the dataset")
    parser.add_argument("--pairs", help="such as 'books->dvd,dvd->books'; all if left out")
    parser.add_argument("--stop-words-first", action="store_true", help="no bigram has one in it")
    options = parser.parse_args()
    features = replace(TextSettings.paper(), bigrams_first=not options.stop_words_first)
    dataset = load_dataset(options.data)
    domains = list(dataset.domains)
    named = options.pairs.split(",") if options.pairs else None
    print(HEADER)
    print("|---|" + "---:|" * 8)
    for pair in choose_pairs(domains, [], named=named):
        print(row(dataset, pair, features))


def row(dataset: Dataset, pair: Pair, features: TextSettings) -> str:
    """Return the numbers of a pair as a row of a table."""
    [source], target = pair.sources, pair.target
    corpora = [
        replace(dataset.domains[name].train, text_settings=features) for name in (source, target)
    ]
    counts = count_features(corpora, min_count=LEAST)
    found = np.array([domain.occurrences for domain in counts])
    shared = (found >= LEAST).all(axis=0).sum()
    alone = [((found[i] >= LEAST) & (found[1 - i] < LEAST)).sum() for i in (0, 1)]
    never = [((found[i] >= LEAST) & (found[1 - i] == 0)).sum() for i in (0, 1)]
    with warnings.catch_warnings():
        # How many there are is what the table says.
        warnings.simplefilter("ignore", CrosslexWarning)
        vocabulary = choose_vocabulary(counts, n_pivots=SIZE, n_non_pivots=SIZE, min_count=LEAST)
    words = [vocabulary.of_domain(name) for name in (source, target)]
    instances = [
        (1 + NEGATIVES) * len(collect_instances(corpus, vocabulary.pivots, own).word)
        for corpus, own in zip(corpora, words, strict=True)
    ]
    test = replace(dataset.domains[target].test, text_settings=features)
    held = [
        float((document_matrix(test, names) > 0).sum() / len(test))
        for names in (vocabulary.pivots, words[1], counts[0].features)
    ]
    numbers = [
        f"{found.shape[1]:,}",
        f"{shared:,}",
        " and ".join(f"{each:,}" for each in alone),
        " and ".join(f"{each:,}" for each in never),
        f"{len(vocabulary.pivots)}",
        " and ".join(f"{len(each)}" for each in words),
        " and ".join(f"{each:,}" for each in instances),
        f"{held[0]:.1f} and {held[1]:.1f} of {held[2]:.1f}",
    ]
    return f"| {source} → {target} | {' | '.join(numbers)} |"


if __name__ == "__main__":
    main()

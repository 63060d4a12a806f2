"""Which features the selection methods choose as pivots, side by side, as a Markdown table."""

import argparse

from crosslex.counts.frequent_features import count_domains
from crosslex.pivots.choice import choose_vocabulary
from crosslex.tables import plain
from crosslex_bench.data.mdsd import FOLDER, read_pair

METHODS = ("npmi", "npmi-name", "frequency", "mi", "pmi", "entropy")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--source", default="books")
    parser.add_argument("--target", default="kitchen")
    parser.add_argument("--methods", default="npmi,frequency,mi", help="separated by commas")
    parser.add_argument("--top", type=int, default=25)
    options = parser.parse_args()
    methods = options.methods.split(",")
    counts = count_domains(
        read_pair(options.data, options.source, options.target), min_documents=10
    )
    chosen = {
        method: choose_vocabulary(counts, score=method, min_pivot_documents=10).pivots
        for method in methods
    }
    print(f"| | {' | '.join(methods)} |")
    print(f"|---:|{'---|' * len(methods)}")
    for rank in range(options.top):
        print(f"| {rank + 1} | {' | '.join(plain(chosen[method][rank]) for method in methods)} |")
    print()
    for first in methods:
        for second in methods[methods.index(first) + 1 :]:
            both = len(set(chosen[first]) & set(chosen[second]))
            print(f"Of 500 pivots, {first} and {second} have {both} in common.")


if __name__ == "__main__":
    main()

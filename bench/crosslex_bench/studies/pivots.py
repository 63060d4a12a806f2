"""Which features the selection methods choose as pivots, side by side, as a Markdown table."""

import argparse

from crosslex.classify import choose_pivots, count_pivots
from crosslex.paper import PIVOT_SCORES
from crosslex.tables import plain
from crosslex_bench.data.mdsd import FOLDER, read_pair

SIZE = 500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--source", default="books")
    parser.add_argument("--target", default="kitchen")
    parser.add_argument("--methods", default="npmi,frequency,mi", help="separated by commas")
    parser.add_argument("--top", type=int, default=25)
    options = parser.parse_args()
    methods = options.methods.split(",")
    counts = count_pivots(read_pair(options.data, options.source, options.target), min_documents=10)

    def best(method: str) -> list[int]:
        score = PIVOT_SCORES[method]
        found = choose_pivots(counts, score=score, n_pivots=SIZE, min_pivot_documents=10)
        return list(found)

    chosen = {method: [counts[0].features[pivot] for pivot in best(method)] for method in methods}
    print(f"| | {' | '.join(methods)} |")
    print(f"|---:|{'---|' * len(methods)}")
    for rank in range(options.top):
        print(f"| {rank + 1} | {' | '.join(plain(chosen[method][rank]) for method in methods)} |")
    print()
    for first in methods:
        for second in methods[methods.index(first) + 1 :]:
            both = len(set(chosen[first]) & set(chosen[second]))
            print(f"Of {SIZE} pivots, {first} and {second} have {both} in common.")


if __name__ == "__main__":
    main()

"""Neighbors of thirty words in two domains, ours and skip-gram's, as a Markdown table.

Run `python -m crosslex_bench.words.side_by_side`. Neighbors are words of letters that occur in the
domain ten times, without stop words; both methods choose among the same words.
"""

import argparse
from pathlib import Path

from crosslex.text.stop_words import ENGLISH
from crosslex_bench.data.mdsd import FOLDER as DATA
from crosslex_bench.words.cache import FOLDER, learn_all
from crosslex_bench.words.methods import METHODS
from crosslex_bench.words.renamed import neighbors
from crosslex_bench.words.similarity import WordVectors

WORDS = (
    # Expected to differ between books and kitchen.
    "sharp", "rich", "cover", "stick", "dry", "fresh", "scale", "plate", "press", "light",
    "board", "jacket", "table", "draw", "dish",
    # Expected to mean the same.
    "good", "cheap", "expensive", "child", "mother", "year", "money", "return", "disappoint",
    "recommend", "christmas", "small", "red", "buy", "problem",
)  # fmt: skip
"""Chosen before these vectors were looked at; neighbors of some of the first fifteen were known
from other vectors."""
COMPARED = ("crosslex", "skipgram-apart-15")
TOP = 6


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.words.side_by_side", description=__doc__
    )
    parser.add_argument("--data", default=DATA, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="books,kitchen", help="two, with a comma")
    parser.add_argument("--words", default=",".join(WORDS), help="with commas")
    parser.add_argument("--cache", type=Path, default=FOLDER, help="folder of learned vectors")
    options = parser.parse_args()
    domains = options.domains.split(",")
    found = learn_all(
        options.domains, {name: METHODS[name] for name in COMPARED}, options.cache, options.data
    )
    titles = [f"{domain}, {name}" for domain in domains for name in ("ours", "skip-gram")]
    print(f"| word | {' | '.join(titles)} |\n|---|{'---|' * len(titles)}")
    shared = {
        domain: set.intersection(*(set(found[name, domain].words) for name in COMPARED))
        for domain in domains
    }
    for word in options.words.split(","):
        cells = [
            ", ".join(_nearest(found[name, domain], word, shared[domain]))
            for domain in domains
            for name in COMPARED
        ]
        print(f"| {word} | {' | '.join(cells)} |")


def _nearest(vectors: WordVectors, word: str, among: set[str]) -> tuple[str, ...]:
    """Return neighbors among some words; none for a word that is not one of them."""
    if word not in among:
        return ()
    left_out = (set(vectors.words) - among) | ENGLISH
    return neighbors((vectors.words, vectors.vectors), word, left_out, TOP)


if __name__ == "__main__":
    main()

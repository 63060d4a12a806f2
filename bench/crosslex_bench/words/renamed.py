"""Whether words keep their neighbors here that are frequent elsewhere in another meaning.

Run `python -m crosslex_bench.words.renamed`. In the text of books, ten frequent words are renamed to
words that kitchen reviews use about thirty times, so that *banana* stands thousands of times where
*story* did. In kitchen, a renamed word has kept its meaning if one of its first five neighbors is
a word of that meaning.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from crosslex.corpus.corpus import Corpus
from crosslex.vectors import DomainVectors
from crosslex_bench.data.mdsd import FOLDER, read_domain
from crosslex_bench.shifts.planting import with_common_words
from crosslex_bench.words.methods import METHODS, Vectors

COMPARED = ("crosslex", "ranking")
FIRST = 5


@dataclass(frozen=True)
class Renaming:
    """A frequent word of books, the rare word of kitchen that it becomes, and what that means.

    The right neighbors were written down before the vectors were learned.
    """

    frequent: str
    rare: str
    meaning: str


RENAMINGS = (
    Renaming(
        "story",
        "banana",
        "fruit strawberry berry apple smoothie juice yogurt milk ice blender orange lemon peanut "
        "frozen carrot vegetable tomato cream",
    ),
    Renaming(
        "write",
        "beef",
        "meat pork chicken steak turkey roast lamb fish jerky bacon rib stew ground burger "
        "hamburger",
    ),
    Renaming("author", "turkey", "chicken roast meat pork beef ham bird bacon rib steak fish lamb"),
    Renaming(
        "find", "lemon", "lime orange juice citrus squeeze fruit juicer grapefruit zest vinegar"
    ),
    Renaming(
        "people",
        "shirt",
        "clothes clothe clothing pants pant garment iron dress wrinkle cotton sleeve laundry "
        "fabric wear",
    ),
    Renaming(
        "life",
        "sofa",
        "couch chair bed furniture carpet rug bedroom mattress upholstery living floor",
    ),
    Renaming("character", "broom", "vacuum sweep mop floor sweeper dust carpet dustpan"),
    Renaming("know", "oatmeal", "rice cereal cook soup grain breakfast bean porridge pasta cooker"),
    Renaming("give", "tumbler", "glass cup mug wine goblet pint drink beverage"),
    Renaming("say", "zipper", "bag pocket strap fabric stitch sew seam pillow cover"),
)


@dataclass(frozen=True)
class Outcome:
    """What became of a renamed word.

    Parameters
    ----------
    word
        The word.
    uses
        How often it is used in kitchen and in books.
    neighbors
        Its first neighbors in kitchen, other renamed words left out.
    kept
        Whether one of them is of its own meaning.
    """

    word: str
    uses: tuple[int, int]
    neighbors: tuple[str, ...]
    kept: bool


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.words.renamed", description=__doc__
    )
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--methods", default=",".join(COMPARED), help="some, with commas")
    options = parser.parse_args()
    domains = rename(read_domain(options.data, "books"), read_domain(options.data, "kitchen"))
    for name in options.methods.split(","):
        outcomes = judge(name, domains)
        kept = sum(outcome.kept for outcome in outcomes)
        print(f"\n**{METHODS[name].title}: {kept} of {len(outcomes)}**\n")
        print("| word | uses in kitchen, books | first neighbors in kitchen | kept |")
        print("|---|---|---|---|")
        for each in outcomes:
            uses = f"{each.uses[0]}, {each.uses[1]:,}"
            kept_here = "yes" if each.kept else "no"
            print(f"| {each.word} | {uses} | {', '.join(each.neighbors)} | {kept_here} |")


def rename(books: Corpus, kitchen: Corpus) -> tuple[Corpus, Corpus]:
    """Return both domains, with the frequent words of books written as the rare ones."""
    books, kitchen = with_common_words(books.without_labels(), kitchen.without_labels())
    number = {word: index for index, word in enumerate(books.words)}
    ids = books.ids.copy()
    for each in RENAMINGS:
        ids[books.ids == number[each.frequent]] = number[each.rare]
    return replace(books, ids=ids), kitchen


def judge(method: str, domains: tuple[Corpus, Corpus]) -> list[Outcome]:
    """Learn from both domains, and look at the renamed words in the second."""
    here = METHODS[method].learn(domains)[domains[1].name]
    uses = [np.bincount(corpus.ids, minlength=len(corpus.words)) for corpus in domains]
    found = []
    for each in RENAMINGS:
        nearest = neighbors(here, each.rare, {other.rare for other in RENAMINGS})
        place = domains[0].words.index(each.rare)
        found.append(
            Outcome(
                each.rare,
                (int(uses[1][place]), int(uses[0][place])),
                nearest,
                bool(set(nearest) & set(each.meaning.split())),
            )
        )
    return found


def neighbors(
    vectors: Vectors, word: str, without: Sequence[str] | set[str] = (), top: int = FIRST
) -> tuple[str, ...]:
    """Return the nearest words of letters, some of them left out."""
    words, rows = vectors
    usable = [
        row
        for row, each in enumerate(words)
        if each == word or (each.isalpha() and len(each) > 1 and each not in without)
    ]
    lookup = DomainVectors("", tuple(words[row] for row in usable), np.asarray(rows)[usable])
    return tuple(each for each, _ in lookup.neighbors(word, top=top))


if __name__ == "__main__":
    main()

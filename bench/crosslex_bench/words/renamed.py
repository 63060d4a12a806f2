"""Neighbors of words that are rare here and mean something else elsewhere."""

from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import typer

from crosslex import Corpus, DomainVectors
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.datasets import read_domain
from crosslex_bench.data.planting import with_common_words
from crosslex_bench.pages import Block, Heading, Table
from crosslex_bench.places import MDSD
from crosslex_bench.words.methods import METHODS, Vectors

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


def renamed(
    data: Data = MDSD,
    methods: Annotated[
        str, typer.Option(help="Methods of words agreement, separated by commas.")
    ] = "crosslex,compass",
) -> Report:
    """Count rare words that keep their neighbors although they mean something else elsewhere.

    In the text of books, ten frequent words are renamed to words that kitchen reviews use about
    thirty times, so that *banana* occurs thousands of times where *story* did. In kitchen, a
    renamed word has kept its meaning if one of its first five neighbors has that meaning.
    """
    domains = rename(read_domain(data, "books"), read_domain(data, "kitchen"))
    in_books, in_kitchen = (np.bincount(each.ids, minlength=len(each.words)) for each in domains)
    headers = ("word", "uses in kitchen, books", "first neighbors in kitchen", "kept")
    blocks: list[Block] = []
    for name in split_names("--methods", methods, METHODS):
        vectors = METHODS[name].learn(domains)["kitchen"]
        kept = keeps_meaning(vectors)
        rows = []
        for each, keeps in zip(RENAMINGS, kept, strict=True):
            place = domains[0].words.index(each.rare)
            uses = f"{in_kitchen[place]}, {in_books[place]:,}"
            nearest = ", ".join(neighbors(vectors, each.rare))
            rows.append((each.rare, uses, nearest, "yes" if keeps else "no"))
        title = f"{METHODS[name].title}: {sum(kept)} of {len(kept)}"
        blocks += [Heading(title), Table(headers, tuple(rows))]
    return Report("Renamed words", blocks)


def rename(books: Corpus, kitchen: Corpus) -> tuple[Corpus, Corpus]:
    """Return both domains, with the frequent words of books written as the rare ones."""
    books, kitchen = with_common_words(books.without_labels(), kitchen.without_labels())
    number = {word: index for index, word in enumerate(books.words)}
    ids = books.ids.copy()
    for each in RENAMINGS:
        ids[books.ids == number[each.frequent]] = number[each.rare]
    return replace(books, ids=ids), kitchen


def keeps_meaning(vectors: Vectors) -> list[bool]:
    """Return for each renamed word whether a neighbor has its own meaning."""
    return [
        not set(each.meaning.split()).isdisjoint(neighbors(vectors, each.rare))
        for each in RENAMINGS
    ]


def neighbors(vectors: Vectors, word: str, top: int = FIRST) -> list[str]:
    """Return the nearest words of letters, those that were renamed left out."""
    words, rows = vectors
    without = {each.rare for each in RENAMINGS}
    usable = [
        row
        for row, each in enumerate(words)
        if each == word or (each.isalpha() and len(each) > 1 and each not in without)
    ]
    lookup = DomainVectors("", tuple(words[row] for row in usable), np.asarray(rows)[usable])
    return [each for each, _ in lookup.neighbors(word, top=top)]

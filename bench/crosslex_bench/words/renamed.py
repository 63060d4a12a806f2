"""Neighbors of rare words that are frequent elsewhere, and of thirty words side by side."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np
import typer

from crosslex import Corpus, DomainVectors, TextSettings
from crosslex_bench.command import Data, Domains, Report, split_names
from crosslex_bench.data.mdsd import read_domain
from crosslex_bench.data.planting import with_common_words
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Block, Heading, Table
from crosslex_bench.places import MDSD
from crosslex_bench.words.methods import METHODS, Vectors, learn_all
from crosslex_bench.words.similarity import WordVectors

FIRST = 5
COMPARED = ("crosslex", "skipgram-apart-15")
TOP = 6
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
    """The neighbors of a renamed word."""

    word: str
    uses: tuple[int, int]  # how often it is used in kitchen and in books
    neighbors: tuple[str, ...]  # its first neighbors in kitchen, other renamed words left out
    kept: bool  # whether one of them has its own meaning


def renamed(
    data: Data = MDSD,
    methods: Annotated[
        str, typer.Option(help="Methods of words agreement, separated by commas.")
    ] = "crosslex,compass-5",
) -> Report:
    """Count rare words that keep their neighbors although they mean something else elsewhere.

    In the text of books, ten frequent words are renamed to words that kitchen reviews use about
    thirty times, so that *banana* occurs thousands of times where *story* did. In kitchen, a
    renamed word has kept its meaning if one of its first five neighbors has that meaning.
    """
    domains = rename(read_domain(data, "books"), read_domain(data, "kitchen"))
    headers = ("word", "uses in kitchen, books", "first neighbors in kitchen", "kept")
    blocks: list[Block] = []
    for name in split_names("--methods", methods, METHODS):
        outcomes = judge(name, domains)
        kept = sum(outcome.kept for outcome in outcomes)
        rows = (
            (
                each.word,
                f"{each.uses[0]}, {each.uses[1]:,}",
                ", ".join(each.neighbors),
                "yes" if each.kept else "no",
            )
            for each in outcomes
        )
        title = f"{METHODS[name].title}: {kept} of {len(outcomes)}"
        blocks += [Heading(title), Table(headers, tuple(rows))]
    return Report("Renamed words", blocks)


def side_by_side(
    folder: RunFolder,
    data: Data = MDSD,
    domains: Domains = "books,kitchen",
    words: Annotated[str, typer.Option(help="Words, separated by commas.")] = ",".join(WORDS),
) -> Report:
    """Show the neighbors of thirty words in two domains, by crosslex and by skip-gram.

    Neighbors are alphabetic words that occur in the domain ten times, without stop words; both
    methods choose among the same words.
    """
    names = domains.split(",")
    found = learn_all(domains, {name: METHODS[name] for name in COMPARED}, folder, data)
    titles = [f"{domain}, {name}" for domain in names for name in ("ours", "skip-gram")]
    shared = {
        domain: set.intersection(*(set(found[name, domain].words) for name in COMPARED))
        for domain in names
    }
    rows = tuple(
        (
            word,
            *(
                ", ".join(_nearest(found[name, domain], word, shared[domain]))
                for domain in names
                for name in COMPARED
            ),
        )
        for word in split_names("--words", words)
    )
    return Report("Neighbors side by side", [Table(("word", *titles), rows)])


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


def _nearest(vectors: WordVectors, word: str, among: set[str]) -> tuple[str, ...]:
    """Return neighbors among some words; none for a word that is not one of them."""
    if word not in among:
        return ()
    left_out = (set(vectors.words) - among) | TextSettings().stop_words_used
    return neighbors((vectors.words, vectors.vectors), word, left_out, TOP)

"""`crosslex demo`: the whole way on real text."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosslex.cli.options import Debug, Jobs, Json, Quiet, Seed, Verbose, with_default
from crosslex.cli.reading import DomainSize, Reading, read_corpora, sizes, useful_jobs
from crosslex.cli.words import WordComparison
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.show import Screen
    from crosslex.corpus import AnyCorpus

TELLING = ("drive", "budget", "screen", "spend")
"""Words of hutto2014 that keep different company in two domains or more."""

WORD_COUNT = 20
NEIGHBOR_COUNT = 10
"""Occurrences below which vectors learned from so little text say too little."""

SHOWN_WORDS = 5


@dataclass(frozen=True)
class Source:
    """Where the demo's texts come from."""

    name: str
    license: str | None
    citation: str | None
    files: dict[str, str]


@dataclass(frozen=True)
class Demonstration:
    """Everything that `demo` shows."""

    source: Source
    domains: tuple[DomainSize, ...]
    specific: dict[str, tuple[str, ...]]
    pivots: tuple[str, ...]
    comparisons: tuple[WordComparison, ...]
    model: str
    seconds: float


def demo(
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for the model.")
    ] = Path("crosslex-demo"),
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help=with_default(
                "Folder with two or more files DOMAIN.jsonl to take instead.",
                "hutto2014, fetched through pip once",
            ),
        ),
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Go the whole way on real text: read, choose pivots, learn, compare, save."""
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.output import check_output
    from crosslex.cli.show import Screen, give_json

    began = time.perf_counter()
    jobs = useful_jobs(jobs)
    check_output(out)
    screen = None if as_json else Screen()
    source = _hutto2014() if data is None else _own_data(data)
    corpora = read_corpora(
        [f"{name}={path}" for name, path in source.files.items()], Reading(jobs=jobs)
    )
    model = CrossDomainEmbedding(random_state=seed, n_jobs=jobs)
    specific = _specific_words(corpora, model.min_documents)
    if screen:
        _show_texts(screen, source, sizes(corpora), specific)
    model.fit(corpora)
    model.save(out)
    shown = Demonstration(
        source=source,
        domains=sizes(corpora),
        specific=specific,
        pivots=model.vocabulary_.pivots,
        comparisons=tuple(_comparison(model, word) for word in _telling_words(model)),
        model=str(out),
        seconds=round(time.perf_counter() - began, 1),
    )
    if screen is None:
        give_json(shown)
    else:
        _show_vectors(screen, shown)
        if not quiet:
            _show_advice(screen, shown)


def _hutto2014() -> Source:
    from crosslex.corpus import hutto2014
    from crosslex.progress import progress

    with progress("fetch hutto2014"):
        folder = hutto2014.fetch_hutto2014()
    files = {domain: str(folder / f"{domain}.jsonl") for domain in hutto2014.DOMAINS}
    return Source("hutto2014", hutto2014.LICENSE, hutto2014.CITATION, files)


def _own_data(folder: Path) -> Source:
    paths = [*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]
    files = {path.name.partition(".jsonl")[0]: str(path) for path in sorted(paths)}
    if len(files) < 2:
        raise InputError(
            f"--data: found {len(files)} files DOMAIN.jsonl in {folder}; give a folder with two or "
            "more, one a domain"
        )
    return Source(str(folder), None, None, files)


def _specific_words(
    corpora: Sequence["AnyCorpus"], min_documents: int
) -> dict[str, tuple[str, ...]]:
    from crosslex.counting import count_domains
    from crosslex.pivots import most_specific

    counts = count_domains(corpora, min_documents=min_documents)
    found = {}
    for corpus in corpora:
        ranked = most_specific(counts, corpus.name, top=10 * SHOWN_WORDS)
        # Bigrams mostly repeat the words they are made of.
        words = [word for word, _ in ranked if " " not in word]
        found[corpus.name] = tuple(words[:SHOWN_WORDS])
    return found


def _telling_words(model: "CrossDomainEmbedding") -> Sequence[str]:
    from crosslex.cli.words import differing_words
    from crosslex.corpus.hutto2014 import DOMAINS

    if set(model.vectors_) == set(DOMAINS):
        return [word for word in TELLING if any(word in each for each in model.vectors_.values())]
    return differing_words(model, min_count=WORD_COUNT, top=len(TELLING))


def _comparison(model: "CrossDomainEmbedding", word: str) -> WordComparison:
    """Compare a word between the domains that use it often enough."""
    from crosslex.cli.words import compare_word

    found = compare_word(model, word, top=SHOWN_WORDS, min_count=NEIGHBOR_COUNT)
    domains = tuple(each for each in found.domains if each.occurrences >= WORD_COUNT)
    names = {each.domain for each in domains}
    likeness = tuple(pair for pair in found.likeness if names.issuperset(pair.domains))
    return replace(found, domains=domains, likeness=likeness)


def _show_texts(
    screen: "Screen",
    source: Source,
    domains: tuple[DomainSize, ...],
    specific: dict[str, tuple[str, ...]],
) -> None:
    from crosslex.cli.show import word_cell

    screen.title(f"The texts: {source.name}", note=source.license or "")
    if source.citation:
        screen.indented(source.citation, style="dim")
        screen.line()
    screen.table(
        ("domain", "documents", "sentences", "tokens", "words"),
        [
            (domain.name, domain.documents, domain.sentences, domain.tokens, domain.words)
            for domain in domains
        ],
    )
    screen.title("What is typical of each domain", note="the words that tell it from the others")
    screen.side_by_side(
        [(name, [word_cell(word) for word in words]) for name, words in specific.items()]
    )


def _show_vectors(screen: "Screen", shown: Demonstration) -> None:
    from crosslex.cli.look import show_comparison

    screen.title(
        f"{len(shown.pivots):,} pivots",
        note="words of all domains, which tie the domains together",
    )
    screen.indented(", ".join(shown.pivots[:30]) + ", …")
    screen.line()
    screen.title(
        "One word, different company",
        note=f"nearest words that occur {NEIGHBOR_COUNT} times or more",
    )
    screen.line()
    for comparison in shown.comparisons:
        show_comparison(screen, comparison)


def _show_advice(screen: "Screen", shown: Demonstration) -> None:
    screen.title(f"Saved to {shown.model}", note=f"{shown.seconds:.0f} s in all")
    minimum = ["--min-count", str(NEIGHBOR_COUNT)]
    first = shown.domains[0].name
    screen.commands(
        "Try next",
        [
            ["crosslex", "compare", shown.model, "light", *minimum],
            ["crosslex", "neighbors", shown.model, "good", "--domain", first, *minimum],
            ["crosslex", "info", shown.model],
            ["crosslex", "learn", "books=books.txt", "kitchen=kitchen.txt", "--out", "model"],
        ],
    )

"""`crosslex demo`: the whole way on real text."""

import logging
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosslex.cli.carry_over import Accuracy, CarriedOver, carry_over
from crosslex.cli.options import Debug, Jobs, Json, Quiet, Seed, Verbose, with_default
from crosslex.cli.reading import DomainSize, Reading, read_corpora, sizes, useful_jobs
from crosslex.cli.words import WordComparison
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.show import Screen
    from crosslex.corpus import AnyCorpus
    from crosslex.shift import Shift, Shifts

TELLING = ("drive", "budget", "screen", "spend")
"""Words of hutto2014 that keep different company in two domains or more."""

WORD_COUNT = 20
NEIGHBOR_COUNT = 10
"""Occurrences below which vectors learned from so little text say too little."""

SHOWN_WORDS = 5
SHOWN_SHIFTS = 8
PAGE = "explore.html"
PAGE_WORDS = 2000

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Source:
    """Where the demo's texts come from."""

    name: str
    license: str | None
    citation: str | None
    files: dict[str, str]


@dataclass(frozen=True)
class ChangedWord:
    """A word that keeps other company in another domain."""

    word: str
    change: float
    q: float
    neighbors: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class ChangedWords:
    """The words that change most between two domains, and how many of all surely do."""

    domains: tuple[str, str]
    tested: int
    significant: int
    words: tuple[ChangedWord, ...]


@dataclass(frozen=True)
class Demonstration:
    """Everything that `demo` shows."""

    source: Source
    domains: tuple[DomainSize, ...]
    specific: dict[str, tuple[str, ...]]
    pivots: tuple[str, ...]
    comparisons: tuple[WordComparison, ...]
    changed: ChangedWords | None
    carried: tuple[CarriedOver, ...]
    model: str
    page: str
    seed: int
    seconds: float


def demo(
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="DIR", help="Folder for model and page.")
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
    """Go the whole way on real text: learn, compare, find changes, carry a classifier over."""
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.output import check_output
    from crosslex.cli.show import Screen, give_json

    began = time.perf_counter()
    jobs = useful_jobs(jobs)
    folder, page = out / "model", out / PAGE
    _check_place(out)
    check_output(folder)
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
    model.save(folder)
    changed = _write_page(model, page)
    shown = Demonstration(
        source=source,
        domains=sizes(corpora),
        specific=specific,
        pivots=model.vocabulary_.pivots,
        comparisons=tuple(_comparison(model, word) for word in _telling_words(model)),
        changed=changed,
        carried=_carried(corpora, seed),
        model=str(folder),
        page=str(page),
        seed=seed,
        seconds=round(time.perf_counter() - began, 1),
    )
    if screen is None:
        give_json(shown)
    else:
        _show_vectors(screen, shown)
        _show_changed(screen, shown.changed)
        _show_carried(screen, shown.carried)
        _show_end(screen, shown, advice=not quiet)


def _check_place(out: Path) -> None:
    """Refuse a folder that holds anything but an earlier demo."""
    if out.is_dir():
        others = sorted({path.name for path in out.iterdir()} - {"model", PAGE})
        if others:
            raise InputError(f"--out: {out} already holds {others[0]}; choose another folder")
    elif out.exists():
        raise InputError(f"--out: {out} is a file; choose another folder")


def _write_page(model: "CrossDomainEmbedding", page: Path) -> ChangedWords | None:
    """Write the explorer's page, and give the words that change most in the first two domains."""
    from crosslex.cli.explore import find_shifts
    from crosslex.explore import gather, write_page

    shifts = find_shifts(model)
    write_page(page, gather(model, shifts, words=PAGE_WORDS))
    tested = [pair for pair in shifts if pair.tested]
    return _changed(model, tested[0]) if tested else None


def _changed(model: "CrossDomainEmbedding", pair: "Shifts") -> ChangedWords:
    from crosslex.cli.words import find_neighbors

    def described(shift: "Shift") -> ChangedWord:
        first, second = (
            find_neighbors(model, shift.word, name, top=2, min_count=NEIGHBOR_COUNT)
            for name in pair.domains
        )
        near = (
            tuple(each.word for each in first.neighbors or ()),
            tuple(each.word for each in second.neighbors or ()),
        )
        return ChangedWord(shift.word, shift.change.value, shift.change.q, near)

    return ChangedWords(
        pair.domains,
        pair.tested,
        sum(shift.change.q < 0.05 for shift in pair),
        tuple(described(shift) for shift in pair[:SHOWN_SHIFTS]),
    )


def _carried(corpora: Sequence["AnyCorpus"], seed: int) -> tuple[CarriedOver, ...]:
    from crosslex import Corpus

    encoded = [corpus for corpus in corpora if isinstance(corpus, Corpus)]
    with warnings.catch_warnings():
        # A sentence without a known word is decided by the classes' shares: no news here.
        warnings.simplefilter("ignore", CrosslexWarning)
        try:
            return carry_over(encoded, seed=seed)
        except InputError as error:
            _logger.info("no classifier was carried over: %s", error)
            return ()


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


def _show_changed(screen: "Screen", changed: ChangedWords | None) -> None:
    if changed is None:
        return
    first, second = changed.domains
    screen.title(
        f"The words that change most between {first} and {second}",
        note="in standard deviations among words of like frequency",
    )
    screen.table(
        ("word", "change", "q", f"near it in {first}", f"near it in {second}"),
        [
            (each.word, each.change, f"{each.q:.2g}", *(", ".join(near) for near in each.neighbors))
            for each in changed.words
        ],
    )
    screen.indented(
        f"q is the share of false discoveries down to a word. Of {changed.tested:,} words tested, "
        f"{changed.significant:,} have q below .05"
        + ("." if changed.significant else ": in so little text the ranking is a hint, no more."),
        style="dim",
    )
    screen.line()


def _show_carried(screen: "Screen", carried: tuple[CarriedOver, ...]) -> None:
    if not carried:
        screen.line("No two domains have labels of two classes: no classifier was carried over.")
        screen.line()
        return
    screen.title(
        f"A classifier with the labels of {carried[0].source}, tested elsewhere",
        note="accuracy on unseen texts, with 95 % intervals",
    )
    screen.table(
        ("tested on", "texts", "not adapted", "adapted", "p", "with its own labels"),
        [
            (
                each.target,
                each.tested,
                _percent(each.none),
                _percent(each.crosslex),
                f"{each.p:.2g}",
                _percent(each.in_domain),
            )
            for each in carried
        ],
    )
    screen.indented(
        "p is the chance of such a difference between the two where there is none. These are "
        "single sentences with few words to go by; docs/benchmark.md has whole reviews.",
        style="dim",
    )
    screen.line()


def _percent(accuracy: Accuracy) -> str:
    return f"{accuracy.share:.1%} ({accuracy.low:.1%}–{accuracy.high:.1%})"


def _show_end(screen: "Screen", shown: Demonstration, *, advice: bool) -> None:
    screen.title(f"Saved to {shown.model}", note=f"seed {shown.seed}, {shown.seconds:.0f} s in all")
    screen.title(f"Open {shown.page} in a browser", note="all of it on one page, without a server")
    if not advice:
        return
    screen.line()
    minimum = ["--min-count", str(NEIGHBOR_COUNT)]
    first, second = (domain.name for domain in shown.domains[:2])
    screen.commands(
        "Try next",
        [
            ["crosslex", "compare", shown.model, "light", *minimum],
            ["crosslex", "shifts", shown.model, "--domains", f"{first},{second}"],
            ["crosslex", "learn", "books=books.txt", "kitchen=kitchen.txt", "--out", "model"],
            ["crosslex", "adapt", "--help"],
        ],
    )

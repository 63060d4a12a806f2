"""`crosslex demo`: fetch texts, learn, compare, find changes, adapt a classifier."""

import os
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosslex.cli.command import command
from crosslex.cli.demo_classifier import Transfer, measure_transfers
from crosslex.cli.domains import DomainSize, Reading, domain_sizes, read_corpora
from crosslex.cli.options import Jobs, Seed, option, useful_jobs
from crosslex.cli.output import Screen
from crosslex.cli.paths import check_output
from crosslex.cli.shifts import show_pair
from crosslex.cli.words import show_comparison, show_senses
from crosslex.errors import InputError
from crosslex.lookup import Comparison
from crosslex.results import Interval

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.corpus import AnyCorpus
    from crosslex.senses import Senses
    from crosslex.shifts import Shifts

PAGE = "explore.html"
PAGE_WORDS = 2500
PAGE_SENSES = 30
SHOWN_SENSES = 2
SHOWN_WORDS = 5
SHOWN_SHIFTS = 8

EXAMPLE_WORDS = ("key", "scale", "note", "interval")
"""Words of the docstrings that mean one thing in music and others elsewhere."""

WORD_COUNT = 20
NEIGHBOR_COUNT = 10
"""Occurrences that a word, or a neighbor, needs for a reliable vector."""


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
    comparisons: tuple[Comparison, ...]
    senses: "tuple[Senses, ...]"
    changed: "Shifts | None"
    labeled: Source
    carried: tuple[Transfer, ...]
    model: str
    page: str
    seed: int
    seconds: float


def show_texts(
    screen: Screen,
    source: Source,
    domains: tuple[DomainSize, ...],
    typical: dict[str, tuple[str, ...]],
) -> None:
    """Print how much text there is, and the typical words of each domain."""
    screen.title(f"The texts: {source.name}")
    if source.license:
        screen.indented(source.license, style="dim")
    screen.table(
        ("domain", "documents", "sentences", "tokens", "words"),
        [astuple(domain) for domain in domains],
    )
    screen.title(
        "What is typical of each domain", note="the words that distinguish it from the others"
    )
    screen.side_by_side(list(typical.items()))


def show_demo(screen: Screen, shown: Demonstration) -> None:
    """Print all that follows the texts."""
    screen.title(
        "One word, different neighbors",
        note=f"nearest words that occur {NEIGHBOR_COUNT} times or more",
    )
    screen.line()
    for comparison in shown.comparisons:
        show_comparison(screen, comparison)
    screen.title("Its senses", note="groups of uses, and how many documents use it so")
    screen.line()
    for senses in shown.senses:
        show_senses(screen, senses)
    if shown.changed is not None:
        screen.title("The words that change most")
        show_pair(screen, shown.changed)
    _show_transfers(screen, shown.labeled, shown.carried)
    _show_end(screen, shown)


def _show_transfers(screen: Screen, source: Source, transfers: tuple[Transfer, ...]) -> None:
    if not transfers:
        screen.line("No two domains have labels of two classes: no classifier was adapted.")
        screen.line()
        return
    screen.title(
        f"A classifier with the labels of {transfers[0].source}, tested elsewhere",
        note=f"{source.name}: accuracy on unseen texts, with 95 % intervals",
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
            for each in transfers
        ],
    )
    if source.citation:
        screen.indented(f"{source.citation} {source.license}", style="dim")
    screen.indented(
        "p is the chance of such a difference if the two were equally good. These are single "
        "sentences with few words to go by; docs/benchmark.md has whole reviews.",
        style="dim",
    )


def _percent(accuracy: Interval) -> str:
    return f"{accuracy.value:.1%} ({accuracy.low:.1%}–{accuracy.high:.1%})"


def _show_end(screen: Screen, shown: Demonstration) -> None:
    screen.title(f"Saved to {shown.model}", note=f"seed {shown.seed}, {shown.seconds:.0f} s in all")
    screen.title(f"Open {shown.page} in a browser", note="everything on one page, without a server")
    minimum = ["--min-count", str(NEIGHBOR_COUNT)]
    first, second = (domain.name for domain in shown.domains[:2])
    words = [each.word for each in shown.comparisons[:1]]
    screen.try_next(
        *(["crosslex", "compare", shown.model, word, *minimum] for word in words),
        ["crosslex", "shifts", shown.model, "--domains", f"{first},{second}"],
        ["crosslex", "learn", "books=books.txt", "kitchen=kitchen.txt", "--out", "model"],
        ["crosslex", "adapt", "--help"],
    )


@command(show_demo)
def demo(
    context: typer.Context,
    out: Annotated[
        Path, option("--out", "-o", help="Folder for model and page.", metavar="DIR")
    ] = Path("crosslex-demo"),
    data: Annotated[
        Path | None,
        option(
            help="Folder with two or more files DOMAIN.jsonl to use instead.",
            default="docstrings and hutto2014, fetched once through pip",
            metavar="PATH",
        ),
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
) -> Demonstration:
    """Show everything on real text: learn, compare, find changes, adapt a classifier."""
    # Before numpy is imported: its many small products take longer on threads that wait.
    for library in ("OPENBLAS", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    from crosslex import CrossDomainEmbedding
    from crosslex.explore import (
        gather,
        most_changed,
        senses_of,
        shifts_of_all_pairs,
        write_page,
    )

    began = time.perf_counter()
    n_jobs = useful_jobs(jobs)
    folder, page = out / "model", out / PAGE
    _check_out(out)
    check_output(folder)
    source = _fetch_docstrings() if data is None else _own_texts(data)
    labeled = _fetch_hutto2014() if data is None else source
    corpora = _read(source, n_jobs)
    model = CrossDomainEmbedding(random_state=seed, n_jobs=n_jobs)
    typical = _typical_words(corpora, model.min_documents)
    if not context.params["as_json"]:
        # Printed before the learning, so that there is something to read meanwhile.
        show_texts(Screen(), source, domain_sizes(corpora), typical)
    model.fit(corpora)
    model.save(folder)
    shifts = shifts_of_all_pairs(model)
    pairs = [pair for pair in shifts if pair.tested]
    examples = _example_words(model)
    senses = senses_of(model, [*examples, *most_changed(shifts, PAGE_SENSES)])
    write_page(page, gather(model, shifts, senses, words=PAGE_WORDS))
    return Demonstration(
        source=source,
        domains=domain_sizes(corpora),
        specific=typical,
        changed=_most_changed(model, pairs[0]) if pairs else None,
        comparisons=_compare(model, examples),
        senses=senses[:SHOWN_SENSES],
        labeled=labeled,
        carried=measure_transfers(labeled.files, seed=seed),
        model=str(folder),
        page=str(page),
        seed=seed,
        seconds=round(time.perf_counter() - began, 1),
    )


def _check_out(out: Path) -> None:
    """Refuse a folder that holds anything but an earlier demo."""
    if out.is_dir():
        others = sorted({path.name for path in out.iterdir()} - {"model", PAGE})
        if others:
            raise InputError(f"--out: {out} already holds {others[0]}; choose another folder")
    elif out.exists():
        raise InputError(f"--out: {out} is a file; choose another folder")


def _read(source: Source, jobs: int) -> "list[AnyCorpus]":
    from crosslex.corpus import ReadOptions

    domains = [f"{name}={path}" for name, path in source.files.items()]
    return read_corpora(domains, Reading(ReadOptions(), jobs=jobs))


def _fetch_docstrings() -> Source:
    """Return what three packages say about themselves, fetched if it is not there yet."""
    from crosslex.datasets import SUBJECTS, fetch_docstrings
    from crosslex.progress import progress

    with progress("fetch docstrings"):
        folder = fetch_docstrings()
    names = ", ".join(f"{each.package.name} {each.package.version}" for each in SUBJECTS.values())
    licenses = "; ".join(f"{each.package.name}: {each.license}" for each in SUBJECTS.values())
    files = {domain: str(folder / f"{domain}.jsonl") for domain in SUBJECTS}
    return Source(f"docstrings of {names}", licenses, None, files)


def _fetch_hutto2014() -> Source:
    """Return the labeled sentences of hutto2014, fetched if they are not there yet."""
    from crosslex.datasets import hutto2014
    from crosslex.progress import progress

    with progress("fetch hutto2014"):
        folder = hutto2014.fetch_hutto2014()
    files = {domain: str(folder / f"{domain}.jsonl") for domain in hutto2014.DOMAINS}
    return Source("hutto2014", hutto2014.LICENSE, hutto2014.CITATION, files)


def _own_texts(folder: Path) -> Source:
    """Return the files of a folder, one per domain."""
    paths = [*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]
    files = {path.name.partition(".jsonl")[0]: str(path) for path in sorted(paths)}
    if len(files) < 2:
        raise InputError(
            f"--data: found {len(files)} files DOMAIN.jsonl in {folder}; give a folder with two or "
            "more, one per domain"
        )
    return Source(str(folder), None, None, files)


def _typical_words(
    corpora: Sequence["AnyCorpus"], min_documents: int
) -> dict[str, tuple[str, ...]]:
    """Return the words that distinguish each domain from the others."""
    import numpy as np

    from crosslex.counts import count_domains
    from crosslex.distinctive import distinctive_words

    counts = count_domains(corpora, min_documents=min_documents)
    occurrences = np.array([each.occurrences for each in counts])
    found = distinctive_words([each.domain for each in counts], counts[0].features, occurrences)
    typical = {}
    for domain in found.domains:
        ranked = found.top(domain, 10 * SHOWN_WORDS)
        # Single words only: bigrams mostly repeat the words they are made of.
        words = [word for word, _ in ranked if " " not in word]
        typical[domain] = tuple(words[:SHOWN_WORDS])
    return typical


def _example_words(model: "CrossDomainEmbedding") -> tuple[str, ...]:
    """Return words whose use differs between domains."""
    from crosslex.datasets import SUBJECTS
    from crosslex.vectors import differing_words

    if set(model.vectors_) == set(SUBJECTS):
        vectors = model.vectors_.values()
        return tuple(word for word in EXAMPLE_WORDS if any(word in each for each in vectors))
    return tuple(differing_words(model.vectors_, min_count=WORD_COUNT, top=len(EXAMPLE_WORDS)))


def _compare(model: "CrossDomainEmbedding", words: Sequence[str]) -> tuple[Comparison, ...]:
    """Return the words' neighbors in the domains that use them often enough."""
    comparisons = []
    for word in words:
        found = model.compare(word, top=SHOWN_WORDS, min_count=NEIGHBOR_COUNT)
        domains = tuple(each for each in found.domains if each.occurrences >= WORD_COUNT)
        names = {each.domain for each in domains}
        likeness = tuple(pair for pair in found.likeness if names.issuperset(pair.domains))
        comparisons.append(replace(found, domains=domains, likeness=likeness))
    return tuple(comparisons)


def _most_changed(model: "CrossDomainEmbedding", pair: "Shifts") -> "Shifts":
    """Return the words that change most between two domains, with their frequent neighbors."""

    def near(word: str, domain: str) -> tuple[tuple[str, float], ...]:
        if word not in model.vectors_[domain].positions:
            return ()
        [found] = model.neighbors(word, domain=domain, top=2, min_count=NEIGHBOR_COUNT)
        return tuple((each.word, each.cosine) for each in found.neighbors or ())

    first, second = pair.domains
    words = tuple(
        replace(shift, neighbors=(near(shift.word, first), near(shift.word, second)))
        for shift in pair[:SHOWN_SHIFTS]
    )
    return replace(pair, words=words)

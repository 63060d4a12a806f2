"""`crosslex shifts`: which words change meaning between two domains."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosslex.cli.options import (
    Debug,
    Jobs,
    Json,
    ModelFolder,
    Plot,
    Quiet,
    Seed,
    Top,
    Verbose,
    with_default,
)
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.checkpoints import Checkpoints
    from crosslex.cli.show import Screen
    from crosslex.shift import Shift, Shifts


@dataclass(frozen=True)
class FoundShifts:
    """What `shifts` found: one entry for each pair of domains."""

    pairs: "tuple[Shifts, ...]"


def shifts(
    model: ModelFolder,
    domains: Annotated[
        str | None,
        typer.Option(metavar="A,B", help=with_default("The two domains to compare.", "every pair")),
    ] = None,
    top: Top = 20,
    resamples: Annotated[
        int, typer.Option(min=20, metavar="N", help="Permutations of each word's documents.")
    ] = 200,
    min_count: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="How often a word must occur in each domain."),
    ] = 10,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the result as JSON, too. Killed, the same command goes on with what "
            "FILE.checkpoints keeps.",
            show_default=False,
        ),
    ] = None,
    plot: Plot = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Show which words change meaning between two domains, and how sure that is."""
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.reading import useful_jobs
    from crosslex.cli.show import Screen, as_text, give_json
    from crosslex.shift import domain_pairs
    from crosslex.shift.figure import check_figure, draw_shifts, save_figure
    from crosslex.storage import write_file

    if plot is not None:
        check_figure(plot)
    if out is not None:
        _check_out(out)
    learned = CrossDomainEmbedding.load(model)
    pairs = domain_pairs(learned.vocabulary_.domains, _two(domains))
    if plot is not None and len(pairs) > 1:
        raise InputError(
            f"--plot draws two domains; name them with --domains, two of "
            f"{', '.join(learned.vocabulary_.domains)}"
        )
    settings = {"min_count": min_count, "resamples": resamples, "random_state": seed}
    with _kept_pieces(out, learned, pairs, settings) as finished:
        found = FoundShifts(
            tuple(
                learned.shifts(
                    domains=pair,
                    top=top,
                    min_count=min_count,
                    resamples=resamples,
                    random_state=seed,
                    n_jobs=useful_jobs(jobs),
                    finished=finished,
                )
                for pair in pairs
            )
        )
        if out is not None:
            write_file(out, partial(Path.write_text, data=as_text(found) + "\n", encoding="utf-8"))
    if plot is not None:
        save_figure(draw_shifts(found.pairs[0]), plot)
    if as_json:
        give_json(found)
        return
    screen = Screen()
    for pair in found.pairs:
        show_shifts(screen, pair)


def _check_out(out: Path) -> None:
    from crosslex.cli.output import check_writable

    # A name that is surely meant for JSON: nothing else is replaced by a slip.
    if out.suffix.lower() != ".json" or out.is_dir():
        raise InputError(f"--out: found {str(out)!r}; give the name of a file that ends in .json")
    check_writable(out)


@contextmanager
def _kept_pieces(
    out: Path | None,
    model: "CrossDomainEmbedding",
    pairs: list[tuple[str, str]],
    settings: dict[str, int],
) -> "Iterator[Checkpoints | None]":
    """Keep finished pieces of the resampling beside the output, where there is one."""
    from crosslex import __version__
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints

    if out is None:
        yield None
        return
    digest = hashlib.sha256(repr((model.vocabulary_.features, model.window)).encode())
    digest.update(model.vocabulary_.counts.tobytes())
    for sample in model.occurrences_:
        for array in (sample.unigrams, sample.bigrams, sample.sentence_offsets, sample.documents):
            digest.update(array.tobytes())
    run = {"crosslex": __version__, "evidence": digest.hexdigest(), "pairs": pairs, **settings}
    with open_checkpoints(checkpoint_folder(out), run) as finished:
        yield finished


def show_shifts(screen: "Screen", found: "Shifts") -> None:
    """Print the words that change most, with their nearest neighbors on both sides."""
    first, second = found.domains
    screen.title(f"{first} and {second}", note=f"{found.tested:,} words tested")
    screen.table(
        ("word", "change", "q", "differs q", first, second),
        [
            (
                shift.word,
                f"{shift.change.value:.1f} ±{shift.change.high - shift.change.value:.1f}",
                f"{shift.change.q:.1g}",
                f"{shift.difference.q:.1g}",
                *(_company(shift, side) for side in (0, 1)),
            )
            for shift in found
        ],
    )
    screen.indented(
        "change: in standard deviations among words of like frequency, with half its 95 % "
        "interval; q: the share of false discoveries down to here; differs q: the same for any "
        f"difference at all; last, the nearest words in {first} and in {second}",
        style="dim",
    )
    screen.line()


def _company(shift: "Shift", side: int) -> str:
    return ", ".join(word for word, _ in shift.neighbors[side][:2])


def _two(domains: str | None) -> tuple[str, str] | None:
    if domains is None:
        return None
    names = [name.strip() for name in domains.split(",")]
    if len(names) != 2:
        raise InputError(f"--domains: found {domains!r}; give two names with a comma between")
    return names[0], names[1]

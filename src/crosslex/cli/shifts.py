"""`crosslex shifts`: which words change meaning between two domains."""

from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, Plot, Top, number, option
from crosslex.cli.output_folder import check_writable
from crosslex.cli.screen import Screen, to_json
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.shift import Shifts


@dataclass(frozen=True)
class FoundShifts:
    """What `shifts` found: one entry per pair of domains."""

    pairs: "tuple[Shifts, ...]"


def show_shifts(screen: Screen, found: FoundShifts) -> None:
    """Print the words that change most, one table per pair of domains."""
    for pair in found.pairs:
        show_pair(screen, pair)


def show_pair(screen: Screen, found: "Shifts") -> None:
    """Print the words that change most between two domains, with neighbors in both."""
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
                *(", ".join(word for word, _ in nearest[:2]) for nearest in shift.neighbors),
            )
            for shift in found
        ],
    )
    screen.indented(
        "change: in standard deviations among words of similar frequency, with half its 95 % "
        "interval; q: the share of false discoveries down to this row; differs q: the same for "
        f"any difference at all; then the nearest words in {first} and in {second}",
        style="dim",
    )


@command(show_shifts)
def shifts(
    model: ModelFolder,
    domains: Annotated[
        str | None,
        option(help="The two domains to compare.", default="every pair", metavar="A,B"),
    ] = None,
    top: Top = 20,
    resamples: Annotated[int, number("Permutations of each word's documents.", least=20)] = 200,
    min_count: Annotated[int, number("How often a word must occur in each domain.")] = 10,
    out: Annotated[
        Path | None,
        option(
            "--out",
            "-o",
            help="Also write the result as JSON. If the command is killed, run it again: it "
            "continues from the checkpoints next to FILE.",
            metavar="FILE",
        ),
    ] = None,
    plot: Plot = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
) -> FoundShifts:
    """Show which words change meaning between two domains, and how certain that is."""
    from crosslex import CrossDomainEmbedding, __version__
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints
    from crosslex.shift import domain_pairs
    from crosslex.shift.figure import check_figure, draw_shifts, save_figure
    from crosslex.storage import write_file

    if plot is not None:
        check_figure(plot)
    if out is not None:
        # Only .json, so that a slip does not replace some other file.
        if out.suffix.lower() != ".json" or out.is_dir():
            raise InputError(
                f"--out: found {str(out)!r}; give the name of a file that ends in .json"
            )
        check_writable(out)
    learned = CrossDomainEmbedding.load(model)
    asked = None
    if domains is not None:
        names = options.split_names("--domains", domains)
        if len(names) != 2:
            raise InputError(f"--domains: found {domains!r}; give two names with a comma between")
        asked = (names[0], names[1])
    pairs = domain_pairs(learned.vocabulary_.domains, asked)
    if plot is not None and len(pairs) > 1:
        raise InputError(
            f"--plot draws two domains; name them with --domains, two of "
            f"{', '.join(learned.vocabulary_.domains)}"
        )
    run = {
        "crosslex": __version__,
        "evidence": _digest(learned),
        "pairs": pairs,
        "min_count": min_count,
        "resamples": resamples,
        "random_state": seed,
    }
    # Checkpoints of the resampling are next to the output, if there is one.
    opened = nullcontext() if out is None else open_checkpoints(checkpoint_folder(out), run)
    with opened as checkpoints:
        find = partial(
            learned.shifts,
            top=top,
            min_count=min_count,
            resamples=resamples,
            random_state=seed,
            n_jobs=options.useful_jobs(jobs),
            checkpoints=checkpoints,
        )
        found = FoundShifts(tuple(find(domains=pair) for pair in pairs))
        if out is not None:
            write_file(out, partial(Path.write_text, data=to_json(found) + "\n", encoding="utf-8"))
    if plot is not None:
        save_figure(draw_shifts(found.pairs[0]), plot)
    return found


def _digest(model: "CrossDomainEmbedding") -> str:
    """Return a checksum of all in a model that changes of meaning are found by."""
    import hashlib

    digest = hashlib.sha256(repr((model.vocabulary_.features, model.window)).encode())
    digest.update(model.vocabulary_.counts.tobytes())
    for sample in model.sentence_samples_:
        for array in (sample.unigrams, sample.bigrams, sample.sentence_offsets, sample.documents):
            digest.update(array.tobytes())
    return digest.hexdigest()

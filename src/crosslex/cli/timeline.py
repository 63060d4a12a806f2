"""`crosslex timeline`: words through ordered domains, or the words that turn most."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, Plot, Top, number, option
from crosslex.cli.output import Screen
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.timeline import OrderedVectors, Timeline, Turns

SHOWN_ARRIVALS = 12


@dataclass(frozen=True)
class FoundTimelines:
    """What `timeline` found: the timelines of words, or the words that turn."""

    timelines: "tuple[Timeline, ...]" = ()
    turns: "Turns | None" = None


def show_timelines(screen: Screen, found: FoundTimelines) -> None:
    """Print each timeline, or the words that turn and those that came or went."""
    for timeline in found.timelines:
        show_timeline(screen, timeline)
    if found.turns is not None:
        show_turns(screen, found.turns)
        screen.indented(
            "change: 0 if a word is near the same words before and after, 1 if near unrelated "
            "ones; q: the share of false discoveries among all words with a q no larger; from and "
            "to: its nearest words in all periods before, and from there on",
            style="dim",
        )


def show_timeline(screen: Screen, timeline: "Timeline") -> None:
    """Print one word's way through the periods."""
    screen.title(timeline.verdict)
    head, *rows = timeline.rows()
    screen.table(head, rows)


def show_turns(screen: Screen, turns: "Turns") -> None:
    """Print the words that turn, and those that came or went."""
    screen.title(turns.verdict)
    head, *rows = turns.rows()
    screen.table(head, rows)
    for title, words in (("Only came", turns.came), ("Only went", turns.went)):
        listed = [f"{each.word} ({each.period})" for each in words[:SHOWN_ARRIVALS]]
        if listed:
            screen.indented(f"{title}: {', '.join(listed)}")


def found_csv(found: FoundTimelines) -> str:
    """Return one line per word and period, or per word that turns."""
    from crosslex.timeline import records_csv

    if found.turns is not None:
        return records_csv(found.turns.records())
    return records_csv([record for each in found.timelines for record in each.records()])


@command(show_timelines, found_csv)
def timeline(
    model: ModelFolder,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORD]…",
            help="Words to follow; without any, the words that turn most.",
            show_default=False,
        ),
    ] = None,
    top: Top = 20,
    min_count: Annotated[
        int, number("How often a word must occur before its turn, and how often after.")
    ] = 50,
    plot: Plot = None,
    trajectory: Annotated[
        Path | None,
        option(help="Also draw the way of a word among its neighbors.", metavar="FILE"),
    ] = None,
) -> FoundTimelines:
    """Follow words through ordered domains, and find those that change and when.

    The domains of the model must have been learned in an order, with --over or --ordered.
    """
    drawn = [path for path in (plot, trajectory) if path is not None]
    if drawn:
        from crosslex.figures import check_figure

        for path in drawn:
            check_figure(path)
        if not words or len(words) != 1:
            raise InputError("--plot draws one word; name it after the model")
    ordered = _read(model)
    if not words:
        return FoundTimelines(turns=ordered.turns(top=top, min_count=min_count))
    found = FoundTimelines(tuple(ordered.timeline(word) for word in words))
    if drawn:
        from crosslex.figures import draw_timeline, draw_trajectory, save_figure

        [shown] = found.timelines
        if plot is not None:
            save_figure(draw_timeline(shown), plot)
        if trajectory is not None:
            save_figure(draw_trajectory(shown.word, ordered.vectors), trajectory)
    return found


def _read(folder: Path) -> "OrderedVectors":
    # Before numpy is imported. For so little work threads only spend time on waiting.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from crosslex.storage import SavedVectors
    from crosslex.timeline import ordered_vectors

    saved = SavedVectors.read(folder)
    return ordered_vectors(saved.vocabulary, saved.vectors(), saved.turns)

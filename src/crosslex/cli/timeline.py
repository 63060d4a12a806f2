"""`crosslex timeline`: words through ordered domains."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, Plot, Top, argument, number, option
from crosslex.cli.output import Screen
from crosslex.cli.words import read_vectors
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.results import TableResult
    from crosslex.timeline import GroupTimeline, GroupTurns, Timeline, Turns

SHOWN_ARRIVALS = 12
ABOUT_PERIODS = (
    "per million: uses per million words of the period; like last: similarity to its last period, "
    "1 if near the same words, from vectors that borrow from all periods where it is rare; change: "
    "from the text before and after the turn alone, so it can be larger"
)
ABOUT_GROUPS = (
    "q: whether the groups differ in the period, corrected for the number of its periods; like "
    "last: similarity to its last use in all groups together; →: where it turns within the group"
)
ABOUT_TURNS = (
    "change: 0 if a word is near the same words before and after, 1 if near unrelated ones; q: "
    "the share of false discoveries among all words with a q no larger; from and to: its "
    "nearest words in all periods before, and from there on"
)
ABOUT_DIFFERENCES = (
    "change: 0 if a word is near the same words in both groups, 1 if near unrelated ones; q: the "
    "share of false discoveries, over all words and periods; then the words that are near it in "
    "one group and not in the other"
)


@dataclass(frozen=True)
class FoundTimelines:
    """What `timeline` found: the timelines of words, or the words that turn."""

    timelines: "tuple[Timeline | GroupTimeline, ...]" = ()
    turns: "Turns | GroupTurns | None" = None


def show_timelines(screen: Screen, found: FoundTimelines) -> None:
    """Print the way of each word, or the words that turn and those that came or went."""
    from crosslex.timeline import GroupTimeline, GroupTurns

    for timeline in found.timelines:
        _show_periods(screen, timeline)
    if found.turns is None:
        grouped = isinstance(found.timelines[0], GroupTimeline)
        screen.indented(ABOUT_GROUPS if grouped else ABOUT_PERIODS, style="dim")
        return
    if isinstance(found.turns, GroupTurns):
        _show_periods(screen, found.turns)
        screen.indented(ABOUT_DIFFERENCES, style="dim")
        for group, turns in found.turns.groups.items():
            _show_turns(screen, turns, f"{group}: ")
    else:
        _show_turns(screen, found.turns)
    screen.indented(ABOUT_TURNS, style="dim")


def _show_turns(screen: Screen, turns: "Turns", group: str = "") -> None:
    _show_periods(screen, turns, group)
    for title, words in (("Only came", turns.came), ("Only went", turns.went)):
        listed = [f"{each.word} ({each.period})" for each in words[:SHOWN_ARRIVALS]]
        if listed:
            screen.indented(f"{title}: {', '.join(listed)}")


def _show_periods(screen: Screen, found: "TableResult", group: str = "") -> None:
    screen.title(f"{group}{found.verdict}")
    head, *rows = found.rows()
    screen.table(head, rows)


def timelines_csv(found: FoundTimelines) -> str:
    """Return one line per word and period, or per word that turns."""
    from crosslex.results import records_csv

    shown = found.timelines if found.turns is None else (found.turns,)
    return records_csv([record for each in shown for record in each.records()])


@command(show_timelines, timelines_csv)
def timeline(
    model: ModelFolder,
    words: Annotated[
        list[str] | None,
        argument("[WORD]…", "Words to follow; without any, the words that turn most."),
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
        from crosslex.figures import check_figure, draw_timeline, draw_trajectory, save_figure

        for path in drawn:
            check_figure(path)
        if plot is not None and trajectory is not None and plot.resolve() == trajectory.resolve():
            raise InputError(f"--plot and --trajectory: both write {plot}; name two files")
        if not words or len(words) != 1:
            option = "--plot" if plot is not None else "--trajectory"
            raise InputError(f"{option} draws one word; name it after the model")
    saved = read_vectors(model)
    from crosslex.timeline import GroupTimeline, ordered_vectors

    ordered = ordered_vectors(saved.vocabulary, saved.vectors(), saved.turns)
    if not words:
        return FoundTimelines(turns=ordered.turns(top=top, min_count=min_count))
    found = FoundTimelines(tuple(ordered.timeline(word) for word in words))
    [first, *_] = found.timelines
    if trajectory is not None and isinstance(first, GroupTimeline):
        raise InputError(
            "--trajectory draws one way, but the model has groups; use --plot, or learn the model "
            "without --by"
        )
    if plot is not None:
        save_figure(draw_timeline(first), plot)
    if trajectory is not None:
        save_figure(draw_trajectory(first.word, ordered.vectors), trajectory)
    return found

"""`crosslex shifts` and `crosslex timeline`: words that change between domains, and over time."""

import re
from collections.abc import Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.text import Text

from crosslex.cli.command import command
from crosslex.cli.options import split_names, useful_jobs
from crosslex.cli.output import Screen, without_controls
from crosslex.cli.words import saved_vectors
from crosslex.errors import InputError
from crosslex.results import records_csv, words_of

if TYPE_CHECKING:
    from crosslex.shifts import Shifts
    from crosslex.timeline import Turns

SHOWN_ARRIVALS = 12
COMMA = re.compile(r"\s*,\s*")
ABOUT_PERIODS = (
    "like …: 1 if used as in that period, its last with 10 uses, ± half a 95 % interval; "
    "borrowed: fewer uses, so its nearest words are mostly those of all periods"
)
ABOUT_GROUPS = (
    "like …: 1 if used as in all groups together in that period, its last with 10 uses; q: "
    "whether the groups differ, over its periods; →: its turn in the group"
)
ABOUT_TURNS = (
    "change: 0 if a word is near the same words before and after, 1 if near unrelated ones, ± half "
    "its 95 % interval, by whose lower end words are ranked; q: the share of false discoveries "
    "among all words with a q no larger; from and to: near it only before, and only from there on; "
    "only came, only went: under a tenth of its mean rate before, or from there on"
)
ABOUT_DIFFERENCES = (
    "change: 0 if a word is near the same words in both groups, 1 if near unrelated ones; q: the "
    "share of false discoveries, over all words and periods; then the words that are near it in "
    "one group and not in the other"
)


def _pairs_csv(found: "Mapping[str, Sequence[Shifts]]") -> str:
    from crosslex.shifts import shifts_csv

    return shifts_csv(found["pairs"])


@command(_pairs_csv)
def shifts(
    screen: Screen,
    model: Path,
    domains: str | None = None,
    words: str | None = None,
    top: str = "20",
    min_count: int = 10,
    numbers: bool = False,
    phrases: bool = False,
    no_names: bool = False,
    plot: Path | None = None,
    seed: int = 0,
    jobs: int | None = None,
) -> dict[str, Any]:
    """Show which words change meaning between two domains, and how certain that is."""
    from crosslex import CrossDomainEmbedding
    from crosslex.shifts import all_pairs

    named = None if words is None else split_names("--words", words)
    if top != "all" and (not top.isdecimal() or int(top) < 1):
        raise InputError(f"--top: found {top!r}; give a number from 1 on, or `all`")
    limit = None if top == "all" or named is not None else int(top)
    learned = CrossDomainEmbedding.load(model)
    known = learned.vocabulary_.domains
    pairs = all_pairs(known) if domains is None else [_named_pair(domains, known)]
    for given, asked in (("--plot", plot), ("--words", named)):
        if asked is not None and len(pairs) > 1:
            raise InputError(
                f"{given} is for two domains; name them with --domains, two of {', '.join(known)}"
            )
    found = [
        learned.shifts(
            domains=pair,
            words=named,
            top=limit,
            min_count=min_count,
            numbers=numbers,
            phrases=phrases,
            names=not no_names,
            random_state=seed,
            n_jobs=useful_jobs(jobs),
        )
        for pair in pairs
    ]
    if plot is not None:
        from crosslex.figures import draw_shifts, save_figure

        save_figure(draw_shifts(found[0]), plot)
    for pair_found in found:
        _show_shifts(screen, pair_found)
    screen.wrote(plot)
    return {"pairs": found}


def _named_pair(text: str, domains: Sequence[str]) -> tuple[str, str]:
    """Return the two domains that are named with a comma between; their names may hold commas."""
    asked = COMMA.sub(",", text.strip())
    for pair in permutations(domains, 2):
        if COMMA.sub(",", ",".join(pair)) == asked:
            return pair
    raise InputError(f"--domains: found {text!r}; give two of {', '.join(domains)}, such as A,B")


def _show_shifts(screen: Screen, found: "Shifts") -> None:
    """Print the verdict, and the words that change most between two domains."""
    first, second = found.domains
    screen.title(found.verdict)
    for title, shown in found.parts():
        if title:
            screen.indented(title)
        screen.table(
            ("word", "change", "q", first, second),
            [
                (
                    _noted(shift.word, "" if shift.name_in else shift.mark),
                    f"{shift.change.value:.2f} ±{(shift.change.high - shift.change.low) / 2:.2f}",
                    f"{shift.q:.1g}",
                    *(
                        _noted(words_of(near, 2), "mostly a name" if name in shift.name_in else "")
                        for name, near in zip(found.domains, shift.neighbors, strict=True)
                    ),
                )
                for shift in shown
            ],
        )
    if len(found):
        screen.indented(
            "change: 1 minus the correlation of its similarities to all shared words, here and "
            "there, with half its 95 % interval: 0 if near the same words, 1 if near unrelated "
            f"ones; a typical word has {found.typical:.2f}. q: share of false discoveries among "
            "words with a q no larger. "
            f"Then the words that are near it in {first} only, and in {second} only",
            style="dim",
        )


def _noted(text: str, note: str) -> Text:
    """Return the text of a cell, with a dim note below it if there is one."""
    return Text.assemble(without_controls(text), (f"\n{note}" if note else "", "dim"))


def _timelines_csv(found: Mapping[str, Any]) -> str:
    shown = found["timelines"] or [found["turns"]]
    return records_csv([record for each in shown for record in each.records()])


@command(_timelines_csv)
def timeline(
    screen: Screen,
    model: Path,
    words: list[str] | None = None,
    top: int = 20,
    min_count: int = 50,
    plot: Path | None = None,
    trajectory: Path | None = None,
) -> dict[str, Any]:
    """Follow words through ordered domains, and find those that change and when.

    The domains of the model must have been learned in an order, with --over or --ordered.
    """
    if plot is not None and trajectory is not None and plot.resolve() == trajectory.resolve():
        raise InputError(f"--plot and --trajectory: both write {plot}; name two files")
    if (plot or trajectory) and (not words or len(words) != 1):
        option = "--plot" if plot is not None else "--trajectory"
        raise InputError(f"{option} draws one word; name it after the model")
    saved = saved_vectors(model)
    from crosslex.timeline import GroupTimeline, GroupTurns, ordered_vectors

    ordered = ordered_vectors(saved.vocabulary, saved.vectors(), saved.turns)
    if not words:
        turns = ordered.turns(top=top, min_count=min_count)
        if isinstance(turns, GroupTurns):
            screen.result(turns)
            screen.indented(ABOUT_DIFFERENCES, style="dim")
            for group, of_group in turns.groups.items():
                _show_turns(screen, of_group, f"{group}: ")
        else:
            _show_turns(screen, turns)
        screen.indented(ABOUT_TURNS, style="dim")
        return {"timelines": [], "turns": turns}
    found = [ordered.timeline(word) for word in words]
    first = found[0]
    if plot or trajectory:
        from crosslex.figures import draw_timeline, draw_trajectory, save_figure

        if trajectory is not None:
            if isinstance(first, GroupTimeline):
                raise InputError(
                    "--trajectory draws one way, but the model has groups; use --plot, or learn "
                    "the model without --by"
                )
            save_figure(draw_trajectory(first, ordered.vectors), trajectory)
        if plot is not None:
            save_figure(draw_timeline(first), plot)
    for each in found:
        screen.result(each)
    about = ABOUT_GROUPS if isinstance(first, GroupTimeline) else ABOUT_PERIODS
    screen.indented(about, style="dim")
    screen.wrote(plot)
    screen.wrote(trajectory)
    return {"timelines": found, "turns": None}


def _show_turns(screen: Screen, turns: "Turns", group: str = "") -> None:
    """Print the words that turn, and those that only came or went."""
    screen.result(turns, group)
    for title, words in (("Only came", turns.came), ("Only went", turns.went)):
        listed = [f"{each.word} ({each.period})" for each in words[:SHOWN_ARRIVALS]]
        if listed:
            screen.indented(f"{title}: {', '.join(listed)}")

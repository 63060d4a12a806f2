"""The report of the tagging study: its figure, its tables, and how to make them again."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from crosslex.benchmark.figures import OTHER_COLOR, OUR_COLOR, save_figure
from crosslex.benchmark.pages import Block, Code, Heading, Paragraph, Picture, Table
from crosslex.benchmark.report import write_pages
from crosslex.benchmark.results import BASELINE, OURS
from crosslex.benchmark.statistics import DRAWS
from crosslex.benchmark.study.figures import NAME
from crosslex.benchmark.study.report import reversed_
from crosslex.benchmark.study.results import Difference
from crosslex.benchmark.tagging.results import KindResult, TaggingResults

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PROTOCOL = (
    "A linear tagger learns from the tagged training sentences of one genre and decides about the "
    "test sentences of another, token by token, from words, spelling and neighbors; none sees "
    "nothing else. The others also see vectors of the word and of its two neighbors: crosslex one "
    "a word and genre; pooled one a word, learned from all genres' text together; random one a "
    "word that knows nothing. Vectors are learned from the words, never the tags, of the training "
    "sentences of all genres of the dataset; no test sentence is seen, with tags or without. "
    "Settings were chosen on dev sentences. An unknown word is a token of the test whose form does "
    "not occur in the source's training sentences."
)
_INTERVALS = (
    "In percent, differences in percentage points. Intervals of 95 % and two-sided p-values by "
    f"resampling the target's documents ({DRAWS:,} draws), the same draw for all methods and for "
    "all pairs that share the target."
)


def write_tagging_report(results: TaggingResults, folder: Path, command: str) -> None:
    """Write the figure, report.md and report.html to the folder of the study."""
    svg = save_figure(partial(draw_tagging, results), folder, NAME)
    versions = ", ".join(f"{name} {number}" for name, number in results.versions.items())
    times = ", ".join(f"{name} {seconds:.0f}" for name, seconds in results.cpu_seconds.items())
    blocks: list[Block] = [
        Paragraph(_PROTOCOL),
        Heading("Means over all pairs"),
        mean_table(results),
        gain_table(results),
        Paragraph(f"{len(results.pairs)} pairs, seeds: {results.seeds}. {_INTERVALS}"),
        Picture(
            f"{NAME}.png",
            svg,
            f"What vectors add to the tagger on every pair of {results.dataset}, in points: at the "
            "left on all tokens, at the right on unknown words.",
        ),
        Heading("All tokens"),
        pair_table(results.tokens),
        Heading("Unknown words"),
        pair_table(results.unknown),
        Heading("How to run it again"),
        Code(command),
        Paragraph(
            f"CPU seconds of all pairs: {times}. SHA-256 of the data: {results.data_sha256}. With "
            f"{versions}."
        ),
    ]
    write_pages(f"Tagging across genres: {results.dataset}", blocks, folder)


def mean_table(results: TaggingResults) -> Table:
    """Tabulate each method's means with their intervals."""
    rows = tuple(
        (
            name,
            *(
                text
                for mean in (results.tokens.means[name], results.unknown.means[name])
                for text in (
                    _percent(mean.accuracy),
                    f"{_percent(mean.low)}–{_percent(mean.high)}",
                )
            ),
        )
        for name in results.tokens.means
    )
    headers = ("method", "all tokens", "95 % interval", "unknown words", "95 % interval")
    return Table(headers, rows)


def gain_table(results: TaggingResults) -> Table:
    """Tabulate what each method adds to none, and crosslex to its controls."""
    rows = []
    for place, tokens in enumerate(results.tokens.differences):
        if BASELINE in (tokens.a, tokens.b) or OURS in (tokens.a, tokens.b):
            unknown = results.unknown.differences[place]
            # Ours less its controls, which stand after it in the order of methods.
            turned = tokens.b == OURS
            found = [reversed_(each) if turned else each for each in (tokens, unknown)]
            rows.append((f"{found[0].a} − {found[0].b}", *map_difference(found)))
    headers = ("gain", "all tokens", "95 % interval", "p", "unknown words", "95 % interval", "p")
    return Table(headers, tuple(rows))


def map_difference(found: list[Difference]) -> list[str]:
    """Write differences as value, interval and p-value, one after the other."""
    return [
        text
        for each in found
        for text in (
            f"{100 * each.difference:+.2f}",
            f"{100 * each.low:+.2f} to {100 * each.high:+.2f}",
            f"{each.p:.4f}" if each.p >= 0.001 else "<0.001",
        )
    ]


def pair_table(kind: KindResult) -> Table:
    """Tabulate every method on every pair, the best in bold."""
    names = list(kind.pairs)
    rows, strong = [], set()
    for number, (pair, share) in enumerate(kind.pairs[names[0]].items()):
        found = [kind.pairs[name][pair].accuracy for name in names]
        rows.append((pair, f"{share.total:,}", *map(_percent, found)))
        strong |= {(number, 2 + at) for at, value in enumerate(found) if value == max(found)}
    return Table(("pair", "tokens", *names), tuple(rows), frozenset(strong))


def draw_tagging(results: TaggingResults) -> "Figure":
    """Draw what each method adds to none, a row a pair, for all tokens and unknown words."""
    from matplotlib.figure import Figure

    figure = Figure((7.2, 0.9 + 0.19 * len(results.pairs)), layout="constrained")
    titles = {"all tokens": results.tokens, "unknown words": results.unknown}
    for place, (title, kind) in enumerate(titles.items(), start=1):
        axes = figure.add_subplot(1, 2, place)
        _draw_gains(axes, kind)
        axes.set_title(title)
        if place == 1:
            axes.legend(loc="best", fontsize=7, frameon=False)
        else:
            axes.tick_params(labelleft=False)
    figure.supxlabel("gain over none, in percentage points", fontsize=8.5)
    return figure


def _draw_gains(axes: "Axes", kind: KindResult) -> None:
    marks = {OURS: ("o", OUR_COLOR), "pooled": ("s", "#3f86c4"), "random": ("x", OTHER_COLOR)}
    without = kind.pairs.get(BASELINE, {})
    for name, (marker, color) in marks.items():
        if name in kind.pairs and without:
            gains = [
                100 * (share.accuracy - without[pair].accuracy)
                for pair, share in kind.pairs[name].items()
            ]
            hollow = "white" if name == "pooled" else color
            axes.plot(
                gains,
                range(len(gains)),
                marker,
                color=color,
                markersize=4.5,
                markerfacecolor=hollow,
                label=name,
            )
    axes.set_yticks(range(len(without)), [pair.replace("->", " → ") for pair in without])
    axes.invert_yaxis()
    axes.axvline(0, color=OTHER_COLOR, linewidth=0.7, linestyle=(0, (4, 3)), zorder=1)
    axes.grid(axis="x", color="#e3e6e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"

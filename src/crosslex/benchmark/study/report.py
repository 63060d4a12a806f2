"""The report of a study: its figure, its tables, and how to make them again."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from crosslex.benchmark.figures import save_figure
from crosslex.benchmark.pages import Block, Code, Heading, Paragraph, Picture, Table
from crosslex.benchmark.report import write_pages
from crosslex.benchmark.statistics import DRAWS
from crosslex.benchmark.study.figures import NAME, draw_study
from crosslex.benchmark.study.results import (
    SEEDS_TO_RESAMPLE,
    Contrast,
    Difference,
    PanelResult,
    Point,
    StudyResult,
    StudyResults,
)
from crosslex.benchmark.tables import SIGNIFICANT, percent

_NUMBERS = ("accuracy", "95 % interval", "AUC", "95 % interval", "CPU s a pair")


def write_study_report(results: StudyResults, folder: Path, command: str) -> None:
    """Write the figure, report.md and report.html to the folder of a study."""
    svg = save_figure(partial(draw_study, results.study), folder, NAME)
    title = f"{results.study.title}: {results.dataset}"
    write_pages(title, study_blocks(results, svg, command), folder)


def study_blocks(results: StudyResults, svg: str, command: str) -> list[Block]:
    """Put the report of a study together."""
    study = results.study
    over = (
        "test documents within each target, and seeds"
        if results.seeds >= SEEDS_TO_RESAMPLE
        else "test documents within each target"
    )
    told = f"Means over {len(results.pairs)} pairs, {results.seeds} seeds. {study.note}".strip()
    blocks: list[Block] = [
        Paragraph(told),
        Picture(
            f"{NAME}.png",
            svg,
            f"{study.title}, on {results.dataset}. Bands and bars: intervals of 95 %, by "
            f"resampling {over} ({DRAWS:,} draws).",
        ),
    ]
    for panel in study.panels:
        blocks += [Heading(_title(panel.axis)), point_table(panel), step_table(panel)]
        if panel.contrasts:
            blocks += [
                contrast_table(panel.contrasts),
                Paragraph(
                    "The last two columns count the pairs on which McNemar's exact test, on the "
                    f"first seed's decisions, finds the first method above or below the second "
                    f"with p<{SIGNIFICANT}."
                ),
            ]
    if study.references:
        blocks += [Heading("For comparison"), _reference_table(study)]
    versions = ", ".join(f"{name} {number}" for name, number in results.versions.items())
    return [
        *blocks,
        Heading("How to run it again"),
        Code(command),
        Paragraph(
            f"Pairs: {', '.join(results.pairs)}. SHA-256 of the encoded texts: "
            f"{results.data_sha256}. With {versions}."
        ),
    ]


def point_table(panel: PanelResult) -> Table:
    """Tabulate accuracy, interval, AUC and time of every method at every variant."""
    rows = tuple(
        (*_names(panel, variant.label, method), *_numbers(point))
        for variant in panel.variants
        for method, point in variant.methods.items()
    )
    return Table((*_headers(panel), *_NUMBERS), rows)


def step_table(panel: PanelResult) -> Table:
    """Tabulate what each variant brings over the default, or each step over the one before."""
    labels = [variant.label for variant in panel.variants]
    rows = []
    for method, differences in panel.differences.items():
        for each in differences:
            if panel.scale == "steps":
                if labels.index(each.a) == labels.index(each.b) + 1:
                    rows.append((each.a, *_change(each)))
            elif panel.shipped == each.b:
                rows.append((f"{method}: {each.a} − {each.b}", *_change(each)))
            elif panel.shipped == each.a:
                rows.append((f"{method}: {each.b} − {each.a}", *_change(reversed_(each))))
            elif panel.shipped not in labels:
                rows.append((f"{method}: {each.a} − {each.b}", *_change(each)))
    name = "step" if panel.scale == "steps" else "difference"
    return Table((name, "gain", "95 % interval", "p"), tuple(rows))


def contrast_table(contrasts: Sequence[Contrast]) -> Table:
    """Tabulate two methods against each other at every variant."""
    rows = tuple(
        (
            f"{each.mean.a} − {each.mean.b}, {each.variant}",
            *_change(each.mean),
            *(
                str(
                    sum(
                        pair.p < SIGNIFICANT and sign * pair.difference > 0
                        for pair in each.pairs.values()
                    )
                )
                for sign in (1, -1)
            ),
        )
        for each in contrasts
    )
    return Table(("methods", "gain", "95 % interval", "p", "pairs above", "pairs below"), rows)


def reversed_(difference: Difference) -> Difference:
    """Turn a difference around."""
    return Difference(
        difference.b,
        difference.a,
        -difference.difference,
        -difference.high,
        -difference.low,
        difference.p,
    )


def _reference_table(study: StudyResult) -> Table:
    rows = tuple((name, *_numbers(point)) for name, point in study.references.items())
    return Table(("method", *_NUMBERS), rows)


def _headers(panel: PanelResult) -> tuple[str, ...]:
    return ("step",) if panel.scale == "steps" else (panel.axis, "method")


def _names(panel: PanelResult, label: str, method: str) -> tuple[str, ...]:
    return (label,) if panel.scale == "steps" else (label, method)


def _numbers(point: Point) -> tuple[str, str, str, str, str]:
    mean = point.mean
    return (
        percent(mean.accuracy),
        f"{percent(mean.low)}–{percent(mean.high)}",
        "–" if mean.auc is None else percent(mean.auc),
        "–"
        if point.auc_low is None or point.auc_high is None
        else f"{percent(point.auc_low)}–{percent(point.auc_high)}",
        f"{mean.cpu_seconds:.1f}",
    )


def _change(each: Difference) -> tuple[str, str, str]:
    return (
        f"{100 * each.difference:+.1f}",
        f"{100 * each.low:+.1f} to {100 * each.high:+.1f}",
        f"{each.p:.4f}" if each.p >= 0.001 else "<0.001",
    )


def _title(axis: str) -> str:
    """Begin with a capital, unless it is a symbol."""
    return axis if len(axis) == 1 else axis[0].upper() + axis[1:]

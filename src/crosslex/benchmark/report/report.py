"""The report of an experiment: figure, tables, and how to make them again."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from crosslex.benchmark.engine.bootstrap import DRAWS
from crosslex.benchmark.engine.results import PanelResult, Results, Tuning
from crosslex.benchmark.report.claims import JUDGING, claim_table, judge_claims
from crosslex.benchmark.report.figures import draw_figure, figure_name, save_figure
from crosslex.benchmark.report.pages import (
    Block,
    Code,
    Heading,
    Paragraph,
    Picture,
    to_html,
    to_markdown,
)
from crosslex.benchmark.report.siblings import Sibling, find_siblings, sibling_blocks, studies_of
from crosslex.benchmark.report.tables import (
    SIGNIFICANT,
    contrast_table,
    main_contrasts,
    mean_table,
    pair_table,
    percent,
    reference_table,
    size_table,
    step_table,
    tuning_table,
)
from crosslex.benchmark.studies.main import MAIN
from crosslex.storage import write_file


def write_report(results: Results, folder: Path, command: str) -> None:
    """Write the figure, report.md and report.html to the folder of an experiment.

    Parameters
    ----------
    results
        What was found.
    folder
        The folder it was run in. The report of a main table also shows the studies whose
        folders are next to it.
    command
        The command that makes all of it again.
    """
    svg = save_figure(partial(draw_figure, results), folder, figure_name(results))
    siblings = find_siblings(folder, results) if results.name == MAIN else []
    title = f"{results.title}: {results.setup.dataset}"
    blocks = report_blocks(results, svg, command, siblings)
    for name, page in (("report.md", to_markdown), ("report.html", to_html)):
        content = page(title, blocks)
        write_file(folder / name, partial(Path.write_text, data=content, encoding="utf-8"))


def report_blocks(
    results: Results, svg: str, command: str, siblings: Sequence[Sibling] = ()
) -> list[Block]:
    """Return the blocks of the report."""
    setup = results.setup
    runs = f"Pairs: {len(setup.pairs)}; seeds: {setup.seeds}."
    caption = f"{results.title}, on {setup.dataset}, with intervals of 95 %."
    blocks: list[Block] = [
        Paragraph(f"{results.note} {runs}".strip()),
        Picture(f"{figure_name(results)}.png", svg, caption),
    ]
    for panel in results.panels:
        blocks += _panel_blocks(panel)
    if results.references:
        blocks += [Heading("For comparison"), reference_table(results.references)]
    blocks += [Heading("How to read the numbers"), Paragraph(_reading(results))]
    if results.name == MAIN:
        blocks += _claims(results, siblings)
    blocks += sibling_blocks(siblings)
    if results.tuning is not None:
        blocks += [
            Heading("Tuning"),
            tuning_table(results.tuning),
            Paragraph(_tuned(results.tuning)),
        ]
    if setup.domains:
        blocks += [Heading("Data"), size_table(results)]
    versions = ", ".join(f"{name} {number}" for name, number in setup.versions.items())
    return [
        *blocks,
        Heading("How to run it again"),
        Code(command),
        Paragraph(
            f"Pairs: {', '.join(setup.pairs)}. SHA-256 of the data: {setup.data_sha256}. With "
            f"{versions}."
        ),
    ]


def _panel_blocks(panel: PanelResult) -> list[Block]:
    # A symbol such as λ stays as it is.
    title = panel.axis if len(panel.axis) == 1 else panel.axis[0].upper() + panel.axis[1:]
    blocks: list[Block] = [Heading(title), mean_table(panel)]
    blocks.append(step_table(panel) if panel.varied else pair_table(panel))
    if contrasts := main_contrasts(panel):
        blocks.append(contrast_table(contrasts, panel.digits))
    return blocks


def _reading(results: Results) -> str:
    resampled = "test documents within each target"
    if results.seeds_resampled:
        resampled += ", and seeds"
    return (
        "Accuracy and AUC in percent, means over all pairs; in bold the best of a pair among "
        "methods that see no labels of the target. Gains are differences of mean accuracy in "
        "percentage points. Intervals of means and gains, and two-sided p-values, come from "
        f"resampling {resampled} ({DRAWS:,} draws), the same draw for all methods and for all "
        "pairs that share a target. P-values are not corrected for the number of comparisons. The "
        "columns on pairs count those on which McNemar's exact test, on the first seed's "
        f"predictions, finds the first method above or below the second with p<{SIGNIFICANT}. CPU "
        "seconds are those of fitting and predicting, on one thread, texts already encoded. "
        "results.json holds all numbers."
    )


def _claims(results: Results, siblings: Sequence[Sibling]) -> list[Block]:
    findings = judge_claims(results, studies_of(siblings))
    if all(finding.verdict == "not measured" for finding in findings):
        return []
    return [Heading("Claims of the paper"), claim_table(findings), Paragraph(JUDGING)]


def _tuned(tuning: Tuning) -> str:
    rules = ", ".join(
        f"{rule} {percent(sum(found.values()) / len(found))}"
        for rule, found in tuning.thresholds.items()
    )
    return (
        f"Each method was tried with {tuning.budget} settings on {', '.join(tuning.pairs)}; the "
        "best mean accuracy was chosen, by AUC between equals. Then one threshold rule was chosen "
        f"for all: {tuning.threshold} (mean accuracy over methods: {rules}). The pairs above had "
        "no influence on it. tuning.json holds everything that was tried."
    )

"""The report of an experiment: figure, tables, and how to make them again."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from crosslex.storage import write_file
from crosslex_bench.engine.results import PanelResult, Results, Tuning, read_results
from crosslex_bench.engine.statistics import DRAWS
from crosslex_bench.pages import Block, Code, Heading, Paragraph, Picture, to_markdown
from crosslex_bench.report import tables
from crosslex_bench.report.claims import JUDGING, claim_table, judge_claims
from crosslex_bench.report.figures import figure_name, save_figure
from crosslex_bench.studies.main import MAIN


def write_report(results: Results, folder: Path, command: str) -> None:
    """Write the figure and report.md to the folder that an experiment was run in.

    The claims of the paper are judged by the studies whose folders are next to it, too. `command`
    is the one that makes all of it again.
    """
    save_figure(results, folder)
    title = f"{results.title}: {results.setup.dataset}"
    page = to_markdown(title, report_blocks(results, command, find_studies(folder, results)))
    write_file(folder / "report.md", partial(Path.write_text, data=page, encoding="utf-8"))


def report_blocks(results: Results, command: str, studies: Mapping[str, Results]) -> list[Block]:
    """Return the blocks of the report, given studies by their names."""
    setup = results.setup
    runs = f"Pairs: {len(setup.pairs)}; seeds: {setup.seeds}."
    caption = f"{results.title}, on {setup.dataset}, with intervals of 95 %."
    blocks: list[Block] = [
        Paragraph(f"{results.note} {runs}".strip()),
        Picture(f"{figure_name(results)}.png", caption),
    ]
    for panel in results.panels:
        blocks += _panel_blocks(panel)
    if results.references:
        blocks += [Heading("For comparison"), tables.reference_table(results.references)]
    blocks += [Heading("How to read the numbers"), Paragraph(_reading(results))]
    if results.name == MAIN and setup.preset == "paper":
        findings = claim_table(judge_claims(results, studies))
        blocks += [Heading("Claims of the paper"), findings, Paragraph(JUDGING)]
    if results.tuning is not None:
        table, text = tables.tuning_table(results.tuning), _tuned(results.tuning)
        blocks += [Heading("Tuning"), table, Paragraph(text)]
    if setup.domains:
        blocks += [Heading("Data"), tables.size_table(results)]
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


def find_studies(folder: Path, results: Results) -> dict[str, Results]:
    """Return the studies next to a folder on the same data and with the same preset."""
    found = {}
    for path in sorted(folder.resolve().parent.glob("*/results.json")):
        try:
            study = read_results(path)
        except (OSError, ValueError):
            continue  # not written by crosslex, or by another version of it
        own, other = results.setup, study.setup
        if (own.data_sha256, own.preset) == (other.data_sha256, other.preset):
            found[study.name] = study
    return found


def _panel_blocks(panel: PanelResult) -> list[Block]:
    # A symbol such as λ stays as it is.
    title = panel.axis if len(panel.axis) == 1 else panel.axis[0].upper() + panel.axis[1:]
    blocks: list[Block] = [Heading(title), tables.mean_table(panel)]
    blocks.append(tables.step_table(panel) if panel.varied else tables.pair_table(panel))
    if contrasts := tables.main_contrasts(panel):
        blocks.append(tables.contrast_table(contrasts))
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
        "predictions, finds the first method above or below the second with "
        f"p<{tables.SIGNIFICANT}. CPU seconds are those of fitting and predicting, on one thread, "
        "texts already encoded. results.json holds all numbers."
    )


def _tuned(tuning: Tuning) -> str:
    rules = ", ".join(
        f"{rule} {tables.percent(sum(found.values()) / len(found))}"
        for rule, found in tuning.thresholds.items()
    )
    return (
        f"Each method was tried with {tuning.budget} settings on {', '.join(tuning.pairs)}; the "
        "best mean accuracy was chosen, by AUC between equals. Then one threshold rule was chosen "
        f"for all: {tuning.threshold} (mean accuracy over methods: {rules}). {_ends(tuning)} The "
        "pairs above had no influence on it. tuning.json holds everything that was tried."
    )


def _ends(tuning: Tuning) -> str:
    if not tuning.at_end:
        return "Every chosen C lies between others that were tried."
    return (
        f"The chosen C of {', '.join(tuning.at_end)} is the smallest or largest that was tried: "
        "a still better one may lie beyond."
    )

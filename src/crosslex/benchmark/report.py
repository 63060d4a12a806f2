"""The report: tables, figure, how they were made and how to make them again."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from crosslex.benchmark.figures import NAME, draw_accuracies, save_figure
from crosslex.benchmark.pages import (
    Block,
    Code,
    Heading,
    Paragraph,
    Picture,
    to_html,
    to_markdown,
)
from crosslex.benchmark.results import Results
from crosslex.benchmark.statistics import DRAWS
from crosslex.benchmark.study.beside import Neighbor, find_neighbors, neighbor_blocks, studies_of
from crosslex.benchmark.study.claims import Finding, judge_claims
from crosslex.benchmark.tables import (
    claim_table,
    comparison_table,
    mean_table,
    pair_table,
    percent,
    size_table,
    told_comparisons,
    tuning_table,
)
from crosslex.benchmark.tuning.tuning import Tuning
from crosslex.storage import write_file


def write_report(results: Results, folder: Path, command: str) -> None:
    """Write figure 1, report.md and report.html to the folder of a benchmark.

    Parameters
    ----------
    results
        What was found.
    folder
        A benchmark's folder.
    command
        The command that makes all of it again.
    """
    title = f"Carrying a classifier across domains: {results.dataset}"
    svg = save_figure(partial(draw_accuracies, results), folder, NAME)
    neighbors = find_neighbors(folder, results.protocol.data_sha256)
    findings = judge_claims(results, studies_of(neighbors))
    write_pages(title, report_blocks(results, svg, command, findings, neighbors), folder)


def write_pages(title: str, blocks: Sequence[Block], folder: Path) -> None:
    """Write report.md and report.html."""
    for name, page in (("report.md", to_markdown), ("report.html", to_html)):
        content = page(title, blocks)
        write_file(folder / name, partial(Path.write_text, data=content, encoding="utf-8"))


def report_blocks(
    results: Results,
    svg: str,
    command: str,
    findings: Sequence[Finding] = (),
    neighbors: Sequence[Neighbor] = (),
) -> list[Block]:
    """Put the report together."""
    blocks: list[Block] = [
        Paragraph(_setting(results)),
        Heading("Means over all pairs"),
        mean_table(results),
        Paragraph(
            "Accuracy and AUC in percent. The interval comes from resampling test documents "
            f"({DRAWS:,} draws) within each target, the same draw for all pairs that share it. CPU "
            "seconds are those of fitting and deciding, on one thread, texts already encoded."
        ),
        Picture(f"{NAME}.png", svg, _caption(results)),
        Heading("Accuracy on every pair"),
        pair_table(results),
        Paragraph(
            "In percent; in bold the best of a pair among methods that see no labels of the target."
        ),
    ]
    if told := told_comparisons(results):
        blocks += [
            Heading("Comparisons"),
            comparison_table(told),
            Paragraph(
                "Differences of mean accuracy in percentage points, with interval and two-sided "
                "p-value of the same bootstrap, paired by document; the last column counts the "
                "pairs on which McNemar's exact test tells the two methods apart"
                + (" by the first seed's decisions" if results.seeds > 1 else "")
                + ". P-values are not corrected for the number of comparisons; results.json holds "
                "those of all methods."
            ),
        ]
    if any(finding.verdict != "not measured" for finding in findings):
        blocks += [Heading("Claims of the paper"), claim_table(findings), Paragraph(_JUDGING)]
    blocks += neighbor_blocks(neighbors)
    if results.tuning is not None:
        blocks += [
            Heading("Tuning"),
            tuning_table(results.tuning),
            Paragraph(_tuned(results.tuning)),
        ]
    versions = ", ".join(f"{name} {number}" for name, number in results.versions.items())
    return [
        *blocks,
        Heading("Data"),
        size_table(results),
        Paragraph(f"SHA-256 of the encoded texts: {results.protocol.data_sha256}"),
        Heading("How to run it again"),
        Code(command),
        Paragraph(f"With {versions}."),
    ]


_JUDGING = (
    "crosslex-paper is the paper's method to the letter, crosslex-expansion the paper's way to "
    "classify with crosslex's vectors. Differences are in percentage points with intervals of "
    "95 %. Significantly above: the interval lies above 0. Comparable: it does not lie below 0. "
    "Flat: best and worst are no more than a point apart, or their interval holds 0. No effect, "
    "and enough: the interval of the difference does not exclude it. Best, and above at every "
    "dimensionality, are judged by the means. What is not measured needs further methods in this "
    "run, or a study in a folder beside this one."
)


def _tuned(tuning: Tuning) -> str:
    rules = ", ".join(
        f"{rule} {percent(sum(found.values()) / len(found))}"
        for rule, found in tuning.thresholds.items()
    )
    return (
        f"Each method was tried with {tuning.budget} settings on {', '.join(tuning.pairs)}; the "
        "best mean accuracy was chosen, by AUC between equals. Then one threshold rule was chosen "
        f"for all: {tuning.threshold} (mean accuracy over methods: {rules}). The pairs above had "
        "no part in it. tuning.json holds everything that was tried."
    )


def _setting(results: Results) -> str:
    protocol = results.protocol
    unlabeled = {
        "pair": "the unlabeled text of its own domains alone",
        "all": "the unlabeled text of all domains",
    }[protocol.unlabeled]
    labels = (
        "Labels of all source domains at once are"
        if protocol.multi_source
        else "Labels of one domain are"
    )
    sentences = [
        f"{labels} used to decide in another, on test documents that nothing was learned from. "
        f"Every method is given {unlabeled}; labels of the target are hidden from all but "
        "in_domain.",
        f"Methods: {len(results.methods)}; pairs: {len(results.pairs)}; seeds: {results.seeds}; "
        f"preset: {protocol.preset}.",
    ]
    if protocol.validation:
        sentences.append(
            f"Domains left out of the pairs, for tuning: {', '.join(protocol.validation)}."
        )
    return " ".join(sentences)


def _caption(results: Results) -> str:
    rest = "Clopper–Pearson intervals of 95 %"
    rest += "; of the mean, by the bootstrap." if len(results.pairs) > 1 else "."
    if "none" in results.methods:
        rest += " Dashed: no adaptation."
    return f"Figure 1. Accuracy of every method on every pair of {results.dataset}. {rest}"

"""Studies in folders next to a main table's, for its report to show them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from crosslex.benchmark.engine.results import Results, read_results
from crosslex.benchmark.report.figures import figure_name
from crosslex.benchmark.report.pages import Block, Heading, Paragraph, Picture
from crosslex.benchmark.report.tables import mean_table
from crosslex.benchmark.studies.main import MAIN
from crosslex.benchmark.studies.names import TAGGING


@dataclass(frozen=True)
class Sibling:
    """A finished study: the name of its folder, its results, its figure if there is one."""

    folder: str
    results: Results
    svg: str


def find_siblings(folder: Path, results: Results) -> list[Sibling]:
    """Return the studies on the same data next to a folder, and those of tagging."""
    found = []
    for path in sorted(folder.resolve().parent.glob("*/results.json")):
        try:
            study = read_results(path)
        except (OSError, ValueError):
            continue  # not written by crosslex, or by another version of it
        same_data = study.setup.data_sha256 == results.setup.data_sha256
        if study.name == TAGGING or (study.name != MAIN and same_data):
            found.append(
                Sibling(
                    path.parent.name, study, _figure(path.with_name(f"{figure_name(study)}.svg"))
                )
            )
    return found


def studies_of(siblings: Sequence[Sibling]) -> dict[str, Results]:
    """Return the results of studies by their names."""
    return {each.results.name: each.results for each in siblings}


def sibling_blocks(siblings: Sequence[Sibling]) -> Iterator[Block]:
    """Yield one section per study; all its numbers are in its own report."""
    for each in siblings:
        setup = each.results.setup
        runs = f"{len(setup.pairs)} pairs, seeds: {setup.seeds}"
        yield Heading(each.results.title)
        if each.results.name == TAGGING:
            yield from map(mean_table, each.results.panels)
        if each.svg:
            picture = f"../{each.folder}/{figure_name(each.results)}.png"
            yield Picture(picture, each.svg, f"{each.results.title}. {runs}.")
        yield Paragraph(f"{runs}. All numbers are in {each.folder}/report.html.")


def _figure(path: Path) -> str:
    svg = path.read_text(encoding="utf-8") if path.exists() else ""
    return svg if "<svg" in svg else ""

"""Studies whose folders lie beside a benchmark's, for its report to tell of them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from crosslex.benchmark.pages import Block, Heading, Paragraph, Picture, Table
from crosslex.benchmark.study.figures import NAME
from crosslex.benchmark.tables import percent

TAGGING: Final = "tagging"


@dataclass(frozen=True)
class Neighbor:
    """A finished study.

    Parameters
    ----------
    folder
        The name of its folder.
    content
        Its results.json, as it was written: it may have been computed by another run.
    svg
        Its figure; empty where that is gone.
    """

    folder: str
    content: Mapping[str, Any]
    svg: str


def find_neighbors(folder: Path, data_sha256: str) -> list[Neighbor]:
    """Find the studies on the same data beside a folder, and those of tagging."""
    found = []
    for path in sorted(folder.resolve().parent.glob("*/results.json")):
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            study = content["study"]
            if study == TAGGING or (study["name"] and content["data_sha256"] == data_sha256):
                neighbor = Neighbor(path.parent.name, content, _figure(path.parent))
                list(neighbor_blocks([neighbor]))  # Better found out here than in the report.
                found.append(neighbor)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            continue  # Somebody else's file, or a benchmark that is no study.
    return found


def studies_of(neighbors: Sequence[Neighbor]) -> dict[str, Mapping[str, Any]]:
    """Return what studies found, by their names."""
    told = (each.content["study"] for each in neighbors)
    return {str(study["name"]): study for study in told if study != TAGGING}


def neighbor_blocks(neighbors: Sequence[Neighbor]) -> Iterator[Block]:
    """Tell of every study in a section of its own; all its numbers are in its own report."""
    for each in neighbors:
        tagging = each.content["study"] == TAGGING
        title = "Tagging across genres" if tagging else str(each.content["study"]["title"])
        runs = f"{len(each.content['pairs'])} pairs, seeds: {each.content['seeds']}"
        yield Heading(title)
        if tagging:
            yield _tagging_table(each.content)
        if each.svg:
            yield Picture(f"../{each.folder}/{NAME}.png", each.svg, f"{title}. {runs}.")
        yield Paragraph(f"{runs}. All numbers are in {each.folder}/report.html.")


def _figure(folder: Path) -> str:
    path = folder / f"{NAME}.svg"
    svg = path.read_text(encoding="utf-8") if path.exists() else ""
    return svg if "<svg" in svg else ""


def _tagging_table(content: Mapping[str, Any]) -> Table:
    kinds = {"all tokens": content["tokens"], "unknown words": content["unknown"]}
    rows = tuple(
        (name, *(text for kind in kinds.values() for text in _with_interval(kind["means"][name])))
        for name in content["tokens"]["means"]
    )
    headers = [text for kind in kinds for text in (kind, "95 % interval")]
    return Table(("method", *headers), rows)


def _with_interval(mean: Mapping[str, float]) -> tuple[str, str]:
    return percent(mean["accuracy"]), f"{percent(mean['low'])}–{percent(mean['high'])}"

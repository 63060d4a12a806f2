"""Results that are kept, and the tables of the reports, which are made from them."""

import gzip
import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from crosslex.errors import InputError
from crosslex_bench.engine.results import PanelResult, Results, read_results
from crosslex_bench.engine.study import OURS
from crosslex_bench.pages import Table, to_markdown
from crosslex_bench.places import REPORTS, RESULTS
from crosslex_bench.report import tables
from crosslex_bench.report.claims import claim_table, judge_claims
from crosslex_bench.studies.main import MAIN

FILE = "cells.jsonl.gz"
PROTOCOL_STUDIES = ("controls", "dimension", "lambda", "claims")
BEST_STUDIES = ("multi", "steps", "pivots", "context", "labels", "pool", "pool-twelve")
_PLACE = re.compile(r"(<!-- (?P<name>[\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Runs = Mapping[str, Results]
"""Finished runs: the table of all methods as `main`, and studies by their names."""


@dataclass(frozen=True)
class Page:
    """A page, the folders of the runs that it shows, and how its tables are made from them."""

    path: Path
    folders: Mapping[str, Path]
    tables: Mapping[str, Callable[[Runs], Table]]

    def text(self) -> str:
        """Return the page as it is."""
        if not self.path.exists():
            raise InputError(f"{self.path}: not found; run it in a checkout of the repository")
        return self.path.read_text(encoding="utf-8")

    def runs(self) -> dict[str, Results]:
        """Return the runs that are finished."""
        places = {name: folder / "results.json" for name, folder in self.folders.items()}
        return {name: read_results(path) for name, path in places.items() if path.exists()}

    def with_tables(self, text: str, runs: Runs) -> str:
        """Return the page's text with every table that it has a place for."""

        def table(place: re.Match[str]) -> str:
            return f"{place[1]}{markdown(self.tables[place['name']](runs))}{place[3]}"

        return _PLACE.sub(table, text)


def write_tables(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; fail if a table differs.")
    ] = False,
) -> None:
    """Write the tables of bench/reports from the kept results.

    What is between `<!-- NAME -->` and `<!-- end -->` in a report is replaced by the table of that
    name.
    """
    for page in PAGES:
        text = page.text()
        written = page.with_tables(text, page.runs())
        if not check:
            page.path.write_text(written, encoding="utf-8")
        elif written != text:
            raise InputError(f"{page.path} has other tables; run crosslex-bench tables")


def keep(
    runs: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Folders of experiments.")],
) -> None:
    """Keep the results and cells of runs in bench/results, a compressed line per cell."""
    for run in runs:
        print(f"{run.name}: {keep_run(run, RESULTS / run.name):,} cells")


def keep_run(run: Path, to: Path) -> int:
    """Write the finished cells of a run, and its results if it has any; return how many cells."""
    to.mkdir(parents=True, exist_ok=True)
    cells = [json.loads(path.read_bytes()) for path in sorted((run / "cells").glob("*.json"))]
    lines = "".join(f"{json.dumps(shortened(cell), separators=(',', ':'))}\n" for cell in cells)
    # Without a time in it, the same cells make the same bytes.
    (to / FILE).write_bytes(gzip.compress(lines.encode(), mtime=0))
    if (run / "results.json").exists():
        shutil.copy(run / "results.json", to / "results.json")
    return len(cells)


def shortened(cell: dict[str, Any]) -> dict[str, Any]:
    """Return a cell without what tuning does not read of it: every text's score."""
    tuning = cell["settings"]["task"].get("test_on") == "labeled"
    return {**cell, "scores": None} if tuning else cell


def read_kept(kept: Path) -> Iterator[dict[str, Any]]:
    """Yield the cells that were kept in a folder."""
    with gzip.open(kept / FILE, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def markdown(table: Table) -> str:
    """Return a table as Markdown."""
    return to_markdown("", [table]).partition("\n\n")[2]


def contrasts(found: PanelResult) -> Table:
    """Return the paper's two methods against all other systems, or crosslex if it is there."""
    shown = tables.main_contrasts(found)
    ours = [each for each in shown if each.mean.a == OURS]
    return tables.contrast_table(ours or shown)


def tuning(runs: Runs) -> Table:
    """Return what was chosen on the validation pairs."""
    tuned = runs[MAIN].tuning
    assert tuned is not None
    return tables.tuning_table(tuned)


def claims(runs: Runs) -> Table:
    """Return the verdicts on the paper's claims that the finished runs allow."""
    studies = {name: found for name, found in runs.items() if name != MAIN}
    return claim_table(judge_claims(runs[MAIN], studies))


def panel(study: str, name: str, make: Callable[[PanelResult], Table]) -> Callable[[Runs], Table]:
    """Return what makes a table of one axis of a run."""

    def table(runs: Runs) -> Table:
        if study not in runs:
            return Table(("run", "state"), ((study, "not run to its end"),))
        [found] = [each for each in runs[study].panels if each.name == name]
        return make(found)

    return table


def gains(found: PanelResult) -> Table:
    """Return the methods that a study compares against each other, at every variant."""
    return tables.contrast_table(found.contrasts)


def accuracies(found: PanelResult) -> Table:
    """Return accuracy and AUC by variant and method, and the accuracy on every pair."""
    several = len({name for each in found.variants for name in each.methods}) > 1
    names = [(each.label, *item) for each in found.variants for item in each.methods.items()]
    on = list(names[0][2].pairs)
    rows = tuple(
        (
            label,
            *((method,) if several else ()),
            tables.percent(result.mean.accuracy),
            f"{tables.percent(result.mean.low)}–{tables.percent(result.mean.high)}",
            tables.percent(result.mean.auc),
            *(tables.percent(result.pairs[pair].accuracy) for pair in on),
        )
        for label, method, result in names
    )
    headers = (found.axis, *(("method",) if several else ()), "accuracy", "95 % interval", "AUC")
    return Table((*headers, *on), rows)


def cost(folders: Mapping[str, Path]) -> Callable[[Runs], Table]:
    """Return what makes the table of the cells that each run has computed, and in what time.

    A cell that a run took from another counts there alone.
    """

    def table(runs: Runs) -> Table:
        rows, known = [], set[str]()
        for name, folder in folders.items():
            if not folder.exists():
                rows.append((name, "–", "–", "not run"))
                continue
            own = {cell["work"]: cell["cpu_seconds"] for cell in read_kept(folder)}
            own = {work: seconds for work, seconds in own.items() if work not in known}
            known |= set(own)
            state = f"finished, seeds: {runs[name].setup.seeds}" if name in runs else "not finished"
            rows.append((name, f"{len(own):,}", f"{sum(own.values()) / 3600:.2f}", state))
        return Table(("run", "cells computed", "CPU hours", "state"), tuple(rows))

    return table


_PROTOCOL_FOLDERS = {
    MAIN: RESULTS / "paper",
    **{study: RESULTS / f"paper-{study}" for study in PROTOCOL_STUDIES},
}
PROTOCOL = Page(
    REPORTS / "paper.md",
    _PROTOCOL_FOLDERS,
    {
        "means": panel(MAIN, "methods", tables.mean_table),
        "pairs": panel(MAIN, "methods", tables.pair_table),
        "contrasts": panel(MAIN, "methods", contrasts),
        "tuning": tuning,
        "claims": claims,
        "controls": panel("controls", "control", accuracies),
        "readings": panel("controls", "reading", accuracies),
        "dimension": panel("dimension", "dimension", accuracies),
        "lambda": panel("lambda", "lambda", accuracies),
        "negatives": panel("claims", "negatives", accuracies),
        "similarity": panel("claims", "similarity", accuracies),
        "epochs": panel("claims", "epochs", accuracies),
        "weights": panel("claims", "domain_weights", accuracies),
        "cost": cost(_PROTOCOL_FOLDERS),
    },
)
_BEST_FOLDERS = {name: RESULTS / name for name in (MAIN, *BEST_STUDIES)}
BEST = Page(
    REPORTS / "methods.md",
    _BEST_FOLDERS,
    {
        "means": panel(MAIN, "methods", tables.mean_table),
        "leads": panel(MAIN, "methods", contrasts),
        "pairs": panel(MAIN, "methods", tables.pair_table),
        "tuning": tuning,
        "multi pairs": panel("multi", "methods", tables.pair_table),
        "multi leads": panel("multi", "methods", contrasts),
        "steps": panel("steps", "step", tables.step_table),
        "pivots": panel("pivots", "pivots", accuracies),
        "number of pivots": panel("pivots", "n_pivots", accuracies),
        "context": panel("context", "context", accuracies),
        "labels": panel("labels", "labels", accuracies),
        "label gains": panel("labels", "labels", gains),
        "pools": panel("pool-twelve", "pool", tables.mean_table),
        "pool gains": panel("pool-twelve", "pool", gains),
        "pool seeds": panel("pool", "pool", accuracies),
        "skews": panel("pool", "skew", accuracies),
        "skew gains": panel("pool", "skew", gains),
        "cost": cost(_BEST_FOLDERS),
    },
)
PAGES = (PROTOCOL, BEST)

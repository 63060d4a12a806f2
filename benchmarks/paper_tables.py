"""Write the tables of docs/paper.md from the results that `benchmarks/results` holds.

`python -m benchmarks.paper_tables` replaces what stands between `<!-- NAME -->` and `<!-- end -->`
in the page by the table of that name; `--check` only says whether the page has the tables that the
results make.
"""

import argparse
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.kept_cells import FOLDER, read_kept
from crosslex.benchmark.engine.results import PanelResult, Results, read_results
from crosslex.benchmark.report import tables
from crosslex.benchmark.report.claims import claim_table, judge_claims
from crosslex.benchmark.report.pages import Table, to_markdown

PAGE = Path(__file__).parents[1] / "docs" / "paper.md"
MAIN = "paper"
STUDIES = ("controls", "dimension", "lambda", "claims")
_PLACE = re.compile(r"(<!-- (?P<name>[\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)

Runs = Mapping[str, Results]
"""Finished runs: the paper's protocol as `main`, and its studies by their names."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    options = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    written = with_tables(page, read_runs(FOLDER))
    if not options.check:
        PAGE.write_text(written, encoding="utf-8")
    elif written != page:
        raise SystemExit(f"{PAGE} has other tables: run python -m benchmarks.paper_tables")


def read_runs(folder: Path) -> dict[str, Results]:
    """Return the runs that are finished."""
    names = {"main": MAIN, **{study: f"{MAIN}-{study}" for study in STUDIES}}
    places = {name: folder / path / "results.json" for name, path in names.items()}
    return {name: read_results(path) for name, path in places.items() if path.exists()}


def with_tables(page: str, runs: Runs) -> str:
    """Return the page with every table that it has a place for."""

    def table(place: re.Match[str]) -> str:
        return f"{place[1]}{markdown(TABLES[place['name']](runs))}{place[3]}"

    return _PLACE.sub(table, page)


def markdown(table: Table) -> str:
    """Return a table as Markdown."""
    return to_markdown("", [table]).partition("\n\n")[2]


def means(runs: Runs) -> Table:
    """Return accuracy, AUC and time of every system."""
    return tables.mean_table(runs["main"].panels[0])


def pairs(runs: Runs) -> Table:
    """Return accuracies by pair and system."""
    return tables.pair_table(runs["main"].panels[0])


def contrasts(runs: Runs) -> Table:
    """Return the two methods of the paper against all other systems."""
    panel = runs["main"].panels[0]
    return tables.contrast_table(tables.main_contrasts(panel))


def tuning(runs: Runs) -> Table:
    """Return what was chosen on the validation pairs."""
    tuned = runs["main"].tuning
    assert tuned is not None
    return tables.tuning_table(tuned)


def claims(runs: Runs) -> Table:
    """Return the verdicts on the paper's claims that the finished runs allow."""
    studies = {name: found for name, found in runs.items() if name in STUDIES}
    return claim_table(judge_claims(runs["main"], studies))


def panel(study: str, name: str) -> Callable[[Runs], Table]:
    """Return what makes the table of one axis of a study."""

    def table(runs: Runs) -> Table:
        if study not in runs:
            return Table(("study", "state"), ((study, "not run to its end"),))
        [found] = [each for each in runs[study].panels if each.name == name]
        return accuracies(found)

    return table


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


def cost(runs: Runs) -> Table:
    """Return the cells that each run has computed, and in what time.

    A cell that a run took from another counts there alone.
    """
    rows, known = [], set[str]()
    for name in ("main", *STUDIES):
        folder = FOLDER / (MAIN if name == "main" else f"{MAIN}-{name}")
        if not folder.exists():
            rows.append((name, "–", "–", "not run"))
            continue
        own = {cell["work"]: cell["cpu_seconds"] for cell in read_kept(folder)}
        own = {work: seconds for work, seconds in own.items() if work not in known}
        known |= set(own)
        state = f"finished, seeds: {runs[name].setup.seeds}" if name in runs else "not finished"
        rows.append((name, f"{len(own):,}", f"{sum(own.values()) / 3600:.2f}", state))
    return Table(("run", "cells computed", "CPU hours", "state"), tuple(rows))


TABLES: Mapping[str, Callable[[Runs], Table]] = {
    "means": means,
    "pairs": pairs,
    "contrasts": contrasts,
    "tuning": tuning,
    "claims": claims,
    "controls": panel("controls", "control"),
    "readings": panel("controls", "reading"),
    "dimension": panel("dimension", "dimension"),
    "lambda": panel("lambda", "lambda"),
    "negatives": panel("claims", "negatives"),
    "similarity": panel("claims", "similarity"),
    "epochs": panel("claims", "epochs"),
    "weights": panel("claims", "domain_weights"),
    "cost": cost,
}


if __name__ == "__main__":
    main()

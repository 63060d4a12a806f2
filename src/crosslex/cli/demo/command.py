"""The command: fetch, learn, compare, find changes, adapt a classifier."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosslex.cli.command import command
from crosslex.cli.demo import findings
from crosslex.cli.demo.screens import Demonstration, Source, show_demo, show_texts
from crosslex.cli.demo.transfers import measure_transfers
from crosslex.cli.domain_files import Reading, domain_sizes, read_corpora
from crosslex.cli.options import Jobs, Seed, option, useful_jobs
from crosslex.cli.output_folder import check_output
from crosslex.cli.screen import Screen
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.corpus.sharded import AnyCorpus

PAGE = "explore.html"
PAGE_WORDS = 2500
PAGE_SENSES = 30
SHOWN_SENSES = 2


@command(show_demo)
def demo(
    context: typer.Context,
    out: Annotated[
        Path, option("--out", "-o", help="Folder for model and page.", metavar="DIR")
    ] = Path("crosslex-demo"),
    data: Annotated[
        Path | None,
        option(
            help="Folder with two or more files DOMAIN.jsonl to use instead.",
            default="docstrings and hutto2014, fetched once through pip",
            metavar="PATH",
        ),
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
) -> Demonstration:
    """Show everything on real text: learn, compare, find changes, adapt a classifier."""
    # Before numpy is imported: its many small products take longer on threads that wait.
    for library in ("OPENBLAS", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    from crosslex import CrossDomainEmbedding
    from crosslex.explore import gather, write_page
    from crosslex.explore.findings import most_changed, senses_of, shifts_of_all_pairs

    began = time.perf_counter()
    n_jobs = useful_jobs(jobs)
    folder, page = out / "model", out / PAGE
    _check_out(out)
    check_output(folder)
    source = _fetch_docstrings() if data is None else _own_texts(data)
    labeled = _fetch_hutto2014() if data is None else source
    corpora = _read(source, n_jobs)
    model = CrossDomainEmbedding(random_state=seed, n_jobs=n_jobs)
    typical = findings.typical_words(corpora, model.min_documents)
    if not context.params["as_json"]:
        # Printed before the learning, so that there is something to read meanwhile.
        show_texts(Screen(), source, domain_sizes(corpora), typical)
    model.fit(corpora)
    model.save(folder)
    shifts = shifts_of_all_pairs(model)
    pairs = [pair for pair in shifts if pair.tested]
    examples = findings.example_words(model)
    senses = senses_of(model, [*examples, *most_changed(shifts, PAGE_SENSES)])
    write_page(page, gather(model, shifts, senses, words=PAGE_WORDS))
    return Demonstration(
        source=source,
        domains=domain_sizes(corpora),
        specific=typical,
        changed=findings.most_changed(model, pairs[0]) if pairs else None,
        comparisons=findings.compare(model, examples),
        senses=senses[:SHOWN_SENSES],
        labeled=labeled,
        carried=measure_transfers(_read(labeled, n_jobs) if data is None else corpora, seed=seed),
        model=str(folder),
        page=str(page),
        seed=seed,
        seconds=round(time.perf_counter() - began, 1),
    )


def _check_out(out: Path) -> None:
    """Refuse a folder that holds anything but an earlier demo."""
    if out.is_dir():
        others = sorted({path.name for path in out.iterdir()} - {"model", PAGE})
        if others:
            raise InputError(f"--out: {out} already holds {others[0]}; choose another folder")
    elif out.exists():
        raise InputError(f"--out: {out} is a file; choose another folder")


def _read(source: Source, jobs: int) -> "list[AnyCorpus]":
    from crosslex.corpus.options import ReadOptions

    domains = [f"{name}={path}" for name, path in source.files.items()]
    return read_corpora(domains, Reading(ReadOptions(), jobs=jobs))


def _fetch_docstrings() -> Source:
    """Return what three packages say about themselves, fetched if it is not there yet."""
    from crosslex.datasets.docstrings import SUBJECTS, fetch_docstrings
    from crosslex.progress import progress

    with progress("fetch docstrings"):
        folder = fetch_docstrings()
    names = ", ".join(f"{each.package.name} {each.package.version}" for each in SUBJECTS.values())
    licenses = "; ".join(f"{each.package.name}: {each.license}" for each in SUBJECTS.values())
    files = {domain: str(folder / f"{domain}.jsonl") for domain in SUBJECTS}
    return Source(f"docstrings of {names}", licenses, None, files)


def _fetch_hutto2014() -> Source:
    """Return the labeled sentences of hutto2014, fetched if they are not there yet."""
    from crosslex.datasets import hutto2014
    from crosslex.progress import progress

    with progress("fetch hutto2014"):
        folder = hutto2014.fetch_hutto2014()
    files = {domain: str(folder / f"{domain}.jsonl") for domain in hutto2014.DOMAINS}
    return Source("hutto2014", hutto2014.LICENSE, hutto2014.CITATION, files)


def _own_texts(folder: Path) -> Source:
    """Return the files of a folder, one per domain."""
    paths = [*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]
    files = {path.name.partition(".jsonl")[0]: str(path) for path in sorted(paths)}
    if len(files) < 2:
        raise InputError(
            f"--data: found {len(files)} files DOMAIN.jsonl in {folder}; give a folder with two or "
            "more, one per domain"
        )
    return Source(str(folder), None, None, files)

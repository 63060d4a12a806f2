"""The command: fetch, learn, compare, find changes, adapt a classifier."""

import time
from pathlib import Path
from typing import Annotated

import typer

from crosslex.cli.command import command
from crosslex.cli.demo import findings
from crosslex.cli.demo.screens import Demonstration, Source, show_demo, show_texts
from crosslex.cli.domain_files import Reading, domain_sizes, read_corpora
from crosslex.cli.options import Jobs, Seed, option, useful_jobs
from crosslex.cli.output_folder import check_output
from crosslex.cli.screen import Screen
from crosslex.errors import InputError

PAGE = "explore.html"
PAGE_WORDS = 2000


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
            default="hutto2014, fetched once through pip",
            metavar="PATH",
        ),
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
) -> Demonstration:
    """Show everything on real text: learn, compare, find changes, adapt a classifier."""
    from crosslex import CrossDomainEmbedding
    from crosslex.corpus.options import ReadOptions
    from crosslex.explore import gather, write_page
    from crosslex.explore.gather import shifts_of_all_pairs

    began = time.perf_counter()
    n_jobs = useful_jobs(jobs)
    folder, page = out / "model", out / PAGE
    _check_out(out)
    check_output(folder)
    source = _fetch_texts() if data is None else _own_texts(data)
    corpora = read_corpora(
        [f"{name}={path}" for name, path in source.files.items()],
        Reading(ReadOptions(), jobs=n_jobs),
    )
    model = CrossDomainEmbedding(random_state=seed, n_jobs=n_jobs)
    typical = findings.typical_words(corpora, model.min_documents)
    if not context.params["as_json"]:
        # Printed before the learning, so that there is something to read meanwhile.
        show_texts(Screen(), source, domain_sizes(corpora), typical)
    model.fit(corpora)
    model.save(folder)
    shifts = shifts_of_all_pairs(model)
    write_page(page, gather(model, shifts, words=PAGE_WORDS))
    pairs = [pair for pair in shifts if pair.tested]
    return Demonstration(
        source=source,
        domains=domain_sizes(corpora),
        specific=typical,
        changed=findings.most_changed(model, pairs[0]) if pairs else None,
        significant=sum(shift.change.q < 0.05 for shift in pairs[0]) if pairs else 0,
        comparisons=findings.compare_examples(model),
        carried=findings.measure_transfers(corpora, seed=seed),
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


def _fetch_texts() -> Source:
    """Return the sentences of hutto2014, fetched if they are not there yet."""
    from crosslex.corpus import hutto2014
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

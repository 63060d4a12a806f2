"""`crosslex learn`: texts of several domains in, a model out; `crosslex phrases`: terms for it."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from crosslex.cli.command import command
from crosslex.cli.domains import (
    check_inputs,
    check_names,
    check_output,
    in_periods,
    parse_domains,
    read_corpora,
    report_read,
    size_on_disk,
    sizes,
    warn_of_little_text,
)
from crosslex.cli.options import ANALYZING, reading, split_names, text_settings, useful_jobs
from crosslex.cli.output import Screen, megabytes
from crosslex.corpus import ReadOptions
from crosslex.errors import InputError
from crosslex.text import TextSettings

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.checkpoints import Checkpoints
    from crosslex.corpus import Engine
    from crosslex.paper import PaperEmbedding

OF_PAPER = ("dimension", "window", "min_count", "random_state")
"""Settings that the paper's method has, too."""

_logger = logging.getLogger(__name__)


@command()
def learn(
    screen: Screen,
    domains: list[str],
    out: Path,
    method: Literal["crosslex", "paper"] = "crosslex",
    seed: int = 0,
    jobs: int | None = None,
    scheduler: str | None = None,
    dimension: int | None = None,
    window: int | None = None,
    contexts: int | None = None,
    min_documents: int | None = None,
    min_count: int | None = None,
    pretrained: Path | None = None,
    examples: int | None = None,
    texts: bool = True,
    over: str | None = None,
    periods: str | None = None,
    by: str | None = None,
    groups: str | None = None,
    ordered: bool = False,
    *,
    how: Annotated[ReadOptions, reading("domain_column", "id_column")],
    text: Annotated[TextSettings, ANALYZING],
) -> dict[str, Any]:
    """Learn one vector per word and domain from texts, without labels."""
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints
    from crosslex.corpus import check_domains, describe_run

    began = time.perf_counter()
    n_jobs = useful_jobs(jobs)
    _check_order(how.domain_column, over, ordered, periods=periods, by=by, groups=groups)
    # A column "label" may hold anything: nothing is learned from it.
    how = replace(
        how,
        labels=False,
        domain_column=over or how.domain_column,
        group_column=by,
        groups=() if groups is None else tuple(split_names("--groups", groups)),
    )
    check_output(out)
    files = parse_domains("domains", domains, how)
    check_names(files)
    paths = [(file.domain, file.path) for file in files]
    check_inputs(paths, out, how)
    if over is not None:
        how = in_periods(domains[0], how, periods)
    if pretrained is not None:
        from crosslex.space import check_vectors

        check_vectors(pretrained)
    asked = {
        "dimension": dimension,
        "window": window,
        "n_contexts": contexts,
        "min_documents": min_documents,
        "min_count": min_count,
        "pretrained": pretrained,
        "ordered": True if ordered or over is not None else None,
        "max_examples": examples if texts or method == "paper" else 0,
        "random_state": seed,
    }
    given = {name: value for name, value in asked.items() if value is not None}
    if method == "paper":
        text = _of_paper(text, given)
    keep_texts = texts and examples != 0
    # Shards that a killed run has encoded are used again; the output is locked for this run.
    run = describe_run(paths, how, text, keep_texts)
    with (
        open_checkpoints(checkpoint_folder(out), run) as checkpoints,
        _open_engine(scheduler, checkpoints, n_jobs) as engine,
    ):
        corpora = read_corpora(
            files, how, text, keep_texts=keep_texts, n_jobs=n_jobs, engine=engine
        )
        skipped = report_read(corpora, how)
        check_domains(corpora)
        read = [sizes(corpus) for corpus in corpora]
        warn_of_little_text(read, how)
        checkpoints.keep()
        # Imported after the files are read: a mistake in them should not wait for scikit-learn.
        model = _new_model(method, given, n_jobs)
        _logger.info("learn with %r", model)
        model.fit(corpora)
        _logger.info("save the model to %s", out)
        model.save(out)
    for each in read:
        each["vectors"] = len(model.vectors_[each["domain"]])
    screen.records(read)
    dimension = next(iter(model.vectors_.values())).vectors.shape[1]
    seconds, size = round(time.perf_counter() - began, 2), megabytes(size_on_disk(out))
    screen.title(f"Saved to {out}", note=f"{dimension} dimensions, {size}, {seconds:.0f} s")
    in_order = ordered or over is not None
    # The paper's method keeps no counts and no sentences.
    whole = [
        ["crosslex", "timeline" if in_order else "shifts", str(out)],
        ["crosslex", "explore", str(out), "--out", "page.html"],
    ]
    screen.try_next(
        ["crosslex", "compare", str(out), "WORD"], *(whole if method == "crosslex" else [])
    )
    return {
        "model": str(out),
        "domains": read,
        "skipped": skipped,
        "dimension": dimension,
        "method": method,
        "ordered": in_order,
        "seconds": seconds,
    }


def _check_order(
    domain_column: str | None, over: str | None, ordered: bool, **of_over: str | None
) -> None:
    """Refuse options that do not go together: one thing says what the domains are."""
    for name, value in of_over.items():
        if over is None and value is not None:
            raise InputError(
                f"{name}: only a column of years or dates has periods; name it with --over"
            )
    if (over is not None) + (domain_column is not None) + ordered > 1:
        raise InputError("--over, --domain-column, --ordered: found two of them; give one")
    if of_over["groups"] is not None and of_over["by"] is None:
        raise InputError("groups: name their column with --by")


def _of_paper(text: TextSettings, given: dict[str, Any]) -> TextSettings:
    """Return how the paper analyzes texts; refuse settings that its method does not have."""
    for name in given:
        if name not in OF_PAPER:
            option = "--over, --ordered" if name == "ordered" else name
            raise InputError(f"{option}: the method `paper` has no such setting; leave it out")
    if text.stop_words is None and text.language == "en":
        text = replace(text, stop_words=TextSettings.paper().stop_words)
    return replace(text, bigrams_first=True)


def _new_model(
    method: str, given: dict[str, Any], n_jobs: int
) -> "CrossDomainEmbedding | PaperEmbedding":
    """Return an unfitted model; what the other method needs is not imported."""
    if method == "paper":
        from crosslex.paper import PaperEmbedding

        return PaperEmbedding(**given)
    from crosslex import CrossDomainEmbedding

    return CrossDomainEmbedding(**given, n_jobs=n_jobs)


@contextmanager
def _open_engine(
    scheduler: str | None, checkpoints: "Checkpoints", n_jobs: int
) -> "Iterator[Engine]":
    """Open what reads and counts: this machine, or the workers of a Dask cluster."""
    if scheduler is not None:
        from crosslex.counts import DaskEngine

        with DaskEngine(scheduler, n_workers=n_jobs) as engine:
            # What goes wrong is said in one line of ours.
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
            yield engine
    else:
        from crosslex.corpus import ShardFiles

        yield ShardFiles(checkpoints, n_jobs=n_jobs)


@command()
def phrases(
    screen: Screen,
    paths: list[str],
    how: Annotated[ReadOptions, reading()],
    min_count: int = 20,
    min_score: float = 0.35,
    language: str = "en",
) -> dict[str, Any]:
    """Find phrases of two to four words, for the option --terms of other commands.

    Print one per line, with how often it occurs and its score: write them to a file, and strike
    out what is no term.
    """
    from crosslex import find_phrases
    from crosslex.corpus import encode_files

    # As they are written: the lemmas of "cost of living" are "cost of live".
    text = replace(text_settings(language=language), lemmatize=False, bigrams=False)
    how = replace(how, labels=False)
    corpora = [
        corpus for path in paths for corpus in encode_files(path, how, path, text, keep_texts=False)
    ]
    found = find_phrases(corpora, min_count=min_count, min_score=min_score)
    for each in found:
        screen.raw(f"{each.text}\t{each.occurrences}\t{each.score:.2f}")
    return {"phrases": [asdict(phrase) for phrase in found]}

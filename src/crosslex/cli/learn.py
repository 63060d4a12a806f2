"""`crosslex learn`: texts of several domains in, a model out."""

import logging
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, astuple, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from crosslex import __version__
from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.domains import (
    DomainSize,
    Reading,
    domain_paths,
    domain_sizes,
    read_corpora,
    report_read,
)
from crosslex.cli.options import argument, listed, number, option
from crosslex.cli.output import Screen, megabytes
from crosslex.cli.paths import STANDARD_INPUT, check_inputs, check_output, size_on_disk
from crosslex.corpus.options import FormatName
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.paper import PaperEmbedding

TOO_LITTLE = 2_000
"""Tokens below which hardly any word occurs often enough for a meaningful vector."""

ENOUGH = 50_000
"""Tokens to aim at: the demo's smallest domain has somewhat more."""

SHOWN_WORDS = 10
MODEL = "Model"

_logger = logging.getLogger(__name__)
_number = partial(number, panel=MODEL)


@dataclass(frozen=True)
class Learned:
    """What `learn` read, found and wrote."""

    model: str
    domains: tuple[DomainSize, ...]
    skipped: int
    vectors: dict[str, int]
    dimension: int
    method: str
    least_alike: tuple[str, ...]
    seconds: float


def show_learned(screen: Screen, learned: Learned) -> None:
    """Print what was read and learned, and what to try next."""
    screen.table(
        ("domain", "documents", "sentences", "tokens", "words", "with a vector"),
        [(*astuple(domain), learned.vectors[domain.name]) for domain in learned.domains],
    )
    screen.title(
        f"Saved to {learned.model}",
        note=f"{learned.dimension} dimensions, "
        f"{megabytes(size_on_disk(Path(learned.model)))}, {learned.seconds:.0f} s",
    )
    whole = learned.method == "crosslex"  # the paper's method keeps no counts and no sentences
    if screen.advice and learned.least_alike and whole:
        screen.line()
        screen.title(
            "Least alike between domains", note="a hint where to look; crosslex shifts tests it"
        )
        screen.indented(", ".join(learned.least_alike), gap=0)
    screen.try_next(
        ["crosslex", "compare", learned.model, (learned.least_alike or ("WORD",))[0]],
        *(
            [
                ["crosslex", "shifts", learned.model],
                ["crosslex", "explore", learned.model, "--out", "page.html"],
            ]
            if whole
            else []
        ),
        ["crosslex", "export", learned.model, "--out", "vectors"],
    )


@command(show_learned)
def learn(
    domains: Annotated[
        list[str],
        argument(
            "NAME=PATH",
            "Two or more domains, each a name and a file, a folder, a quoted pattern or - for "
            "standard input; or one PATH with --domain-column. Formats, by the ending of the "
            f"name: {listed(FormatName)}, each also .gz.",
        ),
    ],
    out: Annotated[Path, option("--out", "-o", help="Folder for the model.", metavar="MODEL")],
    method: Annotated[
        Literal["crosslex", "paper"],
        option(help="paper: the method and all settings of the ACL 2015 paper."),
    ] = "crosslex",
    config: options.Config = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    engine: Annotated[
        Literal["local", "dask"],
        option(help="Read and count on this machine, or on the workers of a Dask cluster."),
    ] = "local",
    scheduler: Annotated[
        str | None,
        option(
            help="The Dask scheduler, such as tcp://host:8786.",
            default="workers started here",
            metavar="ADDRESS",
        ),
    ] = None,
    dimension: Annotated[int | None, _number("Length of the vectors.", "300")] = None,
    window: Annotated[
        int | None, _number("Positions on either side of a word that are its context.", "10")
    ] = None,
    contexts: Annotated[
        int | None, _number("Number of context words, the most frequent ones.", "12000")
    ] = None,
    min_documents: Annotated[
        int | None, _number("How many documents must contain a word.", "10")
    ] = None,
    min_count: Annotated[int | None, _number("How often a word must occur.", "1")] = None,
    pretrained: Annotated[
        Path | None,
        option(
            help="Pre-trained vectors that help where there is little text: word2vec's text or "
            "binary file, or GloVe's, also .gz.",
            metavar="FILE",
            panel=MODEL,
        ),
    ] = None,
    examples: Annotated[
        int | None,
        _number(
            "Sentences per word and domain that the model keeps; 0 keeps no text.", "10", least=0
        ),
    ] = None,
    text_column: options.TextColumn = "text",
    domain_column: options.DomainColumn = None,
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    document: options.DocumentOption = None,
    language: options.Language = "en",
    tokens: options.TokensOption = "default",
    lemmas: options.Lemmas = True,
    bigrams: options.Bigrams = True,
    stop_words: options.StopWords = options.DEFAULT,
) -> Learned:
    """Learn one vector per word and domain from texts, without labels."""
    from crosslex.corpus.options import ReadOptions

    began = time.perf_counter()
    n_jobs = options.useful_jobs(jobs)
    # A column "label" may hold anything: nothing is learned from it.
    how = ReadOptions(text_column, None, domain_column, on_error, format, document, labels=False)
    settings = options.text_settings(
        language,
        tokens,
        lemmas=lemmas,
        bigrams=bigrams,
        stop_words=stop_words,
        paper=method == "paper",
    )
    reading = Reading(how, settings, keep_texts=examples != 0, jobs=n_jobs)
    check_output(out)
    check_inputs(list(domain_paths(domains, how).items()), out, how)
    if pretrained is not None:
        from crosslex.space.vector_files import check_vectors

        check_vectors(pretrained)
    arguments = {
        "dimension": dimension,
        "window": window,
        "n_contexts": contexts,
        "min_documents": min_documents,
        "min_count": min_count,
        "pretrained": pretrained,
        "max_examples": examples,
        "random_state": seed,
        "n_jobs": n_jobs,
    }
    if method == "paper":
        arguments = _arguments_of_paper(arguments)
    with _opened(engine, scheduler, out, domains, reading) as sharded:
        corpora = read_corpora(domains, sharded)
        skipped = report_read(corpora, how)
        # Imported after the files are read: a mistake in them should not wait for scikit-learn.
        from crosslex.vectors import differing_words

        model = _new_model(method)
        model.set_params(**{name: value for name, value in arguments.items() if value is not None})
        _logger.info("learn with %r", model)
        model.fit(corpora)
        _logger.info("save the model to %s", out)
        model.save(out)
        sizes = domain_sizes(corpora)
    _warn_of_little_text(sizes)
    return Learned(
        model=str(out),
        domains=sizes,
        skipped=skipped,
        vectors={name: len(vectors) for name, vectors in model.vectors_.items()},
        dimension=next(iter(model.vectors_.values())).vectors.shape[1],
        method=method,
        least_alike=tuple(differing_words(model.vectors_, top=SHOWN_WORDS)),
        seconds=round(time.perf_counter() - began, 2),
    )


def _new_model(method: str) -> "CrossDomainEmbedding | PaperEmbedding":
    """Return an unfitted model; what the other method needs is not imported."""
    if method == "paper":
        from crosslex.paper import PaperEmbedding

        return PaperEmbedding()
    from crosslex import CrossDomainEmbedding

    return CrossDomainEmbedding()


def _arguments_of_paper(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that the paper's method has; refuse others that were given."""
    for name in ("n_contexts", "min_documents", "pretrained", "max_examples"):
        if arguments[name] is not None:
            raise InputError(f"{name}: the method `paper` has no such setting; leave it out")
    return {name: arguments[name] for name in ("dimension", "window", "min_count", "random_state")}


def _warn_of_little_text(sizes: Sequence[DomainSize]) -> None:
    for domain in sizes:
        if domain.tokens < TOO_LITTLE:
            warnings.warn(
                f"domain {domain.name!r} has only {domain.tokens:,} tokens, too few for its "
                f"vectors to say much; give {ENOUGH:,} or more",
                CrosslexWarning,
                stacklevel=2,
            )


@contextmanager
def _opened(
    name: str, scheduler: str | None, out: Path, domains: Sequence[str], reading: Reading
) -> Iterator[Reading]:
    """Return how to read with an engine, and lock the output for this run.

    Shards that a killed run has encoded are kept as checkpoints in a folder next to the output
    and used again; the folder is removed when the run ends.
    """
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints
    from crosslex.corpus.shard_files import ShardFiles, choose_shard_size

    if scheduler is not None and name != "dask":
        raise InputError("scheduler: only --engine dask has one; give both or neither")
    run = _describe_run(domains, reading)
    with open_checkpoints(checkpoint_folder(out), run) as checkpoints:
        if name == "dask":
            from crosslex.counts.dask import DaskEngine

            with DaskEngine(scheduler, n_workers=reading.jobs) as engine:
                # What goes wrong is said in one line of ours.
                logging.getLogger("distributed").setLevel(logging.CRITICAL)
                yield replace(reading, engine=engine)
        else:
            size = choose_shard_size(sum(file["bytes"] for file in run["files"]))
            files = ShardFiles(checkpoints, n_jobs=reading.jobs, shard_size=size)
            yield replace(reading, engine=files)


def _describe_run(domains: Sequence[str], reading: Reading) -> dict[str, Any]:
    """Return what encoded shards depend on: the files, and how they are read."""
    from crosslex.corpus.files import find_files

    paths = domain_paths(domains, reading.options)
    any_ending = reading.options.format is not None
    files = [
        {
            "domain": name,
            "path": str(file.absolute()),
            "bytes": file.stat().st_size,
            "modified": file.stat().st_mtime_ns,
        }
        for name, path in paths.items()
        if path != STANDARD_INPUT
        for file in find_files(path, any_ending=any_ending)
    ]
    return {
        "crosslex": __version__,
        "files": files,
        "options": asdict(reading.options),
        "text": reading.text_settings.describe() if reading.text_settings else None,
        "keep_texts": reading.keep_texts,
    }

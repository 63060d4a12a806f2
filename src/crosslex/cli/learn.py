"""`crosslex learn`: texts of several domains in, a model out."""

import logging
import time
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from crosslex.checks import LARGEST_DIMENSION, MAX_EXAMPLES, WIDEST_WINDOW
from crosslex.cli import options
from crosslex.cli import periods as periods_options
from crosslex.cli.command import command
from crosslex.cli.domains import (
    MIN_TOKENS,
    DomainSize,
    Reading,
    domain_files,
    domain_sizes,
    read_corpora,
    report_read,
)
from crosslex.cli.options import argument, flag, listed, number, option
from crosslex.cli.output import Screen, megabytes
from crosslex.cli.paths import check_inputs, check_output, size_on_disk
from crosslex.corpus import FormatName
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.checkpoints import Checkpoints
    from crosslex.corpus import Engine
    from crosslex.paper import PaperEmbedding

MIN_USEFUL_TOKENS = 2_000
"""Tokens below which hardly any word occurs often enough for a meaningful vector."""

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
    ordered: bool
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
    ranking = ["crosslex", "timeline" if learned.ordered else "shifts", learned.model]
    whole = learned.method == "crosslex"  # the paper's method keeps no counts and no sentences
    if screen.advice and learned.least_alike and whole:
        screen.line()
        tests_it = f"a hint where to look; {' '.join(ranking[:2])} tests it"
        screen.title("Least alike between domains", note=tests_it)
        screen.indented(", ".join(learned.least_alike), gap=0)
    word = (learned.least_alike or ("WORD",))[0]
    screen.try_next(
        [*ranking, word] if learned.ordered else ["crosslex", "compare", learned.model, word],
        *([ranking, ["crosslex", "explore", learned.model, "--out", "page.html"]] if whole else []),
        ["crosslex", "export", learned.model, "--out", "vectors"],
    )


@command(show_learned)
def learn(
    domains: Annotated[
        list[str],
        argument(
            "NAME=PATH",
            "Two or more domains, each a name and a file, a folder, a quoted pattern or - for "
            "standard input; or one PATH with --domain-column or --over. Formats, by the ending of "
            f"the name: {listed(FormatName)}, each also .gz.",
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
    dimension: Annotated[
        int | None, _number("Length of the vectors.", "300", most=LARGEST_DIMENSION)
    ] = None,
    window: Annotated[
        int | None,
        _number(
            "Positions on either side of a word that are its context.", "10", most=WIDEST_WINDOW
        ),
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
            "Examples per word and domain that the model keeps; 0 is --no-texts.",
            "10",
            least=0,
            most=MAX_EXAMPLES,
        ),
    ] = None,
    texts: Annotated[
        bool,
        flag(
            "--texts/--no-texts",
            help="Keep the texts in the model; without them it has no concordance, and no example "
            "sentences in shifts, senses and the page.",
            panel=MODEL,
        ),
    ] = True,
    text_column: options.TextColumn = "text",
    domain_column: options.DomainColumn = None,
    id_column: options.IdColumn = None,
    over: periods_options.Over = None,
    periods: periods_options.Periods = None,
    by: periods_options.By = None,
    groups: periods_options.Groups = None,
    ordered: periods_options.Ordered = False,
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    document: options.DocumentOption = None,
    language: options.Language = "en",
    tokens: options.TokensOption = "default",
    lemmas: options.Lemmas = True,
    bigrams: options.Bigrams = True,
    stop_words: options.StopWords = options.DEFAULT,
    terms: options.TermsOption = None,
) -> Learned:
    """Learn one vector per word and domain from texts, without labels."""
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints
    from crosslex.corpus import ReadOptions, describe_run

    began = time.perf_counter()
    n_jobs = options.useful_jobs(jobs)
    # A column "label" may hold anything: nothing is learned from it.
    if groups is not None and by is None:
        raise InputError("groups: name their column with --by")
    needing_over = {"periods": periods, "by": by, "groups": groups}
    column = periods_options.column_of_domains(domain_column, over, ordered, needing_over)
    how = ReadOptions(
        text_column,
        None,
        column,
        on_error,
        format,
        document,
        labels=False,
        id_column=id_column,
        group_column=by,
        groups=() if groups is None else tuple(options.split_names("--groups", groups)),
    )
    settings = options.text_settings(
        language,
        tokens,
        lemmas=lemmas,
        bigrams=bigrams,
        stop_words=stop_words,
        terms=terms,
        paper=method == "paper",
    )
    if scheduler is not None and engine != "dask":
        raise InputError("scheduler: only --engine dask has one; give both or neither")
    check_output(out)
    paths = [(files.domain, files.path) for files in domain_files(domains, how)]
    check_inputs(paths, out, how)
    if over is not None:
        how = periods_options.in_periods(domains[0], how, over, periods)
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
        _check_arguments_of_paper(given)
    keep_texts = texts and examples != 0
    # Shards that a killed run has encoded are used again; the output is locked for this run.
    run = describe_run(paths, how, settings, keep_texts)
    with (
        open_checkpoints(checkpoint_folder(out), run) as checkpoints,
        _open_engine(engine, scheduler, checkpoints, n_jobs) as opened,
    ):
        corpora = read_corpora(domains, Reading(how, settings, keep_texts, n_jobs, opened))
        skipped = report_read(corpora, how)
        checkpoints.keep()
        # Imported after the files are read: a mistake in them should not wait for scikit-learn.
        from crosslex.distinctive import differing_words

        model = _new_model(method, given, n_jobs)
        _logger.info("learn with %r", model)
        model.fit(corpora)
        _logger.info("save the model to %s", out)
        model.save(out)
        sizes = domain_sizes(corpora)
    if over is None:  # else its periods were warned of
        _warn_of_little_text(sizes)
    return Learned(
        model=str(out),
        domains=sizes,
        skipped=skipped,
        vectors={name: len(vectors) for name, vectors in model.vectors_.items()},
        dimension=next(iter(model.vectors_.values())).vectors.shape[1],
        method=method,
        ordered=ordered or over is not None,
        least_alike=tuple(differing_words(model.vectors_, top=SHOWN_WORDS)),
        seconds=round(time.perf_counter() - began, 2),
    )


def _check_arguments_of_paper(given: Mapping[str, object]) -> None:
    for name in given:
        if name not in ("dimension", "window", "min_count", "random_state"):
            raise InputError(f"{name}: the method `paper` has no such setting; leave it out")


def _new_model(
    method: str, given: dict[str, Any], n_jobs: int
) -> "CrossDomainEmbedding | PaperEmbedding":
    """Return an unfitted model; what the other method needs is not imported."""
    if method == "paper":
        from crosslex.paper import PaperEmbedding

        return PaperEmbedding(**given)
    from crosslex import CrossDomainEmbedding

    return CrossDomainEmbedding(**given, n_jobs=n_jobs)


def _warn_of_little_text(sizes: Sequence[DomainSize]) -> None:
    for domain in sizes:
        if domain.tokens < MIN_USEFUL_TOKENS:
            warnings.warn(
                f"domain {domain.name!r} has only {domain.tokens:,} tokens, too few for its "
                f"vectors to say much; give {MIN_TOKENS:,} or more",
                CrosslexWarning,
                stacklevel=2,
            )


@contextmanager
def _open_engine(
    name: str, scheduler: str | None, checkpoints: "Checkpoints", n_jobs: int
) -> "Iterator[Engine]":
    """Open what reads and counts: this machine, or the workers of a Dask cluster."""
    if name == "dask":
        from crosslex.counts import DaskEngine

        with DaskEngine(scheduler, n_workers=n_jobs) as engine:
            # What goes wrong is said in one line of ours.
            logging.getLogger("distributed").setLevel(logging.CRITICAL)
            yield engine
    else:
        from crosslex.corpus import ShardFiles

        yield ShardFiles(checkpoints, n_jobs=n_jobs)

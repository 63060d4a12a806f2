"""`crosslex learn`: texts of several domains in, a model out."""

import logging
import time
import warnings
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from crosslex.cli import domain_files, options, text_options
from crosslex.cli.command import command
from crosslex.cli.input_files import check_inputs
from crosslex.cli.options import argument, flag, listed, number, option
from crosslex.cli.output_folder import check_output, megabytes, size_on_disk
from crosslex.cli.screen import Screen
from crosslex.corpus.options import FormatName
from crosslex.counts.names import ContextName
from crosslex.errors import CrosslexWarning
from crosslex.learn.names import TrainerChoice
from crosslex.pivots.names import NEED_LABELS, PivotName
from crosslex.pivots.names import Scope as ScopeName

TOO_LITTLE = 2_000
"""Tokens below which hardly any word occurs often enough for a meaningful vector."""

ENOUGH = 50_000
"""Tokens to aim at: the demo's smallest domain has somewhat more."""

SHOWN_PIVOTS = 20
SHOWN_WORDS = 10

VOCABULARY = "Vocabulary"
TRAINING = "Training"

_logger = logging.getLogger(__name__)
_choice = partial(option, metavar="NAME")
_vocabulary = partial(number, panel=VOCABULARY)
_training = partial(number, panel=TRAINING)


@dataclass(frozen=True)
class Learned:
    """What `learn` read, found and wrote."""

    model: str
    domains: tuple[domain_files.DomainSize, ...]
    skipped: int
    vectors: dict[str, int]
    dimension: int
    contexts: int
    pivots: tuple[str, ...]
    least_alike: tuple[str, ...]
    losses: tuple[float, ...]
    seconds: float


def show_learned(screen: Screen, learned: Learned) -> None:
    """Print what was read and learned, and what to try next."""
    screen.table(
        ("domain", "documents", "sentences", "tokens", "words", "with a vector"),
        [(*astuple(domain), learned.vectors[domain.name]) for domain in learned.domains],
    )
    how = f"from {learned.contexts:,} context words"
    if learned.pivots:
        how = f"loss {learned.losses[0]:.2f} to {min(learned.losses):.2f}"
        screen.list_words(
            f"{len(learned.pivots):,} pivots",
            learned.pivots,
            top=SHOWN_PIVOTS,
            note="words that tie the domains together",
        )
    screen.title(
        f"Saved to {learned.model}",
        note=f"{learned.dimension} dimensions, {how}, "
        f"{megabytes(size_on_disk(Path(learned.model)))}, {learned.seconds:.0f} s",
    )
    if screen.advice and learned.least_alike:
        screen.line()
        screen.title(
            "Least alike between domains", note="a hint where to look; crosslex shifts tests it"
        )
        screen.indented(", ".join(learned.least_alike), gap=0)
    screen.try_next(
        ["crosslex", "compare", learned.model, (learned.least_alike or ("WORD",))[0]],
        ["crosslex", "shifts", learned.model],
        ["crosslex", "explore", learned.model, "--out", "page.html"],
        ["crosslex", "export", learned.model, "--out", "vectors"],
    )


@command(show_learned)
def learn(
    context_: typer.Context,
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
    preset: Annotated[
        Literal["default", "paper"],
        option(help="Where settings that are not given come from: crosslex's or the paper's."),
    ] = "default",
    config: options.Config = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    examples: Annotated[
        bool,
        flag("--examples/--no-examples", help="Keep some sentences of the texts in the model."),
    ] = True,
    engine: Annotated[
        Literal["local", "dask"],
        option(help="What reads and counts: this machine, or the workers of a Dask cluster."),
    ] = "local",
    scheduler: Annotated[
        str | None,
        option(
            help="The Dask scheduler, such as tcp://host:8786.",
            default="workers started here",
            metavar="ADDRESS",
        ),
    ] = None,
    text_column: options.TextColumn = "text",
    label_column: options.LabelColumn = None,
    domain_column: options.DomainColumn = None,
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    document: options.DocumentOption = None,
    language: text_options.Language = "en",
    tokens: text_options.TokensOption = "default",
    lemmas: text_options.Lemmas = True,
    bigrams: text_options.Bigrams = True,
    stop_words: text_options.StopWords = text_options.DEFAULT,
    prior: Annotated[
        Path | None,
        option(
            help="Pre-trained vectors to lean on where there is little text: word2vec's text or "
            "binary file, or GloVe's, also .gz.",
            metavar="FILE",
            panel=VOCABULARY,
        ),
    ] = None,
    n_contexts: Annotated[
        int | None,
        _vocabulary("How many words count as contexts; of the spectral trainer.", "12000"),
    ] = None,
    pivots: Annotated[
        PivotName | None,
        _choice(
            help=f"How pivots are chosen: {listed(PivotName)}; mi and pmi need labels.",
            default="frequency",
            panel=VOCABULARY,
        ),
    ] = None,
    n_pivots: Annotated[
        int | None, _vocabulary("How many pivots.", "1000, or half of the words in all domains")
    ] = None,
    scope: Annotated[
        ScopeName | None,
        _choice(
            help="all: vectors for all words; paper: only for pivots and for words of a single "
            "domain.",
            default="all",
            panel=VOCABULARY,
        ),
    ] = None,
    n_non_pivots: Annotated[
        int | None, _vocabulary("Words of a single domain, with --scope paper.", "500")
    ] = None,
    min_count: Annotated[int | None, _vocabulary("How often a word must occur.", "1")] = None,
    min_documents: Annotated[
        int | None, _vocabulary("How many documents must contain a word.", "10")
    ] = None,
    dimension: Annotated[int | None, _training("Length of the vectors.", "300")] = None,
    context: Annotated[
        ContextName | None,
        _choice(
            help=f"What the context of a word is: {listed(ContextName)}.",
            default="window",
            panel=TRAINING,
        ),
    ] = None,
    window: Annotated[
        int | None, _training("Positions on either side of a word that are its context.", "10")
    ] = None,
    trainer: Annotated[
        TrainerChoice | None,
        _choice(
            help=f"How to learn: {listed(TrainerChoice)}; reference is the paper's, and auto, "
            "exact and pairs minimize its objective fast.",
            default="spectral",
            panel=TRAINING,
        ),
    ] = None,
    regularization: Annotated[
        float | None, _training("How strongly pivots tie the domains together.", "1.0", least=0)
    ] = None,
    backoff: Annotated[
        float | None,
        _training("Weight of the other domains' counts in each domain.", "0.2", least=0),
    ] = None,
    epochs: Annotated[
        int | None, _training("Maximum number of passes.", "the trainer's own")
    ] = None,
) -> Learned:
    """Learn one vector per word and domain from texts, without labels."""
    from crosslex.corpus.options import ReadOptions

    began = time.perf_counter()
    n_jobs = options.useful_jobs(jobs)
    # A column "label" may hold anything where nothing is learned from it.
    labels = label_column is not None or pivots in NEED_LABELS
    how = ReadOptions(text_column, label_column, domain_column, on_error, format, document, labels)
    settings = text_options.text_settings(
        language,
        tokens,
        lemmas=lemmas,
        bigrams=bigrams,
        stop_words=stop_words,
        paper=preset == "paper",
    )
    reading = domain_files.Reading(how, settings, keep_texts=examples, jobs=n_jobs)
    check_output(out)
    check_inputs(list(domain_files.domain_paths(domains, how).items()), out, how)
    if prior is not None:
        from crosslex.space.prior_files import check_prior

        check_prior(prior)
    with domain_files.engine_opened(engine, scheduler, out, domains, reading) as reading_shards:
        corpora = domain_files.read_corpora(domains, reading_shards)
        skipped = domain_files.report_read(corpora, how)
        # Imported after the files are read: a mistake in them should not wait for scikit-learn.
        from crosslex import CrossDomainEmbedding
        from crosslex.lookup import differing_words

        model = CrossDomainEmbedding.paper() if preset == "paper" else CrossDomainEmbedding()
        # Options of the same names as the model's settings; what is not given is None.
        given = {name: context_.params.get(name) for name in model.get_params()}
        model.set_params(**{name: value for name, value in given.items() if value is not None})
        model.set_params(random_state=seed, n_jobs=n_jobs)
        if not examples:
            model.set_params(max_examples=0)
        _logger.info("learn with %r", model)
        model.fit(corpora)
        _logger.info("save the model to %s", out)
        model.save(out)
        sizes = domain_files.domain_sizes(corpora)
    for domain in sizes:
        if domain.tokens < TOO_LITTLE:
            warnings.warn(
                f"domain {domain.name!r} has only {domain.tokens:,} tokens, too few for its "
                f"vectors to say much; give {ENOUGH:,} or more",
                CrosslexWarning,
                stacklevel=2,
            )
    return Learned(
        model=str(out),
        domains=sizes,
        skipped=skipped,
        vectors={name: len(vectors) for name, vectors in model.vectors_.items()},
        dimension=model.learned_.dimension,
        contexts=len(model.contexts_),
        pivots=model.vocabulary_.pivots,
        least_alike=tuple(differing_words(model.vectors_, top=SHOWN_WORDS)),
        losses=tuple(epoch.loss for epoch in getattr(model.learned_, "curve", ())),
        seconds=round(time.perf_counter() - began, 2),
    )

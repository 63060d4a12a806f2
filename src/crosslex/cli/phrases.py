"""`crosslex phrases`: words that belong together, as a list of terms to edit and to learn with."""

from dataclasses import astuple, dataclass
from typing import Annotated

import typer

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.options import option
from crosslex.cli.output import Screen, plain


@dataclass(frozen=True)
class FoundPhrase:
    """A phrase, how often it occurs, and how strongly its words belong together."""

    text: str
    occurrences: int
    score: float


@dataclass(frozen=True)
class FoundPhrases:
    """The phrases of some texts, the strongest first."""

    phrases: tuple[FoundPhrase, ...]


def show_phrases(screen: Screen, found: FoundPhrases) -> None:
    """Print one phrase per line, as `--terms` reads it."""
    for phrase in found.phrases:
        typer.echo(f"{plain(phrase.text)}\t{phrase.occurrences}\t{phrase.score:.2f}")


@command(show_phrases)
def phrases(
    *,
    paths: Annotated[
        list[str], typer.Argument(help="Texts: files, folders, patterns.", metavar="PATH...")
    ],
    min_count: Annotated[int, option(help="How often a phrase must occur.")] = 20,
    min_score: Annotated[
        float, option(help="Least normalized PMI of a phrase's parts, up to 1.")
    ] = 0.35,
    text_column: options.TextColumn = "text",
    format: options.Format = None,
    on_error: options.OnErrorOption = "stop",
    document: options.DocumentOption = None,
    language: options.Language = "en",
) -> FoundPhrases:
    """Find phrases of two to four words, for the option --terms of other commands.

    Print one per line, with how often it occurs and its score: write them to a file, and strike
    out what is no term.
    """
    from crosslex import Corpus, find_phrases

    # As they are written: the lemmas of "cost of living" are "cost of live".
    settings = options.text_settings(
        language, "default", lemmas=False, bigrams=False, stop_words=options.DEFAULT
    )
    corpora = [
        Corpus.read(
            path,
            name=path,
            text_column=text_column,
            format=format,
            on_error=on_error,
            document=document,
            labels=False,
            text_settings=settings,
            keep_texts=False,
        )
        for path in paths
    ]
    found = find_phrases(corpora, min_count=min_count, min_score=min_score)
    return FoundPhrases(tuple(FoundPhrase(*astuple(phrase)) for phrase in found))

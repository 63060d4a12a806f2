"""Options that several commands share, and the file that options can be read from."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from crosslex.checks import LARGEST_WHOLE, check_jobs
from crosslex.corpus import DocumentUnit, FormatName, OnError
from crosslex.errors import InputError
from crosslex.text import TextSettings, Tokens

READING = "Reading files"
TEXT = "Analyzing text"
DEFAULT = "default"
NO_STOP_WORDS = "none"

LARGEST_CONFIG = 2**18
"""Bytes of a file of options: enough for thousands of domains."""
TABLES = ("domains", "unlabeled")
"""Options that are a table of names and paths in the file, NAME=PATH on the command line."""


def option(
    *names: str,
    help: str,
    default: str | None = None,
    metavar: str | None = None,
    least: int | None = None,
    panel: str | None = None,
    **more: Any,
) -> Any:
    """Declare an option, with the names of `typer.Option` made short.

    `default` says in words what holds if it is not given; `panel` is the title under which
    `--help` lists it.
    """
    in_words = "" if default is None else f" [dim]\\[default: {default}][/dim]"
    return typer.Option(
        *names, help=help + in_words, metavar=metavar, min=least, rich_help_panel=panel, **more
    )


def number(
    help: str,
    default: str | None = None,
    *,
    least: int = 1,
    most: int | None = LARGEST_WHOLE,
    **more: Any,
) -> Any:
    """Declare an option whose value is a whole number; one out of range is refused at once."""
    return option(help=help, default=default, metavar="N", least=least, max=most, **more)


def argument(metavar: str, help: str) -> Any:
    """Declare an argument, which has no default worth showing."""
    return typer.Argument(metavar=metavar, help=help, show_default=False)


def flag(*names: str, help: str, **more: Any) -> Any:
    """Declare an option that has no value."""
    return option(*names, help=help, metavar="", **more)


def useful_jobs(asked: int | None) -> int:
    """Return how many processes to start: as many as asked, but no more than there are cores."""
    cores = check_jobs(-1)
    return min(asked or cores, cores)


def listed(names: object) -> str:
    """Return the names of a `Literal` type for a help text.

    >>> listed(OnError)
    'stop, skip'
    """
    return ", ".join(get_args(names))


def split_names(option: str, text: str) -> list[str]:
    """Split names at their commas.

    >>> split_names("--methods", "none, crosslex")
    ['none', 'crosslex']
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f"{option}: found {text!r}; give names with commas between them")
    return names


def _use_config(context: typer.Context, path: Path | None) -> Path | None:
    """Take options from a TOML file, unless the command line gives them.

    Options are written as on the command line, without the leading dashes; domains have a
    table of their own.
    """
    if path is None:
        return None
    import tomllib

    from crosslex.checks import did_you_mean

    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_CONFIG + 1).decode()
        # Python's reader takes a time that grows with the square of a key's dots.
        if len(text) > LARGEST_CONFIG or any(line.count(".") > 200 for line in text.split("\n")):
            raise InputError(f"{path}: too large for a file of options; check --config")
        content = tomllib.loads(text)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check --config") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not TOML ({error!s:.200}); fix it") from None
    flags = {each.name for each in context.command.params if getattr(each, "is_flag", False)}
    own = {"config", "help", "as_json", "verbose", "quiet", "debug"}
    known = {str(parameter.name) for parameter in context.command.params} - own
    context.default_map = settings = {}
    for key, value in content.items():
        name = key.replace("-", "_")
        if name not in known:
            hint = did_you_mean(key, [other.replace("_", "-") for other in known])
            raise InputError(f"{path}: there is no option {key!r}{hint}; see --help")
        if name in TABLES:
            if not isinstance(value, dict) or not all(isinstance(p, str) for p in value.values()):
                raise InputError(
                    f'{path}: {key} must be a table with lines such as books = "books.txt"'
                )
            value = [f"{domain}={place}" for domain, place in value.items()]
        elif isinstance(value, dict | list) or isinstance(value, bool) != (name in flags):
            raise InputError(
                f"{path}: {key} is {value!r:.40}; give "
                f"{'true or false' if name in flags else 'one number or text'}"
            )
        settings[name] = value
    return path


ModelFolder = Annotated[Path, argument("MODEL", "Folder of a model.")]
ClassifierFolder = Annotated[Path, argument("CLASSIFIER", "Folder that adapt or refine wrote.")]
TargetTexts = Annotated[
    str,
    argument(
        "PATH",
        "Texts of the target domain: a file, a folder, a quoted pattern or - for standard input "
        "(one text per line; see --format).",
    ),
]
EncoderOption = Annotated[
    Path | None,
    option(
        help="Folder of a sentence-transformers model as one more view; needs pip install "
        "'crosslex\\[encoder]'. It is known by its checksum; give it again to use the "
        "classifier.",
        metavar="FOLDER",
    ),
]
Word = Annotated[str, argument("WORD", "A word, or two in quotes: 'not good'.")]
Top = Annotated[int, option("--top", "-n", help="How many to show.", metavar="N", least=1)]
NeighborCount = Annotated[
    int,
    number(
        "How often a neighbor must occur in the domain: vectors of rare words are the least "
        "certain."
    ),
]
Phrases = Annotated[bool, flag("--phrases", help="Show two-word phrases among the neighbors too.")]
Plot = Annotated[
    Path | None,
    option(
        help="Also draw the result, as .png, .svg or .pdf; needs pip install 'crosslex\\[plot]'.",
        metavar="FILE",
    ),
]
Seed = Annotated[int, number("Seed of everything random.", least=0, most=None)]
Jobs = Annotated[
    int | None,
    number(
        "Processes that read and threads that learn; the result does not depend on it.",
        default="all cores",
    ),
]

Config = Annotated[
    Path | None,
    option(
        metavar="FILE",
        is_eager=True,
        callback=_use_config,
        help="TOML file with these options, and the domains in a table \\[domains]; options on the "
        "command line take precedence.",
    ),
]

_column = partial(option, metavar="NAME", panel=READING)

TextColumn = Annotated[str, _column(help="Column of the text.")]
LabelColumn = Annotated[
    str | None, _column(help="Column of the label.", default="label, if there is one")
]
DomainColumn = Annotated[
    str | None, _column(help="Column that names the domain, if one PATH holds many.")
]
IdColumn = Annotated[
    str | None, _column(help="Column of the document's id.", default="file name and line")
]
Format = Annotated[
    str | None,
    option(
        help=f"Format of the files: {listed(FormatName)}, each also .gz.",
        default="the ending of their names",
        metavar="FORMAT",
        panel=READING,
    ),
]
OnErrorOption = Annotated[
    OnError, option(help="What to do with a line that cannot be read.", panel=READING)
]
DocumentOption = Annotated[
    DocumentUnit | None,
    option(
        help="What one document is in plain text.",
        default="file if there are several text files, otherwise line",
        panel=READING,
    ),
]

_text = partial(option, panel=TEXT)
_text_flag = partial(flag, panel=TEXT)

Language = Annotated[
    str, _text(help="Language of lemmas and stop words, by its code: de, fr, …", metavar="CODE")
]
TokensOption = Annotated[
    Tokens,
    _text(
        help="How words are found; whitespace for texts that are split into words already, with "
        "a sentence per line."
    ),
]
Lemmas = Annotated[bool, _text_flag("--lemmas/--no-lemmas", help="Replace words by their lemmas.")]
Bigrams = Annotated[
    bool, _text_flag("--bigrams/--no-bigrams", help="Take pairs of adjacent words as features too.")
]
StopWords = Annotated[
    str,
    _text(
        help="Words to leave out: a file of them, none, or default: the language's own in learn, "
        "none in adapt.",
        metavar="FILE",
    ),
]

TermsOption = Annotated[
    Path | None,
    _text(
        help="A file of terms, one per line, that count as one word each, such as cost of living.",
        default="none",
        metavar="FILE",
    ),
]


def text_settings(
    language: str,
    tokens: Tokens,
    *,
    lemmas: bool,
    bigrams: bool,
    stop_words: str,
    terms: Path | None = None,
    paper: bool = False,
) -> TextSettings:
    """Return how texts are analyzed, by the options of a command, or the paper's where it says.

    >>> text_settings("de", "default", lemmas=True, bigrams=True, stop_words="none").stop_words
    frozenset()
    """
    from crosslex.text import analyze, read_stop_words, read_terms

    settings = TextSettings(
        language=language,
        lemmatize=lemmas,
        bigrams=bigrams,
        bigrams_first=paper,
        tokens=tokens,
        terms=frozenset() if terms is None else read_terms(terms),
    )
    # Refuses a language without a dictionary, and terms of one word, before any text is read.
    analyze("", settings)
    if stop_words == DEFAULT:
        english = paper and language == "en"
        return replace(settings, stop_words=TextSettings.paper().stop_words if english else None)
    none: frozenset[str] = frozenset()
    words = none if stop_words == NO_STOP_WORDS else read_stop_words(Path(stop_words), settings)
    return replace(settings, stop_words=words)

"""The options and arguments of all commands, each declared once, by the parameter's name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, get_args

import typer

from crosslex.checks import (
    LARGEST_DIMENSION,
    LARGEST_WHOLE,
    MAX_EXAMPLES,
    WIDEST_WINDOW,
    check_jobs,
)
from crosslex.classify import MethodName
from crosslex.corpus import FormatName, ReadOptions
from crosslex.errors import InputError
from crosslex.text import TextSettings, Tokens

DEFAULT = "default"
NO_STOP_WORDS = "none"


def option(
    help: str,
    default: str | None = None,
    metavar: str | None = None,
    names: str = "",
    panel: str | None = None,
    **more: Any,
) -> Any:
    """Declare an option: what it is for, its default in words, and its metavar.

    `names` are those that the parameter's own would not give; `panel` is the title under which
    `--help` lists it.
    """
    in_words = "" if default is None else f" [dim]\\[default: {default}][/dim]"
    return typer.Option(
        *names.split(), help=help + in_words, metavar=metavar, rich_help_panel=panel, **more
    )


def number(
    help: str,
    default: str | None = None,
    least: int = 1,
    most: int | None = LARGEST_WHOLE,
    **more: Any,
) -> Any:
    """Declare an option whose value is a whole number; one out of range is refused at once."""
    return option(help, default, "N", min=least, max=most, **more)


def argument(metavar: str, help: str) -> Any:
    """Declare an argument, which has no default worth showing."""
    return typer.Argument(metavar=metavar, help=help, show_default=False)


def flag(names: str, help: str, **more: Any) -> Any:
    """Declare an option that has no value."""
    return option(help, metavar="", names=names, **more)


def choices(names: object) -> str:
    """Return the names of a `Literal` type for a help text.

    >>> choices(Tokens)
    'default, whitespace'
    """
    return ", ".join(get_args(names))


def _check_plot(path: Path | None) -> Path | None:
    """Refuse a picture that cannot be drawn, before any work."""
    if path is not None:
        from crosslex.figures import check_figure

        check_figure(path)
    return path


PLACES = "a file, a folder, a quoted pattern or - for standard input"
FORMATS = f"{choices(FormatName)}, each also .gz"

_output = partial(option, names="--out -o")
_file = partial(option, metavar="FILE")
_name = partial(option, metavar="NAME")
_picture = partial(_file, callback=_check_plot)
_model = partial(number, panel="Model")
_order = partial(option, panel="Periods")
_read = partial(option, panel="Reading files")
_column = partial(_read, metavar="NAME")
_text = partial(option, panel="Analyzing text")
_text_flag = partial(flag, panel="Analyzing text")

OPTIONS: Mapping[str, Any] = {
    "model": argument("MODEL", "Folder of a model."),
    "word": argument("WORD", "A word, or two in quotes: 'not good'."),
    "seed": number("Seed of everything random.", least=0, most=None),
    "jobs": number("Processes and threads; the result does not depend on it.", "all cores"),
    "top": number("How many to show.", names="--top -n"),
    "plot": _picture("Also draw it, as .png, .svg or .pdf; needs pip install 'crosslex\\[plot]'."),
    "demo.out": _output("Folder for model and page.", metavar="DIR"),
    "phrases.paths": argument("PATH…", "Texts: files, folders, patterns."),
    "phrases.min_count": number("How often a phrase must occur."),
    "phrases.min_score": option("Least normalized PMI of its parts, up to 1."),
    "learn.domains": argument(
        "NAME=PATH",
        f"Two or more domains, each a name and {PLACES}; or one PATH with --domain-column or "
        f"--over. Files: {FORMATS}.",
    ),
    "learn.out": _output("Folder for the model.", metavar="MODEL"),
    "learn.method": option("paper: the method and all settings of the ACL 2015 paper."),
    "learn.scheduler": option(
        "Read and count on a Dask cluster: tcp://host:8786.", None, "ADDRESS"
    ),
    "learn.dimension": _model("Length of the vectors.", "300", most=LARGEST_DIMENSION),
    "learn.window": _model("Context words on either side of a word.", "10", 1, WIDEST_WINDOW),
    "learn.contexts": _model("Number of context words, the most frequent ones.", "12000"),
    "learn.min_documents": _model("How many documents must contain a word.", "10"),
    "learn.min_count": _model("How often a word must occur.", "1"),
    "learn.pretrained": _file(
        "Pre-trained vectors, of word2vec or GloVe, that help with little text.", panel="Model"
    ),
    "learn.examples": _model("Sentences kept per word and domain.", "10", 0, MAX_EXAMPLES),
    "learn.texts": flag(
        "--texts/--no-texts", "Keep texts, for concordance and examples.", panel="Model"
    ),
    "learn.over": _order(
        "Column of a year, a number or a date: the domains of the one PATH are its periods.",
        metavar="NAME",
    ),
    "learn.periods": _order(
        "How many, of about equal size, or where all but the first begin: 1850,1900.",
        "one per value",
        "N",
    ),
    "learn.by": _order("Second column, whose groups timeline compares: party.", None, "NAME"),
    "learn.groups": _order("Values of --by to read; others are left out.", "all", "A,B"),
    "learn.ordered": flag("--ordered", "NAME=PATH … are periods, in order.", panel="Periods"),
    "text_column": _column("Column of the text."),
    "label_column": _column("Column of the label.", "label, if there is one"),
    "domain_column": _column("Column that names the domain, if one PATH holds many."),
    "id_column": _column("Column of the document's id.", "file name and line"),
    "format": _read(f"One of {FORMATS}.", "the ending of the name", "FORMAT"),
    "on_error": _read("What to do with a line that cannot be read."),
    "document": _read("A document of plain text.", "file if there are several, otherwise line"),
    "language": _text("Language of lemmas and stop words: de, fr, …", metavar="CODE"),
    "tokens": _text("whitespace: texts are split into words, with a sentence per line."),
    "lemmas": _text_flag("--lemmas/--no-lemmas", "Replace words by their lemmas."),
    "bigrams": _text_flag("--bigrams/--no-bigrams", "Pairs of adjacent words are features too."),
    "stop_words": _text(
        "Words to leave out: a file, none, or default (the language's; in adapt none).",
        None,
        "FILE",
    ),
    "terms": _text("Terms, one per line, that count as one word: cost of living.", "none", "FILE"),
    "neighbors.domain": _name("The word as this domain uses it.", "every domain"),
    "neighbors.among": _name("Search this domain's words.", "the word's own"),
    "min_count": number("How often a neighbor must occur in the domain."),
    "phrases": flag("--phrases", "Show two-word phrases too."),
    "concordance.domain": _name("Uses of one domain or period.", "every domain"),
    "concordance.sense": option("Uses of one sense, as senses numbers them; or all.", None, "N"),
    "concordance.sort": option("Sort by the words before or after.", "order of the texts"),
    "concordance.matching": option("Only sentences that match this.", metavar="REGEX"),
    "concordance.near": option("Only uses near this word in the sentence.", metavar="WORD"),
    "concordance.within": number("How many words away it may be.", "10"),
    "concordance.top": number(
        "How many uses to give, shared between the domains.", "all; the screen shows 50"
    ),
    "shifts.domains": option("The two domains to compare.", "every pair", "A,B"),
    "shifts.words": option("Only these words, whatever their change.", metavar="WORD,WORD"),
    "shifts.top": option("How many to show: a number, or `all`.", None, "N", "--top -n"),
    "shifts.min_count": number("How often a word must occur in each domain."),
    "shifts.numbers": flag("--numbers", "Rank numbers and single letters too."),
    "shifts.no_names": flag("--no-names", "Leave out names, and words in no dictionary."),
    "timeline.words": argument("[WORD]…", "Words to follow; without any, those that turn most."),
    "timeline.min_count": number("Of the list: uses needed before a turn, and after."),
    "timeline.trajectory": _picture("Also draw the way of a word among its neighbors."),
    "explore.out": _output("The page, such as page.html.", metavar="FILE"),
    "explore.words": number("How many words the page contains."),
    "explore.senses": number("How many of the most changed words are shown with senses.", least=0),
    "explore.examples": number(
        "Sentences per word and domain; 0 leaves all text out.", "all, up to 6 MB", least=0
    ),
    "explore.title": option("Title of the page.", "names the domains", "TEXT"),
    "export.out": _output("Folder to write to.", metavar="DIR"),
    "export.format": option("word2vec's binary or text format.", names="--format -f"),
    "info.methods": flag("--methods", "Write a paragraph for the methods section of a paper."),
    "adapt.domains": argument(
        "NAME=LABELED",
        f"Domains with labels, each a name and {PLACES}; or one PATH with --domain-column.",
    ),
    "adapt.target": option(
        "The domain to classify, and texts of it; only its name with --domain-column.",
        metavar="NAME=UNLABELED",
    ),
    "adapt.out": _output("Folder for the classifier.", metavar="CLASSIFIER"),
    "adapt.unlabeled": option("More texts without labels; may be repeated.", None, "NAME=PATH"),
    "adapt.method": option(f"One of {choices(MethodName)}.", metavar="METHOD"),
    "adapt.class_prior": option(
        "Shares of the classes in the target: balanced, pool (estimated), or bad=0.2,good=0.8.",
        metavar="SHARES",
    ),
    "adapt.min_documents": number("How many documents must contain a word, over all domains."),
    "encoder": option(
        "Folder of a sentence-transformers model as one more view; needs pip install "
        "'crosslex\\[encoder]'. Give the same again to use the classifier.",
        metavar="FOLDER",
    ),
    "classifier": argument("CLASSIFIER", "Folder that adapt or refine wrote."),
    "path": argument("PATH", f"Texts of the target domain: {PLACES}."),
    "predict.explain": number("Add the N words that pushed each decision most; slower.", least=0),
    "predict.keep_text": flag("--keep-text", "Repeat each text in its line."),
    "predict.as_table": flag("--csv", "Print a table, with a column per class."),
    "suggest.count": number("How many texts to suggest, at most 2,000."),
    "suggest.out": _output("A .csv or .jsonl file to fill in.", "JSON lines, printed", "FILE"),
    "suggest.overwrite": flag("--overwrite", "Replace the file, even if it holds labels."),
    "refine.path": argument("LABELED", f"Texts of the target domain with labels: {PLACES}."),
    "refine.out": _output("Folder for the refined classifier.", metavar="CLASSIFIER"),
    "audit.predictions": argument(
        "PREDICTIONS",
        ".csv, .tsv or .jsonl, one row per text: a column per class with its probability, or the "
        "predicted class as 'label'. A column 'set' says source or target; without it, the "
        "source's texts come first.",
    ),
    "audit.source": option(
        "Labeled texts that the classifier did not learn from, or cross-validated predictions.",
        metavar="[NAME=]LABELED",
    ),
    "audit.target": option("Texts of the other domain.", metavar="[NAME=]UNLABELED"),
    "audit.class_prior": option(
        "Shares of the classes in the target, if you know them: balanced, or bad=0.2,good=0.8.",
        "pool (estimated)",
        "SHARES",
    ),
    "audit.labels": _file("Labels of some of the target's texts, as --to-label wrote."),
    "audit.count": number("How many texts to suggest for labeling.", least=0),
    "audit.to_label": _file("Write these texts to a .csv or .jsonl file to fill in."),
    "audit.page": _file("Also write the audit as an HTML page."),
}
"""`command.parameter`, or `parameter` where it is the same in several commands."""


@dataclass(frozen=True)
class Group:
    """Options of a command that together make one argument of its function.

    `make` has one keyword argument per option, of which the command has those of `names`.
    """

    make: Callable[..., Any]
    names: tuple[str, ...]


def reading(*columns: str, more: str = "format on_error document") -> Group:
    """Declare the options for reading files: all have a column of the text, some have others."""
    names = ("text_column", *columns, *more.split())
    return Group(partial(ReadOptions, can_skip="on_error" in names), names)


def text_settings(
    *,
    language: str = "en",
    tokens: Tokens = "default",
    lemmas: bool = True,
    bigrams: bool = True,
    stop_words: str = DEFAULT,
    terms: Path | None = None,
) -> TextSettings:
    """Return how texts are analyzed, by the options of a command.

    >>> text_settings(language="de", stop_words="none").stop_words
    frozenset()
    """
    from crosslex.text import analyze, read_stop_words, read_terms

    settings = TextSettings(
        language=language,
        lemmatize=lemmas,
        bigrams=bigrams,
        tokens=tokens,
        terms=frozenset() if terms is None else read_terms(terms),
    )
    # Refuses a language without a dictionary, and terms of one word, before any text is read.
    analyze("", settings)
    if stop_words == DEFAULT:
        return settings
    none: frozenset[str] = frozenset()
    words = none if stop_words == NO_STOP_WORDS else read_stop_words(Path(stop_words), settings)
    return replace(settings, stop_words=words)


ANALYZING = Group(text_settings, ("language", "tokens", "lemmas", "bigrams", "stop_words", "terms"))


def useful_jobs(asked: int | None) -> int:
    """Return how many processes to start: as many as asked, but no more than there are cores."""
    cores = check_jobs(-1)
    return min(asked or cores, cores)


def split_names(option: str, text: str) -> list[str]:
    """Split names at their commas.

    >>> split_names("--methods", "none, crosslex")
    ['none', 'crosslex']
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f"{option}: found {text!r}; give names with commas between them")
    return names

"""The explorer page of a model, and reports in its style, as one HTML file each."""

import base64
import hashlib
import html
import logging
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.resources import files
from itertools import zip_longest
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from crosslex.errors import InputError, StorageError
from crosslex.explore.data import PageData, to_json
from crosslex.explore.gather import Found, gather
from crosslex.progress import progress
from crosslex.results import TableResult, html_table, listed
from crosslex.senses.result import Senses
from crosslex.shifts import Shifts, all_pairs
from crosslex.storage import StrPath, write_file
from crosslex.timeline import GroupedVectors, OrderedVectors

if TYPE_CHECKING:
    from crosslex.embedding import CrossDomainEmbedding

_logger = logging.getLogger(__name__)

GENERATOR = '<meta name="generator" content="crosslex explore">'
"""Marks a file as a page of crosslex, which may be replaced."""

_HEAD = 4096
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function) (?:(\w+)|\{([^}]*)\}))", re.MULTILINE)


def explore(
    model: "CrossDomainEmbedding",
    ordered: OrderedVectors | GroupedVectors | None,
    path: StrPath,
    *,
    words: int,
    senses: int,
    examples: int | None,
    title: str | None,
) -> "WrittenPage":
    """Write the page of a model, of ordered domains if they are given: see the model's method."""
    check_place(path)
    _logger.info("rank the words by change of meaning")
    found = shifts_of_all_pairs(model) if ordered is None else ordered
    _logger.info("group the uses of the words that change most")
    grouped = senses_of(model, most_changed(found, senses))
    _logger.info("write the page to %s", path)
    data = gather(model, found, grouped, words=words, examples=examples, title=title)
    return write_page(path, data)


def shifts_of_all_pairs(model: "CrossDomainEmbedding") -> tuple[Shifts, ...]:
    """Return the words of every pair of domains, ranked by change of meaning, for `gather`.

    A pair that shares too few words to compare is on the page too, with no word tested.
    """
    found = []
    for pair in all_pairs(list(model.vectors_)):
        try:
            every = model.max_examples
            found.append(model.shifts(domains=pair, top=None, examples=every, n_jobs=-1))
        except InputError as error:
            _logger.info("%s and %s: %s", *pair, error)
            found.append(Shifts(pair, (), 0))
    return tuple(found)


def most_changed(found: Found, size: int) -> tuple[str, ...]:
    """Return the words that change most, of each pair of domains in turn, or over all periods.

    >>> most_changed([], 10)
    ()
    """
    if not isinstance(found, Sequence):
        turned = found.turns(top=size) if size else ()
        return tuple(dict.fromkeys(each.word for each in turned))
    in_turn = zip_longest(*found)
    words = (shift.word for shifts in in_turn for shift in shifts if shift is not None)
    return tuple(dict.fromkeys(words))[:size]


def senses_of(model: "CrossDomainEmbedding", words: Iterable[str]) -> tuple[Senses, ...]:
    """Return the senses of words, for `gather`, without those that are too rare."""
    found = []
    asked = tuple(dict.fromkeys(words))
    with progress("senses", total=len(asked)) as advance:
        for word in asked:
            try:
                found.append(model.senses(word, examples=model.max_examples))
            except (InputError, KeyError) as error:
                _logger.info("no senses: %s", error)
            advance(1)
    return tuple(found)


@dataclass(frozen=True, repr=False)
class WrittenPage(TableResult):
    """A page that was written: its file and size, and how much of the model it contains."""

    page: str
    bytes: int
    domains: tuple[str, ...]
    words: int
    sentences: int

    @property
    def verdict(self) -> str:
        """Where the page is, and of what."""
        return f"{self.page}: {self.words:,} words of {listed(self.domains)}"

    def records(self) -> list[dict[str, Any]]:
        """Return one record."""
        return [asdict(self) | {"domains": ", ".join(self.domains)}]


def write_page(path: StrPath, data: PageData) -> WrittenPage:
    """Write the page in one step; an older page is replaced, any other file is refused."""
    size = _write(path, render(data))
    domains = tuple(domain.name for domain in data.domains)
    return WrittenPage(str(path), size, domains, len(data.words), len(data.sentences))


def render(data: PageData) -> str:
    """Return the page as one HTML document that needs nothing else and asks no network.

    Its policy lets the browser run this very script and style and load nothing at all.
    """
    body, script = _read("page.html"), bundle("main.js", _read)
    content = Template(body).substitute(
        title=html.escape(data.title), script=script, data=to_json(data)
    )
    return _document(data.title, content, f"script-src '{_digest(script)}'")


def write_report(
    path: StrPath,
    title: str,
    verdict: str,
    notes: Sequence[str],
    tables: Sequence[tuple[str, Sequence[Sequence[str]]]],
) -> None:
    """Write a page of paragraphs and tables, whose first rows are heads, in the explorer's style.

    Its policy lets the browser load and run nothing.
    """
    sections = [
        f"<section><h3>{html.escape(name)}</h3>{html_table('', rows, named_cells=True)}</section>"
        for name, rows in tables
    ]
    head = f'<header class="masthead"><h1>{html.escape(title)}</h1></header>'
    verdict = f'<h2 id="verdict">{html.escape(verdict)}</h2>'
    verdict += "".join(f"<p>{html.escape(note)}</p>" for note in notes)
    body = f'{head}<main class="report">{verdict}{"".join(sections)}</main>'
    _write(path, _document(title, body, "script-src 'none'"))


def _document(title: str, body: str, scripts: str) -> str:
    """Return a page with our style; its policy names the scripts, and lets it load nothing."""
    style = _read("page.css")
    policy = f"default-src 'none'; {scripts}; style-src '{_digest(style)}'; img-src data:"
    policy += "; base-uri 'none'; form-action 'none'"
    head = Template(_read("head.html"))
    return (
        head.substitute(policy=policy, title=html.escape(title), style=style) + body + "</html>\n"
    )


def _write(path: StrPath, page: str) -> int:
    """Write a page in one step; return its bytes."""
    check_place(path)
    # Half a character in a title can be in no file.
    content = page.encode(errors="replace")
    write_file(path, partial(Path.write_bytes, data=content))
    return len(content)


def check_place(path: StrPath) -> None:
    """Raise a StorageError if the file exists and is not a page of crosslex."""
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"path: found {path!r:.40}; give the name of a file, such as page.html")
    place = Path(path)
    try:
        if place.is_dir():
            raise StorageError(f"{place} is a folder: give the name of a file, such as page.html")
        if not place.exists():
            return
        with place.open("rb") as file:
            ours = GENERATOR.encode() in file.read(_HEAD) or not place.stat().st_size
    except OSError as error:
        raise StorageError(f"cannot write {place}: {error.strerror or error}") from None
    if not ours:
        raise StorageError(f"{place} is no page of crosslex's: choose another name")


def bundle(entry: str, read: Callable[[str], str]) -> str:
    r"""Return one script of a module and all that it imports, which a page on disk could not.

    Each becomes a function that is called at once, so that what it does not export stays its
    own. Only what our modules use is understood: `import { … } from "./name.js";` and `export`
    before a function or a constant, and no two modules that import each other.

    >>> modules = {
    ...     "main.js": 'import { one } from "./one.js";\nconsole.log(one);',
    ...     "one.js": "export const one = 1;",
    ... }
    >>> print(bundle("main.js", modules.__getitem__))
    const module_one = (() => {
    const one = 1;
    return { one };
    })();
    const module_main = (() => {
    const { one } = module_one;
    console.log(one);
    return {  };
    })();
    """
    joined: dict[str, str] = {}

    def add(name: str) -> None:
        source = read(f"{name}.js").strip()
        for _, needed in _IMPORT.findall(source):
            if needed not in joined:
                add(needed)
        exported = [one or several.strip() for one, several in _EXPORT.findall(source)]
        body = _EXPORT.sub("", _IMPORT.sub(r"const \1 = module_\2;", source))
        joined[name] = (
            f"const module_{name} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();"
        )

    add(entry.removesuffix(".js"))
    return "\n".join(joined.values())


def _read(name: str) -> str:
    """Return a file of the template."""
    return (files("crosslex.explore") / "template" / name).read_text(encoding="utf-8")


def _digest(source: str) -> str:
    """Return the SHA-256 of a style or script, as a page's policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"

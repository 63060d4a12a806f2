"""The explorer page as one HTML file: template, style, scripts and data."""

import base64
import hashlib
import html
import os
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from crosslex.errors import InputError, StorageError
from crosslex.explore.data import PageData, to_json
from crosslex.results import TableResult, listed
from crosslex.storage import StrPath, write_file

GENERATOR = '<meta name="generator" content="crosslex explore">'
"""Marks a file as a page of crosslex, which may be replaced."""

_HEAD = 4096
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|function) (?:(\w+)|\{([^}]*)\}))", re.MULTILINE)


def render(data: PageData) -> str:
    """Return the page as one HTML document that needs nothing else and asks no network.

    Its policy lets the browser run this very script and style and load nothing at all.
    """
    style = read_template("page.css")
    script = bundle("main.js", read_template)
    policy = (
        f"default-src 'none'; script-src '{digest(script)}'; style-src '{digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return Template(read_template("page.html")).substitute(
        policy=policy, title=html.escape(data.title), style=style, script=script, data=to_json(data)
    )


@dataclass(frozen=True, repr=False)
class WrittenPage(TableResult):
    """A page that was written: its file and size, and how much of the model it contains."""

    page: str
    bytes: int
    domains: tuple[str, ...]
    words: int
    tested: int
    sentences: int

    @property
    def verdict(self) -> str:
        """Where the page is, and of what."""
        return f"{self.page}: {self.words:,} words of {listed(self.domains)}"

    def rows(self) -> list[tuple[str, ...]]:
        """Return a table with a heading and one row: what the page contains."""
        numbers = (self.words, self.tested, self.sentences, self.bytes)
        return [("words", "tested", "sentences", "bytes"), tuple(f"{each:,}" for each in numbers)]

    def records(self) -> list[dict[str, Any]]:
        """Return one record."""
        return [asdict(self) | {"domains": ", ".join(self.domains)}]


def write_page(path: StrPath, data: PageData) -> WrittenPage:
    """Write the page in one step; an older page is replaced, any other file is refused."""
    check_place(path)
    # Half a character in a title can be in no file.
    content = render(data).encode(errors="replace")
    write_file(path, partial(Path.write_bytes, data=content))
    domains = tuple(domain.name for domain in data.domains)
    sizes = (len(data.words), data.tested, len(data.sentences))
    return WrittenPage(str(path), len(content), domains, *sizes)


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


def read_template(name: str) -> str:
    """Return a file of the template."""
    return (files("crosslex.explore") / "template" / name).read_text(encoding="utf-8")


def digest(source: str) -> str:
    """Return the SHA-256 of a style or script, as a page's policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}"

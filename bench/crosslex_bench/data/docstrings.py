"""Docstrings of Python packages as texts of their subjects, fetched through pip as wheels.

music21 has the BSD license, SQLAlchemy the MIT license.
"""

import ast
import inspect
import json
import re
import warnings
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

from crosslex.datasets import Package, default_cache, fetch_texts, read_wheel

_TESTS = {"test", "tests", "testing"}
_BODIES = ("body", "handlers", "orelse", "finalbody")


SUBJECTS = {
    "music": (
        Package(
            "music21", "10.5.1", "dc3309498c4c95cebdf8d4f20c868deb6b63bce1d929cad4f51a7ccc982987b1"
        ),
        "81521133610a59c28e538197c0c79e8c1b9a6192242b7e93d237f3f1e74e6bfb",
    ),
    "databases": (
        Package(
            "SQLAlchemy",
            "2.1.8",
            "69aea77b5d8a64e95d01fd7ec54985c84b4a8ef3cac3108e9271145441400c1b",
        ),
        "35b001ff5a363f756a0e6d9d9b1d8734bbf0cd4fe5ded4be444fc93d81762b72",
    ),
}
"""Packages, and the checksums of the texts that `fetch_docstrings` makes of them."""
DOMAINS = tuple(SUBJECTS)


def fetch_docstrings(cache: Path | None = None) -> Path:
    """Return the folder with one `.jsonl` per domain, fetched through pip on first use.

    Each line has a docstring's prose as its `text` and the module it is from as its `id`. No
    package is installed, imported or run. Without a `cache`, it is the folder that the variable
    CROSSLEX_CACHE names, or else the user's cache folder.
    """
    folder = (cache or default_cache()) / "docstrings"
    for domain, (package, sha256) in SUBJECTS.items():
        name = f"{domain}.jsonl"
        fetch_texts(package, {name: sha256}, partial(_read, name), folder)
    return folder


def _read(name: str, wheel: Path) -> dict[str, bytes]:
    return {name: to_jsonl(wheel)}


def to_jsonl(wheel: Path) -> bytes:
    """Return the prose of all docstrings of a wheel, each once, as JSON objects."""
    texts: dict[str, str] = {}
    for module, source in read_wheel(wheel, _is_module).items():
        for docstring in docstrings(source):
            if prose := docstring_prose(docstring):
                texts.setdefault(prose, module)
    entries = ({"id": module, "text": text} for text, module in texts.items())
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()


def docstrings(source: bytes) -> Iterator[str]:
    r"""Yield all strings that are statements, without running the module.

    Such strings document modules, classes, functions and attributes. Invalid Python has none.

    >>> list(docstrings(b'"A module."\ndef f():\n    "A function."\n1 / 0'))
    ['A module.', 'A function.']
    """
    try:
        with warnings.catch_warnings():
            # Of escapes in other people's strings.
            warnings.simplefilter("ignore")
            waiting: list[ast.AST] = [ast.parse(source)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    while waiting:
        match waiting.pop():
            case ast.Expr(ast.Constant(str(text))):
                yield inspect.cleandoc(text)
            case node:
                # Statements only: going through every expression would take far longer.
                inner = [each for name in _BODIES for each in getattr(node, name, ())]
                waiting.extend(reversed(inner))


def _is_module(name: str) -> bool:
    """Return whether a file is a module that is no test."""
    module = name.removesuffix(".py")
    return module != name and not _TESTS.intersection(module.split("/"))


_PROMPT = ">>>"
_DIRECTIVE = re.compile(r"\.\. ([a-z][\w:-]*)::\s*(.*)")
_PROSE_DIRECTIVES = (
    *("note", "warning", "seealso", "tip", "hint", "important", "caution", "attention"),
    *("versionadded", "versionchanged", "deprecated", "legacy", "rubric", "topic", "admonition"),
)
_VERSION = re.compile(r"v?\d[\w.]*\s*")
_FIELD = re.compile(r":([a-z]+)\b[^:`]*:(?!`)\s*(.*)")
_PROSE_FIELDS = ("param", "parameter", "arg", "keyword", "return", "returns", "raises", "yields")
_NUMPYDOC_NAME = re.compile(r"[\w*`,. \\]{1,60} : \S.*")
_COMMENT = re.compile(r"#[^.]")
_BULLET = re.compile(r"(?:[*+-]|#\.|\(?\d{1,2}[.)])\s+")
_WORDS = re.compile(r"\b[A-Za-z]{2,}\b")

_ROLE = re.compile(r"(?::[\w:.+-]{1,40}:`|`(?=~))([^`<]{0,200})(?:<[^`>]{0,200}>)?`")
_LINK = re.compile(r"`([^`<]{1,200}?)\s*<[^`>]{0,300}>`__?")
_ADDRESS = re.compile(r"https?://\S+")
_FOOTNOTE = re.compile(r"\s?\[[\w#*-]{1,30}\]_")
_MARKS = re.compile(r"`+|\*{1,2}(?=\w)|(?<=[\w.,)])\*{1,2}|\\(?=\W)|(?<=\w)__?(?!\w)")

FEWEST_WORDS = 3


def docstring_prose(docstring: str) -> str:
    r"""Return the paragraphs of a docstring that people read, with a blank line between them.

    Examples with prompts, blocks of code, tables, headings, and the names and types of
    parameters go; what is said of a parameter stays.

    Parameters
    ----------
    docstring
        As `ast.get_docstring` returns it: reStructuredText, fields or sections of numpydoc.

    Examples
    --------
    >>> docstring_prose('''Return the *key* of a :class:`~music.Stream`::
    ...
    ...     stream.key()
    ...
    ... :param stream: the notes to go through
    ... :type stream: Stream''')
    'Return the key of a Stream:\n\nthe notes to go through'
    """
    paragraphs = (_without_markup(" ".join(lines)) for lines in _paragraphs(docstring))
    return "\n\n".join(each for each in paragraphs if len(_WORDS.findall(each)) >= FEWEST_WORDS)


def _paragraphs(docstring: str) -> Iterator[list[str]]:
    """Yield the lines of each paragraph of prose."""
    paragraph: list[str] = []
    for line in _prose_lines(docstring):
        if line is None:
            yield paragraph
            paragraph = []
        elif _is_ruler(line):
            # The line above it is a heading.
            paragraph = paragraph[:-1]
        else:
            paragraph.append(line)
    yield paragraph


def _prose_lines(docstring: str) -> Iterator[str | None]:
    """Yield the lines that are not code; None separates paragraphs."""
    block: int | None = None
    is_table = False
    lines = docstring.expandtabs().splitlines()
    for line, following in pairwise([*lines, ""]):
        text, indent = line.strip(), _indent(line)
        if not text:
            is_table = False
            yield None
            continue
        if block is not None and indent > block:
            continue
        block = None
        if is_table or _starts_table(text):
            is_table = True
            continue
        if " " not in text and _indent(following) > indent:
            # The name of what the lines after it describe.
            yield None
            continue
        kept, opens_block = _line_of_prose(text)
        block = indent if opens_block else None
        yield from kept


def _line_of_prose(text: str) -> tuple[list[str | None], bool]:
    """Return what is kept of a line, and whether a block that is not prose follows it."""
    if text.startswith(".. "):
        directive = _DIRECTIVE.match(text)
        if directive is None or directive[1] not in _PROSE_DIRECTIVES:
            return [None], True
        return [None, _VERSION.sub("", directive[2], count=1)], False
    if field := _FIELD.match(text):
        return ([None, field[2]] if field[1] in _PROSE_FIELDS else [None]), False
    if _NUMPYDOC_NAME.fullmatch(text) or _COMMENT.match(text):
        return [None], False
    bullet = _BULLET.match(text)
    kept: list[str | None] = [None, text[bullet.end() :]] if bullet else [text]
    if text.endswith("::"):
        return [*kept[:-1], text.removesuffix("::") + ":"], True
    return kept, False


def _starts_table(text: str) -> bool:
    """Return whether a line begins a table or a prompt, which ends at the next blank line."""
    is_grid = text.startswith(("+-", "+=", "|"))
    is_columns = " " in text and set(text) <= {"=", "-", " "}
    return text.startswith(_PROMPT) or is_grid or is_columns


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_ruler(text: str) -> bool:
    return len(text) > 2 and len(set(text)) == 1 and not text[0].isalnum()


def _without_markup(text: str) -> str:
    text = _ROLE.sub(_role_text, text)
    text = _ADDRESS.sub("", _LINK.sub(r"\1", text))
    return " ".join(_MARKS.sub("", _FOOTNOTE.sub("", text)).split())


def _role_text(role: re.Match[str]) -> str:
    """Return what is shown of a reference: of a dotted name the last part."""
    shown = role[1].strip()
    return shown if " " in shown else shown.rstrip("()").rpartition(".")[2].lstrip("~!")

"""The prose of a docstring: paragraphs without code, tables and markup."""

import re
from collections.abc import Iterator
from itertools import pairwise

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
            # What it stands under is a heading.
            paragraph = paragraph[:-1]
        else:
            paragraph.append(line)
    yield paragraph


def _prose_lines(docstring: str) -> Iterator[str | None]:
    """Yield the lines that are not code; None stands between paragraphs."""
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
    """Return whether a line begins what goes on to the next blank line: a table, or a prompt."""
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

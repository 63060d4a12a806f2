"""Docstrings as texts: parsed and never run, cached, fetched again if damaged."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from handmade import package, write_wheel
from hypothesis import given
from hypothesis import strategies as st

from crosslex.datasets import docstrings as module
from crosslex.datasets.docstrings import (
    DOMAINS,
    LARGEST_MODULE,
    SUBJECTS,
    docstring_prose,
    docstrings,
    fetch_docstrings,
    to_jsonl,
)
from crosslex.errors import InputError

SOURCE = b'''"""What the module is for."""
raise SystemExit("imported")


class Scale:
    """Notes in the order of their pitch."""

    degrees = 7
    """How many notes there are."""

    if True:
        async def play(self):
            """Play the notes one by one."""
            return "no docstring but a value"


def silent():
    return 1
'''


def test_all_that_documents_something_is_found_without_running_it():
    assert list(docstrings(SOURCE)) == [
        "What the module is for.",
        "Notes in the order of their pitch.",
        "How many notes there are.",
        "Play the notes one by one.",
    ]


@pytest.mark.parametrize("source", [b"def f(:", b"\0", b"\xff\xfe", b"(" * 10_000])
def test_what_is_no_python_has_no_docstrings(source: bytes):
    assert list(docstrings(source)) == []


def test_each_text_stands_once_with_its_module_and_tests_are_left_out(tmp_path: Path):
    path = write_wheel(
        tmp_path,
        {
            "handmade/a.py": SOURCE,
            "handmade/b.py": b'"""What the module is for."""\n"""A text of its own."""',
            "handmade/tests/c.py": b'"""Never read in a test."""',
            "handmade/tests.py": b'"""Never read in a test."""',
            "handmade/notes.txt": b"Nothing that is read here.",
        },
    )
    entries = [json.loads(line) for line in to_jsonl(path).decode().splitlines()]
    assert [entry["text"] for entry in entries] == [*docstrings(SOURCE), "A text of its own."]
    assert [entry["id"] for entry in entries] == ["handmade/a.py"] * 4 + ["handmade/b.py"]


def test_a_module_too_large_and_a_damaged_archive_are_errors_of_one_line(tmp_path: Path):
    path = write_wheel(tmp_path, {"handmade/a.py": b"#" * (LARGEST_MODULE + 1)})
    expected = r"^handmade-1\.0-py3-none-any\.whl: not the archive expected \([^\n]*\); check pip's"
    with pytest.raises(InputError, match=expected):
        to_jsonl(path)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(InputError, match=expected):
        to_jsonl(path)


def test_texts_are_fetched_once_and_again_when_damaged(
    links: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    cache = tmp_path / "cache"
    path = write_wheel(links, {"handmade/a.py": SOURCE})
    lines = to_jsonl(path)
    subject = replace(
        SUBJECTS["music"], package=package(path), sha256=hashlib.sha256(lines).hexdigest()
    )
    monkeypatch.setattr(module, "SUBJECTS", {"music": subject})

    written = fetch_docstrings(cache) / "music.jsonl"
    assert written.read_bytes() == lines
    written.write_text("damaged\n")
    fetch_docstrings(cache)
    assert written.read_bytes() == lines

    path.unlink()
    fetch_docstrings(cache)
    written.unlink()
    with pytest.raises(InputError, match=r"^docstrings: no intact copy of music in [^\n]*--data P"):
        fetch_docstrings(cache)


def test_the_real_texts_are_the_ones_expected_and_large_enough():
    try:
        folder = fetch_docstrings()
    except InputError as error:
        pytest.skip(f"needs the packages: {error}")
    for domain in DOMAINS:
        content = (folder / f"{domain}.jsonl").read_bytes()
        assert hashlib.sha256(content).hexdigest() == SUBJECTS[domain].sha256
        texts = [json.loads(line)["text"] for line in content.decode().splitlines()]
        assert sum(len(text.split()) for text in texts) > 180_000
        assert not any(">>> " in text for text in texts)


NUMPYDOC = """Find the scale that fits best.

It is the one with the
fewest accidentals.

Parameters
----------
notes : list of Note
    The notes to be explained.
*names, tonic : str, optional
    Where the scale may begin.

Raises
------
ValueError
    If there are no notes.
"""

RESTRUCTURED = """Render a statement as text.

.. versionchanged:: 2.0.4 The dialect may be left out.

.. seealso::

    :meth:`_engine.Engine.connect` - opens a connection

.. code-block:: python

    engine = create_engine("sqlite://")

    never read

Then print it::

    print(this_is_code)

  as you would print any text.

:param dialect: the database to write for
:type dialect: Dialect
:rtype: str
:class:`.Table` begins this line.
"""

TABLES = """These are all modes there are.

====== ======
Name   Degree
====== ======
dorian second
====== ======

+------+
| this |
+------+

>>> print("these are no words")
these are no words
... nor these ones

The end of the text.
"""


@pytest.mark.parametrize(
    ("docstring", "paragraphs"),
    [
        (
            NUMPYDOC,
            [
                "Find the scale that fits best.",
                "It is the one with the fewest accidentals.",
                "The notes to be explained.",
                "Where the scale may begin.",
                "If there are no notes.",
            ],
        ),
        (
            RESTRUCTURED,
            [
                "Render a statement as text.",
                "The dialect may be left out.",
                "connect - opens a connection",
                "Then print it:",
                "the database to write for",
                "Table begins this line.",
            ],
        ),
        (TABLES, ["These are all modes there are.", "The end of the text."]),
    ],
    ids=["numpydoc", "reStructuredText", "tables and prompts"],
)
def test_prose_stays_and_all_else_goes(docstring, paragraphs):
    assert docstring_prose(docstring).split("\n\n") == paragraphs


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("Call :meth:`~music21.stream.Stream.show()` first.", "Call show first."),
        ("See :ref:`the notes <notes-label>` on it.", "See the notes on it."),
        ("An `~astropy.table.Table` of one row.", "An Table of one row."),
        ("Read `the guide <https://example.org/a>`_ again.", "Read the guide again."),
        ("It is *not* **at all** ``None`` or `x`.", "It is not at all None or x."),
        ("As shown [1]_ and said.", "As shown and said."),
        ("Multiply 2 * 3 and keep snake_case names.", "Multiply 2 * 3 and keep snake_case names."),
        ("* first of the points made", "first of the points made"),
    ],
)
def test_of_markup_the_words_stay(marked, plain):
    assert docstring_prose(marked) == plain


def test_what_is_no_sentence_goes():
    assert docstring_prose("OMIT_FROM_DOCS\n\nTwo words\n\n1 2 3 4") == ""


@given(st.text())
def test_any_text_is_taken(text):
    assert "\n\n\n" not in docstring_prose(text)

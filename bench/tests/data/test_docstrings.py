"""Docstrings as texts: parsed and never run, prose only."""

import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex.errors import InputError
from crosslex_bench.data.docstrings import (
    DOMAINS,
    docstring_prose,
    docstrings,
    fetch_docstrings,
    to_jsonl,
)

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
    modules = {
        "handmade/a.py": SOURCE,
        "handmade/b.py": b'"""What the module is for."""\n"""A text of its own."""',
        "handmade/tests/c.py": b'"""Never read in a test."""',
        "handmade/tests.py": b'"""Never read in a test."""',
        "handmade/notes.txt": b"Nothing that is read here.",
    }
    path = tmp_path / "handmade.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in modules.items():
            packed.writestr(name, content)
    entries = [json.loads(line) for line in to_jsonl(path).decode().splitlines()]
    assert [entry["text"] for entry in entries] == [*docstrings(SOURCE), "A text of its own."]
    assert [entry["id"] for entry in entries] == ["handmade/a.py"] * 4 + ["handmade/b.py"]


def test_the_real_texts_are_large_enough():
    try:
        folder = fetch_docstrings()
    except InputError as error:
        pytest.skip(f"needs the packages: {error}")
    for domain in DOMAINS:
        lines = (folder / f"{domain}.jsonl").read_text("utf-8").splitlines()
        texts = [json.loads(line)["text"] for line in lines]
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

"""Docstrings to prose: what goes and what stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex.datasets.docstrings import docstring_prose

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

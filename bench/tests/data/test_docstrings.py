"""Docstrings as texts: parsed and never run, prose only."""

import pytest

from crosslex_bench.data.docstrings import (
    docstring_prose,
    docstrings,
)


@pytest.mark.parametrize("source", [b"def f(:", b"\0", b"\xff\xfe", b"(" * 10_000])
def test_what_is_no_python_has_no_docstrings(source: bytes):
    assert list(docstrings(source)) == []


DOCSTRING = """Find the scale that fits best.

It is the one with the
fewest accidentals.

Parameters
----------
notes : list of Note
    The notes to be explained.

Render a statement as text.

.. versionchanged:: 2.0.4 The dialect may be left out.

.. seealso::

    :meth:`_engine.Engine.connect` - opens a connection

.. code-block:: python

    engine = create_engine("sqlite://")

    never read

:class:`.Table` begins this line.

These are all modes there are.

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

PROSE = [
    "Find the scale that fits best.",
    "It is the one with the fewest accidentals.",
    "The notes to be explained.",
    "Render a statement as text.",
    "The dialect may be left out.",
    "connect - opens a connection",
    "Table begins this line.",
    "These are all modes there are.",
    "The end of the text.",
]


def test_prose_stays_and_all_else_goes():
    """Sections of numpydoc, directives and fields of reStructuredText, tables, prompts and code."""
    assert docstring_prose(DOCSTRING).split("\n\n") == PROSE

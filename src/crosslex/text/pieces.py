"""Long texts in pieces, so that analyzing one takes no more memory than analyzing many."""

from collections.abc import Iterator

LONGEST_PIECE = 2**20
"""Characters: its tokens take up to a hundred times as much."""


def pieces(text: str, longest: int = LONGEST_PIECE) -> Iterator[str]:
    r"""Yield a text in pieces that end with a paragraph, a line, a sentence or a word.

    A text of at most `longest` characters is one piece. What ends a piece is looked for in its
    second half, the best first; a word as long as that is cut.

    >>> list(pieces("A dull plot. A good cast.", longest=20))
    ['A dull plot. ', 'A good cast.']
    >>> list(pieces("x" * 5, longest=2))
    ['xx', 'xx', 'x']
    """
    start = 0
    while len(text) - start > longest:
        stop = start + longest
        for end in ("\n\n", "\n", ". ", " "):
            found = text.rfind(end, start + longest // 2, stop)
            if found >= 0:
                stop = found + len(end)
                break
        yield text[start:stop]
        start = stop
    yield text[start:] if start else text

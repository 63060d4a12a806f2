"""Text of a corpus in a Markdown page, where it must stay text."""


def plain(text: str) -> str:
    r"""Return a text on one line, with what Markdown or HTML would take for markup escaped.

    >>> plain("<b>|x|\ny")
    '\\<b\\>\\|x\\| y'
    """
    line = " ".join(text.split())
    return "".join("\\" + char if char in "\\`*_[]<>|#&~$" else char for char in line)

"""Text of a corpus in a Markdown page, where it must stay text."""


def plain(text: str) -> str:
    r"""Escape what Markdown or HTML would take for markup.

    >>> plain("<b>|x|")
    '\\<b\\>\\|x\\|'
    """
    return "".join("\\" + char if char in "\\`*_[]<>|#&" else char for char in text)

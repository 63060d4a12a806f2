"""Names in a report stay text, and commands are lines of code."""

from crosslex_bench.pages import Code, Heading, Paragraph, to_markdown


def test_a_page_in_markdown() -> None:
    blocks = [Heading("A | B"), Paragraph("one *two*"), Code("crosslex-bench tables")]
    assert to_markdown("Title", blocks) == (
        "# Title\n\n## A \\| B\n\none \\*two\\*\n\n```\ncrosslex-bench tables\n```\n"
    )

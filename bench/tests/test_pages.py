"""Names in a report stay text, and commands are lines of code."""

from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from crosslex_bench.pages import Code, Heading, Paragraph, Table, to_html, to_markdown

HOSTILE = st.text(st.sampled_from("<>&\"'`/=; abscript\n|*[]()!#\\"), min_size=1, max_size=20)


class Tags(HTMLParser):
    """The tags of a page, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


@given(HOSTILE)
@settings(max_examples=60)
def test_names_never_become_markup_of_a_report(text: str) -> None:
    def page(name: str) -> Tags:
        blocks = (Heading(name), Paragraph(name), Code(name), Table((name, "x"), ((name, name),)))
        return Tags(to_html(name, blocks))

    assert page(text).tags == page("plain").tags


def test_a_page_in_markdown() -> None:
    blocks = [Heading("A | B"), Paragraph("one *two*"), Code("crosslex-bench tables")]
    assert to_markdown("Title", blocks) == (
        "# Title\n\n## A \\| B\n\none \\*two\\*\n\n```\ncrosslex-bench tables\n```\n"
    )

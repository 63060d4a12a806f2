"""The elements of a page of HTML."""

from html.parser import HTMLParser


class Elements(HTMLParser):
    """Tags in their order with the names of their attributes, and texts by tag.

    What is opened must be closed in order.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(" ".join([tag, *(name for name, _ in attributes)]))
        self.texts.setdefault(tag, []).append("")
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        for tag in self._open:
            self.texts[tag][-1] += data

    def handle_comment(self, data: str) -> None:
        self.tags.append("comment")

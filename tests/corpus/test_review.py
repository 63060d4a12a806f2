"""The pseudo-XML of the Multi-Domain Sentiment Dataset."""

from pathlib import Path

import pytest
from read_files import Write, complaint, read, skipped

from crosslex.corpus.documents import Document
from crosslex.corpus.readers import read_documents

REVIEWS = b"""<review>
<unique_id>
0785758968:one_of_the_best
</unique_id>
<product_name>
Sphere: Books
</product_name>
<helpful>

</helpful>
<rating>
5.0
</rating>
<title>
Best &amp; brightest
</title>
<review_text>
I <b>could not</b> put it down & read on

A second paragraph, caf\xe9 \x93quoted\x94
and caf\xc3\xa9 in UTF-8
</review_text>
</review>
<review>
<title>

</title>
<review_text>No title, one line</review_text>
</review>
"""

EXPECTED = [
    "Best &amp; brightest\n\n"
    "I <b>could not</b> put it down & read on\n\n"
    "A second paragraph, café “quoted”\nand café in UTF-8",
    "No title, one line",
]


@pytest.mark.parametrize(
    ("name", "label"), [("positive", 1), ("negative", 0), ("unlabeled", None), ("all", None)]
)
def test_label_and_domain_come_from_file_and_folder(
    write: Write, tmp_path: Path, name: str, label: int | None
) -> None:
    (tmp_path / "books").mkdir()
    path = write(f"books/{name}.review", REVIEWS)
    assert read(path) == [Document(text, label, "books") for text in EXPECTED]


def test_a_folder_of_domains_is_read_whole(tmp_path: Path) -> None:
    for name in ("books/positive", "books/negative", "dvd/positive"):
        path = tmp_path / f"{name}.review"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(REVIEWS)
    found = [(document.domain, document.label) for document in read_documents(tmp_path)]
    assert found == [("books", 0)] * 2 + [("books", 1)] * 2 + [("dvd", 1)] * 2


GOOD = b"<review>\n<review_text>\nfine\n</review_text>\n</review>\n"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (b"<review>\n<title>\nx\n</title>\n</review>\n", "a review without <review_text>; fix it"),
        (b"<review>\n<review_text>\nx\n", "a review without </review>; fix it"),
    ],
)
def test_broken_reviews_are_named_by_their_first_line(
    tmp_path: Path, broken: bytes, message: str
) -> None:
    path = tmp_path / "positive.review"
    for content in (GOOD + broken + GOOD, GOOD + broken):
        path.write_bytes(content)
        assert complaint(path).startswith(f"6: {message}")
        texts, report = skipped(path)
        assert (texts, report.skipped) == (["fine"] * content.count(b"fine"), 1)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "positive.review"
    path.write_text("just text\n")
    assert complaint(path).startswith(" no <review> in this file; check that it is one of")

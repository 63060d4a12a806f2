"""The pseudo-XML of the Multi-Domain Sentiment Dataset."""

from pathlib import Path

import pytest

from crosslex_bench.data.review_files import read_review_file
from crosslex_bench.data.reviews import Review

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
    tmp_path: Path, name: str, label: int | None
) -> None:
    path = tmp_path / "books" / f"{name}.review"
    path.parent.mkdir()
    path.write_bytes(REVIEWS)
    assert list(read_review_file(path, [])) == [Review(text, "books", label) for text in EXPECTED]


GOOD = b"<review>\n<review_text>\nfine\n</review_text>\n</review>\n"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (b"<review>\n<title>\nx\n</title>\n</review>\n", "a review without <review_text>"),
        (b"<review>\n<review_text>\nx\n", "a review without </review>"),
    ],
)
def test_broken_reviews_are_named_by_their_first_line(
    tmp_path: Path, broken: bytes, message: str
) -> None:
    path = tmp_path / "positive.review"
    for content in (GOOD + broken + GOOD, GOOD + broken):
        path.write_bytes(content)
        unreadable: list[str] = []
        texts = [each.text for each in read_review_file(path, unreadable)]
        assert texts == ["fine"] * content.count(b"fine")
        assert unreadable == [f"{path}:6: {message}"]

"""The pseudo-XML of the Multi-Domain Sentiment Dataset."""

from pathlib import Path

import pytest

from crosslex.errors import CrosslexWarning
from crosslex_bench.data.reviews import Review, read_review_file

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
    assert read_review_file(path) == [Review(text, "books", label) for text in EXPECTED]


GOOD = b"<review>\n<review_text>\nfine\n</review_text>\n</review>\n"


@pytest.mark.parametrize(
    "broken", [b"<review>\n<title>\nx\n</title>\n</review>\n", b"<review>\n<review_text>\nx\n"]
)
def test_broken_reviews_are_left_out_and_counted(tmp_path: Path, broken: bytes) -> None:
    path = tmp_path / "positive.review"
    for content in (GOOD + broken + GOOD, GOOD + broken):
        path.write_bytes(content)
        with pytest.warns(CrosslexWarning, match="1 reviews without text or end were left out"):
            texts = [each.text for each in read_review_file(path)]
        assert texts == ["fine"] * content.count(b"fine")

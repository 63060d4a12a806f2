"""The three forms of a dataset, on small ones made by hand."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from generated_reviews import generated_reviews

from crosslex.errors import CrosslexWarning, InputError
from crosslex_bench.data.datasets import encode_dataset, load_dataset
from crosslex_bench.data.reviews import (
    Review,
    hold_out,
    read_jsonl_folder,
    read_review_file,
    read_review_folder,
)

LABELED = [
    {"domain": "books", "split": "train", "label": 1, "title": "Fine", "text": "A good plot."},
    {"domain": "books", "split": "train", "label": 0, "title": "", "text": "A dull plot."},
    {"domain": "books", "split": "test", "label": 1, "text": "Good."},
    {"domain": "dvd", "split": "train", "label": 0, "title": None, "text": "A dull film."},
    {"domain": "dvd", "split": "train", "label": 1, "text": "A good film."},
    {"domain": "dvd", "split": "test", "label": 0, "text": "Dull."},
]
UNLABELED = [{"domain": "dvd", "text": "A film."}, {"domain": "books", "text": "A plot."}]


def write_lines(path: Path, records: list[Any]) -> None:
    lines = "".join(json.dumps(record) + "\n" for record in records).encode()
    path.write_bytes(gzip.compress(lines) if path.suffix == ".gz" else lines)


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_a_folder_of_two_files(tmp_path: Path, ending: str) -> None:
    write_lines(tmp_path / f"labelled.jsonl{ending}", LABELED)
    write_lines(tmp_path / f"unlabelled.jsonl{ending}", UNLABELED)
    reviews = read_jsonl_folder(tmp_path)
    assert reviews[0] == Review("Fine\n\nA good plot.", "books", 1, "train")
    assert reviews[1] == Review("A dull plot.", "books", 0, "train")
    assert reviews[5] == Review("Dull.", "dvd", 0, "test")
    assert reviews[6:] == [Review("A film.", "dvd"), Review("A plot.", "books")]
    dataset = load_dataset(tmp_path)
    assert dataset.name == tmp_path.name
    assert list(dataset.domains) == ["books", "dvd"]
    books = dataset.domains["books"]
    assert (books.size.labeled, books.size.unlabeled, books.size.test) == (2, 1, 1)
    assert sorted(books.train.words) == ["a", "dull", "fine", "good", "plot"]
    assert [books.test.classes[code] for code in books.test.labels] == [1]


def test_without_unlabeled_texts_and_without_splits(tmp_path: Path) -> None:
    records = [
        {"domain": domain, "label": label, "text": f"{label} {number}"}
        for domain in ("books", "dvd")
        for number in range(10)
        for label in ("good", "bad")
    ]
    write_lines(tmp_path / "labelled.jsonl", records)
    reviews = read_jsonl_folder(tmp_path)
    kept = [review.text for review in reviews if review.split == "test"]
    assert kept == ["good 8", "bad 8", "good 9", "bad 9"] * 2


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (LABELED[1] | {"split": "dev"}, r"jsonl:2: Invalid enum value 'dev' - at `\$\.split`"),
        (LABELED[1] | {"split": None}, r"jsonl: some lines have a split, others none"),
        (LABELED[1] | {"label": -1}, r"jsonl:2: found the label -1"),
        (LABELED[1] | {"label": 0.5}, r"jsonl:2: Expected `.*`, got `float` - at `\$\.label`"),
        ([], r"jsonl:2: "),
        ("text", r"jsonl:2: "),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: Any, complaint: str) -> None:
    write_lines(tmp_path / "labelled.jsonl", [LABELED[0], line, *LABELED[2:]])
    with pytest.raises(InputError, match=complaint):
        read_jsonl_folder(tmp_path)


def review_file(texts: list[str]) -> bytes:
    return "".join(
        f"<review>\n<title>\nTitle\n</title>\n<review_text>\n{text}\n</review_text>\n</review>\n"
        for text in texts
    ).encode()


def write_tree(folder: Path) -> Path:
    """Write the authors' files, and two that are not to be read."""
    for domain in ("books", "dvd"):
        (folder / domain).mkdir(parents=True)
        for kind, size in (("positive", 10), ("negative", 5), ("unlabeled", 3), ("all", 1)):
            texts = [f"{domain} {kind} {number}" for number in range(size)]
            (folder / domain / f"{kind}.review").write_bytes(review_file(texts))
    (folder / "summary.txt").write_text("not a review")
    return folder


def test_the_authors_folders(tmp_path: Path) -> None:
    reviews = read_review_folder(write_tree(tmp_path / "sorted_data_acl"))
    counts = Counter((each.domain, each.label, each.split) for each in reviews)
    assert counts["books", 1, "train"] == 8
    assert counts["books", 1, "test"] == 2
    assert counts["dvd", 0, "train"] == 4
    assert counts["dvd", 0, "test"] == 1
    assert counts["dvd", None, "train"] == 3
    assert sum(counts.values()) == 36
    kept = {each.text for each in reviews if each.split == "test" and each.domain == "books"}
    assert kept == {f"Title\n\nbooks {x}" for x in ("positive 8", "positive 9", "negative 4")}
    sizes = load_dataset(tmp_path).domains["dvd"].size
    assert (sizes.labeled, sizes.unlabeled, sizes.test) == (12, 3, 3)


def test_the_same_domain_twice_is_refused(tmp_path: Path) -> None:
    write_tree(tmp_path / "one")
    write_tree(tmp_path / "two")
    with pytest.raises(InputError, match="domain 'books' is in"):
        read_review_folder(tmp_path)


def test_a_split_by_text_is_stratified_and_depends_on_texts_and_seed_alone() -> None:
    reviews = [Review(f"text {number}", "books", int(number < 70)) for number in range(100)]
    reviews.append(Review("without a label", "books"))

    def kept(each: list[Review], seed: int) -> set[str]:
        return {review.text for review in hold_out(each, seed=seed) if review.split == "test"}

    labels = {review.text: review.label for review in reviews}
    chosen = kept(reviews, 1)
    assert Counter(labels[text] for text in chosen) == {1: 14, 0: 6}
    assert kept(reviews[::-1], 1) == chosen
    assert kept(reviews, 2) != chosen


@pytest.mark.parametrize(
    ("reviews", "complaint"),
    [
        ([Review("a", "books", 1)], "found 1 domains"),
        (
            [Review("a", name, 1, split) for name in ("a", "b->c") for split in ("train", "test")],
            r"'b->c' holds one of -> \+ ,",
        ),
        ([Review("a", "a", 1), Review("a", "b", 1)], "domain 'a' has no labeled test text"),
    ],
)
def test_data_that_no_benchmark_can_use_is_refused(reviews: list[Review], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        encode_dataset("tiny", reviews)


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no folder .*; give its path, or hutto2014"):
        load_dataset(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"neither labelled\.jsonl nor files"):
        load_dataset(tmp_path)


def test_the_checksum_covers_texts_labels_and_their_splits() -> None:
    reviews = generated_reviews()
    same = encode_dataset("other name", reviews)
    assert same.sha256 == encode_dataset("generated", reviews).sha256
    first = reviews[0]
    for changed in (
        Review(first.text + " more", first.domain, first.label, first.split),
        Review(first.text, first.domain, 1, first.split),
        Review(first.text, first.domain, first.label, "test"),
    ):
        assert encode_dataset("generated", [changed, *reviews[1:]]).sha256 != same.sha256


REVIEWS = b"""<review>
<unique_id>
0785758968:one_of_the_best
</unique_id>
<helpful>

</helpful>
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

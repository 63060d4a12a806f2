"""The dataset hutto2014: unpacked carefully, cached, checked, fetched again if damaged."""

import io
import tarfile
from collections import Counter
from pathlib import Path

import pytest

from crosslex.corpus.documents import Document
from crosslex.datasets.hutto2014 import (
    DOMAINS,
    INNER_ARCHIVE,
    LARGEST_MEMBER,
    MEMBERS,
    fetch_hutto2014,
    ground_truth,
    read_hutto2014,
    to_jsonl,
)
from crosslex.datasets.packages import default_cache
from crosslex.errors import InputError

TABLE = b'1_1\t-0.9\tno picture.\r\n1_2\t2.5\tcaf\xc3\xa9 &amp; "more"\r\n1_3\t0\ta title'


def packed(members: dict[str, bytes | tarfile.TarInfo]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, content in members.items():
            if isinstance(content, tarfile.TarInfo):
                archive.addfile(content)
            else:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def source_distribution(folder: Path, tables: dict[str, bytes | tarfile.TarInfo]) -> Path:
    path = folder / "package.tar.gz"
    path.write_bytes(packed({"setup.py": b"raise SystemExit", INNER_ARCHIVE: packed(tables)}))
    return path


def test_the_four_tables_are_read_out_of_the_nested_archive(tmp_path: Path) -> None:
    tables: dict[str, bytes | tarfile.TarInfo] = {
        name: domain.encode() for domain, name in MEMBERS.items()
    }
    tables["../escape.txt"] = b"never touched"
    archive = source_distribution(tmp_path, tables)
    assert ground_truth(archive) == {domain: domain.encode() for domain in DOMAINS}
    assert [path.name for path in tmp_path.iterdir()] == ["package.tar.gz"]


def link(name: str, kind: bytes) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, "/etc/hostname"
    return member


@pytest.mark.parametrize(
    "odd",
    [
        link(MEMBERS["tweets"], tarfile.SYMTYPE),
        link(MEMBERS["tweets"], tarfile.LNKTYPE),
        link(MEMBERS["tweets"], tarfile.DIRTYPE),
        bytes(LARGEST_MEMBER + 1),
        None,
    ],
    ids=["symbolic link", "hard link", "folder", "too large", "absent"],
)
def test_a_member_that_is_no_file_of_its_size_is_refused(
    tmp_path: Path, odd: bytes | tarfile.TarInfo | None
) -> None:
    tables: dict[str, bytes | tarfile.TarInfo] = dict.fromkeys(MEMBERS.values(), TABLE)
    del tables[MEMBERS["tweets"]]
    if odd is not None:
        tables[MEMBERS["tweets"]] = odd
    archive = source_distribution(tmp_path, tables)
    with pytest.raises(InputError, match=r"^package\.tar\.gz: not the archive expected \(.*tweets"):
        ground_truth(archive)


def test_a_damaged_archive_is_an_error_of_one_line(tmp_path: Path) -> None:
    archive = source_distribution(tmp_path, dict.fromkeys(MEMBERS.values(), TABLE))
    archive.write_bytes(archive.read_bytes()[:200])
    with pytest.raises(InputError, match=r"^package\.tar\.gz: not the archive expected [^\n]*$"):
        ground_truth(archive)


def test_scores_become_labels_by_their_sign() -> None:
    assert to_jsonl(TABLE).decode().splitlines() == [
        '{"id": "1_1", "score": -0.9, "label": 0, "text": "no picture."}',
        '{"id": "1_2", "score": 2.5, "label": 1, "text": "café &amp; \\"more\\""}',
        '{"id": "1_3", "score": 0.0, "text": "a title"}',
    ]


@pytest.mark.usefixtures("links")
def test_without_network_and_cache_one_line_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        fetch_hutto2014(tmp_path / "cache")
    message = str(caught.value)
    assert message.startswith(
        f"hutto2014: no intact copy in {tmp_path / 'cache' / 'hutto2014'}, and pip "
    )
    assert message.endswith("; check the network, or give your own data with --data PATH")
    assert "\n" not in message
    assert not (tmp_path / "cache").exists()


def test_an_unknown_domain_is_refused_before_anything_is_fetched(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^domain: found 'news'; give one of products, movies"):
        read_hutto2014("news", tmp_path)


def test_the_cache_folder_may_be_named_in_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSLEX_CACHE", str(tmp_path))
    assert default_cache() == tmp_path
    monkeypatch.setenv("CROSSLEX_CACHE", "")
    assert default_cache().name == "crosslex"


def test_it_is_fetched_once_read_from_the_cache_and_fetched_again_when_damaged(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = fetch_hutto2014(tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{d}.jsonl" for d in DOMAINS)

    (folder / "tweets.jsonl").write_text("damaged\n")
    fetch_hutto2014(tmp_path)

    request.getfixturevalue("links")  # from here on, pip finds nothing
    documents = list(read_hutto2014(cache=tmp_path))
    # The numbers of sentences that the dataset's authors state.
    assert Counter(document.domain for document in documents) == {
        "products": 3708,
        "movies": 10605,
        "editorials": 5190,
        "tweets": 4200,
    }
    assert documents[0] == Document(
        "troubleshooting ad-2500 and ad-2600 no picture scrolling b/w.", 0, "products"
    )
    assert next(read_hutto2014("tweets", tmp_path)).label == 1
    assert {document.label for document in documents} == {0, 1, None}

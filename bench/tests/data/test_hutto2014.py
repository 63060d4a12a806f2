"""The dataset hutto2014: unpacked carefully, cached, checked, fetched again if damaged."""

import hashlib
import io
import tarfile
from collections import Counter
from pathlib import Path

import pytest

from crosslex.corpus import Document
from crosslex.datasets import Package
from crosslex.errors import InputError
from crosslex_bench.data.hutto2014 import (
    DOMAINS,
    INNER_ARCHIVE,
    LARGEST_MEMBER,
    MEMBERS,
    fetch_hutto2014,
    fetch_source,
    ground_truth,
    read_hutto2014,
    to_jsonl,
)

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


@pytest.fixture
def links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in which pip looks for packages."""
    folder = tmp_path / "links"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


def tracing(folder: Path) -> bytes:
    """Return code that leaves a trace if it is run."""
    return f"open({str(folder / 'was-run')!r}, 'w')\n".encode()


HOSTILE = b'[build-system]\nrequires = []\nbuild-backend = "hostile"\nbackend-path = ["."]\n'
"""A backend of its own, which pip would import to ask it for the package's metadata."""


def handmade(links: Path, **members: bytes) -> Path:
    path = links / "handmade-1.0.tar.gz"
    path.write_bytes(packed({f"handmade-1.0/{n.replace('_', '.')}": c for n, c in members.items()}))
    return path


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_nothing_of_a_source_distribution_is_run(links: Path, tmp_path: Path) -> None:
    archive = handmade(links, setup_py=tracing(tmp_path))
    with fetch_source(Package("handmade", "1.0", sha256(archive))) as fetched:
        assert fetched.read_bytes() == archive.read_bytes()
    assert not (tmp_path / "was-run").exists()


def test_other_content_than_expected_is_refused_before_it_could_run(
    links: Path, tmp_path: Path
) -> None:
    handmade(links, pyproject_toml=HOSTILE, hostile_py=tracing(tmp_path))
    with (
        pytest.raises(InputError, match="its content is not the one published"),
        fetch_source(Package("handmade", "1.0", "0" * 64)),
    ):
        pass
    assert not (tmp_path / "was-run").exists()


def test_the_hostile_package_would_have_run_if_its_hash_were_not_compared(
    links: Path, tmp_path: Path
) -> None:
    archive = handmade(links, pyproject_toml=HOSTILE, hostile_py=tracing(tmp_path))
    with pytest.raises(InputError), fetch_source(Package("handmade", "1.0", sha256(archive))):
        pass
    assert (tmp_path / "was-run").exists()


def test_it_is_fetched_once_and_read_from_the_cache(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = fetch_hutto2014(tmp_path)
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{d}.jsonl" for d in DOMAINS)

    request.getfixturevalue("links")  # from here on, pip finds nothing
    documents = list(read_hutto2014(tmp_path))
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
    assert {document.label for document in documents} == {0, 1, None}

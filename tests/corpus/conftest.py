"""What the tests of all readers share."""

import gzip
from pathlib import Path

import pytest
from read_files import Write


@pytest.fixture(params=["", ".gz"], ids=["plain", "gz"])
def write(request: pytest.FixtureRequest, tmp_path: Path) -> Write:
    """Write a file, once as it is and once compressed."""

    def write_file(name: str, content: bytes) -> Path:
        path = tmp_path / f"{name}{request.param}"
        path.write_bytes(gzip.compress(content) if request.param else content)
        return path

    return write_file

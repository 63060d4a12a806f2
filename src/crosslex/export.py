"""Vectors in the format that other programs read: word2vec's, binary or as text."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

from crosslex.checks import check_choice
from crosslex.errors import InputError
from crosslex.results import TableResult
from crosslex.storage import StrPath, write_folder
from crosslex.vectors import DomainVectors

ExportFormat = Literal["word2vec", "word2vec-text"]


@dataclass(frozen=True)
class ExportedFile:
    """The vectors of one domain in a file of their own."""

    domain: str
    path: str
    words: int


@dataclass(frozen=True, repr=False)
class Exported(TableResult):
    """The files that an export wrote.

    Parameters
    ----------
    folder, format
        Where they are, and in which format.
    files
        One entry per domain.
    """

    folder: str
    format: ExportFormat
    files: tuple[ExportedFile, ...]

    @property
    def verdict(self) -> str:
        """Where the files are."""
        return f"{len(self.files)} files in {self.folder}, format {self.format}"

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per file."""
        return [asdict(file) for file in self.files]


def export(vectors: Mapping[str, DomainVectors], format: ExportFormat, folder: StrPath) -> Exported:
    """Write one file per domain, and `export.json` that lists them, into a folder of their own.

    A folder that holds an earlier export is replaced in one step; one that holds anything
    else is refused. Characters of a domain's name that a file name cannot hold everywhere
    are written as in a web address: `home & garden` goes to `home %26 garden.bin`. word2vec's
    formats cannot hold white space, so a bigram's is written `_`, as by gensim's `Phrases`:
    `well_written`; where another word already has that name there are more of them.

    >>> import tempfile
    >>> import numpy as np
    >>> books = DomainVectors("books", ("novel", "well written"), np.array([[1, 0], [3, 4]]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = export({"books": books}, "word2vec-text", folder).files
    ...     print((Path(folder) / "books.txt").read_text())
    2 2
    novel 1 0
    well_written 3 4
    """
    check_choice("format", format, get_args(ExportFormat))
    binary = format == "word2vec"
    names = {domain: f"{_file_stem(domain)}{'.bin' if binary else '.txt'}" for domain in vectors}
    _refuse_shared_names(names)
    files = {
        names[domain]: partial(_write, each, binary=binary) for domain, each in vectors.items()
    }
    domains = {
        domain: {"file": names[domain], "words": len(each)} for domain, each in vectors.items()
    }
    write_folder(folder, "export", files, {"format": format, "domains": domains})
    written = (
        ExportedFile(domain, str(Path(folder) / names[domain]), len(each))
        for domain, each in vectors.items()
    )
    return Exported(str(folder), format, tuple(written))


def _write(vectors: DomainVectors, path: Path, *, binary: bool) -> None:
    # Nine digits tell any two single-precision numbers apart.
    form = " ".join(["%.9g"] * vectors.vectors.shape[1])
    with path.open("wb") as stream:
        stream.write(b"%d %d\n" % vectors.vectors.shape)
        for name, row in zip(_names(vectors.words), vectors.vectors.astype("<f4"), strict=True):
            numbers = row.tobytes() if binary else (form % tuple(row.tolist())).encode()
            stream.write(name.encode() + b" " + numbers + b"\n")


def _names(words: tuple[str, ...]) -> Iterator[str]:
    """Give every word a name of its own without white space; words that have none keep theirs."""
    taken = {word for word in words if word and not re.search(r"\s", word)}
    for word in words:
        name = word
        if word not in taken:
            gap = "_"
            while (name := re.sub(r"\s", gap, word) or gap) in taken:
                gap += "_"
            taken.add(name)
        yield name


def _file_stem(domain: str) -> str:
    def escaped(found: re.Match[str]) -> str:
        return "".join(f"%{byte:02X}" for byte in found[0].encode(errors="surrogatepass"))

    return re.sub(r"[^\w .-]|^[ .]|[ .]$", escaped, domain)


def _refuse_shared_names(names: Mapping[str, str]) -> None:
    owners: dict[str, str] = {}
    for domain, name in names.items():
        if not domain:
            raise InputError("a domain without a name cannot be exported: give it one")
        other = owners.setdefault(name.casefold(), domain)
        if other != domain:
            raise InputError(
                f"domains {other!r} and {domain!r} would share the file {name}: rename one"
            )

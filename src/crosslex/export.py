"""Vectors in the forms that other programs read: word2vec, binary or text, and numpy's npz."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from crosslex.checks import check_choice
from crosslex.errors import InputError
from crosslex.results import TableResult
from crosslex.storage import StrPath, write_folder
from crosslex.vectors import DomainVectors

LARGEST_TABLE = 2**28
"""Bytes of a domain's words in npz."""

ExportFormat = Literal["word2vec", "word2vec-text", "npz"]


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
    >>> books = DomainVectors("books", ("novel", "well written"), np.array([[1, 0], [3, 4]]))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     files = export({"books": books}, "word2vec-text", folder).files
    ...     print((Path(folder) / "books.txt").read_text())
    2 2
    novel 1 0
    well_written 3 4
    """
    check_choice("format", format, get_args(ExportFormat))
    extension, write = _WRITERS[format]
    names = {domain: f"{_file_stem(domain)}{extension}" for domain in vectors}
    _refuse_shared_names(names)
    files = {names[domain]: partial(write, of_domain) for domain, of_domain in vectors.items()}
    domains = {
        domain: {"file": names[domain], "words": len(of_domain)}
        for domain, of_domain in vectors.items()
    }
    write_folder(folder, "export", files, {"format": format, "domains": domains})
    written = (
        ExportedFile(domain, str(Path(folder) / names[domain]), len(of_domain))
        for domain, of_domain in vectors.items()
    )
    return Exported(str(folder), format, tuple(written))


def _write_binary(vectors: DomainVectors, path: Path) -> None:
    rows = vectors.vectors.astype("<f4")
    with path.open("wb") as stream:
        stream.write(_size(vectors))
        for name, row in zip(_names(vectors.words), rows, strict=True):
            stream.write(name.encode() + b" " + row.tobytes() + b"\n")


def _write_text(vectors: DomainVectors, path: Path) -> None:
    # Nine digits tell any two single-precision numbers apart.
    form = " ".join(["%.9g"] * vectors.vectors.shape[1])
    with path.open("wb") as stream:
        stream.write(_size(vectors))
        for name, row in zip(_names(vectors.words), vectors.vectors, strict=True):
            stream.write(f"{name} {form % tuple(row.tolist())}\n".encode())


def _write_npz(vectors: DomainVectors, path: Path) -> None:
    longest = max(map(len, vectors.words), default=0)
    size = 4 * longest * len(vectors.words)
    if size > LARGEST_TABLE:
        raise InputError(
            f"domain {vectors.domain!r}: npz writes every word as long as the longest, which has "
            f"{longest:,} characters, and would need {size:,} bytes; export as word2vec"
        )
    arrays: dict[str, Any] = {"words": np.array(vectors.words, str), "vectors": vectors.vectors}
    if vectors.counts is not None:
        arrays["counts"] = vectors.counts
    with path.open("wb") as stream:
        np.savez(stream, **arrays)


_WRITERS: Mapping[ExportFormat, tuple[str, Callable[[DomainVectors, Path], None]]] = {
    "word2vec": (".bin", _write_binary),
    "word2vec-text": (".txt", _write_text),
    "npz": (".npz", _write_npz),
}


def _size(vectors: DomainVectors) -> bytes:
    return b"%d %d\n" % vectors.vectors.shape


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

"""`crosslex export`: the vectors of a model for other programs."""

import json
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Annotated, Literal

from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, option
from crosslex.cli.output import Screen


@dataclass(frozen=True)
class ExportedFile:
    """The vectors of one domain in a file of their own."""

    domain: str
    path: str
    words: int


@dataclass(frozen=True)
class Exported:
    """What `export` wrote."""

    folder: str
    format: str
    files: tuple[ExportedFile, ...]


def show_exported(screen: Screen, written: Exported) -> None:
    """Print the files that were written."""
    screen.table(("domain", "file", "words"), [astuple(file) for file in written.files])


@command(show_exported)
def export(
    model: ModelFolder,
    out: Annotated[Path, option("--out", "-o", help="Folder to write to.", metavar="DIR")],
    format: Annotated[
        Literal["word2vec", "word2vec-text", "npz"],
        option("--format", "-f", help="word2vec's binary or text format, or numpy's."),
    ] = "word2vec",
) -> Exported:
    """Write the vectors for other programs, one file per domain."""
    from crosslex.export import export as export_vectors
    from crosslex.storage import SavedVectors

    export_vectors(SavedVectors.read(model).vectors(), format, out)
    listed = json.loads((out / "export.json").read_bytes())["domains"]
    files = (
        ExportedFile(domain, str(out / entry["file"]), entry["words"])
        for domain, entry in listed.items()
    )
    return Exported(str(out), format, tuple(files))

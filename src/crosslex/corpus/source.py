"""One file while it is read."""

from dataclasses import dataclass, replace
from pathlib import Path

from crosslex.corpus.file_shards import FileShard, lines_before
from crosslex.corpus.options import ReadOptions, ReadReport
from crosslex.errors import InputError


@dataclass(frozen=True)
class Source:
    """One file, or standard input, while it is read: all of it, or the lines of a shard."""

    path: Path | None
    options: ReadOptions
    report: ReadReport
    shard: FileShard | None = None

    @property
    def name(self) -> str:
        """What messages call the file."""
        return "<stdin>" if self.path is None else str(self.path)

    @property
    def from_start(self) -> bool:
        """Whether the first line read is the file's first."""
        return self.shard is None or self.shard.start == 0

    def stopping(self) -> "Source":
        """Return the same file, read so that nothing is skipped."""
        return replace(self, options=replace(self.options, on_error="stop"))

    def reject(self, line: int | None, found: str, remedy: str) -> None:
        """Raise an error about a line, or about the file if `line` is None, or count it."""
        if line is not None and self.shard is not None and self.shard.start:
            line += lines_before(self.shard.path, self.shard.start)
        where = self.name if line is None else f"{self.name}:{line}"
        message = f"{where}: {found}; {remedy}"
        if self.options.on_error == "stop":
            raise InputError(message) from None
        self.report.skip(message)

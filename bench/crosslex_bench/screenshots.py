"""Take the documentation's pictures of a page: `python -m crosslex_bench.screenshots PAGE --word W`.

The page is one that `crosslex explore` or `crosslex demo` wrote, opened in Chromium.
"""

import argparse
import io
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import sync_playwright


@dataclass(frozen=True)
class Shot:
    """How one picture is taken."""

    name: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    view: Literal["word", "distinctive"] = "word"


SHOTS = (
    Shot("explore-desktop", 1280, 1420, "light"),
    Shot("explore-phone", 360, 1500, "light"),
    Shot("explore-dark", 1280, 1420, "dark"),
    Shot("explore-distinctive", 1280, 1420, "light", "distinctive"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, help="page that crosslex wrote")
    parser.add_argument("--word", help="word to show instead of the one that changes most")
    parser.add_argument("--out", type=Path, default=Path("docs/images"))
    options = parser.parse_args()
    browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if browser is None:
        parser.error("needs Chromium: apt-get install chromium")
    for shot in SHOTS:
        picture = take(shot, options.page.resolve(), browser, options.word)
        path = options.out / f"{shot.name}.png"
        path.write_bytes(picture)
        print(f"{path}: {len(picture) / 1000:.0f} kB")


def take(shot: Shot, page: Path, browser: str, word: str | None) -> bytes:
    """Return a picture of the page as the shot describes it, in 256 colors."""
    state = {"view": shot.view} | ({"word": word} if word else {})
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        opened = chromium.new_page(
            viewport={"width": shot.width, "height": shot.height}, color_scheme=shot.scheme
        )
        opened.goto(f"{page.as_uri()}#{urlencode(state)}")
        picture = opened.screenshot()
        chromium.close()
    small = io.BytesIO()
    # Text keeps its soft edges in few colors, and the file is a third as large.
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(256).save(small, "png", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    main()

"""Take the documentation's pictures of the explorer page: `python -m benchmarks.screenshots MODEL`.

The page is the one that `crosslex explore` writes, opened in Chromium.
"""

import argparse
import io
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import sync_playwright

from crosslex.cli import main as crosslex


@dataclass(frozen=True)
class Shot:
    """How one picture is taken."""

    name: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    map: Literal["word", "all"]
    part: str | None = None


SHOTS = (
    Shot("explore-desktop", 1280, 1400, "light", "word"),
    Shot("explore-phone", 360, 1500, "light", "word"),
    Shot("explore-dark", 1280, 1400, "dark", "word"),
    Shot("explore-map", 1280, 1400, "light", "all", part="section:has(> #map)"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="folder of a model")
    parser.add_argument("--word", help="word to show instead of the one that changes most")
    parser.add_argument("--out", type=Path, default=Path("docs/images"))
    options = parser.parse_args()
    browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if browser is None:
        parser.error("needs Chromium: apt-get install chromium")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        if crosslex(["explore", str(options.model), "--out", str(page)]):
            raise SystemExit(2)
        for shot in SHOTS:
            picture = take(shot, page, browser, options.word)
            path = options.out / f"{shot.name}.png"
            path.write_bytes(picture)
            print(f"{path}: {len(picture) / 1000:.0f} kB")


def take(shot: Shot, page: Path, browser: str, word: str | None) -> bytes:
    """Return a picture of the page as the shot describes it, in 256 colors."""
    state = {"map": shot.map} | ({"word": word} if word else {})
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        opened = chromium.new_page(
            viewport={"width": shot.width, "height": shot.height}, color_scheme=shot.scheme
        )
        opened.goto(f"{page.as_uri()}#{urlencode(state)}")
        seen = opened.locator(shot.part) if shot.part else opened
        picture = seen.screenshot()
        chromium.close()
    small = io.BytesIO()
    # Text keeps its soft edges in few colors, and the file is a third as large.
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(256).save(small, "png", optimize=True)
    return small.getvalue()


if __name__ == "__main__":
    main()

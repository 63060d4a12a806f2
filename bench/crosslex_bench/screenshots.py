"""The documentation's pictures of a page, taken in Chromium."""

import io
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlencode

import typer

from crosslex.errors import InputError


@dataclass(frozen=True)
class Shot:
    """How one picture is taken."""

    name: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    of_word: bool = False


SHOTS = (
    Shot("explore-overview", 1280, 1320, "light"),
    Shot("explore-word", 1280, 1320, "light", of_word=True),
    Shot("explore-phone", 360, 1300, "light"),
    Shot("explore-dark", 1280, 1320, "dark", of_word=True),
)


def screenshots(
    page: Annotated[Path, typer.Argument(metavar="PAGE", help="A page of explore or demo.")],
    word: Annotated[str, typer.Argument(metavar="WORD", help="The word to show.")],
    to: Annotated[Path, typer.Option(help="Folder for the pictures.")] = Path("docs/images"),
) -> None:
    """Take the documentation's pictures of a page that crosslex wrote."""
    browser = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if browser is None:
        raise InputError("screenshots need Chromium: install the package chromium")
    for shot in SHOTS:
        picture = take(shot, page.resolve(), browser, word)
        path = to / f"{shot.name}.png"
        path.write_bytes(picture)
        print(f"{path}: {len(picture) / 1000:.0f} kB")


def take(shot: Shot, page: Path, browser: str, word: str) -> bytes:
    """Return a picture of the page as the shot describes it, in 256 colors."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    state = {"word": word} if shot.of_word else {}
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

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
    view: Literal["word", "distinctive"] = "word"


SHOTS = (
    Shot("explore-desktop", 1280, 1420, "light"),
    Shot("explore-phone", 360, 1500, "light"),
    Shot("explore-dark", 1280, 1420, "dark"),
    Shot("explore-distinctive", 1280, 1420, "light", "distinctive"),
)


def screenshots(
    page: Annotated[Path, typer.Argument(metavar="PAGE", help="A page of explore or demo.")],
    word: Annotated[
        str | None, typer.Option(help="Word to show.", show_default="the one that changes most")
    ] = None,
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


def take(shot: Shot, page: Path, browser: str, word: str | None) -> bytes:
    """Return a picture of the page as the shot describes it, in 256 colors."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

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

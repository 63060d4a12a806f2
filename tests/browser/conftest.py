"""A real browser, watched for errors and for anything it asks of a network."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_data import hand_made, hostile, hostile_order, in_groups, in_order

from crosslex.explore import write_page

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        reason = "NO BROWSER: the explorer page was not tested; apt-get install chromium"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright

    # Chromium refuses its sandbox to root, as whom containers run; these pages are our own.
    arguments = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
    with sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=program, args=arguments)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def window(browser: Any) -> Any:
    """A window that tests share; opening a new one takes longer than opening a page in it."""
    return browser.new_context(viewport={"width": 1280, "height": 900})


@pytest.fixture
def visit(browser: Any, window: Any) -> Iterator[Callable[..., Any]]:
    """Open a page, with options in a window of its own; in the end nothing may have gone wrong."""
    opened: list[Any] = []
    wrong: list[str] = []

    def note_request(request: Any) -> None:
        if not request.url.startswith(("file:", "data:")):
            wrong.append(f"request: {request.url}")

    def note_dialog(dialog: Any) -> None:
        wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _open(path: Path, hash: str = "", **options: Any) -> Any:
        if options:
            options = {"viewport": {"width": 1280, "height": 900}} | options
            opened.append(browser.new_context(**options))
        page = (opened[-1] if options else window).new_page()
        opened.append(page)
        page.set_default_timeout(120_000)
        page.on("console", lambda message: wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("dialog", note_dialog)
        page.on("request", note_request)
        page.goto(path.as_uri() + hash)
        return page

    yield _open
    for each in reversed(opened):
        each.close()
    assert wrong == []


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    write_page(folder / "two.html", hand_made())
    write_page(folder / "three.html", hand_made(names=("books", "kitchen", "dvd")))
    write_page(folder / "order.html", in_order())
    write_page(folder / "groups.html", in_groups())
    write_page(folder / "reversing.html", hand_made(names=("books\u202e", "kitchen")))
    write_page(folder / "hostile.html", hostile())
    write_page(folder / "hostile-order.html", hostile_order())
    return folder

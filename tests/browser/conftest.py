"""A real browser, watched for errors and for anything it asks of a network."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

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


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a page; in the end nothing may have gone wrong on it."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def _open(path: Path, hash: str = "", **options: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(120_000)
        page.on("console", lambda message: wrong.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on(
            "dialog", lambda dialog: (wrong.append(f"dialog: {dialog.message}"), dialog.dismiss())
        )
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(("file:", "data:"))
                else wrong.append(f"request: {request.url}")
            ),
        )
        page.goto(path.as_uri() + hash)
        return page

    yield _open
    for context in contexts:
        context.close()
    assert wrong == []

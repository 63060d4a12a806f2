"""One progress bar for all long work: on standard error if turned on, and in notebooks."""

import html
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any

_shown: ContextVar[bool | None] = ContextVar("crosslex_progress_shown", default=None)

Advance = Callable[..., None]
"""`advance(1)` moves the bar; `advance(1, note="loss 0.71")` also writes a note next to it."""

PATIENCE = 0.5
"""Seconds of work before a notebook shows a bar: quick cells keep their output clean."""
REFRESH = 0.2
"""Seconds between two updates of a bar in a notebook."""


def show_progress(shown: bool | None = True) -> None:
    """Turn progress bars on or off for the calls that follow; None shows them in notebooks only."""
    _shown.set(shown)


def progress(description: str, total: float | None = None) -> AbstractContextManager[Advance]:
    """Show a progress bar while the block runs.

    >>> with progress("count", total=3) as advance:
    ...     for _ in range(3):
    ...         advance(1)
    """
    shown, display = _shown.get(), _notebook_display()
    if shown is False or (shown is None and display is None):
        return _no_bar()
    if display is None:
        return _terminal_bar(description, total)
    return _notebook_bar(description, total, display)


def _notebook_display() -> Callable[..., Any] | None:
    """Return what shows HTML in a notebook, None elsewhere."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    # Only a shell behind a notebook has a kernel; that of a terminal shows no HTML.
    if shell is None or not hasattr(shell, "kernel"):
        return None
    display: Callable[..., Any] = import_module("IPython.display").display
    return display


@contextmanager
def _no_bar() -> Iterator[Advance]:
    yield lambda steps=1, note="": None


@contextmanager
def _notebook_bar(
    description: str, total: float | None, display: Callable[..., Any]
) -> Iterator[Advance]:
    done, told, handle = 0.0, "", None
    due = time.monotonic() + PATIENCE

    def advance(steps: float = 1, note: str = "") -> None:
        nonlocal done, told, handle, due
        done, told = done + steps, note or told
        if time.monotonic() < due:
            return
        due = time.monotonic() + REFRESH
        size = f' value="{done}" max="{total}"' if total else ""
        reached = f"{min(done / total, 1):.0%}" if total else f"{done:,.0f}"
        text = " ".join(filter(None, (description, reached, told)))
        content = {"text/html": f"<progress{size}></progress> {html.escape(text)}"}
        content["text/plain"] = text
        if handle is None:
            handle = display(content, raw=True, display_id=True)
        else:
            handle.update(content, raw=True)

    try:
        yield advance
    finally:
        if handle is not None:
            handle.update({"text/html": "", "text/plain": ""}, raw=True)


@contextmanager
def _terminal_bar(description: str, total: float | None) -> Iterator[Advance]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %" if total else "{task.completed:,.0f}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(description, total=total, note="")

        def advance(steps: float = 1, note: str = "") -> None:
            if note:
                bar.update(task, advance=steps, note=note)
            else:
                bar.update(task, advance=steps)

        yield advance

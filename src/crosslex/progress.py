"""One progress bar for all long work, on standard error, silent until someone turns it on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_shown: ContextVar[bool] = ContextVar("crosslex_progress_shown", default=False)

Advance = Callable[..., None]
"""`advance(1)` moves the bar; `advance(1, note="loss 0.71")` also writes a note next to it."""


def show_progress(shown: bool = True) -> None:
    """Turn progress bars on or off for the calls that follow."""
    _shown.set(shown)


@contextmanager
def progress(description: str, total: float | None = None) -> Iterator[Advance]:
    """Show a progress bar while the block runs.

    >>> with progress("count", total=3) as advance:
    ...     for _ in range(3):
    ...         advance(1)
    """
    if not _shown.get():
        yield lambda steps=1, note="": None
        return
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

"""The command line: parse, call the library, print."""

import gc
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

__all__ = ["main"]

INTERRUPTED, TERMINATED = 130, 143
DEFAULT = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
MESSAGE = "crosslex: error: interrupted\n"
GARBAGE_THRESHOLD = 100_000
"""New objects after which garbage is looked for; Python's own is 700."""


class Interrupts:
    """Whether the keyboard has interrupted the program, even if the exception was caught."""

    seen = False

    def note(self, *_: object) -> None:
        """Remember the interrupt and raise it as Python does."""
        self.seen = True
        raise KeyboardInterrupt


def _end_at_once(*_: object) -> None:
    """Say what happened and end: an interrupted import leaves nothing that works."""
    sys.stderr.write(MESSAGE)
    sys.stderr.flush()
    os._exit(INTERRUPTED)


def _end_tidily(*_: object) -> None:
    """End as after an error, so that nothing half done, and no text, is left behind."""
    sys.stderr.write("crosslex: error: terminated\n")
    raise SystemExit(TERMINATED)


@contextmanager
def _handled(number: signal.Signals, handler: Callable[..., None]) -> Iterator[None]:
    """Call a handler for a signal within the block, unless it is ignored."""
    before = signal.getsignal(number)
    if before is not DEFAULT[number] or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code; see `crosslex.cli.app.main`."""
    if arguments is None and sys.getfilesystemencoding() == "ascii":
        # Names and words beyond ASCII could neither be read nor printed: begin anew in UTF-8.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606
    # Millions of words live as long as the program; to look for garbage among them takes time.
    gc.set_threshold(GARBAGE_THRESHOLD)
    try:
        # An interrupted import may raise anything, or nothing at all.
        with _handled(signal.SIGINT, _end_at_once):
            from crosslex.cli.app import main as run
        interrupts = Interrupts()
        with (
            _handled(signal.SIGINT, interrupts.note),
            _handled(signal.SIGTERM, _end_tidily),
        ):
            return run(arguments, interrupts)
    except KeyboardInterrupt:
        sys.stderr.write(MESSAGE)
        return INTERRUPTED

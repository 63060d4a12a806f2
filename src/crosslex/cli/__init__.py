"""The command line: parse, call the library, print."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

__all__ = ["main"]

INTERRUPTED = 130
MESSAGE = "crosslex: error: interrupted\n"


class Interrupts:
    """Whether the keyboard has interrupted the program, whoever swallowed the exception."""

    seen = False

    def note(self, *_: object) -> None:
        """Remember the interrupt and raise it as Python does."""
        self.seen = True
        raise KeyboardInterrupt


def end_at_once(*_: object) -> None:
    """Say what happened and end: an interrupted import leaves nothing that works."""
    sys.stderr.write(MESSAGE)
    sys.stderr.flush()
    os._exit(INTERRUPTED)


@contextmanager
def handled_by(handler: Callable[..., None]) -> Iterator[None]:
    """Call a handler for interrupts within the block, unless they are ignored."""
    before = signal.getsignal(signal.SIGINT)
    if (
        before is not signal.default_int_handler
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code; see `crosslex.cli.app.main`."""
    if arguments is None and sys.getfilesystemencoding() == "ascii":
        # Names and words beyond ASCII could neither be read nor printed: begin anew in UTF-8.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606
    try:
        # An interrupted import may raise anything, or nothing at all.
        with handled_by(end_at_once):
            from crosslex.cli.app import main as run
        interrupts = Interrupts()
        with handled_by(interrupts.note):
            return run(arguments, interrupts)
    except KeyboardInterrupt:
        sys.stderr.write(MESSAGE)
        return INTERRUPTED

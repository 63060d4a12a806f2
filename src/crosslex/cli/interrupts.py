"""Interrupts from the keyboard: whoever swallows one, the program still says that it came."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

INTERRUPTED = 130
MESSAGE = "crosslex: error: interrupted\n"


class Interrupts:
    """Whether an interrupt has come."""

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

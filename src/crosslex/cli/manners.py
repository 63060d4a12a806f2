"""How the program talks while it works: progress, log, warnings and complaints."""

import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from crosslex.cli.phrases import in_options, one_line, plain
from crosslex.errors import CrosslexWarning
from crosslex.progress import show_progress

_LEVELS = {-1: logging.ERROR, 0: logging.WARNING, 1: logging.INFO, 2: logging.DEBUG}


class _Log(logging.Handler):
    def __init__(self, manners: "Manners") -> None:
        super().__init__()
        self._manners = manners

    def emit(self, record: logging.LogRecord) -> None:
        self._manners.say(record.levelname.lower(), record.getMessage())


@dataclass
class Manners:
    """How much to say on standard error.

    Parameters
    ----------
    verbosity
        -1: errors alone; 0: warnings and progress too; 1: each step; 2: everything.
    debug
        Whether an error shows where it came from.
    """

    verbosity: int = 0
    debug: bool = False

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """Let log, warnings and progress through to standard error while the block runs."""
        logger = logging.getLogger("crosslex")
        handler = _Log(self)
        level = logger.level
        logger.addHandler(handler)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", CrosslexWarning)
            warnings.showwarning = self._warn
            try:
                self.adjust()
                yield
            finally:
                logger.removeHandler(handler)
                logger.setLevel(level)
                show_progress(False)

    def adjust(self, verbosity: int = 0) -> None:
        """Say more or less from now on."""
        self.verbosity = min(max(verbosity, -1), 2)
        logging.getLogger("crosslex").setLevel(_LEVELS[self.verbosity])
        show_progress(self.verbosity >= 0 and sys.stderr.isatty())

    def complain(self, message: str) -> None:
        """Say what went wrong, in one line, however quiet one was asked to be."""
        self.say("error", message)

    def say(self, kind: str, message: str) -> None:
        """Write one line to standard error."""
        line = Text(f"crosslex: {kind}: ", style="bold red" if kind == "error" else "bold")
        line.append(plain(one_line(message)), style="not bold default")
        console = Console(stderr=True, highlight=False)
        console.print(line, soft_wrap=True)

    def _warn(
        self, message: Warning | str, category: type[Warning], *_where: object, **_more: object
    ) -> None:
        if self.verbosity >= 0:
            self.say("warning", in_options(str(message)))

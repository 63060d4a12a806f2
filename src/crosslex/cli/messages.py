"""Messages on standard error: log, warnings, errors, and whether progress is shown."""

import logging
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from rich.console import Console
from rich.text import Text

from crosslex.cli.terminal_text import in_options, one_line, plain
from crosslex.errors import CrosslexWarning
from crosslex.progress import show_progress

_LEVELS = {-1: logging.ERROR, 0: logging.WARNING, 1: logging.INFO, 2: logging.DEBUG}


class Messages(logging.Handler):
    """What the program writes to standard error.

    `verbosity` is -1: only errors; 0: warnings and progress too; 1: each step; 2: everything.
    `debug` says whether an error shows its traceback.
    """

    verbosity = 0
    debug = False
    _told: set[str]

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show log, warnings and progress while the block runs."""
        logger = logging.getLogger("crosslex")
        level = logger.level
        logger.addHandler(self)
        self._told = set()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("always", CrosslexWarning)
            warnings.showwarning = self._warn
            try:
                self.set_verbosity(0)
                yield
            finally:
                logger.removeHandler(self)
                logger.setLevel(level)
                show_progress(False)

    def set_verbosity(self, verbosity: int) -> None:
        """Show more or less from now on."""
        self.verbosity = min(max(verbosity, -1), 2)
        logging.getLogger("crosslex").setLevel(_LEVELS[self.verbosity])
        show_progress(self.verbosity >= 0 and sys.stderr.isatty())

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record of the log."""
        self.write(record.levelname.lower(), in_options(record.getMessage()))

    def write(self, kind: str, message: str) -> None:
        """Write one line, whatever the verbosity."""
        line = Text(f"crosslex: {kind}: ", style="bold red" if kind == "error" else "bold")
        line.append(plain(one_line(message)), style="not bold default")
        # If there is nowhere to write messages to, the exit code still tells.
        with suppress(OSError):
            Console(stderr=True, highlight=False).print(line, soft_wrap=True)

    def _warn(
        self, message: Warning | str, category: type[Warning], *_where: object, **_more: object
    ) -> None:
        told = in_options(str(message))
        # What is computed in two steps would warn twice.
        if self.verbosity >= 0 and told not in self._told:
            self._told.add(told)
            self.write("warning", told)

"""The command line: parse, call the library, print."""

import os
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code; see `crosslex.cli.app.main`."""
    if arguments is None and sys.getfilesystemencoding() == "ascii":
        # Names and words beyond ASCII could neither be read nor printed: begin anew in UTF-8.
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606
    try:
        from crosslex.cli.interrupts import Interrupts, end_at_once, handled_by

        # An interrupted import may raise anything, or nothing at all.
        with handled_by(end_at_once):
            from crosslex.cli.app import main as run
        interrupts = Interrupts()
        with handled_by(interrupts.note):
            return run(arguments, interrupts)
    except KeyboardInterrupt:
        sys.stderr.write("crosslex: error: interrupted\n")
        return 130

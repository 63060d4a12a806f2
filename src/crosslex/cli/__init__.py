"""The command line: parse, call the library, print."""

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code; see `crosslex.cli.app.main`."""
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

"""The command line: parse, call the library, print."""

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code; see `crosslex.cli.app.main`."""
    try:
        from crosslex.cli.app import main as run

        return run(arguments)
    except KeyboardInterrupt:  # as early as this only while modules are still being loaded
        sys.stderr.write("crosslex: error: interrupted\n")
        return 130

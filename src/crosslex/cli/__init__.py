"""The command line: parse, call the library, print."""

from crosslex.cli.app import main

__all__ = ["main"]

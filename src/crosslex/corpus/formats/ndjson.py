"""Another ending of JSON Lines."""

from crosslex.corpus.formats.jsonl import READER

__all__ = ["READER"]

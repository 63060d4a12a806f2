"""Tables with commas."""

from functools import partial

from crosslex.corpus.formats import Reader
from crosslex.corpus.tables import read_table

READER = Reader(partial(read_table, delimiter=","))

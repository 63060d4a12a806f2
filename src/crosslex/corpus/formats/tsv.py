"""Tables with tabs."""

from functools import partial

from crosslex.corpus.formats import Reader
from crosslex.corpus.formats.csv import read_table

READER = Reader(partial(read_table, delimiter="\t"))

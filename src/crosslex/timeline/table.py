"""TurnTable: where the words of ordered domains turn, as it is kept with a model."""

from dataclasses import dataclass

from crosslex.arrays import Float64s, Int64s


@dataclass(frozen=True, eq=False)
class TurnTable:
    """What timelines need besides vectors, for all features of a vocabulary.

    Parameters
    ----------
    turns
        Number of the period that begins with each word's largest step; -1 for untested words.
    changes
        1 - the correlation of its profiles before and after that step.
    q
        False discovery rate over all tested words (Benjamini and Hochberg, 1995).
    spreads
        Variance of the Fisher transform of a word's similarity to itself, times its uses.
    documents
        Periods × features: number of documents that use each.
    totals
        Number of words in each period, without those too rare to be counted.
    """

    turns: Int64s
    changes: Float64s
    q: Float64s
    spreads: Float64s
    documents: Int64s
    totals: Int64s

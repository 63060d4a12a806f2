"""What a page needs to be found out of a model: changes between all domains, and senses."""

import logging
from collections.abc import Iterable, Sequence
from itertools import combinations, zip_longest

from crosslex.embedding import CrossDomainEmbedding
from crosslex.errors import InputError
from crosslex.progress import progress
from crosslex.senses.result import Senses
from crosslex.shifts.result import Shifts

_logger = logging.getLogger(__name__)


def shifts_of_all_pairs(model: CrossDomainEmbedding) -> tuple[Shifts, ...]:
    """Return the words of every pair of domains, ranked by change of meaning, for `gather`.

    A pair that shares too few words to compare is on the page too, with no word tested.
    """
    found = []
    for pair in combinations(model.vectors_, 2):
        try:
            found.append(model.shifts(domains=pair, top=None, neighbors=0, n_jobs=-1))
        except InputError as error:
            _logger.info("%s and %s: %s", *pair, error)
            found.append(Shifts(pair, (), 0))
    return tuple(found)


def most_changed(shifts: Sequence[Shifts], size: int) -> tuple[str, ...]:
    """Return the words that change most, of each pair of domains in turn.

    >>> most_changed([], 10)
    ()
    """
    turns = zip_longest(*shifts)
    words = (shift.word for turn in turns for shift in turn if shift is not None)
    return tuple(dict.fromkeys(words))[:size]


def senses_of(model: CrossDomainEmbedding, words: Iterable[str]) -> tuple[Senses, ...]:
    """Return the senses of words, for `gather`, without those that are too rare."""
    found = []
    asked = tuple(dict.fromkeys(words))
    with progress("senses", total=len(asked)) as advance:
        for word in asked:
            try:
                found.append(model.senses(word))
            except (InputError, KeyError) as error:
                _logger.info("no senses: %s", error)
            advance(1)
    return tuple(found)

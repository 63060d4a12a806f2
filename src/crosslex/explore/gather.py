"""All data of the page, from a model and what is found in it."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from crosslex._version import __version__
from crosslex.checks import check_whole
from crosslex.errors import InputError
from crosslex.explore.content import (
    Sentences,
    domain_data,
    find_distinctive,
    pair_data,
    senses_data,
)
from crosslex.explore.data import PageData, reduced
from crosslex.explore.groups import group_timelines
from crosslex.explore.neighborhoods import find_planes, restrict
from crosslex.explore.periods import timeline_data
from crosslex.progress import progress
from crosslex.results import listed
from crosslex.senses.result import Senses
from crosslex.shifts import all_pairs
from crosslex.shifts.result import Shifts
from crosslex.timeline import (
    GroupedVectors,
    GroupTurns,
    OrderedVectors,
    Turns,
)
from crosslex.vectors import DomainVectors

if TYPE_CHECKING:
    from crosslex.embedding import CrossDomainEmbedding

_logger = logging.getLogger(__name__)

MOST_EXAMPLES = 100_000
"""Sentences of all words and domains that are looked at for a page; more would not fit."""
CHANGED_SHARE = 0.2
"""Share of the page for the words that change most, however rare they are."""
TURNS = 100
"""Words that turn most, and words that came or went, on the page of ordered domains."""
MAX_TIMELINES = 32_000
"""Words times periods: more do not fit on a page."""


def shifts_of_all_pairs(model: "CrossDomainEmbedding") -> tuple[Shifts, ...]:
    """Return the words of every pair of domains, ranked by change of meaning, for `gather`.

    A pair that shares too few words to compare is on the page too, with no word tested.
    """
    found = []
    for pair in all_pairs(list(model.vectors_)):
        try:
            every = model.max_examples
            found.append(model.shifts(domains=pair, top=None, examples=every, n_jobs=-1))
        except InputError as error:
            _logger.info("%s and %s: %s", *pair, error)
            found.append(Shifts(pair, (), 0))
    return tuple(found)


def most_changed(
    found: Sequence[Shifts] | OrderedVectors | GroupedVectors, size: int
) -> tuple[str, ...]:
    """Return the words that change most, of each pair of domains in turn, or over all periods.

    >>> most_changed([], 10)
    ()
    """
    if not isinstance(found, Sequence):
        turned = found.turns(top=size) if size else ()
        return tuple(dict.fromkeys(each.word for each in turned))
    in_turn = zip_longest(*found)
    words = (shift.word for shifts in in_turn for shift in shifts if shift is not None)
    return tuple(dict.fromkeys(words))[:size]


def senses_of(model: "CrossDomainEmbedding", words: Iterable[str]) -> tuple[Senses, ...]:
    """Return the senses of words, for `gather`, without those that are too rare."""
    found = []
    asked = tuple(dict.fromkeys(words))
    with progress("senses", total=len(asked)) as advance:
        for word in asked:
            try:
                found.append(model.senses(word, examples=model.max_examples))
            except (InputError, KeyError) as error:
                _logger.info("no senses: %s", error)
            advance(1)
    return tuple(found)


def gather(
    model: "CrossDomainEmbedding",
    found: Sequence[Shifts] | OrderedVectors | GroupedVectors,
    senses: Iterable[Senses] = (),
    *,
    words: int = 5000,
    neighbors: int = 10,
    examples: int | None = None,
    title: str | None = None,
) -> PageData:
    """Return the data of a model's page.

    Parameters
    ----------
    model
        A model that was fitted or loaded.
    found
        The words of each pair of domains by change of meaning, an empty one where none could
        be tested; or, for ordered domains, their vectors with the table of turns.
    senses
        The senses of some words, from `senses_of`.
    words
        Number of words on the page: see `choose_words`. At most 32,000 divided by the
        number of periods.
    neighbors
        Number of neighbors per word and domain, all of them among the page's words.
    examples
        Number of sentences per word and domain; 0 keeps all text out of the page.
        None shows all that the model keeps, and fewer of them and of neighbors where
        many domains would make the page larger than 6 MB.
    title
        The page's heading; None names the domains.

    Examples
    --------
    >>> from crosslex import Corpus, CrossDomainEmbedding
    >>> films = Corpus.from_texts(["a sharp plot", "a dull plot"] * 10, name="films")
    >>> tools = Corpus.from_texts(["a sharp drill", "a dull drill"] * 10, name="tools")
    >>> model = CrossDomainEmbedding(dimension=8).fit([films, tools])
    >>> page = gather(model, [Shifts(("films", "tools"), (), 0)], words=3)
    >>> page.title, len(page.words)
    ('Films and tools: the same words, other contexts', 3)
    """
    check_whole("words", words, least=1)
    check_whole("neighbors", neighbors, least=1)
    check_whole("examples", examples, least=0, optional=True)
    names = list(model.vectors_)
    turns: Turns | GroupTurns | None = None
    shifts: Sequence[Shifts] = ()
    if not isinstance(found, Sequence):
        turns = found.turns(top=TURNS, neighbors=neighbors)
    else:
        shifts = _checked(found, names)
    changed = [[each.word for each in some] for some in (shifts if turns is None else [turns])]
    most = words if turns is None else min(words, MAX_TIMELINES // len(names))
    chosen = choose_words(model.vectors_, changed, most)
    restricted = [restrict(vectors, chosen) for vectors in model.vectors_.values()]
    distinctive = find_distinctive(model.vocabulary_, chosen)
    domains = tuple(
        domain_data(
            vectors, chosen, neighbors, distinctive[vectors.domain], brief=turns is not None
        )
        for vectors in restricted
    )
    sentences = Sentences(model.text_settings_)
    fitting = max(1, MOST_EXAMPLES // (len(chosen) * len(names)))
    shown = min(model.max_examples, fitting) if examples is None else examples
    pairs = tuple(pair_data(model, pair, chosen, sentences, shown) for pair in shifts)
    timeline = None
    if isinstance(found, OrderedVectors) and isinstance(turns, Turns):
        timeline = timeline_data(model, found, turns, chosen, domains, sentences, shown)
    elif isinstance(found, GroupedVectors) and isinstance(turns, GroupTurns):
        timeline = group_timelines(model, found, turns, chosen, domains, sentences, shown)
    on_page = set(chosen)
    grouped = {
        each.word: senses_data(each, names, sentences, shown)
        for each in senses
        if each.word in on_page
    }
    # Neighborhoods of many periods would only cover each other in one plane.
    planes = () if timeline else find_planes(restricted, domains, chosen)
    data = PageData(
        title or default_title(names, found),
        __version__,
        chosen,
        planes,
        sentences.all,
        domains,
        pairs,
        tuple(map(grouped.get, chosen)),
        timeline,
    )
    return reduced(data) if examples is None else data


def _checked(shifts: Sequence[Shifts], names: Sequence[str]) -> Sequence[Shifts]:
    """Return the shifts if they are of the model's domains."""
    if not shifts:
        raise InputError("shifts: found none; give those of each pair of domains")
    for pair in shifts:
        if not set(pair.domains) <= set(names):
            raise InputError(f"shifts: {' and '.join(pair.domains)} are not the model's domains")
    return shifts


def choose_words(
    vectors: Mapping[str, DomainVectors], changed: Sequence[Sequence[str]], size: int
) -> tuple[str, ...]:
    """Return the words that change most and, in the rest of the page, the most frequent.

    `changed` are the words of each pair of domains, or over all periods, the most changed first.

    A word's frequency is the sum of its relative frequencies in the domains, so that small and
    large domains weigh the same. The most frequent come first.

    >>> books = DomainVectors("books", ("plot", "good"), np.eye(2), np.array([1, 3]))
    >>> tools = DomainVectors("tools", ("drill", "good"), np.eye(2), np.array([2, 2]))
    >>> choose_words({"books": books, "tools": tools}, [], 2)
    ('good', 'drill')
    """
    frequency: dict[str, float] = {}
    for domain in vectors.values():
        counts = np.ones(len(domain)) if domain.counts is None else domain.counts
        for word, share in zip(domain, (counts / counts.sum()).tolist(), strict=True):
            frequency[word] = frequency.get(word, 0.0) + share
    # By the word where frequencies are equal, so that the same model gives the same page.
    ranked = sorted(frequency, key=lambda word: (-frequency[word], word))
    each = int(CHANGED_SHARE * size / max(1, len(changed)))
    first = [word for words in changed for word in words[:each] if word in frequency]
    chosen = set(list(dict.fromkeys([*first, *ranked]))[:size])
    return tuple(word for word in ranked if word in chosen)


def default_title(
    domains: Sequence[str], found: Sequence[Shifts] | OrderedVectors | GroupedVectors = ()
) -> str:
    """Return a title that names the domains, the groups, or the first and the last period.

    >>> default_title(["books", "dvd", "kitchen"])
    'Books, dvd and kitchen: the same words, other contexts'
    """
    if isinstance(found, GroupedVectors):
        first, last = found.periods[0], found.periods[-1]
        return f"Words of {listed(list(found.of_group))} from {first} to {last}"
    if isinstance(found, OrderedVectors):
        return f"Words from {domains[0]} to {domains[-1]}"
    names = listed(domains)
    return f"{names[:1].upper()}{names[1:]}: the same words, other contexts"

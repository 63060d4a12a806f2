"""All data of the page, from a model and what is found in it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

import numpy as np

from crosslex._version import __version__
from crosslex.arrays import Float32s
from crosslex.checks import check_whole
from crosslex.explore.data import (
    DomainData,
    Example,
    Examples,
    PageData,
    PairData,
    SenseData,
    SensesData,
    ShiftFigures,
    reduced,
    short,
)
from crosslex.explore.neighborhoods import Neighborhoods, find_neighborhoods, with_planes
from crosslex.explore.timelines import group_timelines, timeline_data
from crosslex.model import FittedModel, cut_to_use
from crosslex.progress import progress
from crosslex.results import listed
from crosslex.senses.result import Senses
from crosslex.shifts.result import Shifts
from crosslex.text.settings import TextSettings
from crosslex.text.uses import find_feature
from crosslex.timeline import GroupedVectors, GroupTurns, OrderedVectors, Turns
from crosslex.vectors import DomainVectors

if TYPE_CHECKING:
    from crosslex.embedding import CrossDomainEmbedding

Found = Sequence[Shifts] | OrderedVectors | GroupedVectors
"""The words of each pair of domains by change; or ordered domains with their table of turns."""

MOST_EXAMPLES = 60_000
"""Sentences of all words and domains that are looked at for a page; more would hardly fit.

Words with senses, which change most, have all that the model keeps.
"""
CHANGED_SHARE = 0.2
"""Share of the page for the words that change most, however rare they are."""
TURNS = 100
"""Words that turn most, and words that came or went, on the page of ordered domains."""
MAX_TIMELINES = 32_000
"""Words times periods: more do not fit on a page."""
CONTRASTS = 5
"""Words near a word in one domain and not in the other, per word and domain."""
BEST_LENGTH, LONG = 90, 140
"""Of a sentence, in characters: long enough to show a sense, short enough to read beside others."""


def gather(
    model: "CrossDomainEmbedding",
    found: Found,
    senses: Iterable[Senses] = (),
    *,
    words: int = 5000,
    neighbors: int = 10,
    examples: int | None = None,
    title: str | None = None,
) -> PageData:
    """Return the data of a model's page; `CrossDomainEmbedding.explore` explains the options.

    Pairs of domains that share too few words have an empty entry. Of ordered domains there are at
    most 32,000 divided by the number of periods words.

    >>> from crosslex import Corpus, CrossDomainEmbedding
    >>> films = Corpus.from_texts(["a sharp plot", "a dull plot"] * 10, name="films")
    >>> tools = Corpus.from_texts(["a sharp drill", "a dull drill"] * 10, name="tools")
    >>> model = CrossDomainEmbedding(dimension=8).fit([films, tools])
    >>> page = gather(model, [Shifts(("films", "tools"), (), 0)], words=3)
    >>> page.title, len(page.words)
    ('Films and tools: the same words, other contexts', 3)
    """
    check_whole("words", words, least=1)
    check_whole("examples", examples, least=0, optional=True)
    names = list(model.vectors_)
    shifts: Sequence[Shifts] = ()
    turns: Turns | GroupTurns | None = None
    if isinstance(found, Sequence):
        shifts = found
    else:
        turns = found.turns(top=TURNS, neighbors=neighbors)
        words = min(words, MAX_TIMELINES // len(names))
    changed = [[each.word for each in some] for some in (shifts if turns is None else [turns])]
    chosen = choose_words(model.vectors_, changed, words)
    number = {word: place for place, word in enumerate(chosen)}
    vectors = list(model.vectors_.values())
    # Many periods have no room for cosines, and in one plane they would cover each other.
    numbers, plain = dict(number), turns is None
    near = [find_neighborhoods(each, chosen, numbers, neighbors, plain) for each in vectors]
    pairs = tuple(_pair(each, names, chosen, numbers) for each in shifts)
    named = tuple(numbers)
    if turns is None:
        near = with_planes(vectors, near, named)
    of_word = {each.word: each for each in senses if each.word in number}
    fitting = max(1, MOST_EXAMPLES // (len(chosen) * len(names)))
    few = min(model.max_examples, fitting) if examples is None else examples
    many = model.max_examples if examples is None else examples
    limits = dict.fromkeys(chosen, few) | dict.fromkeys(of_word, many)
    sentences = Sentences(model.text_settings_, limits)
    quoted = _quoted(model.fitted_, shifts, named, near, sentences)
    grouped = {word: _senses(each, names, sentences) for word, each in of_word.items()}
    timeline = None
    if isinstance(found, OrderedVectors) and isinstance(turns, Turns):
        timeline = timeline_data(found, turns, number)
    elif isinstance(found, GroupedVectors) and isinstance(turns, GroupTurns):
        timeline = group_timelines(found, turns, number)
    data = PageData(
        title or default_title(names, found),
        __version__,
        chosen,
        sentences.all,
        _domains(model, number, near, quoted, brief=turns is not None),
        pairs,
        tuple(map(grouped.get, chosen)),
        timeline,
        named[len(chosen) :],
    )
    return reduced(data) if examples is None else data


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


def default_title(domains: Sequence[str], found: Found = ()) -> str:
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


class Sentences:
    """The different sentences of the page, numbered in their order, limited per word and domain.

    >>> sentences = Sentences(TextSettings(), {"knife": 2})
    >>> sentences.mark("knife", ["Sharp knives.", "A knife!", "One too many."])
    (Example(sentence=0, places=(6, 12)), Example(sentence=1, places=(2, 7)))
    >>> sentences.all
    ('Sharp knives.', 'A knife!')
    """

    def __init__(self, settings: TextSettings, limits: Mapping[str, int]) -> None:
        self._settings, self.limits = settings, limits
        self._numbers: dict[str, int] = {}

    @property
    def all(self) -> tuple[str, ...]:
        """The sentences in the order of their numbers."""
        return tuple(self._numbers)

    def mark(self, word: str, sentences: Iterable[str]) -> Examples:
        """Return the numbers of a word's first different sentences, and its places in them."""
        return tuple(
            Example(
                self._numbers.setdefault(sentence, len(self._numbers)),
                tuple(
                    _utf16_length(sentence[:place])
                    for span in find_feature(word, sentence, self._settings)
                    for place in span
                ),
            )
            for sentence in islice(dict.fromkeys(sentences), self.limits[word])
        )


def _utf16_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _quoted(
    model: FittedModel,
    shifts: Sequence[Shifts],
    words: Sequence[str],
    near: Sequence[Neighborhoods],
    sentences: Sentences,
) -> list[tuple[Examples, ...]]:
    """Return for each domain the sentences of each word, those that show it best first.

    They are the best for the pair of domains in which the word ranks highest; of words that were
    not compared, those that are not long and have one of its neighbors, if possible.
    """
    best: dict[tuple[str, str], Sequence[str]] = {}
    for of_rank in zip_longest(*shifts):
        for shift in filter(None, of_rank):
            for domain, shown in zip(shift.domains, shift.examples, strict=True):
                best.setdefault((shift.word, domain), shown)
    found = []
    with progress("example sentences", total=sum(map(len, near))) as advance:
        for name, neighborhoods in zip(model.vectors, near, strict=True):
            of_domain = []
            of_page = words[: len(neighborhoods)]
            kept = model.whole_examples(of_page, name)
            for word, whole, neighborhood in zip(of_page, kept, neighborhoods, strict=True):
                shown = best.get((word, name))
                if shown is None:
                    others = [words[each] for each in neighborhood.words] if neighborhood else []
                    ranked = sorted(
                        dict.fromkeys(whole), key=partial(_length_rank, neighbors=others)
                    )
                    some = ranked[: sentences.limits[word]]
                    shown = [cut_to_use(text, word, model.text_settings) for text in some]
                of_domain.append(sentences.mark(word, shown))
                advance(1)
            found.append(tuple(of_domain))
    return found


def _length_rank(sentence: str, neighbors: Sequence[str]) -> tuple[bool, bool, int]:
    lowered, size = sentence.lower(), len(sentence)
    return size > LONG, not any(each in lowered for each in neighbors), abs(size - BEST_LENGTH)


def _domains(
    model: "CrossDomainEmbedding",
    number: Mapping[str, int],
    near: Sequence[Neighborhoods],
    quoted: Sequence[tuple[Examples, ...]],
    *,
    brief: bool,
) -> tuple[DomainData, ...]:
    """Return the data of each domain, without the shares of vectors and neighbors if brief."""
    vocabulary = model.vocabulary_
    features = [vocabulary.number[word] for word in number]
    scores = np.round(model.distinctive_words().z_scores[:, features], 1).tolist()
    counts = vocabulary.counts[:, features].tolist()

    def hundredths(vectors: DomainVectors, shares: Float32s | None) -> tuple[int | None, ...]:
        if shares is None or brief:
            return ()
        known = dict(zip(vectors.words, np.rint(100 * shares).astype(int).tolist(), strict=True))
        return tuple(known.get(word) for word in number)

    return tuple(
        DomainData(
            each.domain,
            tuple(counts[at]),
            near[at],
            quoted[at],
            tuple(scores[at]),
            hundredths(each, each.domain_weights),
            hundredths(each, each.neighbor_stability),
        )
        for at, each in enumerate(model.vectors_.values())
    )


def _pair(
    shifts: Shifts, names: Sequence[str], words: Sequence[str], number: dict[str, int]
) -> PairData:
    """Return the change and the contrasts of words between two domains; contrasts get numbers."""
    figures: dict[str, ShiftFigures] = {}
    on_page = set(words)
    for rank, shift in enumerate(shifts, start=1):
        if shift.word not in on_page:
            continue
        change = shift.change
        near = tuple(
            tuple(number.setdefault(word, len(number)) for word, _ in side[:CONTRASTS])
            for side in shift.neighbors
        )
        numbers = tuple(map(short, (change.value, change.low, change.high, shift.q)))
        figures[shift.word] = ShiftFigures(rank, numbers, near, shift.mark)
    a, b = (names.index(domain) for domain in shifts.domains)
    shown = tuple(map(figures.get, words))
    return PairData((a, b), shifts.verdict, shifts.tested, round(shifts.typical, 3), shown)


def _senses(senses: Senses, names: Sequence[str], sentences: Sentences) -> SensesData:
    """Return the senses of a word, its sentences by their numbers."""
    groups = []
    for sense in senses:
        shares = tuple(
            (round(100 * share.value), round(100 * share.low), round(100 * share.high))
            for share in sense.shares
        )
        examples = tuple(sentences.mark(senses.word, shown) for shown in sense.examples)
        groups.append(SenseData(sense.contexts, shares, examples))
    domains = tuple(names.index(domain) for domain in senses.domains)
    return SensesData(domains, tuple(groups), senses.note)

"""A model and its shifts to what the page is given."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import isfinite

import numpy as np

from crosslex._version import __version__
from crosslex.checks import check_whole
from crosslex.errors import InputError
from crosslex.explore.data import DomainData, Example, Interval, PageData, PairData, ShiftFigures
from crosslex.explore.neighbors import find_neighborhood, lay_in_plane, restrict
from crosslex.explore.page_size import reduced
from crosslex.learn.estimator import CrossDomainEmbedding
from crosslex.progress import progress
from crosslex.shift.result import Shift, Shifts
from crosslex.text.analysis import find_feature
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors

EXAMPLES = 3
CHANGED_SHARE = 0.2
"""Share of the page for the words that change most, however rare they are."""

_logger = logging.getLogger(__name__)


def gather(
    model: CrossDomainEmbedding,
    shifts: Sequence[Shifts],
    *,
    words: int = 5000,
    neighbors: int = 10,
    examples: int | None = None,
    title: str | None = None,
) -> PageData:
    """Return what the page shows of a model.

    Parameters
    ----------
    model
        A model that was fitted or loaded.
    shifts
        The words of each pair of domains by change of meaning; an empty one where none could
        be tested.
    words
        How many words the page holds: see `choose_words`.
    neighbors
        How many neighbors a word has in each domain, all of them among the page's words.
    examples
        How many sentences to show of a word and domain; 0 keeps all text out of the page.
        None shows 3, and fewer of them and of neighbors where many domains would make the
        page larger than 6 MB.
    title
        What stands at the top; None names the domains.

    Examples
    --------
    >>> from crosslex import Corpus
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
    if not shifts:
        raise InputError("shifts: found none; give those of each pair of domains")
    for pair in shifts:
        if not set(pair.domains) <= set(names):
            raise InputError(f"shifts: {' and '.join(pair.domains)} are not the model's domains")
    chosen = choose_words(model.vectors_, shifts, words)
    restricted = [restrict(vectors, chosen) for vectors in model.vectors_.values()]
    domains = tuple(_domain_data(vectors, chosen, neighbors) for vectors in restricted)
    sentences = Sentences(model.text_settings_)
    shown = EXAMPLES if examples is None else examples
    pairs = tuple(_pair_data(model, pair, chosen, sentences, shown) for pair in shifts)
    planes = _planes(restricted, domains, chosen)
    data = PageData(
        title or default_title(names), __version__, chosen, planes, sentences.all, domains, pairs
    )
    return reduced(data) if examples is None else data


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


def choose_words(
    vectors: Mapping[str, DomainVectors], shifts: Sequence[Shifts], size: int
) -> tuple[str, ...]:
    """Return the words that change most and, in the rest of the page, the most frequent.

    A word's frequency is the sum of its shares in the domains, so that a small domain has as
    much say as a large one. The most frequent come first.

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
    each = int(CHANGED_SHARE * size / max(1, len(shifts)))
    changed = [shift.word for pair in shifts for shift in pair[:each] if shift.word in frequency]
    chosen = set(list(dict.fromkeys([*changed, *ranked]))[:size])
    return tuple(word for word in ranked if word in chosen)


class Sentences:
    """Number sentences as they come, and mark words in them.

    >>> sentences = Sentences(TextSettings())
    >>> sentences.mark("knife", ["Sharp knives.", "A knife!"])
    (Example(sentence=0, places=(6, 12)), Example(sentence=1, places=(2, 7)))
    >>> sentences.mark("sharp", ["Sharp knives."])
    (Example(sentence=0, places=(0, 5)),)
    >>> sentences.all
    ('Sharp knives.', 'A knife!')
    """

    def __init__(self, settings: TextSettings) -> None:
        self._settings = settings
        self._numbers: dict[str, int] = {}

    @property
    def all(self) -> tuple[str, ...]:
        """The sentences in the order of their numbers."""
        return tuple(self._numbers)

    def mark(self, word: str, sentences: Iterable[str]) -> tuple[Example, ...]:
        """Give sentences of a word their numbers and say where in them it stands."""
        return tuple(
            Example(
                self._numbers.setdefault(sentence, len(self._numbers)),
                tuple(
                    _utf16_length(sentence[:place])
                    for span in find_feature(word, sentence, self._settings)
                    for place in span
                ),
            )
            for sentence in sentences
        )


def default_title(domains: Sequence[str]) -> str:
    """Return a title that names the domains.

    >>> default_title(["books", "dvd", "kitchen"])
    'Books, dvd and kitchen: the same words, other contexts'
    """
    listed = f"{', '.join(domains[:-1])} and {domains[-1]}"
    return f"{listed[:1].upper()}{listed[1:]}: the same words, other contexts"


def _domain_data(vectors: DomainVectors, words: Sequence[str], top: int) -> DomainData:
    number = {word: place for place, word in enumerate(words)}
    counts = dict.fromkeys(words, 0)
    if vectors.counts is not None:
        counts |= dict(zip(vectors.words, vectors.counts.tolist(), strict=True))
    neighborhoods = []
    with progress(f"neighbors in {vectors.domain}", total=len(words)) as advance:
        for word in words:
            neighborhoods.append(find_neighborhood(vectors, word, number, top))
            advance(1)
    return DomainData(vectors.domain, tuple(counts.values()), tuple(neighborhoods))


def _planes(
    vectors: Sequence[DomainVectors], domains: Sequence[DomainData], words: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    planes = []
    for place, word in enumerate(words):
        drawn = []
        for own, domain in zip(vectors, domains, strict=True):
            near = domain.neighborhoods[place]
            if near is not None:
                drawn.append([own[word], *(own[words[other]] for other in near.words)])
        planes.append(lay_in_plane(drawn))
    return tuple(planes)


def _pair_data(
    model: CrossDomainEmbedding,
    shifts: Shifts,
    words: Sequence[str],
    sentences: Sentences,
    limit: int,
) -> PairData:
    names = list(model.vectors_)
    a, b = (names.index(domain) for domain in shifts.domains)
    ranked = {shift.word: (rank, shift) for rank, shift in enumerate(shifts, start=1)}
    known = (model.examples_[a], model.examples_[b])
    figures, examples = [], []
    with progress(f"examples of {' and '.join(shifts.domains)}", total=len(words)) as advance:
        for word in words:
            rank, shift = ranked.get(word, (0, None))
            figures.append(None if shift is None else _figures(rank, shift))
            first, second = (known[0][word], known[1][word]) if shift is None else shift.examples
            examples.append(
                (sentences.mark(word, first[:limit]), sentences.mark(word, second[:limit]))
            )
            advance(1)
    return PairData((a, b), shifts.tested, tuple(figures), tuple(examples))


def _figures(rank: int, shift: Shift) -> ShiftFigures:
    intervals = []
    for estimate in (shift.change, shift.difference):
        numbers = (estimate.value, estimate.low, estimate.high, estimate.q)
        shown = (float(f"{each:.3g}") if isfinite(each) else None for each in numbers)
        intervals.append(Interval(*shown))
    return ShiftFigures(rank, *intervals)


def _utf16_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2

"""Concordance: every use of a word as it was written, with its context and its document."""

import html
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from crosslex.checks import check_choice, check_whole
from crosslex.corpus.kept_texts import KeptTexts
from crosslex.errors import InputError
from crosslex.lookup import known_form
from crosslex.results import ListResult, listed, text_table
from crosslex.text.settings import TextSettings
from crosslex.text.uses import UseFinder

if TYPE_CHECKING:
    from crosslex.vectors import DomainVectors

Side = Literal["left", "right"]

SHOWN_USES = 20
"""Uses that a printed concordance or a notebook shows."""
SHOWN_CHARACTERS = 40
"""Characters of context on either side of the word that they show."""
LARGE_REPEAT = re.compile(r"\{[0-9, ]*[0-9]{4}")
"""Such a pattern takes gigabytes before it is searched for."""
MATCHING_SECONDS = 10.0
"""Time for a regular expression to be searched for in all sentences: some take years."""
WITHIN = 10
"""How many words away the word nearby may be, unless said otherwise."""
MAX_WITHIN = 1000

_WORD = re.compile(r"\w+")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a word: a sentence, and where the word begins and ends in it.

    With your own tokenizer or analyzer, the text is the whole document; where the word is not
    found in it as it is spelled, both places are 0. `sense` is the number of its sense, from 1 on,
    if senses were asked for.
    """

    text: str
    start: int
    end: int
    document: str
    domain: str
    sense: int | None = None

    @property
    def left(self) -> str:
        """The sentence before the word, on one line."""
        return _SPACE.sub(" ", self.text[: self.start])

    @property
    def keyword(self) -> str:
        """The word as it was written, on one line."""
        return _SPACE.sub(" ", self.text[self.start : self.end])

    @property
    def right(self) -> str:
        """The sentence after the word, on one line."""
        return _SPACE.sub(" ", self.text[self.end :])


@dataclass(frozen=True, kw_only=True)
class ConcordanceSettings:
    """The options of `CrossDomainEmbedding.concordance`, where they are explained, checked."""

    domain: str | None = None
    sense: int | Literal["all"] | None = None
    sort: Side | None = None
    matching: str | None = None
    near: str | None = None
    within: int | None = None

    def __post_init__(self) -> None:
        if self.sort is not None:
            check_choice("sort", self.sort, get_args(Side))
        if self.sense is not None and self.sense != "all":
            check_whole("sense", self.sense, least=1)
        check_whole("within", self.within, least=1, most=MAX_WITHIN, optional=True)
        if self.within is not None and self.near is None:
            raise InputError(
                f"within: found {self.within}, but no word that uses must be near to; give it, "
                'such as near="sharp"'
            )


@dataclass(frozen=True, repr=False)
class Concordance(ListResult[Use]):
    """The uses of a word, by domain in the order of the texts, or sorted by their context.

    Parameters
    ----------
    word
        The word, in the form that was counted.
    counts
        How often each domain uses it, whatever was filtered.
    uses
        The uses that were asked for.
    n_matching
        How many uses match all that was asked for, of which `uses` may be only the first.
    """

    word: str
    counts: dict[str, int]
    uses: tuple[Use, ...]
    n_matching: int

    @property
    def entries(self) -> tuple[Use, ...]:
        """The uses."""
        return self.uses

    @property
    def verdict(self) -> str:
        """How many uses there are, in one line."""
        total = sum(self.counts.values())
        number = f"{total:,} uses"
        if self.n_matching < total:
            number = f"{self.n_matching:,} matching uses, of {total:,}"
        if len(self) < self.n_matching:
            number = f"{len(self):,} of {number}"
        domains = listed([f"{name} ({count:,})" for name, count in self.counts.items()])
        return f"{self.word}: {number} in {domains}"

    def rows(self) -> list[tuple[str, ...]]:
        """Return a table of some uses, with some characters on either side of the word."""
        has_senses = any(use.sense is not None for use in self)
        head = ("domain", "document", *(["sense"] if has_senses else []), "", self.word, "")
        rows: list[tuple[str, ...]] = [head]
        for use in self.limited(SHOWN_USES):
            sense = [str(use.sense or "–")] if has_senses else []
            left = use.left[-SHOWN_CHARACTERS:].rjust(SHOWN_CHARACTERS)
            right = use.right[:SHOWN_CHARACTERS]
            rows.append((use.domain, use.document, *sense, left, use.keyword, right))
        return rows

    def __str__(self) -> str:
        return "\n".join([self.verdict, text_table(self.rows()), *self._more()])

    def _repr_html_(self) -> str:
        rows = []
        for *cells, left, word, right in self.rows()[1:]:
            shown = [html.escape(cell) for cell in (*cells, left, word, right)]
            shown[-2] = f"<b>{shown[-2]}</b>"
            sides = [f' style="text-align:{side}"' for side in ("right", "center", "left")]
            styles = [""] * len(cells) + sides
            pairs = zip(styles, shown, strict=True)
            rows.append(f"<tr>{''.join(f'<td{style}>{cell}</td>' for style, cell in pairs)}</tr>")
        caption = html.escape(" ".join([self.verdict, *self._more()]))
        return f"<table><caption>{caption}</caption><tbody>{''.join(rows)}</tbody></table>"

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per use."""
        return [
            {
                "domain": use.domain,
                "document": use.document,
                "sense": use.sense,
                "left": use.left,
                "keyword": use.keyword,
                "right": use.right,
            }
            for use in self
        ]

    def limited(self, limit: int | None) -> "Concordance":
        """Return the first uses of each domain, that many in all; None returns all."""
        before: Counter[str] = Counter()
        rank = []
        for use in self:
            rank.append(before[use.domain])
            before[use.domain] += 1
        kept = sorted(range(len(self)), key=rank.__getitem__)[:limit]
        return replace(self, uses=tuple(self.uses[index] for index in sorted(kept)))

    def _more(self) -> list[str]:
        rest = len(self) - SHOWN_USES
        return [f"… and {rest:,} more"] if rest > 0 else []


def find_concordance(
    word: str,
    texts: Sequence[KeptTexts],
    vectors: "Mapping[str, DomainVectors]",
    number: Mapping[str, int],
    text_settings: TextSettings,
    settings: ConcordanceSettings,
) -> Concordance:
    """Return the uses of a word, looked up as people type it.

    Parameters
    ----------
    word
        The word as typed.
    texts, vectors
        The texts that a model keeps of its domains, none if it keeps none, and its vectors.
    number
        The number of each feature.
    text_settings
        How the texts were analyzed.
    settings
        What is asked for.
    """
    if not texts:
        raise InputError(
            "the model keeps no texts, so that uses of words cannot be shown; learn it anew with "
            "texts and with examples, and not by the method of the paper"
        )
    if settings.domain is not None:
        check_choice("domain", settings.domain, list(vectors))
    asked = list(vectors) if settings.domain is None else [settings.domain]
    form = known_form(word, vectors, asked)
    near = None if settings.near is None else known_form(settings.near, vectors, asked)
    finder = UseFinder(form, text_settings, near=near, within=settings.within or WITHIN)
    matches = _matcher(settings.matching)
    counts: dict[str, int] = {}
    found: list[Use] = []
    for domain in (each for each in texts if each.domain in asked):
        units = domain.units(np.array([number[form]]))
        counts[domain.domain] = int(units.counts.sum())
        if near is not None:
            others = domain.units(np.array([number[near]]))
            units = units.select(np.isin(units.starts, others.starts))
        each = zip(domain.texts(units), domain.ids(units), units.counts.tolist(), strict=True)
        uses = (
            use
            for text, document, count in each
            if matches(text)
            for use in _uses(text, document, domain.domain, finder, count, near is None)
        )
        found += _sorted(uses, settings.sort)
    return Concordance(form, counts, tuple(found), len(found))


def _uses(
    text: str, document: str, domain: str, finder: UseFinder, count: int, is_whole: bool
) -> Iterator[Use]:
    """Yield the uses in one sentence; as many as were counted, unless only some are asked for."""
    shown = text.strip()
    before = len(text) - len(text.lstrip())
    places = finder.places(text)
    for start, end in islice(places, count):
        yield Use(shown, start - before, end - before, document, domain)
    if is_whole:
        for _ in range(count - len(places)):
            yield Use(shown, 0, 0, document, domain)


def _sorted(uses: Iterable[Use], side: Side | None) -> list[Use]:
    if side is None:
        return list(uses)
    if side == "right":
        return sorted(uses, key=lambda use: _WORD.findall(use.text[use.end :].casefold()))
    return sorted(uses, key=lambda use: _WORD.findall(use.text[: use.start].casefold())[::-1])


def _matcher(pattern: str | None) -> Callable[[str], bool]:
    """Return whether a text matches a regular expression, for a limited time over all texts."""
    if pattern is None:
        return lambda text: True
    # Imported here: few look-ups need it. Python's own cannot be stopped.
    import regex

    if not isinstance(pattern, str) or LARGE_REPEAT.search(pattern):
        raise InputError(
            f"matching: found {pattern!r:.60}; give a regular expression without repeats of a "
            "thousand or more"
        )
    try:
        compiled = regex.compile(pattern, regex.IGNORECASE)
    except (regex.error, OverflowError, RecursionError) as error:
        raise InputError(
            f"matching: found {pattern!r:.60}, which is no regular expression ({error})"
        ) from None
    left = MATCHING_SECONDS

    def matches(text: str) -> bool:
        nonlocal left
        began = time.monotonic()
        try:
            return compiled.search(text, timeout=max(left, 1e-3)) is not None
        except TimeoutError:
            raise InputError(
                f"matching: searching for {pattern!r:.60} takes over {MATCHING_SECONDS:.0f} s; "
                "give a simpler regular expression"
            ) from None
        finally:
            left -= time.monotonic() - began

    return matches


def with_senses(
    found: Concordance, senses: Sequence[int | None], asked: int | Literal["all"], n_senses: int
) -> Concordance:
    """Return a concordance with the sense of each use, or the uses of one sense alone."""
    if asked != "all" and asked > n_senses:
        raise InputError(f"sense: found {asked}; the uses of {found.word!r} have {n_senses}")
    pairs = zip(found.uses, senses, strict=True)
    uses = tuple(replace(use, sense=sense) for use, sense in pairs if asked in ("all", sense))
    return replace(found, uses=uses, n_matching=len(uses))

"""The result of comparing two domains: a verdict, and words by change of meaning."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crosslex.results import (
    MAX_Q,
    Interval,
    ListResult,
    html_table,
    records_csv,
    text_table,
    words_of,
)
from crosslex.vectors import Neighbor

STRONG_CHANGE = 0.5
"""Change from which on three of four words of annotated pairs of corpora have another sense or an
additional one: `crosslex-bench change domains`."""
WEAKER = f"Weaker (change below {STRONG_CHANGE}; below 0.4, two in three mean the same in both):"
NAMES = "Names in both (mostly another person, place or brand, not another meaning):"
UNCERTAIN = "Not certain (q above 0.05):"
SHOWN_NEIGHBORS = 3
"""Nearest words per domain in a table."""
MAX_SHARE_ALIKE = 0.02
"""Share of different words up to which two domains are said to use words alike; two Bibles and two
parties have less: `crosslex-bench change alike`."""


def is_strong(change: float) -> bool:
    """Return whether a change is strong as it is shown, with two digits.

    >>> is_strong(0.496), is_strong(0.494)
    (True, False)
    """
    return round(change, 2) >= STRONG_CHANGE


def name_mark(domains: Sequence[str]) -> str:
    """Return the mark of a word that is mostly capitalized in the domains."""
    return f"name in {' and '.join(domains)}"


@dataclass(frozen=True)
class Shift:
    """How one word differs between two domains.

    Parameters
    ----------
    word
        The word.
    domains
        The two domains.
    counts
        How often the word occurs in each.
    change
        1 minus the correlation of its similarities to all shared words, here and there: 0 if it
        is near the same words in both domains, 1 if near unrelated ones; with its 95 % interval
        over documents.
    p
        p-value of the null hypothesis that its uses differ by no more than `Shifts.min_effect`.
    q
        Share of false discoveries among all words whose q is no larger (Benjamini and Hochberg,
        1995).
    neighbors
        For each domain, the words that are near it there and not in the other, with their cosines.
    examples
        Sentences from each of the two domains that show the difference best, the best first.
    mark
        What may make the difference uninteresting: that the word is a name in one domain or both,
        or that no dictionary has it; empty otherwise.
    """

    word: str
    domains: tuple[str, str]
    counts: tuple[int, int]
    change: Interval
    p: float
    q: float
    neighbors: tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]
    examples: tuple[tuple[str, ...], tuple[str, ...]]
    mark: str = ""

    @property
    def is_certain(self) -> bool:
        """Whether the word differs at q ≤ 0.05."""
        return self.q <= MAX_Q

    @property
    def name_in(self) -> tuple[str, ...]:
        """The domains in which the word is mostly written as a name."""
        each = ((name,) for name in self.domains)
        return next((names for names in (*each, self.domains) if self.mark == name_mark(names)), ())

    def __str__(self) -> str:
        head = f"{self.word}: change {self.change}, q {self.q:.1g}"
        facts = [f"{head}, {self.mark}" if self.mark else head]
        for domain, count, near, sentences in zip(
            self.domains, self.counts, self.neighbors, self.examples, strict=True
        ):
            only = f"; near there only: {words_of(near)}" if near else ""
            facts.append(f"{domain}, {count:,} times{only}")
            facts += [f"  {sentence}" for sentence in sentences]
        return "\n".join(facts)

    def __repr__(self) -> str:
        # What an interactive shell shows: all fields would fill a page.
        return str(self)


@dataclass(frozen=True, repr=False)
class Shifts(ListResult[Shift]):
    """Words by change of meaning between two domains, the most changed first.

    Words that differ come first, then words that are names in both domains; others follow only
    where all words or some by name were asked for.

    Parameters
    ----------
    domains
        The two domains.
    words
        One entry per word.
    tested
        Number of words that occur often enough in both domains to be tested.
    min_effect
        The distance of mean uses above which a word counts as different.
    different
        Number of tested words that do, at a false discovery rate of 5 %.
    strong
        Number of these whose change is at least 0.5.
    by_chance
        Number of words that would differ between two random halves of the same texts.
    typical
        The median change of all tested words.
    names
        Whether words that are names in one of the domains, or in no dictionary, are shown, too;
        they are counted in any case.
    """

    domains: tuple[str, str]
    words: tuple[Shift, ...]
    tested: int
    min_effect: float = 0.0
    different: int = 0
    strong: int = 0
    by_chance: int = 0
    typical: float = 0.0
    names: bool = True

    @property
    def verdict(self) -> str:
        """How many words differ, and what that means, in a sentence or two.

        >>> print(Shifts(("books", "tools"), (), 900, different=40, strong=9).verdict)
        books and tools: 40 of 900 words are used differently, 9 of them strongly (change 0.5 or
        more); between random halves of the same texts, 0 are.
        >>> print(Shifts(("books", "tools"), (), 900, different=4).verdict)
        books and tools use words alike: 4 of 900 words differ; between random halves of the same
        texts, 0 do.
        """
        names = " and ".join(self.domains)
        if not self.tested:
            return f"{names} share too few words to compare."
        chance = f"between random halves of the same texts, {self.by_chance:,}"
        hidden = "" if self.names else " Names and words in no dictionary count but are not shown."
        if self.different <= max(self.by_chance, MAX_SHARE_ALIKE * self.tested):
            differ = "differs" if self.different == 1 else "differ"
            found = f"{self.different:,} of {self.tested:,} words {differ}"
            return f"{names} use words alike: {found}; {chance} do.{hidden}"
        return (
            f"{names}: {self.different:,} of {self.tested:,} words are used differently, "
            f"{self.strong:,} of them strongly (change {STRONG_CHANGE} or more); {chance} are."
            f"{hidden}"
        )

    def __str__(self) -> str:
        tables = (
            f"{title}\n{text_table(self._table(words))}".lstrip() for title, words in self.parts()
        )
        return "\n".join([self.verdict, *tables])

    def _repr_html_(self) -> str:
        tables = (html_table(title, self._table(words)) for title, words in self.parts())
        return f"<p>{html.escape(self.verdict)}</p>{''.join(tables)}"

    def parts(self) -> list[tuple[str, list[Shift]]]:
        """Return words with a title: those that differ strongly, less so, names, and the others."""
        found: dict[str, list[Shift]] = {"": [], WEAKER: [], NAMES: [], UNCERTAIN: []}
        for each in self.words:
            title = "" if is_strong(each.change.value) else WEAKER
            if each.name_in == each.domains:
                title = NAMES
            found[title if each.is_certain else UNCERTAIN].append(each)
        return [(title, words) for title, words in found.items() if words]

    def rows(self) -> list[tuple[str, ...]]:
        """Return a table with a heading, one row per word."""
        return self._table(self.words)

    def _table(self, words: Sequence[Shift]) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = [
            ("word", "change", "95 % interval", "q", "counts", *self.domains, "")
        ]
        for each in words:
            change = each.change
            rows.append(
                (
                    each.word,
                    f"{change.value:.2f}",
                    f"{change.low:.2f} to {change.high:.2f}",
                    f"{each.q:.1g}",
                    " and ".join(f"{count:,}" for count in each.counts),
                    *(words_of(near, SHOWN_NEIGHBORS) for near in each.neighbors),
                    each.mark,
                )
            )
        return rows

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per word."""
        found = []
        for each in self.words:
            change = (each.change.value, each.change.low, each.change.high)
            near = map(words_of, each.neighbors)
            values = (*each.domains, each.word, *each.counts, *change, each.p, each.q, *near)
            found.append(dict(zip(CSV_COLUMNS, (*values, each.mark), strict=True)))
        return found


CSV_COLUMNS = (
    *("first", "second", "word", "count_first", "count_second"),
    *("change", "change_low", "change_high", "p", "q"),
    *("neighbors_first", "neighbors_second", "mark"),
)


def shifts_csv(pairs: Sequence[Shifts]) -> str:
    """Return all words of all pairs of domains as CSV, one line per word and pair."""
    return records_csv([record for pair in pairs for record in pair.records()], CSV_COLUMNS)

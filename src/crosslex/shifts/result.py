"""The result of comparing two domains: words by change of meaning."""

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any, overload

from crosslex.imports import import_optional
from crosslex.results import Interval, html_table, text_table
from crosslex.vectors import Neighbor


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
        How much its use changes, in standard deviations among words of similar frequency, with
        its 95 % interval over documents: 0 is usual, 2 is much. Words are ranked by it, those
        with q up to 0.001 first and then those with q up to 0.05.
    distance
        Distance of its uses in the two domains beyond the expected one, with its 95 % interval.
    p
        p-value of the null hypothesis that the distance is at most `Shifts.min_effect`.
    q
        Share of false discoveries among all words whose q is no larger (Benjamini and Hochberg,
        1995).
    neighbors
        The words nearest to it, in each of the two domains.
    examples
        Sentences from each of the two domains that show the difference best, the best first.
    """

    word: str
    domains: tuple[str, str]
    counts: tuple[int, int]
    change: Interval
    distance: Interval
    p: float
    q: float
    neighbors: tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]
    examples: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class Shifts(Sequence[Shift]):
    """Words by change of meaning between two domains, the most changed first.

    Parameters
    ----------
    domains
        The two domains.
    words
        One entry per word.
    tested
        Number of words that occur often enough in both domains to be tested.
    min_effect
        The distance above which a word counts as different.
    different
        Number of tested words that do, at a false discovery rate of 5 %.
    """

    domains: tuple[str, str]
    words: tuple[Shift, ...]
    tested: int
    min_effect: float = 0.0
    different: int = 0

    def __len__(self) -> int:
        return len(self.words)

    @overload
    def __getitem__(self, place: int) -> Shift: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Shift, ...]: ...
    def __getitem__(self, place: int | slice) -> Shift | tuple[Shift, ...]:
        return self.words[place]

    def __str__(self) -> str:
        return text_table(self._rows())

    def _repr_html_(self) -> str:
        caption = (
            f"{' and '.join(self.domains)}: {self.tested:,} words tested, "
            f"{self.different:,} differ by more than {self.min_effect:.2g}"
        )
        return html_table(caption, self._rows())

    def followed_by(self, ranking: "Shifts") -> "Shifts":
        """Return these words, and then those that come after them in a longer ranking."""
        return replace(self, words=(*self.words, *ranking.words[len(self) :]))

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON holds it."""
        return asdict(self)

    def to_frame(self) -> Any:
        """Return a pandas data frame, one row per word."""
        rows = [
            {
                "word": shift.word,
                **dict(zip((f"count {name}" for name in self.domains), shift.counts, strict=True)),
                **{f"change {name}": value for name, value in asdict(shift.change).items()},
                **{f"distance {name}": value for name, value in asdict(shift.distance).items()},
                "p": shift.p,
                "q": shift.q,
            }
            for shift in self.words
        ]
        return import_optional("pandas", needed_for="to_frame").DataFrame(rows)

    def _rows(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = [
            ("word", "change", "95 % interval", "distance", "95 % interval", "q", "counts")
        ]
        for shift in self.words:
            change, distance = shift.change, shift.distance
            rows.append(
                (
                    shift.word,
                    f"{change.value:.1f}",
                    f"{change.low:.1f} to {change.high:.1f}",
                    f"{distance.value:.3f}",
                    f"{distance.low:.3f} to {distance.high:.3f}",
                    f"{shift.q:.2g}",
                    " and ".join(f"{count:,}" for count in shift.counts),
                )
            )
        return rows


CSV_COLUMNS = (
    *("first", "second", "word", "count_first", "count_second"),
    *("change", "change_low", "change_high", "distance", "distance_low", "distance_high"),
    *("p", "q", "neighbors_first", "neighbors_second"),
)


def shifts_csv(pairs: Sequence[Shifts]) -> str:
    """Return all words of all pairs of domains as CSV, one line per word and pair."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(CSV_COLUMNS)
    for shift in (shift for pair in pairs for shift in pair):
        nearest = (" ".join(word for word, _ in side) for side in shift.neighbors)
        values = (*astuple(shift.change), *astuple(shift.distance), shift.p, shift.q)
        numbers = (f"{value:.6g}" for value in values)
        lines.writerow((*shift.domains, shift.word, *shift.counts, *numbers, *nearest))
    return text.getvalue()

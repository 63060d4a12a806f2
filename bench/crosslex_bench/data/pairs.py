"""From which domains to which: the pairs of a benchmark."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crosslex.checks import check_choice
from crosslex.errors import InputError

VALIDATION: Final = ("music", "video")
TO_SENTENCES: Final = "to sentences"
TO_REVIEWS: Final = "to reviews"
"""Between reviews of music or video and the single sentences of hutto2014."""


@dataclass(frozen=True, order=True)
class Pair:
    """The domains whose labels are used, and the one whose texts are classified.

    >>> Pair.parse("books+dvd -> kitchen")
    Pair(sources=('books', 'dvd'), target='kitchen')
    >>> print(Pair(("books",), "dvd"))
    books->dvd
    """

    sources: tuple[str, ...]
    target: str

    def __str__(self) -> str:
        return f"{'+'.join(self.sources)}->{self.target}"

    @classmethod
    def parse(cls, text: str) -> "Pair":
        """Read a pair as it is printed."""
        left, arrow, target = text.replace("→", "->").partition("->")
        sources = tuple(name.strip() for name in left.split("+"))
        if not (arrow and target.strip() and all(sources)):
            raise InputError(f"pairs: found {text!r}; write SOURCE->TARGET, such as 'books->dvd'")
        return cls(sources, target.strip())


def all_pairs(domains: Sequence[str], *, multi_source: bool = False) -> list[Pair]:
    """List all ordered pairs of the domains, or from all others at once to each.

    >>> [str(pair) for pair in all_pairs(["a", "b", "c"], multi_source=True)]
    ['b+c->a', 'a+c->b', 'a+b->c']
    """
    if multi_source:
        return [Pair(tuple(s for s in domains if s != target), target) for target in domains]
    return [Pair((source,), target) for source in domains for target in domains if source != target]


def choose_validation(domains: Sequence[str], named: Sequence[str] | None) -> tuple[str, ...]:
    """Return the domains that are for tuning: those named, else music and video if present.

    >>> choose_validation(["books", "dvd", "video"], None)
    ('video',)
    """
    if named is None:
        return tuple(name for name in VALIDATION if name in domains)
    for name in named:
        check_choice("validation", name, domains)
    return tuple(named)


def choose_pairs(
    domains: Sequence[str],
    validation: Sequence[str],
    *,
    named: Sequence[str] | None = None,
    multi_source: bool = False,
) -> list[Pair]:
    """Return the pairs that are named, else all of domains that are not for tuning.

    >>> [str(pair) for pair in choose_pairs(["books", "dvd", "video"], ["video"])]
    ['books->dvd', 'dvd->books']
    """
    if named is None:
        rest = [name for name in domains if name not in validation]
        if len(rest) < 2:
            raise InputError(
                f"validation: leaves {len(rest)} domains for the pairs; two or more are needed"
            )
        return all_pairs(rest, multi_source=multi_source)
    if multi_source:
        raise InputError(
            "pairs: given together with multi-source; write several sources as 'books+dvd->kitchen'"
        )
    pairs = list(dict.fromkeys(Pair.parse(text) for text in named))
    for pair in pairs:
        for name in (*pair.sources, pair.target):
            check_choice("pairs", name, domains)
        if len({*pair.sources, pair.target}) <= len(pair.sources):
            raise InputError(f"pairs: found {str(pair)!r}; name every domain once")
    return pairs

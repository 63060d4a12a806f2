"""The result of grouping a word's uses: its senses and their shares in each domain."""

from dataclasses import dataclass
from typing import Any, Literal

from crosslex.results import Interval, ListResult, html_table, listed, text_table

SenseKind = Literal["gained", "lost", "shifted", "steady"]


@dataclass(frozen=True)
class Sense:
    """A group of a word's uses that have similar contexts.

    Parameters
    ----------
    contexts
        The context words that are more typical of these uses than of the word's others, the
        most typical first: a name for the sense.
    kind
        Seen from the first domain: *gained* is a sense that it hardly has and another has,
        *lost* one that it alone has; *shifted* has different shares, *steady* similar ones.
    shares
        Its share of the word's uses, one per domain, with its 95 % interval over documents.
    uses
        Number of sampled documents that use the word in this sense, one per domain.
    examples
        Sentences of each domain, the most typical first.
    """

    contexts: tuple[str, ...]
    kind: SenseKind
    shares: tuple[Interval, ...]
    uses: tuple[int, ...]
    examples: tuple[tuple[str, ...], ...]

    def label(self, size: int | None = None) -> str:
        """Return its first contexts, or all of them, as a name to print.

        >>> Sense(("tree", "leaf", "root"), "steady", (), (), ()).label(2)
        'tree, leaf'
        >>> Sense((), "steady", (), (), ()).label()
        'no typical contexts'
        """
        return ", ".join(self.contexts[:size]) or "no typical contexts"


@dataclass(frozen=True, repr=False)
class Senses(ListResult[Sense]):
    """The senses of one word, the most frequent first; a word with one sense has one entry.

    Parameters
    ----------
    word
        The word.
    domains
        The domains that use it often enough; shares, uses and examples are in this order.
    senses
        One entry per sense, or per group of contexts.
    agreement
        Agreement of the contexts before and after the word on its sense: 0 by chance, 1 always
        (Cohen's kappa). A word has several senses if this is at least 0.5 and above chance.
    p
        p-value of the shares of the groups differing between the domains. A word also has
        several senses if this is at most 0.05 and the agreement at least 0.1 and above chance.
        Where a word has one sense, both are those of groups that were rejected.
    confirmed
        False where groups are shown only because p is at most 0.01: the word's contexts
        differ between the domains, but it is not known whether its senses do.
    """

    word: str
    domains: tuple[str, ...]
    senses: tuple[Sense, ...]
    agreement: float = 0.0
    p: float = 1.0
    confirmed: bool = True

    @property
    def entries(self) -> tuple[Sense, ...]:
        """The senses."""
        return self.senses

    def __str__(self) -> str:
        return "\n".join(filter(None, (self.note, text_table(self.rows()))))

    def _repr_html_(self) -> str:
        return html_table(" ".join(filter(None, (self.verdict, self.note))), self.rows())

    def labels(self, size: int | None = None) -> list[str]:
        """Return the number of each sense, by which a concordance finds it, and its contexts."""
        return [f"{number} {each.label(size)}" for number, each in enumerate(self, start=1)]

    @property
    def heading(self) -> str:
        """What each entry is, as the heading of a column."""
        return "sense" if self.confirmed else "group of contexts"

    @property
    def verdict(self) -> str:
        """One line that says how many senses there are, or groups that may be none.

        >>> Senses("plot", ("books", "films"), (), 0.25, 0.002).verdict
        'plot: 0 senses in books and films (agreement 0.25, p 0.002)'
        >>> Senses("plot", ("books", "films"), (), 0.05, 0.001, confirmed=False).verdict
        'plot: 0 groups of contexts in books and films (agreement 0.05, p 0.001)'
        """
        groups = "senses" if self.confirmed else "groups of contexts"
        number = "one sense" if len(self) == 1 else f"{len(self)} {groups}"
        evidence = f"(agreement {self.agreement:.2f}, p {self.p:.2g})"
        return f"{self.word}: {number} in {listed(self.domains)} {evidence}"

    @property
    def note(self) -> str:
        """What to keep in mind where groups may be no senses; empty elsewhere."""
        if self.confirmed:
            return ""
        return (
            "The word's contexts differ between the domains, but those before it and those after "
            "it do not clearly agree on the groups: they may be topics, not senses."
        )

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per sense and domain."""
        return [
            {
                "sense": number,
                "contexts": ", ".join(sense.contexts),
                "kind": sense.kind,
                "domain": domain,
                "share": share.value,
                "low": share.low,
                "high": share.high,
                "uses": uses,
            }
            for number, sense in enumerate(self.senses, start=1)
            for domain, share, uses in zip(self.domains, sense.shares, sense.uses, strict=True)
        ]

    def rows(self) -> list[tuple[str, ...]]:
        """Return a table with a heading, one row per sense."""
        rows: list[tuple[str, ...]] = [(self.heading, "", *self.domains)]
        for label, sense in zip(self.labels(), self, strict=True):
            shares = (
                f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})" for share in sense.shares
            )
            rows.append((label, sense.kind, *shares))
        return rows

"""What the demo prints."""

from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING

from crosslex.cli.demo.findings import NEIGHBOR_COUNT
from crosslex.cli.demo.transfers import Accuracy, Transfer
from crosslex.cli.domain_files import DomainSize
from crosslex.cli.neighbors import show_comparison
from crosslex.cli.screen import Screen
from crosslex.cli.senses import show_senses
from crosslex.cli.shifts import show_pair
from crosslex.comparison import Comparison

if TYPE_CHECKING:
    from crosslex.shifts import Senses, Shifts


@dataclass(frozen=True)
class Source:
    """Where the demo's texts come from."""

    name: str
    license: str | None
    citation: str | None
    files: dict[str, str]


@dataclass(frozen=True)
class Demonstration:
    """Everything that `demo` shows."""

    source: Source
    domains: tuple[DomainSize, ...]
    specific: dict[str, tuple[str, ...]]
    comparisons: tuple[Comparison, ...]
    senses: "tuple[Senses, ...]"
    changed: "Shifts | None"
    labeled: Source
    carried: tuple[Transfer, ...]
    model: str
    page: str
    seed: int
    seconds: float


def show_texts(
    screen: Screen,
    source: Source,
    domains: tuple[DomainSize, ...],
    typical: dict[str, tuple[str, ...]],
) -> None:
    """Print how much text there is, and the typical words of each domain."""
    screen.title(f"The texts: {source.name}")
    if source.license:
        screen.indented(source.license, style="dim")
    screen.table(
        ("domain", "documents", "sentences", "tokens", "words"),
        [astuple(domain) for domain in domains],
    )
    screen.title(
        "What is typical of each domain", note="the words that distinguish it from the others"
    )
    screen.side_by_side(list(typical.items()))


def show_demo(screen: Screen, shown: Demonstration) -> None:
    """Print all that follows the texts."""
    screen.title(
        "One word, different neighbors",
        note=f"nearest words that occur {NEIGHBOR_COUNT} times or more",
    )
    screen.line()
    for comparison in shown.comparisons:
        show_comparison(screen, comparison)
    screen.title("Its senses", note="groups of uses, and how many documents use it so")
    screen.line()
    for senses in shown.senses:
        show_senses(screen, senses)
    if shown.changed is not None:
        screen.title("The words that change most")
        show_pair(screen, shown.changed)
    _show_transfers(screen, shown.labeled, shown.carried)
    _show_end(screen, shown)


def _show_transfers(screen: Screen, source: Source, transfers: tuple[Transfer, ...]) -> None:
    if not transfers:
        screen.line("No two domains have labels of two classes: no classifier was adapted.")
        screen.line()
        return
    screen.title(
        f"A classifier with the labels of {transfers[0].source}, tested elsewhere",
        note=f"{source.name}: accuracy on unseen texts, with 95 % intervals",
    )
    screen.table(
        ("tested on", "texts", "not adapted", "adapted", "p", "with its own labels"),
        [
            (
                each.target,
                each.tested,
                _percent(each.none),
                _percent(each.crosslex),
                f"{each.p:.2g}",
                _percent(each.in_domain),
            )
            for each in transfers
        ],
    )
    if source.citation:
        screen.indented(f"{source.citation} {source.license}", style="dim")
    screen.indented(
        "p is the chance of such a difference if the two were equally good. These are single "
        "sentences with few words to go by; docs/benchmark.md has whole reviews.",
        style="dim",
    )


def _percent(accuracy: Accuracy) -> str:
    return f"{accuracy.share:.1%} ({accuracy.low:.1%}–{accuracy.high:.1%})"


def _show_end(screen: Screen, shown: Demonstration) -> None:
    screen.title(f"Saved to {shown.model}", note=f"seed {shown.seed}, {shown.seconds:.0f} s in all")
    screen.title(f"Open {shown.page} in a browser", note="everything on one page, without a server")
    minimum = ["--min-count", str(NEIGHBOR_COUNT)]
    first, second = (domain.name for domain in shown.domains[:2])
    words = [each.word for each in shown.comparisons[:1]]
    screen.try_next(
        *(["crosslex", "compare", shown.model, word, *minimum] for word in words),
        ["crosslex", "shifts", shown.model, "--domains", f"{first},{second}"],
        ["crosslex", "learn", "books=books.txt", "kitchen=kitchen.txt", "--out", "model"],
        ["crosslex", "adapt", "--help"],
    )

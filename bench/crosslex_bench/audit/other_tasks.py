"""Tasks of another kind than sentiment: parties of speeches, parts of the Bible."""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from threadpoolctl import threadpool_limits

import crosslex
from crosslex import CrossDomainClassifier
from crosslex.datasets import Package, fetch_speeches, fetch_wheel, read_wheel
from crosslex_bench.audit.estimates import predictions
from crosslex_bench.audit.tasks import AuditTask, classifiers, sampled
from crosslex_bench.command import Report
from crosslex_bench.data.annotated_pairs import BIBLES
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Paragraph, Table

PERIODS: Final = ((1930, 1959), (1960, 1989), (1990, 2026))
PARTIES: Final = ("Democratic", "Republican")
PARTS: Final = {"law and history": 17, "poetry": 22, "prophets": 39, "New Testament": 66}
"""The last book of each part."""
N_LABELS: Final = (20, 50, 100)
_MANY: Final = 1_000_000
"""Verses are numbered book × 1,000,000 + chapter × 1,000 + verse."""


@dataclass(frozen=True)
class Carried:
    """How a classifier of the source does in the target, what was expected, and ours.

    `labeled` has the expected accuracy by the number of suggested labels.
    """

    task: str
    guessing: float
    source: float
    accuracy: float
    expected: float
    adapted: float
    adapted_expected: float
    low: float
    high: float
    cause: str
    labeled: dict[int, float]


def party_tasks() -> Iterator[AuditTask]:
    """Yield periods of presidents' addresses: paragraphs, by the president's party."""
    lines = fetch_speeches().read_text(encoding="utf-8").splitlines()
    paragraphs = [json.loads(line) for line in lines]
    domains = []
    for first, last in PERIODS:
        rows = [
            (each["text"], PARTIES.index(each["party"]))
            for each in paragraphs
            if first <= each["year"] <= last and each["party"] in PARTIES
        ]
        domains.append(sampled(f"{first}-{last}", rows))
    for source in domains:
        yield from (AuditTask("parties", source, each) for each in domains if each is not source)


def bible_tasks() -> Iterator[AuditTask]:
    """Yield verses of 1611 and of today, by their part of the Bible; no verse is in both."""
    versions = {}
    for name, (code, sha256) in BIBLES.items():
        member = f"pythonbible_{code}/plain_text_bible.py"
        with fetch_wheel(Package(f"pythonbible-{code}", "0.0.2", sha256)) as wheel:
            versions[name] = numbered_verses(read_wheel(wheel, member.__eq__)[member].decode())
    names = list(versions)
    for source, target in (names, names[::-1]):
        halves = []
        for name, odd in ((source, 0), (target, 1)):
            verses = versions[name].items()
            rows = [(text, part_of(number)) for number, text in verses if number % 2 == odd]
            halves.append(sampled(name, [row for row in rows if row[1] < len(PARTS)]))
        yield AuditTask("Bibles", halves[0], halves[1])


def part_of(verse: int) -> int:
    """Return the number of the part that a verse is in; one more for books outside of all.

    >>> part_of(19_023_001), part_of(40_001_001)  # the Psalms, Matthew
    (1, 3)
    """
    return int(np.searchsorted(list(PARTS.values()), verse // _MANY))


def numbered_verses(source: str) -> dict[int, str]:
    r'''Return verses by number, out of a module of pythonbible, of which nothing is run.

    >>> numbered_verses('bible = Bible(\n"""\n1. In the day. 2. And [it]""", {1: 1, 2: 15})')
    {1: 'In the day.', 2: 'And it'}
    '''
    _, text, rest = source.split('"""')[:3]
    places = ast.literal_eval(rest[rest.index("{") : rest.index("}") + 1])
    numbers = sorted(places, key=places.__getitem__)
    ends = [*(places[number] for number in numbers[1:]), len(text)]
    found = {}
    for number, end in zip(numbers, ends, strict=True):
        words = text[places[number] : end].replace("[", "").replace("]", "").split()
        found[number] = " ".join(words[1:])
    return found


def measure(task: AuditTask) -> Carried:
    """Carry a logistic regression over, and our own classifier."""
    name = "logistic regression"
    source, target = predictions(task.source, task.target, name, classifiers(None)[name], {})
    audit = crosslex.audit(
        (source, target),
        source=(list(task.source.texts), task.source.labels),
        target=list(task.target.texts),
    )
    own = CrossDomainClassifier(target="target", class_prior="pool").fit(
        [*task.source.texts, *task.target.texts],
        [*task.source.labels.tolist(), *[-1] * len(task.target.texts)],
        ["source"] * len(task.source.texts) + ["target"] * len(task.target.texts),
    )
    truth, expected = task.target.labels, audit.expected_accuracy
    labeled = {}
    for number in N_LABELS:
        told = {each.index: int(truth[each.index]) for each in audit.suggest(number)}
        labeled[number] = audit.with_labels(told).expected_accuracy.value
    return Carried(
        task=f"{task.set}: {task}",
        guessing=float(np.bincount(truth).max() / len(truth)),
        source=audit.source_accuracy.value,
        accuracy=float((target.argmax(axis=1) == truth).mean()),
        expected=expected.value,
        adapted=float((own.predict(list(task.target.texts)) == truth).mean()),
        adapted_expected=own.expected_accuracy_.value,
        low=expected.low,
        high=expected.high,
        cause="none" if audit.main_cause is None else audit.main_cause.name,
        labeled=labeled,
    )


def other_tasks(folder: RunFolder) -> Report:
    """Measure adaptation and its estimates on parties of speeches and parts of the Bible.

    A logistic regression on words learns from the source and is audited in the target; beside it
    is our own classifier, with the class prior estimated from the target. All texts are fetched
    through pip.
    """
    with threadpool_limits(limits=1):
        found = [
            folder.once(f"{task.set}, {task}", Carried, partial(measure, task))
            for task in (*party_tasks(), *bible_tasks())
        ]
    fields = ("guessing", "source", "accuracy", "expected", "adapted", "adapted_expected")
    rows = []
    for each in found:
        numbers = [*(getattr(each, field) for field in fields), *each.labeled.values()]
        held = "" if each.low <= each.accuracy <= each.high else " (misses)"
        interval = f"{100 * each.low:.0f}–{100 * each.high:.0f}{held}"
        rows.append((each.task, *(f"{100 * one:.1f}" for one in numbers), interval, each.cause))
    headers = ("task", "guessing", "in the source", "accuracy", "expected", "crosslex", "expected")
    labels = (f"with {number} labels" for number in N_LABELS)
    error = 100 * np.mean([abs(each.expected - each.accuracy) for each in found])
    return Report(
        "Other tasks than sentiment",
        [
            Table((*headers, *labels, "90 % interval", "largest cause"), tuple(rows)),
            Paragraph(f"The audit is off by {error:.1f} points on average."),
        ],
        found,
    )

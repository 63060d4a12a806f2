"""Groups of a word's uses against the senses that people distinguished, and under the null."""

import gzip
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import adjusted_rand_score, v_measure_score

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.senses import MAX_P_SHARES, Grouping, group_uses
from crosslex.shifts import collect_uses
from crosslex_bench.change.rankings import BOTH, JUDGED_MIN_COUNT, ChangeData, Sets
from crosslex_bench.command import Report, Seed, split_names
from crosslex_bench.data.annotated_pairs import (
    SIDES,
    TITLES,
    Document,
    corpus_of_lemmas,
    read_all_lemmas,
    read_judged,
)
from crosslex_bench.engine.statistics import draw_items, interval_of, show_interval
from crosslex_bench.pages import Block, Paragraph, Table
from crosslex_bench.places import CHANGE

FEWEST = 20
"""Documents with a known sense that a word must have to be judged."""
SECOND = 0.1
"""Share of a second sense from which people gave a word more than one."""
FEWEST_IN_HALF = 30
"""Documents in each half that a word must have to be grouped."""
MOST = 60
"""Words that are grouped, and documents of each half, evenly over all that there are."""


MEASURES = ("adjusted Rand index", "V-measure", "V-measure, groups shuffled")


@dataclass(frozen=True)
class Grouped:
    """One word's groups against its senses: how many groups, and their agreement."""

    word: str
    groups: int
    confirmed: bool
    agreement: float
    rand: float
    v: float
    shuffled_v: float
    second: float


def senses(
    data: ChangeData = CHANGE,
    sets: Sets = BOTH,
    seed: Seed = 0,
) -> Report:
    """Compare groups of uses with the senses that people distinguished.

    Adjusted Rand index and V-measure per word, means with bootstrap intervals over words; of a
    document with several senses of a word, the most frequent one counts.
    """
    rows: list[tuple[str, ...]] = []
    notes: list[Block] = []
    everything = {}
    for name in split_names("--sets", sets, SIDES):
        grouped = everything[name] = group_all(name, data, seed)
        several = [each for each in grouped if each.groups > 1]
        kinds = {
            "all": grouped,
            "several senses": [each for each in several if each.confirmed],
            "several groups of contexts": [each for each in several if not each.confirmed],
        }
        rows += [agreement_row(f"{TITLES[name]}, {kind}", own) for kind, own in kinds.items()]
        second = {kind: sum(e.second >= SECOND for e in words) for kind, words in kinds.items()}
        told = "; ".join(f"{kind}: {second[kind]} of {len(kinds[kind])}" for kind in kinds)
        notes.append(
            Paragraph(
                f"{TITLES[name]}, words with a second sense that has a tenth of the uses: {told}"
            )
        )
    return Report("Senses", [Table(("", "words", *MEASURES), tuple(rows)), *notes], everything)


def senses_null(data: ChangeData = CHANGE, sets: Sets = BOTH, seed: Seed = 0) -> Report:
    """Count words with several senses where there are none, or where domains are alike.

    Documents of both sides of a set, in random order, make two domains: as they are, where no
    sense can be gained or lost, and with all words of all documents shuffled, where no word has
    senses. Shares of words with several groups, of those whose groups are not confirmed as
    senses, of those whose groups have shares that differ between the domains, and of all words
    whose groups would have, shown or not.
    """
    rows = []
    for name in split_names("--sets", sets, SIDES):
        documents = read_all_lemmas(name, data)
        generator = np.random.default_rng(seed)
        for title, text in (
            ("random halves", documents),
            ("random halves, words shuffled", shuffle_words(documents, generator)),
        ):
            found = group_words(halve(text, generator), seed)
            rows.append(_null_row(f"{TITLES[name]}, {title}", found))
    headers = ("several groups", "not confirmed", "with p ≤ 0.05", "all with p ≤ 0.05")
    return Report("Senses under the null", [Table(("", "words", *headers), tuple(rows))])


def group_all(name: str, folder: Path, seed: int) -> list[Grouped]:
    """Group the uses of every judged word of one set that has enough known senses."""
    judged = read_judged(name, folder)
    model = CrossDomainEmbedding(min_documents=JUDGED_MIN_COUNT, random_state=seed)
    evidence = model.fit(list(judged.domains))._all_domains
    senses = [read_senses(folder / name / f"{side}.jsonl.gz", judged.words) for side in SIDES[name]]
    generator = np.random.default_rng(seed)
    found = []
    for word in judged.words:
        uses = _uses(evidence, evidence.vocabulary.number[word])
        vectors = np.vstack([each.vectors for each in uses]).astype(np.float64)
        labels = np.array(
            [
                of_domain.get((word, int(document)), "")
                for each, of_domain in zip(uses, senses, strict=True)
                for document in each.documents
            ]
        )
        known = labels != ""
        if known.sum() >= FEWEST:
            domains = np.repeat(range(len(uses)), [len(each.vectors) for each in uses])
            grouping = group_uses(vectors, domains, random_state=seed)
            found.append(judge_groups(word, grouping, known, labels, generator))
    return found


def read_senses(path: Path, words: tuple[str, ...]) -> dict[tuple[str, int], str]:
    """Return the sense of each judged word in each document, the most frequent one there."""
    counts: dict[tuple[str, int], Counter[str]] = {}
    judged = set(words)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for document, line in enumerate(lines):
            row: dict[str, Any] = json.loads(line)
            if "sentences" in row:
                pairs = zip(row["sentences"], row["senses"], strict=True)
                tagged = [pair for words, tags in pairs for pair in zip(words, tags, strict=True)]
            else:
                tagged = [(row["target"], row["sense"])]
            for word, sense in tagged:
                if word in judged and sense is not None:
                    counts.setdefault((word, document), Counter())[str(sense)] += 1
    return {key: each.most_common(1)[0][0] for key, each in counts.items()}


def judge_groups(
    word: str,
    grouping: Grouping,
    known: NDArray[np.bool_],
    labels: NDArray[np.str_],
    generator: np.random.Generator,
) -> Grouped:
    groups, senses = grouping.labels[known], labels[known]
    evidence = (int(groups.max()) + 1, grouping.confirmed, grouping.kappa)
    shares = np.sort(np.unique(senses, return_counts=True)[1] / len(senses))[::-1]
    shuffled = [v_measure_score(senses, generator.permutation(groups)) for _ in range(20)]
    if len(shares) == 1:
        # Where people found one sense, no grouping can agree more than by chance.
        return Grouped(word, *evidence, 0.0, 0.0, 0.0, 0.0)
    return Grouped(
        word,
        *evidence,
        float(adjusted_rand_score(senses, groups)),
        float(v_measure_score(senses, groups)),
        float(np.mean(shuffled)),
        float(shares[1]),
    )


def shuffle_words(documents: list[Document], generator: np.random.Generator) -> list[Document]:
    """Return documents of the same sentence lengths with all words in random order."""
    words = [word for document in documents for sentence in document for word in sentence]
    shuffled = iter([words[place] for place in generator.permutation(len(words))])
    return [[[next(shuffled) for _ in sentence] for sentence in each] for each in documents]


def halve(documents: list[Document], generator: np.random.Generator) -> tuple[Corpus, Corpus]:
    """Return two corpora with random halves of the documents."""
    order = generator.permutation(len(documents))
    first, second = (
        corpus_of_lemmas([documents[place] for place in order[half::2]], f"half{half}")
        for half in (0, 1)
    )
    return first, second


def group_words(corpora: Sequence[Corpus], seed: int) -> list[Grouping]:
    """Return the groups of the uses of words that are frequent enough in both domains."""
    model = CrossDomainEmbedding(min_documents=JUDGED_MIN_COUNT, random_state=seed)
    evidence = model.fit(list(corpora))._all_domains
    features = evidence.vocabulary.features
    single = np.flatnonzero([" " not in feature for feature in features])
    counts = [sample.count_documents(single, len(features)) for sample in evidence.samples]
    frequent = single[np.min(counts, axis=0) >= FEWEST_IN_HALF]
    found = []
    for feature in frequent[_evenly(len(frequent))]:
        uses = _uses(evidence, feature)
        vectors = [each.vectors[_evenly(len(each.vectors))] for each in uses]
        domains = np.repeat(range(len(vectors)), [len(each) for each in vectors])
        found.append(group_uses(np.vstack(vectors).astype(np.float64), domains, random_state=seed))
    return found


def _uses(evidence: Any, feature: int) -> list[Any]:
    """Return the uses of a feature in each domain of a fitted model."""
    size = len(evidence.vocabulary.features)
    return [
        collect_uses(sample, np.array([feature]), size, evidence.sense_contexts)
        for sample in evidence.samples
    ]


def _evenly(size: int) -> NDArray[np.int64]:
    return np.linspace(0, size - 1, min(size, MOST)).astype(np.int64)


def agreement_row(title: str, grouped: list[Grouped]) -> tuple[str, ...]:
    """Return means over words, with intervals."""
    columns = zip(*((each.rand, each.v, each.shuffled_v) for each in grouped), strict=True)
    drawn = draw_items(len(grouped))
    means = (np.array(values)[drawn].mean(axis=1) for values in columns)
    return (title, str(len(grouped)), *(show_interval(interval_of(each), 3) for each in means))


def _null_row(title: str, found: list[Grouping]) -> tuple[str, ...]:
    several = np.array([each.labels.max() > 0 for each in found])
    differ = np.array([each.p <= MAX_P_SHARES for each in found])
    unconfirmed = np.array([not each.confirmed for each in found])
    shares = (several.mean(), unconfirmed.mean(), (several & differ).mean(), differ.mean())
    return (title, str(len(found)), *(f"{share:.3f}" for share in shares))

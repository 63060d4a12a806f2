"""How well groups of uses agree with the senses that people told apart.

Run `python -m crosslex_bench.change.senses`. Adjusted Rand index and V-measure per word against
human senses, means with bootstrap intervals over words; of a document with several senses of a
word, the most frequent one counts.
"""

import argparse
import gzip
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import adjusted_rand_score, v_measure_score

from crosslex import CrossDomainEmbedding
from crosslex.senses.find import sense_contexts
from crosslex.senses.grouping import Grouping, group_uses
from crosslex.shifts.uses import collect_uses
from crosslex_bench.change.judged import FOLDER, SIDES, TITLES, read_judged
from crosslex_bench.change.methods import MIN_COUNT
from crosslex_bench.engine.resampling import Interval, draw_items

FEWEST = 20
"""Documents with a known sense that a word must have to be judged."""
SECOND = 0.1
"""Share of a second sense from which people gave a word more than one."""


@dataclass(frozen=True)
class Grouped:
    """One word's groups against its senses: how many groups, and how far both agree."""

    word: str
    groups: int
    confirmed: bool
    agreement: float
    rand: float
    v: float
    shuffled_v: float
    second: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=FOLDER, help="folder of dwug_en and semcor")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--words", action="store_true", help="list the words with several groups")
    parser.add_argument("--show", default="", help="only show the senses of DWUG EN's W,W,…")
    parser.add_argument(
        "--sets", default=",".join(SIDES), help="which of dwug_en and semcor, with a comma between"
    )
    options = parser.parse_args()
    if options.show:
        show_senses(options.show.split(","), options.data, options.seed)
        return
    print("| | words | adjusted Rand index | V-measure | V-measure, groups shuffled |")
    print("|---|---:|---:|---:|---:|")
    notes = []
    for name in options.sets.split(","):
        grouped = group_all(name, options.data, options.seed)
        several = [each for each in grouped if each.groups > 1]
        kinds = {
            "all": grouped,
            "several senses": [each for each in several if each.confirmed],
            "several groups of contexts": [each for each in several if not each.confirmed],
        }
        for kind, words in kinds.items():
            print(_row(f"{TITLES[name]}, {kind}", words))
        second = {kind: sum(e.second >= SECOND for e in words) for kind, words in kinds.items()}
        told = "; ".join(f"{kind}: {second[kind]} of {len(kinds[kind])}" for kind in kinds)
        notes.append(
            f"{TITLES[name]}, words with a second sense that has a tenth of the uses: {told}"
        )
        notes += [
            f"  {each.word}: {each.groups} {'senses' if each.confirmed else 'groups'}, "
            f"agreement {each.agreement:.2f}, adjusted Rand index {each.rand:.2f}, "
            f"second sense {each.second:.2f}"
            for each in sorted(several, key=lambda each: -each.agreement)
            if options.words
        ]
    print("\n" + "\n".join(notes))


def show_senses(words: list[str], folder: Path, seed: int) -> None:
    """Print the senses of some words of DWUG EN."""
    judged = read_judged("dwug_en", folder)
    model = CrossDomainEmbedding(min_documents=MIN_COUNT, random_state=seed)
    model.fit(list(judged.domains))
    for word in words:
        found = model.senses(word, examples=0, random_state=seed)
        print(f"{found.title}\n{found}\n")


def group_all(name: str, folder: Path, seed: int) -> list[Grouped]:
    """Group the uses of every judged word of one set that has enough known senses."""
    judged = read_judged(name, folder)
    model = CrossDomainEmbedding(min_documents=MIN_COUNT, random_state=seed)
    evidence = model.fit(list(judged.domains))._compared()
    vocabulary = evidence.vocabulary
    contexts = sense_contexts(evidence, window=10)
    senses = [read_senses(folder / name / f"{side}.jsonl.gz", judged.words) for side in SIDES[name]]
    generator = np.random.default_rng(seed)
    found = []
    for word in judged.words:
        feature = np.array([vocabulary.number[word]])
        size = len(vocabulary.features)
        uses = [collect_uses(sample, feature, size, contexts) for sample in evidence.samples]
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
            found.append(_judge(word, grouping, known, labels, generator))
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


def _judge(
    word: str,
    grouping: Grouping,
    known: NDArray[np.bool_],
    labels: NDArray[np.str_],
    generator: np.random.Generator,
) -> Grouped:
    groups, senses = grouping.labels[known], labels[known]
    evidence = (int(groups.max()) + 1, grouping.confirmed, grouping.agreement.kappa)
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


def _row(title: str, grouped: list[Grouped]) -> str:
    """Write means over words, with intervals."""
    cells = []
    for values in (
        np.array([each.rand for each in grouped]),
        np.array([each.v for each in grouped]),
        np.array([each.shuffled_v for each in grouped]),
    ):
        draws = values[draw_items(len(values))].mean(axis=1)
        interval = Interval.of(draws[0], draws[1:])
        cells.append(f"{interval.value:.3f} ({interval.low:.3f} to {interval.high:.3f})")
    return f"| {title} | {len(grouped)} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()

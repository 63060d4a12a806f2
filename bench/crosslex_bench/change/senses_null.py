"""How many words are given several senses where there are none, or where domains are alike.

Run `python -m crosslex_bench.change.senses_null`. Documents of both sides of a set, in random order,
make two domains: as they are, where no sense can be gained or lost, and with all words of all
documents shuffled, where no word has senses. Prints the share of words with several groups, of
those whose groups are not confirmed as senses, of those whose groups have shares that differ
between the domains, and of all words whose groups would have, shown or not.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.senses.find import sense_contexts
from crosslex.senses.grouping import MAX_P_SHARES, Grouping, group_uses
from crosslex.shifts.uses import collect_uses, count_documents
from crosslex.text.settings import TextSettings
from crosslex_bench.change.judged import (
    FOLDER,
    SIDES,
    TITLES,
    read_lemmas,
    sentences_of,
)
from crosslex_bench.change.methods import MIN_COUNT

FEWEST = 30
"""Documents in each half that a word must have to be grouped."""
MOST = 60
"""Words that are grouped, and documents of each half, evenly over all that there are."""

Documents = list[list[list[str]]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=FOLDER, help="folder of dwug_en and semcor")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--sets", default=",".join(SIDES), help="which of dwug_en and semcor, with a comma between"
    )
    options = parser.parse_args()
    print("| | words | several groups | not confirmed | with p ≤ 0.05 | all with p ≤ 0.05 |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in options.sets.split(","):
        documents = [
            document
            for side in SIDES[name]
            for document in read_lemmas(options.data / name / f"{side}.jsonl.gz")
        ]
        generator = np.random.default_rng(options.seed)
        for title, text in (
            ("random halves", documents),
            ("random halves, words shuffled", shuffle_words(documents, generator)),
        ):
            found = group_words(halve(text, generator), options.seed)
            print(_row(f"{TITLES[name]}, {title}", found), flush=True)


def shuffle_words(documents: Documents, generator: np.random.Generator) -> Documents:
    """Return documents of the same sentence lengths with all words in random order."""
    words = [word for document in documents for sentence in document for word in sentence]
    shuffled = iter([words[place] for place in generator.permutation(len(words))])
    return [[[next(shuffled) for _ in sentence] for sentence in each] for each in documents]


def halve(documents: Documents, generator: np.random.Generator) -> tuple[Corpus, Corpus]:
    """Return two corpora with random halves of the documents."""
    order = generator.permutation(len(documents))
    first, second = (
        Corpus.from_texts(
            [_text(documents[place]) for place in order[half::2]],
            name=f"half{half}",
            text_settings=TextSettings(analyzer=sentences_of),
        )
        for half in (0, 1)
    )
    return first, second


def group_words(corpora: Sequence[Corpus], seed: int) -> list[Grouping]:
    """Return the groups of words that are frequent enough, those of two domains together."""
    model = CrossDomainEmbedding(min_documents=MIN_COUNT, random_state=seed)
    evidence = model.fit(list(corpora))._compared()
    vocabulary, samples = evidence.vocabulary, evidence.samples
    contexts = sense_contexts(evidence, window=10)
    size = len(vocabulary.features)
    single = np.flatnonzero([" " not in feature for feature in vocabulary.features])
    counts = [count_documents(sample, single, size) for sample in samples]
    frequent = single[np.min(counts, axis=0) >= FEWEST]
    chosen = frequent[_evenly(len(frequent))]
    found = []
    for feature in chosen:
        uses = [collect_uses(sample, np.array([feature]), size, contexts) for sample in samples]
        vectors = [each.vectors[_evenly(len(each.vectors))] for each in uses]
        domains = np.repeat(range(len(vectors)), [len(each) for each in vectors])
        found.append(group_uses(np.vstack(vectors).astype(np.float64), domains, random_state=seed))
    return found


def _evenly(size: int) -> NDArray[np.int64]:
    return np.linspace(0, size - 1, min(size, MOST)).astype(np.int64)


def _text(document: list[list[str]]) -> str:
    return "\n".join(" ".join(sentence) for sentence in document)


def _row(title: str, found: list[Grouping]) -> str:
    several = np.array([each.labels.max() > 0 for each in found])
    differ = np.array([each.p <= MAX_P_SHARES for each in found])
    unconfirmed = np.array([not each.confirmed for each in found])
    shares = (several.mean(), unconfirmed.mean(), (several & differ).mean(), differ.mean())
    return f"| {title} | {len(found)} | {' | '.join(f'{share:.3f}' for share in shares)} |"


if __name__ == "__main__":
    main()

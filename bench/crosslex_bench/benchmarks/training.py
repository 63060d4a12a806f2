"""Speed of training against gensim and against the paper's trainer, and as sizes grow.

Run `python -m crosslex_bench.benchmarks.training --json FILE`. Every ratio is a speed-up in CPU time, higher is
better; what is compared takes turns, and medians over the rounds are taken.

- `pairs_vs_gensim`, `reference_vs_gensim`: updates (pairs × (1 + negatives)) per CPU second
  against skip-gram's, at the paper's size.
- `time_to_loss_vs_reference`: CPU time that the reference needs to its best held-out loss over
  the time that the default trainer needs to the same loss.
- `fit_vs_gensim`: CPU time of gensim's five epochs over two texts over that of a whole `fit`.
"""

import argparse
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from gensim.models import Word2Vec

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.counts.cooccurrences import Cooccurrences, count_cooccurrences
from crosslex.counts.frequent_features import count_domains
from crosslex.counts.instances import Instances, collect_instances
from crosslex.learn import TrainingSettings, train
from crosslex.pivots.choice import choose_vocabulary
from crosslex.pivots.vocabulary import Vocabulary
from crosslex_bench.benchmarks.mdsd import FOLDER, read_pair
from crosslex_bench.benchmarks.measure import interleaved, machine
from crosslex_bench.benchmarks.training_growth import growth, plot, print_one_size, text_growth
from crosslex_bench.benchmarks.training_loss import time_to_loss

NEGATIVES = 5
DIMENSION = 300
WINDOW = 5
"""gensim's default, which its number of pairs depends on."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.benchmarks.training", description=__doc__
    )
    parser.add_argument("--json", type=Path, help="write the result to this file, too")
    parser.add_argument("--plot", type=Path, help="plot growth here; by default beside the JSON")
    parser.add_argument("--data", type=Path, default=Path(FOLDER), help="folder of the reviews")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each piece of work")
    # What a child process is called with: the sizes to train at.
    parser.add_argument("--one-size", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one_size:
        print_one_size(options.one_size)
        return
    folder = options.data / "mdsd" if (options.data / "mdsd").is_dir() else options.data
    corpora = read_pair(str(folder), "books", "kitchen")
    result = run(corpora, options.rounds)
    printed = json.dumps(result, indent=2)
    print(printed)
    if options.json:
        options.json.write_text(printed + "\n", encoding="utf-8")
    picture = options.plot or (options.json and options.json.with_suffix(".png"))
    if picture:
        plot(result["growth"], picture)


def run(corpora: list[Corpus], rounds: int) -> dict[str, Any]:
    vocabulary = paper_vocabulary(corpora)
    instances = [
        collect_instances(corpus, vocabulary.pivots, vocabulary.words(corpus.name))
        for corpus in corpora
    ]
    pairs = [
        count_cooccurrences(corpus, vocabulary.pivots, vocabulary.words(corpus.name))
        for corpus in corpora
    ]
    speed = updates_per_second(corpora, vocabulary, instances, pairs, rounds)
    loss = time_to_loss(instances, rounds)
    fit = whole_fit(corpora, rounds)
    return {
        "machine": machine(),
        "rounds": rounds,
        "pairs_vs_gensim": speed["pairs"] / speed["gensim"],
        "reference_vs_gensim": speed["reference"] / speed["gensim"],
        "time_to_loss_vs_reference": loss["ratio"],
        "fit_vs_gensim": fit["ratio"],
        "targets": {
            "pairs_vs_gensim": 0.7,
            "reference_vs_gensim": 0.7,
            "time_to_loss_vs_reference": 3,
            "fit_vs_gensim": 1,
        },
        "updates_per_cpu_second": speed,
        "time_to_loss": loss,
        "fit": fit,
        "twice_the_text": text_growth(corpora, rounds),
        "growth": growth(),
    }


def paper_vocabulary(corpora: list[Corpus]) -> Vocabulary:
    """Return a vocabulary of 500 pivots and 500 + 500 frequent non-pivots."""
    return choose_vocabulary(
        count_domains(corpora, min_count=8), score="frequency", n_pivots=500, scope="paper"
    )


def updates_per_second(
    corpora: list[Corpus],
    vocabulary: Vocabulary,
    instances: list[Instances],
    pairs: list[Cooccurrences],
    rounds: int,
) -> dict[str, float]:
    """Compare whole trainings, from counts or instances in memory to vectors."""
    pairs_epochs, reference_epochs = 20, 3
    per_pair = TrainingSettings(
        trainer="pairs", epochs=pairs_epochs, holdout=0, backoff=0, pair_weight="count"
    )
    reference = replace(TrainingSettings.paper(), epochs=reference_epochs)
    texts = [document for corpus in corpora for document in known_words(corpus, vocabulary)]
    # Without subsampling, so that the number of pairs is known.
    model = Word2Vec(
        vector_size=DIMENSION, window=WINDOW, min_count=1, sg=1, negative=NEGATIVES, sample=0,
        workers=1, seed=1,
    )  # fmt: skip
    model.build_vocab(texts)
    works = {
        "pairs": lambda: train(pairs, per_pair),
        "reference": lambda: train(instances, reference),
        "gensim": lambda: model.train(texts, total_examples=len(texts), epochs=1),
    }
    interleaved(works, rounds=1)  # compiles
    seconds = interleaved(works, rounds=rounds)
    updates = {
        "pairs": pairs_epochs * sum(domain.counts.nnz for domain in pairs),
        "reference": reference_epochs * sum(len(domain.word) for domain in instances),
        "gensim": sum(skip_gram_pairs(len(text)) for text in texts),
    }
    return {name: float((1 + NEGATIVES) * updates[name] / seconds[name].cpu) for name in works}


def known_words(corpus: Corpus, vocabulary: Vocabulary) -> list[list[str]]:
    """Return every document's words that are in the vocabulary: gensim is fastest on few words."""
    known = np.isin(np.array(corpus.words), np.array(vocabulary.features))
    bounds = corpus.sentence_offsets[corpus.document_offsets]
    documents = []
    for start, stop in pairwise(bounds.tolist()):
        ids = corpus.ids[start:stop]
        documents.append([corpus.words[number] for number in ids[known[ids]]])
    return documents


def skip_gram_pairs(length: int) -> float:
    """Return the expected number of skip-gram's pairs, whose windows are drawn from 1 to WINDOW."""
    places = np.arange(length)
    reach = sum(
        np.minimum(places, window) + np.minimum(length - 1 - places, window)
        for window in range(1, WINDOW + 1)
    )
    return float(np.sum(reach)) / WINDOW


def whole_fit(corpora: list[Corpus], rounds: int) -> dict[str, Any]:
    """Compare a default `fit` of encoded corpora with gensim's five epochs over their words."""
    sentences = [
        [corpus.words[number] for number in corpus.ids[start:stop]]
        for corpus in corpora
        for start, stop in pairwise(corpus.sentence_offsets.tolist())
    ]

    def ours() -> CrossDomainEmbedding:
        return CrossDomainEmbedding(dimension=DIMENSION).fit(corpora)

    def gensim() -> Word2Vec:
        return Word2Vec(
            sentences, sg=1, negative=NEGATIVES, vector_size=DIMENSION, workers=1, epochs=5, seed=1
        )

    model = ours()  # compiles
    seconds = interleaved({"crosslex": ours, "gensim": gensim}, rounds=rounds)
    return {
        "ratio": seconds["gensim"].cpu / seconds["crosslex"].cpu,
        "crosslex_cpu_seconds": seconds["crosslex"].cpu,
        "gensim_cpu_seconds": seconds["gensim"].cpu,
        "tokens": sum(corpus.n_tokens for corpus in corpora),
        "words": [len(words) for words in model.learned_.words],
    }


if __name__ == "__main__":
    main()

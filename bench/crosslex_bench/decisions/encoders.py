"""What a sentence encoder adds to the default classifier, on pairs with music or video as target.

Run `python -m crosslex_bench.decisions.encoders MODEL`, where MODEL is a folder or a name that
sentence-transformers can load; it must be installed. Encodings are kept in the file that
`--cache` names, since they take most of the time.
"""

import argparse
import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from crosslex import Corpus, CrossDomainClassifier
from crosslex.classify.encoder import Encoder
from crosslex_bench.data.mdsd import FOLDER, read_domain, read_test

PAIRS = "books->music,electronics->music,books->video,kitchen->video"


class CachedEncoder:
    """A model of sentence-transformers, loaded when a text comes that is not in the cache yet."""

    def __init__(self, model: str, cache: Path | None) -> None:
        self.model, self.cache, self.seconds, self.encoded = model, cache, 0.0, 0
        self.rows: dict[str, NDArray[np.float32]] = {}
        if cache is not None and cache.exists():
            with np.load(cache) as held:
                self.rows = dict(zip(held["keys"].tolist(), held["rows"], strict=True))

    def encode(self, texts: list[str]) -> NDArray[np.float32]:
        """Return texts × dimensions."""
        keys = [text_key(text) for text in texts]
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in self.rows}
        if new:
            began = time.process_time()
            library = import_module("sentence_transformers")
            model = library.SentenceTransformer(self.model, device="cpu")
            model.max_seq_length = min(model.max_seq_length, 256)
            found = model.encode([*new.values()], show_progress_bar=False)
            self.rows |= dict(zip(new, np.asarray(found, np.float32), strict=True))
            self.seconds += time.process_time() - began
            self.encoded += len(new)
            if self.cache is not None:
                np.savez(self.cache, keys=[*self.rows], rows=np.stack([*self.rows.values()]))
        return np.stack([self.rows[key] for key in keys])


def text_key(text: str) -> str:
    """Return what a text is known by, whatever its blanks."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:32]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", help="folder or name of a sentence-transformers model")
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--pairs", default=PAIRS, help="such as 'books->music', between commas")
    parser.add_argument("--labels", type=int, help="labels of the source to use, else all")
    parser.add_argument("--cache", type=Path, help="an .npz file for encodings")
    options = parser.parse_args()
    encoder = CachedEncoder(options.model, options.cache)
    print(
        "| pair | crosslex | AUC | with the encoder | AUC |\n|---|---:|---:|---:|---:|", flush=True
    )
    rows = []
    for text in options.pairs.split(","):
        source, target = text.split("->")
        corpora = [
            with_labels(read_domain(options.data, source), options.labels),
            read_domain(options.data, target).without_labels(),
        ]
        test = read_test(options.data, target)
        row = [each for brought in (None, encoder) for each in measure(corpora, test, brought)]
        rows.append(row)
        print_row(text, row)
    print_row("mean", np.mean(rows, axis=0))
    if encoder.encoded:
        print(f"\n{1000 * encoder.seconds / encoder.encoded:.0f} CPU ms per text encoded")


def with_labels(corpus: Corpus, number: int | None) -> Corpus:
    """Return the corpus with so many labels, of all classes alike."""
    if number is None:
        return corpus
    random, labels = np.random.default_rng(0), np.full_like(corpus.labels, -1)
    for code in range(len(corpus.classes)):
        own = random.permutation(np.flatnonzero(corpus.labels == code))
        labels[own[: number // len(corpus.classes)]] = code
    return replace(corpus, labels=labels)


def measure(
    corpora: Sequence[Corpus], test: Corpus, encoder: Encoder | None
) -> tuple[float, float]:
    """Return accuracy and AUC in percent."""
    classifier = CrossDomainClassifier(target=corpora[1].name, encoder=encoder).fit(corpora)
    truth = [test.classes[code] for code in test.labels]
    area = roc_auc_score(
        np.array(truth) == classifier.classes_[1], classifier.decision_function(test)
    )
    return 100 * classifier.score(test, truth), 100 * float(area)


def print_row(name: str, row: Any) -> None:
    """Print one row of the table."""
    print(f"| {name} | " + " | ".join(f"{value:.1f}" for value in row) + " |", flush=True)


if __name__ == "__main__":
    main()

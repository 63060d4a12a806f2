"""The default classifier with a sentence encoder as a further view."""

import hashlib
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score

from crosslex import Corpus, CrossDomainClassifier
from crosslex.classify import Encoder
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.datasets import HUTTO2014, read_domain, read_test
from crosslex_bench.data.hutto2014 import DOMAINS
from crosslex_bench.data.pairs import all_pairs
from crosslex_bench.pages import Block, Paragraph, Table
from crosslex_bench.places import MDSD

FOUR = ("books", "dvd", "electronics", "kitchen")
PAIRS = "books->music,electronics->music,books->video,kitchen->video"


class CachedEncoder:
    """A model of sentence-transformers, loaded when a text comes that is not in the cache yet."""

    def __init__(self, model: str, cache: Path | None) -> None:
        self.model, self.cache, self.seconds, self.encoded = model, cache, 0.0, 0
        self.rows: dict[str, NDArray[np.float32]] = {}
        if cache is not None and cache.exists():
            with np.load(cache) as held:
                self.rows = dict(zip(held["keys"].tolist(), held["rows"], strict=True))

    def __deepcopy__(self, memo: object) -> "CachedEncoder":
        return self  # as clones of pipelines need it: all share one cache

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


def encoders(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL", help="Folder or name of a sentence-transformers model; it is loaded."
        ),
    ],
    data: Data = MDSD,
    pairs: Annotated[
        str, typer.Option(help="Pairs such as 'books->music', separated by commas, or all.")
    ] = PAIRS,
    cache: Annotated[Path | None, typer.Option(help="An .npz file for encodings.")] = None,
) -> Report:
    """Measure what a sentence encoder adds to the default classifier.

    sentence-transformers must be installed. Encodings take most of the time; --cache keeps them.
    """
    encoder = CachedEncoder(model, cache)
    rows: dict[str, list[float]] = {}
    names = split_names("--pairs", pairs)
    if names == ["all"]:
        names = [str(pair) for pair in all_pairs(DOMAINS if str(data) == HUTTO2014 else FOUR)]
    for text in names:
        source, target = text.split("->")
        corpora = [read_domain(data, source), read_domain(data, target).without_labels()]
        test = read_test(data, target)
        rows[text] = [each for given in (None, encoder) for each in measure(corpora, test, given)]
    rows["mean"] = np.mean(list(rows.values()), axis=0).tolist()
    table = Table(
        ("pair", "crosslex", "AUC", "CPU s", "with the encoder", "AUC", "CPU s"),
        tuple((name, *(f"{value:.1f}" for value in row)) for name, row in rows.items()),
    )
    blocks: list[Block] = [table]
    if encoder.encoded:
        speed = 1000 * encoder.seconds / encoder.encoded
        blocks.append(Paragraph(f"{speed:.0f} CPU ms per text encoded."))
    return Report("With a sentence encoder", blocks, rows)


def measure(
    corpora: Sequence[Corpus], test: Corpus, encoder: Encoder | None
) -> tuple[float, float, float]:
    """Return accuracy and AUC in percent, and the CPU seconds of learning, without encoding."""
    encoded = encoder.seconds if isinstance(encoder, CachedEncoder) else 0.0
    began = time.process_time()
    classifier = CrossDomainClassifier(target=corpora[1].name, encoder=encoder).fit(corpora)
    seconds = time.process_time() - began
    if isinstance(encoder, CachedEncoder):
        seconds -= encoder.seconds - encoded
    truth = [test.classes[code] for code in test.labels]
    area = roc_auc_score(
        np.array(truth) == classifier.classes_[1], classifier.decision_function(test)
    )
    return 100 * classifier.score(test, truth), 100 * float(area), seconds

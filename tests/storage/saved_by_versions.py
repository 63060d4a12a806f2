"""Folders that released versions wrote, kept to be loaded by every later one.

`python tests/storage/saved_by_versions.py` writes those of the present version, once per release.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from crosslex import Corpus, CrossDomainClassifier, CrossDomainEmbedding, __version__
from small_domains import texts_of

FOLDER = Path(__file__).with_name("saved")
DOMAINS = ("films", "tools")


def write(folder: Path) -> None:
    corpora = [Corpus.from_texts(texts_of(name), name=name) for name in DOMAINS]
    CrossDomainEmbedding(dimension=4, min_documents=2).fit(corpora).save(folder / "model")
    texts = [text for name in DOMAINS for text in texts_of(name)]
    labels = [int("good" in text) for text in texts[:40]] + [-1] * 40
    domains = [name for name in DOMAINS for _ in range(40)]
    classifier = CrossDomainClassifier(target="tools").fit(texts, labels, sample_domain=domains)
    classifier.save(folder / "classifier")


if __name__ == "__main__":
    write(FOLDER / __version__.rpartition(".")[0])

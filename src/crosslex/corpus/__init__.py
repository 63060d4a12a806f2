"""Files and texts to encoded corpora, one per domain."""

from crosslex.corpus.corpus import UNLABELED, Corpus, Texts, check_domains
from crosslex.corpus.document import Document, Label
from crosslex.corpus.parted import Engine, PartedCorpus

AnyCorpus = Corpus | PartedCorpus

__all__ = [
    "UNLABELED",
    "AnyCorpus",
    "Corpus",
    "Document",
    "Engine",
    "Label",
    "PartedCorpus",
    "Texts",
    "check_domains",
]

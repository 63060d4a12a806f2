"""Files and texts to encoded corpora, one per domain."""

from crosslex.corpus.corpus import UNLABELED, Corpus, Texts, check_domains
from crosslex.corpus.document import Document, Label

__all__ = ["UNLABELED", "Corpus", "Document", "Label", "Texts", "check_domains"]

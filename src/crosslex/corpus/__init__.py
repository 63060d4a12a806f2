"""Files and texts to encoded corpora, one per domain."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.corpus.corpus import Corpus as Corpus
    from crosslex.corpus.document import UNLABELED as UNLABELED
    from crosslex.corpus.document import Document as Document
    from crosslex.corpus.document import Label as Label
    from crosslex.corpus.document import Texts as Texts
    from crosslex.corpus.options import ReadOptions as ReadOptions
    from crosslex.corpus.sharded import AnyCorpus as AnyCorpus
    from crosslex.corpus.sharded import Engine as Engine
    from crosslex.corpus.sharded import ShardedCorpus as ShardedCorpus
    from crosslex.corpus.sharded import check_domains as check_domains
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "corpus": ["Corpus"],
            "document": ["UNLABELED", "Document", "Label", "Texts"],
            "options": ["ReadOptions"],
            "sharded": ["AnyCorpus", "Engine", "ShardedCorpus", "check_domains"],
        },
    )

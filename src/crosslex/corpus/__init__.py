"""Files and texts to encoded corpora, one per domain."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.corpus.corpus import Corpus as Corpus
    from crosslex.corpus.documents import UNLABELED as UNLABELED
    from crosslex.corpus.documents import Document as Document
    from crosslex.corpus.documents import Label as Label
    from crosslex.corpus.encode import encode_batch as encode_batch
    from crosslex.corpus.options import ReadOptions as ReadOptions
    from crosslex.corpus.options import ReadReport as ReadReport
    from crosslex.corpus.readers import read_documents as read_documents
    from crosslex.corpus.shard_files import ShardFiles as ShardFiles
    from crosslex.corpus.sharded import AnyCorpus as AnyCorpus
    from crosslex.corpus.sharded import ShardedCorpus as ShardedCorpus
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "corpus": ["Corpus"],
            "documents": ["UNLABELED", "Document", "Label"],
            "encode": ["encode_batch"],
            "options": ["ReadOptions", "ReadReport"],
            "readers": ["read_documents"],
            "shard_files": ["ShardFiles"],
            "sharded": ["AnyCorpus", "ShardedCorpus"],
        },
    )

"""Files and texts to encoded corpora, one per domain."""

from typing import TYPE_CHECKING

from crosslex.imports import lazy_names

if TYPE_CHECKING:
    from crosslex.corpus.concordance import Concordance as Concordance
    from crosslex.corpus.concordance import ConcordanceSettings as ConcordanceSettings
    from crosslex.corpus.concordance import find_concordance as find_concordance
    from crosslex.corpus.documents import DIVIDE_HINT as DIVIDE_HINT
    from crosslex.corpus.documents import STANDARD_INPUT as STANDARD_INPUT
    from crosslex.corpus.documents import UNLABELED as UNLABELED
    from crosslex.corpus.documents import Document as Document
    from crosslex.corpus.documents import FormatName as FormatName
    from crosslex.corpus.documents import Label as Label
    from crosslex.corpus.documents import ReadOptions as ReadOptions
    from crosslex.corpus.documents import ReadReport as ReadReport
    from crosslex.corpus.documents import class_code as class_code
    from crosslex.corpus.documents import class_codes as class_codes
    from crosslex.corpus.documents import read_label as read_label
    from crosslex.corpus.encode import encode_batch as encode_batch
    from crosslex.corpus.encode import encode_files as encode_files
    from crosslex.corpus.periods import MAX_PERIODS as MAX_PERIODS
    from crosslex.corpus.periods import cut_periods as cut_periods
    from crosslex.corpus.periods import total_words as total_words
    from crosslex.corpus.readers import find_files as find_files
    from crosslex.corpus.readers import read_documents as read_documents
    from crosslex.corpus.readers import words_by_group as words_by_group
    from crosslex.corpus.sharded import AnyCorpus as AnyCorpus
    from crosslex.corpus.sharded import Engine as Engine
    from crosslex.corpus.sharded import ShardFiles as ShardFiles
    from crosslex.corpus.sharded import check_domains as check_domains
    from crosslex.corpus.sharded import describe_run as describe_run
else:
    __all__, __getattr__ = lazy_names(__name__)

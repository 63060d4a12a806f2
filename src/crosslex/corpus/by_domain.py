"""Corpora of texts by domain, or of columns of texts and domains."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from crosslex.corpus.columns import column_of, documents_of_columns, names_of
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import read_id
from crosslex.corpus.encode import encode
from crosslex.corpus.periods import cell_name, checked, normalized, sort_key
from crosslex.corpus.sharded import AnyCorpus
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings


def corpora_by_domain(
    X: Mapping[str, Iterable[str]]
    | Mapping[tuple[str, str], Iterable[str]]
    | Sequence[AnyCorpus]
    | Iterable[str],
    sample_domain: Iterable[Any] | NDArray[Any] | None = None,
    *,
    ordered: bool = False,
) -> list[AnyCorpus]:
    """Return one corpus per domain.

    Parameters
    ----------
    X
        Texts by the name of their domain, or by (period, group); or texts, with the domain of each
        in `sample_domain`; or corpora. Iterators are read once.
    sample_domain
        The domain of each text.
    ordered
        Whether domains of a column are sorted, as numbers or dates; otherwise they come as they
        first occur.

    Examples
    --------
    >>> [corpus.name for corpus in corpora_by_domain({"films": ["a plot"], "tools": ["a saw"]})]
    ['films', 'tools']
    >>> [len(each) for each in corpora_by_domain(["a plot", "a saw", "a cast"], ["f", "t", "f"])]
    [2, 1]
    """
    if isinstance(X, Mapping):
        if sample_domain is not None:
            raise InputError("sample_domain: the texts are by domain already; leave it out")
        return [_corpus(name, texts) for name, texts in X.items()]
    texts = texts_or_corpora(X, has_columns=sample_domain is not None)
    if texts and all(isinstance(each, AnyCorpus) for each in texts):
        if sample_domain is not None:
            raise InputError("sample_domain: corpora have a domain each; leave it out")
        return texts
    if sample_domain is None:
        raise InputError("sample_domain: give the domain of each text, or texts by domain")
    domains = names_of("sample_domain", sample_domain, len(texts))
    if ordered:
        domains = checked("sample_domain", map(normalized, domains))
    found = encode(documents_of_columns(texts, domains=domains), None)
    return sorted(found, key=lambda corpus: sort_key(corpus.name)) if ordered else [*found]


def texts_or_corpora(X: Any, *, has_columns: bool) -> list[Any]:
    """Return a column of texts, or corpora; refuse a single one of them, and a whole data frame.

    `has_columns` is whether the columns beside the texts were given.
    """
    found = type(X).__name__
    if isinstance(X, str | AnyCorpus) or not isinstance(X, Iterable):
        raise InputError(
            f"X: found {found}; give texts with sample_domain, or corpora, one per domain"
        )
    if hasattr(X, "columns") and not has_columns:
        raise InputError(
            f"X: found {found}; give Corpus.from_frame(X, domain=…), which takes names of columns"
        )
    return column_of("X", X)


def corpus_of(
    X: Any, name: str, text_settings: TextSettings, *, keep_texts: bool, n_jobs: int
) -> Corpus:
    """Return the corpus of texts, or a corpus itself if it was analyzed alike."""
    if not isinstance(X, Corpus):
        return Corpus.from_texts(
            column_of("X", X) if hasattr(X, "shape") else X,
            name=name,
            text_settings=text_settings,
            keep_texts=keep_texts,
            n_jobs=n_jobs,
        )
    if X.text_settings.describe() != text_settings.describe():
        raise InputError(f"corpus {X.name!r} was analyzed with other text settings")
    return X


def _corpus(name: str | tuple[str, str], texts: Iterable[str]) -> Corpus:
    """Return the corpus of a domain, or of a period and a group."""
    column = texts if isinstance(texts, Iterator) else column_of(str(name), texts)
    if not isinstance(name, tuple):
        return Corpus.from_texts(column, name=read_id(name) or "")
    period, group = (read_id(part) or "" for part in name)
    corpus = Corpus.from_texts(column, name=cell_name(group, period))
    return replace(corpus, group=group)

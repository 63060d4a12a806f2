"""Texts, labels and domains as users hold them: columns, or texts by domain."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Corpus
from crosslex.corpus.periods import checked, normalized, sort_key
from crosslex.corpus.sharded import AnyCorpus, ShardedCorpus
from crosslex.errors import InputError


def corpora_by_domain(
    X: Mapping[str, Iterable[str]] | Sequence[AnyCorpus] | Iterable[str],
    sample_domain: Sequence[str] | NDArray[Any] | None = None,
    *,
    ordered: bool = False,
) -> list[AnyCorpus]:
    """Return one corpus per domain.

    Parameters
    ----------
    X
        Texts by the name of their domain; or texts, with the domain of each in `sample_domain`; or
        corpora.
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
        return [
            Corpus.from_texts(
                column_of(str(name), texts) if hasattr(texts, "shape") else texts, name=str(name)
            )
            for name, texts in X.items()
        ]
    if isinstance(X, str | Corpus | ShardedCorpus) or not isinstance(X, Iterable):
        raise InputError(
            f"X: found {type(X).__name__}; give texts by domain, texts with sample_domain, or "
            "corpora, one per domain"
        )
    given = column_of("X", X)
    corpora = [each for each in given if isinstance(each, Corpus | ShardedCorpus)]
    if given and len(corpora) == len(given):
        if sample_domain is not None:
            raise InputError("sample_domain: corpora have a domain each; leave it out")
        return corpora
    if sample_domain is None:
        raise InputError("sample_domain: give the domain of each text, or texts by domain")
    by_domain: dict[str, list[Any]] = {}
    domains = one_per_text("sample_domain", sample_domain, len(given))
    for row, (text, domain) in enumerate(zip(given, domains, strict=True)):
        if _is_missing(domain):
            raise InputError(f"sample_domain: found none in row {row}; give a domain per text")
        name = normalized(str(domain)) if ordered else str(domain)
        by_domain.setdefault(name, []).append(text)
    names = list(by_domain)
    if ordered:
        names = sorted(checked("sample_domain", names), key=sort_key)
    return corpora_by_domain({name: by_domain[name] for name in names})


def _is_missing(value: Any) -> bool:
    """Return whether a value is None, NaN or a data frame's missing value."""
    try:
        return value is None or bool(value != value)
    except TypeError:  # pandas.NA is neither equal nor unequal to anything
        return True


def column_of(name: str, values: Any) -> list[Any]:
    """Return the values of a list, an array, or a table of one column, such as a data frame.

    >>> column_of("y", np.array([["good"], ["bad"]], object))
    ['good', 'bad']
    """
    shape = getattr(values, "shape", None)
    if isinstance(shape, tuple) and len(shape) != 1:
        if len(shape) != 2 or shape[1] != 1:
            size = " × ".join(map(str, shape)) or "a single value"
            raise InputError(f"{name}: found a table of {size}; give one column of it")
        values = np.asarray(values)[:, 0]
    return list(values)


def one_per_text(name: str, values: Any, n_texts: int) -> list[Any]:
    """Return the values of a column, if there are as many as texts."""
    column = column_of(name, values)
    if len(column) != n_texts:
        raise InputError(f"{name}: found {len(column)} for {n_texts} texts; give one per text")
    return column

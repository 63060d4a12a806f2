"""What users hand to a classifier, checked and brought into one form: labeled corpora."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus import UNLABELED, Corpus, Label, check_domains
from crosslex.errors import InputError
from crosslex.text import TextSettings


def corpora_of(
    X: Sequence[str] | Sequence[Corpus],
    y: Sequence[Label] | NDArray[Any] | None,
    sample_domain: Sequence[str] | NDArray[Any] | None,
    *,
    text_settings: TextSettings,
    n_jobs: int,
) -> list[Corpus]:
    """Return one corpus a domain, labels beside the texts, from texts or from corpora."""
    documents = list(X)
    if documents and all(isinstance(each, Corpus) for each in documents):
        if y is not None or sample_domain is not None:
            raise InputError("y, sample_domain: corpora hold labels and domains; leave them out")
        corpora = [each for each in documents if isinstance(each, Corpus)]
    else:
        corpora = _encode(documents, y, sample_domain, text_settings, n_jobs)
    check_domains(corpora)
    return corpora


def _encode(
    texts: list[Any],
    y: Sequence[Label] | NDArray[Any] | None,
    sample_domain: Sequence[str] | NDArray[Any] | None,
    text_settings: TextSettings,
    n_jobs: int,
) -> list[Corpus]:
    if y is None or sample_domain is None:
        raise InputError("y, sample_domain: give one label (-1: none) and one domain a text")
    labels, domains = list(y), list(sample_domain)
    for name, values in (("y", labels), ("sample_domain", domains)):
        if len(values) != len(texts):
            raise InputError(f"{name}: found {len(values)} for {len(texts)} texts; give one a text")
    _refuse_minus_one_as_class(labels)
    return [
        Corpus.from_texts(
            [text for text, domain in zip(texts, domains, strict=True) if domain == name],
            name=str(name),
            labels=[
                _label(label)
                for label, domain in zip(labels, domains, strict=True)
                if domain == name
            ],
            text_settings=text_settings,
            keep_texts=False,
            n_jobs=n_jobs,
        )
        for name in dict.fromkeys(domains)
    ]


def _refuse_minus_one_as_class(labels: list[Any]) -> None:
    if {label for label in labels if isinstance(label, int | np.integer)} == {-1, 1}:
        raise InputError(
            "y: found the labels -1 and 1 alone, but -1 always means unlabeled; "
            "use 0 and 1 as classes"
        )


def _label(label: Any) -> Label | None:
    if label is None or isinstance(label, str):
        return label
    if isinstance(label, bool | np.bool_ | int | np.integer):
        return int(label)
    if isinstance(label, float | np.floating) and float(label).is_integer():
        return int(label)
    raise InputError(f"y: found the label {label!r}; give whole numbers or words, -1 for none")


def find_target(corpora: Sequence[Corpus], target: str | None) -> int:
    """Return the target's place among the domains; without a name, the one without labels."""
    names = [corpus.name for corpus in corpora]
    if target is not None:
        if target not in names:
            raise InputError(f"target: no text of domain {target!r}; found {', '.join(names)}")
        return names.index(target)
    unlabeled = [
        index for index, corpus in enumerate(corpora) if not (corpus.labels != UNLABELED).any()
    ]
    if len(unlabeled) != 1:
        raise InputError(
            f"target: {len(unlabeled)} domains have no labels; name the target among "
            f"{', '.join(names)}"
        )
    return unlabeled[0]


def with_common_classes(
    corpora: Sequence[Corpus], target: int, *, keep_target: bool
) -> tuple[list[Corpus], tuple[Label, ...]]:
    """Give all domains one set of class codes; the target's labels are hidden unless kept."""
    shown = [
        corpus if keep_target or index != target else corpus.without_labels()
        for index, corpus in enumerate(corpora)
    ]
    labels = {label for corpus in shown for label in corpus.classes}
    if len({isinstance(label, str) for label in labels}) > 1:
        raise InputError("y: some domains have numbers as labels, others words; use one kind")
    classes = tuple(sorted(labels, key=lambda label: (str(type(label)), label)))
    if len(classes) < 2:
        raise InputError(
            f"y: found {len(classes)} class among the source's labels; two or more are needed"
        )
    coded = []
    for corpus in shown:
        codes = np.array([*(classes.index(label) for label in corpus.classes), UNLABELED], np.int32)
        coded.append(replace(corpus, labels=codes[corpus.labels], classes=classes))
    return coded, classes

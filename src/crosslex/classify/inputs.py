"""What users give to a classifier, as labeled corpora: one per domain."""

import unicodedata
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.classify.method import FOLDS
from crosslex.classify.score_mixture import DEVIATION_ERROR
from crosslex.corpus import documents as corpus_documents
from crosslex.corpus.columns import column_of, names_of, one_per_text
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED, Label, class_code, class_codes
from crosslex.corpus.sharded import check_domains
from crosslex.errors import CrosslexWarning, InputError
from crosslex.text.settings import TextSettings

SHOWN_PLACES = 5
MIN_LABELS = FOLDS
"""Of every class: each fold of the cross-validation has to leave one out."""
FEW_LABELS = 1 + ceil(1 / (2 * DEVIATION_ERROR**2))
"""With fewer, the deviation of a class's scores is less certain than calibration assumes: its
relative standard error is 1 / √(2 (n - 1))."""


def corpora_of(
    X: Sequence[str] | Sequence[Corpus],
    y: Sequence[Label] | NDArray[Any] | None,
    sample_domain: Sequence[str] | NDArray[Any] | None,
    text_settings: TextSettings | None = None,
    n_jobs: int = 1,
    *,
    keep_texts: bool = False,
) -> list[Corpus]:
    """Return one corpus per domain, labels in it, from texts or from corpora."""
    if isinstance(X, str | Corpus) or not isinstance(X, Iterable):
        raise InputError(
            f"X: found {type(X).__name__}; give a list of texts, or of corpora, one per domain"
        )
    documents: list[Any] = column_of("X", X)
    if documents and all(isinstance(each, Corpus) for each in documents):
        if y is not None or sample_domain is not None:
            raise InputError("y, sample_domain: corpora hold labels and domains; leave them out")
        corpora = [each for each in documents if isinstance(each, Corpus)]
        check_domains(corpora)
        return corpora
    if y is None or sample_domain is None:
        raise InputError("y, sample_domain: give one label (-1: none) and one domain per text")
    labels = [read_label(label) for label in one_per_text("y", y, len(documents))]
    domains = names_of("sample_domain", sample_domain, len(documents))
    _refuse_two_marks(labels)
    # Encoded by class code: a corpus would turn labels such as "1" into numbers.
    classes = list(dict.fromkeys(label for label in labels if label not in (None, UNLABELED)))
    code: dict[Label | None, int] = {label: number for number, label in enumerate(classes)}
    code[UNLABELED] = UNLABELED
    corpora = []
    for name in dict.fromkeys(domains):
        own = [index for index, domain in enumerate(domains) if domain == name]
        corpus = Corpus.from_texts(
            [documents[index] for index in own],
            name=name,
            labels=[code.get(labels[index]) for index in own],
            ids=own,
            text_settings=text_settings,
            keep_texts=keep_texts,
            n_jobs=n_jobs,
        )
        corpora.append(
            replace(corpus, classes=tuple(classes[int(code)] for code in corpus.classes))
        )
    check_domains(corpora)
    return corpora


def label_codes(
    y: Any, n_texts: int, classes: Sequence[Label], *, refuse_unknown: bool = False
) -> NDArray[np.int32]:
    """Return the class code of each text's label, -1 where it has none.

    A label of no known class is refused, or has the code after all classes'.

    >>> label_codes([1, "0", None, -1, 7], 5, [0, 1])
    array([ 1,  0, -1, -1,  2], dtype=int32)
    """
    names = class_codes(classes)
    codes = []
    for label in map(read_label, one_per_text("y", y, n_texts)):
        code = UNLABELED if label in (None, UNLABELED) else class_code(label, names)
        if code is None and refuse_unknown:
            raise InputError(f"y: found {label!r}; the classes are {', '.join(names)}")
        codes.append(len(classes) if code is None else code)
    return np.array(codes, np.int32)


def read_label(label: Any) -> Label | None:
    """Return a label as a whole number or a word, -1 as it is, None where there is none."""
    try:
        return corpus_documents.read_label(label)
    except InputError as error:
        raise InputError(f"y: {error}") from None


def _refuse_two_marks(labels: Sequence[Label | None]) -> None:
    """Refuse -1 among numbers where texts without a label are marked in another way, too."""
    found = set(labels)
    numbers = any(isinstance(label, int) for label in found - {UNLABELED})
    if numbers and {None, UNLABELED} <= found:
        raise InputError(
            "y: found -1, which means unlabeled, next to None or NaN; if -1 is a class, rename "
            "the classes (0, 1, 2, or words); if not, give None for all texts without a label"
        )


def _question_minus_one(corpora: Sequence[Corpus], classes: Sequence[Label]) -> None:
    """Refuse or question labels of -1 that look like a class of their own."""
    # A domain without any other label is unlabeled, as -1 says.
    questioned = [each for each in corpora if each.minus_ones and (each.labels != UNLABELED).any()]
    number = sum(corpus.minus_ones for corpus in questioned)
    names = [repr(corpus.name) for corpus in questioned]
    numbers = [label for label in classes if isinstance(label, int)]
    if not number or not numbers:
        return
    found = f"y: {number:,} texts of {', '.join(names)} have the label -1, which means unlabeled"
    if min(numbers) < UNLABELED:
        raise InputError(
            f"{found}, and other labels are below it; rename the classes (0, 1, 2, or words), or "
            "give None for texts without a label"
        )
    if 0 in numbers:
        warnings.warn(
            f"{found}; if -1 is a class, rename the classes (0, 1, 2, or words); if not, give "
            "None or an empty label, and this warning goes",
            CrosslexWarning,
            stacklevel=4,
        )


def _places(corpora: Sequence[Corpus], label: Label) -> str:
    """Return the ids of the first documents of a class, to find mistyped labels by."""
    found = (
        corpus.document_ids[int(row)]
        for corpus in corpora
        if label in corpus.classes
        for row in np.flatnonzero(corpus.labels == corpus.classes.index(label))
    )
    shown = list(islice(found, SHOWN_PLACES + 1))
    more = ", …" if len(shown) > SHOWN_PLACES else ""
    return f" (documents {', '.join(shown[:SHOWN_PLACES])}{more})"


def _check_names(counts: Mapping[Label, int], corpora: Sequence[Corpus]) -> None:
    """Refuse classes whose names cannot be saved, or that are one class in two spellings."""
    seen: dict[str, Label] = {}
    for label in sorted(counts, key=str):
        name = str(label)
        if any(unicodedata.category(each) in ("Cc", "Cs") for each in name):
            raise InputError(
                f"y: found the class {label!r}, which contains a control character"
                f"{_places(corpora, label)}; rename it"
            )
        # Numbers have one spelling each.
        other = seen.setdefault("".join(name.split()).casefold(), label)
        if other != label:
            rare = min(other, label, key=counts.__getitem__)
            raise InputError(
                f"y: the classes {other!r} and {label!r} differ only in case or white space; spell "
                f"{rare!r}{_places(corpora, rare)} like the other if they are one, or rename one"
            )


def _check_numbers(counts: Counter[Label], corpora: Sequence[Corpus]) -> None:
    """Refuse classes with so few labels that nothing could be estimated; warn of rare ones."""
    label, number = min(counts.items(), key=lambda pair: (pair[1], str(pair[0])))
    found = f"y: found {number} {'label' if number == 1 else 'labels'} of the class {label!r}"
    found += _places(corpora, label) if number < FEW_LABELS else ""
    if number < MIN_LABELS:
        raise InputError(
            f"{found}; cross-validation needs {MIN_LABELS} of every class: give more, or leave the "
            "class out"
        )
    if number < FEW_LABELS:
        warnings.warn(
            f"{found}; with fewer than {FEW_LABELS}, threshold and expected accuracy are uncertain",
            CrosslexWarning,
            stacklevel=4,
        )


def find_target(corpora: Sequence[Corpus], target: str | None) -> int:
    """Return the target's index among the domains; without a name, the one without labels."""
    names = [corpus.name for corpus in corpora]
    if target is not None:
        # Domains given as numbers are named by them.
        target = str(target)
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
    corpora: Sequence[Corpus], target: int, *, learn_from_target: bool
) -> tuple[list[Corpus], tuple[Label, ...]]:
    """Return corpora with one set of class codes, without labels that are not learned from.

    Those are the target's; where the target's are learned from, those of all others.
    """
    shown = [
        corpus if (index == target) == learn_from_target else corpus.without_labels()
        for index, corpus in enumerate(corpora)
    ]
    # A subset of a corpus need not have documents of every class.
    counts: Counter[Label] = Counter()
    for corpus in shown:
        for code, number in enumerate(np.bincount(corpus.labels + 1)[1:].tolist()):
            if number:
                counts[corpus.classes[code]] += number
    if len({isinstance(label, str) for label in counts}) > 1:
        raise InputError("y: some labels are numbers, others words; use one kind")
    classes = tuple(sorted(counts, key=lambda label: (str(type(label)), label)))
    if len(classes) < 2:
        where = repr(corpora[target].name) if learn_from_target else "the source domains"
        found = f"only the class {classes[0]!r}" if classes else "no class"
        message = f"y: found {found} among the labels of {where}; two or more are needed"
        if classes in ((1,), ("1",)):
            message += " (-1 always means unlabeled: use 0 and 1 as classes)"
        raise InputError(message)
    _question_minus_one(shown, classes)
    _check_names(counts, shown)
    _check_numbers(counts, shown)
    coded = []
    code_of = {label: code for code, label in enumerate(classes)}
    for corpus in shown:
        codes = [*(code_of.get(label, UNLABELED) for label in corpus.classes), UNLABELED]
        coded.append(
            replace(corpus, labels=np.array(codes, np.int32)[corpus.labels], classes=classes)
        )
    return coded, classes

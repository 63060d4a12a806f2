"""Inputs of a classifier: labeled corpora, one per domain, and a class prior."""

import unicodedata
import warnings
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float64s, Int32s
from crosslex.checks import check_choice, check_number
from crosslex.classify import ClassPrior
from crosslex.classify.calibration import MIN_SHARE
from crosslex.classify.method import FOLDS
from crosslex.classify.score_mixture import DEVIATION_ERROR
from crosslex.corpus.by_domain import texts_or_corpora
from crosslex.corpus.columns import documents_of_columns, names_of, one_per_text
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import (
    UNLABELED,
    Label,
    class_code,
    class_codes,
    known_code,
    read_label,
)
from crosslex.corpus.encode import encode
from crosslex.corpus.sharded import check_domains
from crosslex.errors import CrosslexWarning, InputError
from crosslex.results import counted
from crosslex.text.settings import TextSettings

MAX_SUM_ERROR = 0.01
"""By which shares or probabilities that were rounded may differ from a sum of 1."""
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
    text_settings: TextSettings | None,
    n_jobs: int,
    *,
    keep_texts: bool,
) -> list[Corpus]:
    """Return one corpus per domain, labels in it, from texts or from corpora."""
    documents = texts_or_corpora(X, has_columns=y is not None)
    corpora = [each for each in documents if isinstance(each, Corpus)]
    if documents and len(corpora) == len(documents):
        if y is not None or sample_domain is not None:
            raise InputError("y, sample_domain: corpora hold labels and domains; leave them out")
        check_domains(corpora)
        return corpora
    if y is None or sample_domain is None:
        raise InputError("y, sample_domain: give one label (-1: none) and one domain per text")
    labels = [read_label(label, "y") for label in one_per_text("y", y, len(documents))]
    domains = names_of("sample_domain", sample_domain, len(documents))
    classes = tuple(dict.fromkeys(label for label in labels if label not in (None, UNLABELED)))
    code_of: dict[Label | None, int] = {label: code for code, label in enumerate(classes)}
    columns = documents_of_columns(documents, domains=domains)
    for corpus in encode(columns, None, text_settings, keep_texts, n_jobs):
        own = [label for label, name in zip(labels, domains, strict=True) if name == corpus.name]
        codes = np.array([code_of.get(label, UNLABELED) for label in own], np.int32)
        # Not given to the corpus, which would turn labels such as "1" into numbers.
        labeled = replace(corpus, labels=codes, classes=classes, minus_ones=own.count(UNLABELED))
        corpora.append(labeled)
    check_domains(corpora)
    return corpora


def label_codes(
    y: Any, n_texts: int, classes: Sequence[Label], *, refuse_unknown: bool = False
) -> Int32s:
    """Return the class code of each text's label, -1 where it has none.

    A label of no known class is refused, or has the code after all classes'.

    >>> label_codes([1, "0", None, -1, 7], 5, [0, 1])
    array([ 1,  0, -1, -1,  2], dtype=int32)
    """
    names = class_codes(classes)
    codes = []
    for given in one_per_text("y", y, n_texts):
        label = read_label(given, "y")
        if label is None or label == UNLABELED:
            codes.append(UNLABELED)
        elif refuse_unknown:
            codes.append(known_code("y", label, names))
        else:
            code = class_code(label, names)
            codes.append(len(classes) if code is None else code)
    return np.array(codes, np.int32)


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
    corpora: Sequence[Corpus], target: int, *, learn_from_target: bool, name: str = "y"
) -> tuple[list[Corpus], tuple[Label, ...]]:
    """Return corpora with one set of class codes, without labels that are not learned from.

    Those are the target's; where the target's are learned from, those of all others. `name` is
    what messages call the labels.
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
        raise InputError(f"{name}: some labels are numbers, others words; use one kind")
    classes = tuple(sorted(counts))
    if len(classes) < 2:
        where = repr(corpora[target].name) if learn_from_target else "the source domains"
        found = f"only the class {classes[0]!r}" if classes else "no class"
        raise InputError(
            f"{name}: found {found} among the labels of {where}; two or more are needed "
            "(-1 always means unlabeled: use 0 and 1 as classes)"
        )
    _check_classes(counts, shown, name)
    code_of = {label: code for code, label in enumerate(classes)}
    coded = []
    for corpus in shown:
        codes = [*(code_of.get(label, UNLABELED) for label in corpus.classes), UNLABELED]
        labels = np.array(codes, np.int32)[corpus.labels]
        coded.append(replace(corpus, labels=labels, classes=classes))
    return coded, classes


def _check_classes(counts: Mapping[Label, int], corpora: Sequence[Corpus], name: str) -> None:
    """Refuse or question classes that look mistyped, have few labels, or may be meant by -1."""
    seen: dict[str, Label] = {}
    for label in sorted(counts, key=str):
        if any(unicodedata.category(each) in ("Cc", "Cs") for each in str(label)):
            raise InputError(
                f"{name}: found the class {label!r}, which contains a control character"
                f"{_places(corpora, label)}; rename it"
            )
        # Numbers have one spelling each.
        other = seen.setdefault("".join(str(label).split()).casefold(), label)
        if other != label:
            rare = min(other, label, key=counts.__getitem__)
            raise InputError(
                f"{name}: the classes {other!r} and {label!r} differ only in case or white space; "
                f"spell {rare!r}{_places(corpora, rare)} like the other if they are one, or rename "
                "one"
            )
    label, number = min(counts.items(), key=lambda pair: (pair[1], str(pair[0])))
    found = f"{name}: found {counted(number, 'label')} of the class {label!r}"
    if number < MIN_LABELS:
        raise InputError(
            f"{found}{_places(corpora, label)}; cross-validation needs {MIN_LABELS} of every "
            "class: give more, or leave the class out"
        )
    if number < FEW_LABELS:
        _warn(
            f"{found}{_places(corpora, label)}; with fewer than {FEW_LABELS}, threshold and "
            "expected accuracy are uncertain"
        )
    # A domain without any other label is unlabeled, as -1 says.
    questioned = [each for each in corpora if each.minus_ones and (each.labels != UNLABELED).any()]
    if questioned and any(isinstance(label, int) and label <= 0 for label in counts):
        names = ", ".join(repr(corpus.name) for corpus in questioned)
        _warn(
            f"{name}: {sum(corpus.minus_ones for corpus in questioned):,} texts of {names} have "
            "the label -1, which means unlabeled; if -1 is a class, rename the classes (0, 1, 2, "
            "or words); if not, give None or an empty label, and this warning goes"
        )


def _warn(message: str) -> None:
    warnings.warn(message, CrosslexWarning, stacklevel=5)


def _places(corpora: Sequence[Corpus], label: Label) -> str:
    """Return the ids of the first documents of a class, to find mistyped labels by."""
    found = [
        corpus.document_ids[int(row)]
        for corpus in corpora
        if label in corpus.classes
        for row in np.flatnonzero(corpus.labels == corpus.classes.index(label))[: SHOWN_PLACES + 1]
    ]
    more = ", …" if len(found) > SHOWN_PLACES else ""
    return f" (documents {', '.join(found[:SHOWN_PLACES])}{more})"


def read_class_prior(
    wanted: ClassPrior, classes: Sequence[Label], *, fixed: bool = False
) -> Float64s | None:
    """Return the share of each class among the texts to classify; None if it is to be estimated.

    With `fixed`, the method keeps its own threshold, and nothing would depend on a class prior.

    >>> read_class_prior({"bad": 0.2, "good": 0.8}, ("bad", "good"))
    array([0.2, 0.8])
    """
    if isinstance(wanted, str):
        check_choice("class_prior", wanted, ("balanced", "pool"))
        if wanted == "balanced":
            return np.full(len(classes), 1 / len(classes))
    if fixed:
        raise InputError(
            "class_prior: the method keeps the threshold that it learns from its labels; leave the "
            "class prior out, or take another method"
        )
    if isinstance(wanted, str):
        return None
    if not isinstance(wanted, Mapping):
        raise InputError(
            f"class_prior: found {wanted!r:.40}; give a dictionary from each class to its share"
        )
    found = {str(label).strip(): share for label, share in wanted.items()}
    if set(found) != {str(label) for label in classes}:
        raise InputError(
            f"class_prior: found {', '.join(found) or 'no class'}; give a share for each of "
            f"{', '.join(map(str, classes))}"
        )
    for label, share in found.items():
        check_number(f"class_prior[{label!r}]", share, above_zero=True)
    shares = np.array([found[str(label)] for label in classes], np.float64)
    if abs(shares.sum() - 1) > MAX_SUM_ERROR:
        raise InputError(
            f"class_prior: the shares add up to {shares.sum():g}; give shares whose sum is 1"
        )
    shares /= shares.sum()
    if shares.min() < MIN_SHARE:
        raise InputError(f"class_prior: found a share below {MIN_SHARE:g}; give more")
    return shares

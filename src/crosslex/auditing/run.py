"""audit: assess a classifier that is not ours on texts of another domain."""

import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from crosslex.auditing.causes import find_evidence
from crosslex.auditing.expectation import Assessment
from crosslex.auditing.label_shift import LabelShift, find_label_shift
from crosslex.auditing.predictions import Classifier, read_predictions, read_source, read_texts
from crosslex.auditing.result import Audit
from crosslex.checks import check_whole
from crosslex.classifier import CrossDomainClassifier
from crosslex.classify import ClassPrior
from crosslex.classify.crosslex import Crosslex
from crosslex.classify.decision import CalibrationData
from crosslex.classify.fitted import with_stop_words
from crosslex.classify.inputs import read_class_prior, with_common_classes
from crosslex.classify.task import AdaptationTask
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import Label
from crosslex.errors import CrosslexWarning, InputError
from crosslex.text.settings import TextSettings
from crosslex.workers import single_threaded

TOO_GOOD = 0.1
"""By how much more often than our own a classifier may be right on the source's texts before it
is suspected to have learned from them."""
MAX_REPEATED = 0.1
"""Share of the target's texts that may repeat another before there is a warning."""


def audit(
    classifier: Classifier,
    *,
    source: tuple[Sequence[str], Sequence[Any] | NDArray[Any]],
    target: Sequence[str],
    classes: Sequence[Label] | None = None,
    names: tuple[str, str] = ("source", "target"),
    class_prior: ClassPrior = "pool",
    n_suggested: int = 20,
    text_settings: TextSettings | None = None,
    random_state: int = 0,
    n_jobs: int = 1,
) -> Audit:
    """Return what to expect of a classifier on texts of another domain, why, and what to label.

    Parameters
    ----------
    classifier
        A function from a list of texts to probabilities (texts × classes) or classes; an estimator
        of scikit-learn, such as a pipeline, whose predictions for the source are cross-validated;
        or a pair of such predictions, for the source's texts and for the target's.
    source
        Texts and their labels. A function must not have learned from them, nor predictions come
        from a classifier that has.
    target
        Texts without labels.
    classes
        The classes of the columns of probabilities; None takes the estimator's `classes_`, or
        the source's labels in order.
    names
        What to call source and target.
    class_prior
        The share of each class among the target's texts, if you know it, such as
        `{"bad": 0.2, "good": 0.8}` or `balanced`: the estimate is then far more certain. `pool`
        estimates the shares.
    n_suggested
        How many texts to suggest for labeling.
    text_settings
        How to analyze the texts.
    random_state
        Seed of everything random.
    n_jobs
        Processes that analyze text.

    Examples
    --------
    >>> from itertools import permutations
    >>> good, bad = "good fine great nice superb clever", "dull bad poor awful cheap silly"
    >>> said = [" ".join(each) for of in (good, bad) for each in permutations(of.split(), 3)]
    >>> films, tools = [f"{each} plot" for each in said], [f"{each} saw" for each in said]
    >>> def by_word(texts):
    ...     return ["praise" if text.split()[0] in good else "blame" for text in texts]
    >>> print(audit(by_word, source=(films, by_word(films)), target=tools).expected_accuracy)
    100 % (98 to 100 %)
    """
    check_whole("n_suggested", n_suggested, least=0)
    check_whole("random_state", random_state, least=0, most=None)
    if not isinstance(names, tuple | list) or len(names) != 2 or names[0] == names[1]:
        raise InputError(f"names: found {names!r}; give two different names")
    source_name, target_name = map(str, names)
    source_texts, codes, known = read_source(source)
    if isinstance(target, str):
        raise InputError("target: found a single text; give a list of texts")
    texts = read_texts("target", target)
    if not texts:
        raise InputError("target: it has no text; give the texts that are to be classified")
    for_source, for_target = read_predictions(
        classifier, source_texts, codes, texts, known, classes
    )
    corpora = [
        Corpus.from_texts(of, name=name, text_settings=text_settings, n_jobs=n_jobs)
        for of, name in ((source_texts, source_name), (texts, target_name))
    ]
    # Not given to the corpus, which would turn labels such as "1" into numbers.
    corpora[0] = replace(corpora[0], labels=codes, classes=known)
    prior = read_class_prior(class_prior, known)
    task, data, label_shift = learn_own(corpora, random_state)
    assessment = Assessment.of(data, label_shift, for_source, for_target, prior)
    _question_source(assessment, data)
    _question_repeats(texts)
    return Audit(
        (source_name, target_name),
        known,
        for_target.max(axis=1),
        texts,
        find_evidence(task, data, corpora, known, random_state),
        assessment,
        n_suggested,
        random_state,
    )


def learn_own(
    corpora: Sequence[Corpus], random_state: int = 0
) -> tuple[AdaptationTask, CalibrationData, LabelShift]:
    """Return what our own classifier learns from source and target, its scores, label shift."""
    coded, classes = with_common_classes(
        corpora, 1, learn_from_target=False, name="labels of the source"
    )
    documents = [with_stop_words(corpus) for corpus in coded]
    own = CrossDomainClassifier(random_state=random_state)
    with single_threaded():
        task, _ = own.make_task(documents, 1, len(classes), Crosslex.weighting)
        method = Crosslex().fit(task)
        source, target = (domain.documents for domain in task.domains)
        classifier = method.words_classifier(task)
        label_shift = find_label_shift(source, task.stacked_labels[1], target, classifier)
        return task, method.calibration_data(task), label_shift


def _question_source(assessment: Assessment, data: CalibrationData) -> None:
    """Warn of a classifier that is too good on the source's texts not to have learned from them."""
    theirs = float(assessment.source_right.mean())
    ours = float((data.held_out.argmax(axis=1) == data.labels).mean())
    if theirs > 0.95 and theirs > ours + TOO_GOOD:
        warnings.warn(
            f"source: {100 * theirs:.0f} % of the predictions are right, where our own classifier "
            f"has {100 * ours:.0f} %; if the classifier has learned from these texts, give others, "
            "or cross-validated predictions",
            CrosslexWarning,
            stacklevel=3,
        )


def _question_repeats(texts: Sequence[str]) -> None:
    """Warn of texts that repeat another, each of which makes the estimate more certain."""
    repeated = len(texts) - len(set(texts))
    if repeated > MAX_REPEATED * len(texts):
        warnings.warn(
            f"target: {repeated:,} of {len(texts):,} texts repeat another; the estimate is as "
            "certain as if all were different, so audit without repeats, too",
            CrosslexWarning,
            stacklevel=3,
        )

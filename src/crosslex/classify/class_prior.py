"""The class prior: shares of the classes among the texts to classify, given or estimated."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from crosslex.checks import check_choice, check_number
from crosslex.classify import ClassPrior
from crosslex.classify.decision import Scores
from crosslex.classify.method import AdaptationMethod
from crosslex.corpus.documents import Label
from crosslex.errors import InputError

MIN_SHARE = 1e-6
"""The smallest share of a class that can be given or estimated."""
_PASSES = 100


def read_class_prior(
    wanted: ClassPrior, classes: Sequence[Label], method: AdaptationMethod
) -> NDArray[np.float64] | None:
    """Return the share of each class among the texts to classify; None if it is to be estimated.

    One that nothing would depend on, because the method keeps its threshold, is refused.
    """
    shares = class_shares(wanted, classes)
    balanced = isinstance(wanted, str) and wanted == "balanced"
    if not balanced and (method.needs_target_labels or not method.recalibrates):
        raise InputError(
            f"class_prior: {type(method).__name__} keeps the threshold that it learns from its "
            "labels; leave the class prior out, or take another method"
        )
    return shares


def class_shares(wanted: ClassPrior, classes: Sequence[Label]) -> NDArray[np.float64] | None:
    """Return the shares of classes that were asked for; None if they are to be estimated.

    >>> class_shares({"bad": 0.2, "good": 0.8}, ("bad", "good"))
    array([0.2, 0.8])
    """
    if isinstance(wanted, str):
        check_choice("class_prior", wanted, ("balanced", "pool"))
        return np.full(len(classes), 1 / len(classes)) if wanted == "balanced" else None
    found = {str(label).strip(): share for label, share in dict(wanted).items()}
    if set(found) != {str(label) for label in classes}:
        raise InputError(
            f"class_prior: found {', '.join(found) or 'no class'}; give a share for each of "
            f"{', '.join(map(str, classes))}"
        )
    for label, share in found.items():
        check_number(f"class_prior[{label!r}]", share, above_zero=True)
    shares = np.array([found[str(label)] for label in classes], np.float64)
    shares /= shares.sum()
    if shares.min() < MIN_SHARE:
        raise InputError(
            f"class_prior: found a class with less than {MIN_SHARE:g} of the texts; give "
            "it more, or leave its labels out"
        )
    return np.asarray(shares)


def estimate_prior(scores: Scores, label_shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the class prior that explains the scores best, by expectation maximization.

    References
    ----------
    M. Saerens, P. Latinne, C. Decaestecker. *Adjusting the Outputs of a Classifier to New a
    Priori Probabilities*. Neural Computation 14, 2002.

    >>> scores = np.log([[0.9, 0.1], [0.9, 0.1], [0.9, 0.1], [0.1, 0.9]])
    >>> estimate_prior(scores, np.array([0.5, 0.5])).round(2)
    array([0.81, 0.19])
    """
    shares = label_shares
    for _ in range(_PASSES if len(scores) else 0):
        shares = softmax(scores + np.log(shares) - np.log(label_shares), axis=1).mean(axis=0)
        # No class is ever ruled out, else no text could bring it back.
        shares = np.maximum(shares, MIN_SHARE) / np.maximum(shares, MIN_SHARE).sum()
    return np.asarray(shares)

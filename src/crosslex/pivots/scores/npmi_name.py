"""The score `npmi-name`."""

from collections.abc import Sequence

import numpy as np

from crosslex.counting.domain_counts import DomainCounts
from crosslex.errors import InputError
from crosslex.pivots.association import npmi
from crosslex.pivots.scores import Scores


def score(counts: Sequence[DomainCounts]) -> Scores:
    """Return the sum over domains of a feature's NPMI with the domain's name word.

    The event "S" of NPMI(x, S) is that a sentence of S holds the name of S, such as
    "book"; the scores are added, as the program that the paper's authors released does.
    """
    return np.asarray(np.sum([_name_npmi(domain) for domain in counts], axis=0))


def _name_npmi(domain: DomainCounts) -> Scores:
    if domain.n_named_sentences == 0:
        raise InputError(
            f"pivots='npmi-name': no sentence of domain {domain.domain!r} holds its name; "
            "name the domain by a word of its texts, or choose other pivots"
        )
    return npmi(
        domain.named_sentences, domain.sentences, domain.n_named_sentences, domain.n_sentences
    )

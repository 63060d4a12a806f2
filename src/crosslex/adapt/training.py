"""Train a classifier on documents of several domains."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, issparse, vstack

from crosslex.adapt.task import AdaptationTask, LinearClassifier

Documents: TypeAlias = csr_array | NDArray[np.float64]


def train_on_sources(
    task: AdaptationTask,
    classifier: LinearClassifier,
    transform: Callable[[csr_array, int], Documents] | None = None,
) -> LinearClassifier:
    """Return the classifier, trained on the labeled documents of all sources.

    `transform` represents documents of the domain with the given index.
    """
    sources = task.source_labels
    documents = [
        source.documents if transform is None else transform(source.documents, source.domain)
        for source in sources
    ]
    return train_on(documents, [source.labels for source in sources], classifier)


def train_on(
    documents: Sequence[Documents],
    labels: Sequence[NDArray[np.int32]],
    classifier: LinearClassifier,
) -> LinearClassifier:
    """Return the classifier, trained on documents and labels of several domains."""
    stacked = stack_sparse(documents) if issparse(documents[0]) else np.vstack(documents)
    return classifier.fit(stacked, np.concatenate(labels))


def stack_sparse(documents: Sequence[csr_array]) -> csr_array:
    """Return the rows of all matrices in one, with 32-bit indices where they suffice.

    Some classifiers of scikit-learn accept no others.
    """
    stacked = csr_array(vstack(documents, format="csr"))
    if max(stacked.nnz, *stacked.shape) > np.iinfo(np.int32).max:
        return stacked
    indices, starts = stacked.indices.astype(np.int32), stacked.indptr.astype(np.int32)
    return csr_array((stacked.data, indices, starts), shape=stacked.shape)

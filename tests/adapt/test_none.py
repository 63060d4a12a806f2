"""No adaptation: the source's classifier, as it is."""

import numpy as np
from scipy.sparse import vstack
from sklearn.linear_model import LogisticRegression

from crosslex.classify.methods import NoAdaptation


def test_no_adaptation_leaves_documents_as_they_are(task):
    documents = vstack([task.domains[place].documents for place in (0, 1)]).toarray()
    labels = np.concatenate([task.domains[place].labels for place in (0, 1)])
    expected = LogisticRegression(C=3.0, max_iter=5000).fit(documents, labels)
    target = task.domains[2].documents
    found = NoAdaptation(C=3.0).fit(task).decision_.scores(target)
    margin = expected.decision_function(target.toarray())
    np.testing.assert_allclose(found[:, 1] - found[:, 0], margin, rtol=1e-6, atol=1e-9)

"""Cross-domain similarity: predict how a source word would be used in the target."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.utils.extmath import randomized_svd

from crosslex.adapt.decision import LinearDecision, class_scores, fold, train_classifier
from crosslex.adapt.expansion import Expansion, Similarity, unit_rows
from crosslex.adapt.glove import learn_apart
from crosslex.adapt.interface import AdaptationTask, LinearClassifier
from crosslex.adapt.none import NoAdaptation
from crosslex.corpus import Corpus
from crosslex.counting import count_cooccurrences

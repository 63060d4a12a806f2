"""The method of Bollegala, Maehara and Kawarabayashi (ACL 2015), to the letter.

The files follow the paper's sections:

=================  =====================================================================
`features.py`      Pivot Selection, first paragraph: the features of the documents
`pivots.py`        Pivot Selection: NPMI, score(x), pivots and non-pivots
`instances.py`     Proposed Method: the co-occurrences (c, w) ∈ d
`objective.py`     Proposed Method and Training: losses, regularizer and gradients in numpy
`training.py`      Training: mini-batches, AdaGrad, negatives
`kernels.py`       the compiled twin of `objective.py`
`embedding.py`     `PaperEmbedding`: corpora in, one vector per feature and domain out
`classifier.py`    Cross-Domain Sentiment Classification: ψ(h), `PaperClassifier`
=================  =====================================================================

c is a pivot, w a non-pivot, w* a negative, S and T the source and the target domain, λ the weight
of the pivot regularizer (`regularization`), k the number of negatives, n the dimension.
"""

from crosslex.counts.features import PivotCounts as PivotCounts
from crosslex.paper.classifier import PaperClassifier as PaperClassifier
from crosslex.paper.classifier import ScoreMethod as ScoreMethod
from crosslex.paper.classifier import TaskVectors as TaskVectors
from crosslex.paper.classifier import carry_over as carry_over
from crosslex.paper.classifier import comparable_vectors as comparable_vectors
from crosslex.paper.classifier import place_vectors as place_vectors
from crosslex.paper.embedding import PaperEmbedding as PaperEmbedding
from crosslex.paper.features import count_features as count_features
from crosslex.paper.instances import Instances as Instances
from crosslex.paper.instances import PairedBlock as PairedBlock
from crosslex.paper.instances import Pairing as Pairing
from crosslex.paper.instances import collect_instances as collect_instances
from crosslex.paper.instances import instances_of as instances_of
from crosslex.paper.instances import pairs_in_window as pairs_in_window
from crosslex.paper.pivots import PIVOT_SCORES as PIVOT_SCORES
from crosslex.paper.pivots import PaperVocabulary as PaperVocabulary
from crosslex.paper.pivots import PivotName as PivotName
from crosslex.paper.pivots import PivotScore as PivotScore
from crosslex.paper.pivots import choose_vocabulary as choose_vocabulary
from crosslex.paper.training import AliasTable as AliasTable
from crosslex.paper.training import TrainedVectors as TrainedVectors
from crosslex.paper.training import initial_vectors as initial_vectors
from crosslex.paper.training import negative_distribution as negative_distribution
from crosslex.paper.training import train as train

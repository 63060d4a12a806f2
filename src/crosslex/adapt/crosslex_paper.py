"""The paper's own setting: its vocabulary, its training, its way to classify."""

import warnings
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from crosslex.adapt.expansion import ExpansionMethod
from crosslex.adapt.names import WeightingName
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskVectors, with_settings_of
from crosslex.counting.frequent_features import count_domains
from crosslex.counting.instances import collect_instances
from crosslex.errors import CrosslexWarning
from crosslex.learn import TrainingSettings, train
from crosslex.learn.settings import DomainWeights
from crosslex.pivots.choice import choose_vocabulary
from crosslex.pivots.names import PivotName
from crosslex.pivots.scores import PivotScore


@dataclass(kw_only=True, eq=False, repr=False)
class Paper(ExpansionMethod):
    """The method of Bollegala, Maehara and Kawarabayashi (2015), to the letter.

    500 pivots by NPMI, 500 non-pivots of each domain alone, features seen 50 times, the
    reference trainer, binary documents without stop words. Pivots resemble pivots and
    non-pivots resemble non-pivots, as Eq. score has two sums: the two kinds of vectors lie in
    separate halves of the space.

    Domains that share fewer features, or have fewer non-pivots, give all they have. Pivot scores
    that use labels take the sources'. How vectors are learned: see `TrainingSettings`.
    """

    weighting: ClassVar[WeightingName] = "binary"
    stop_words: ClassVar[bool] = False

    n_pivots: int = 500
    n_non_pivots: int = 500
    min_count: int = 50
    window: int = 10
    pivots: PivotName | PivotScore = "npmi"
    dimension: int = 300
    regularization: float = 1.0
    negatives: int = 5
    epochs: int | None = None
    domain_weights: DomainWeights | None = None
    own: float = 0.0
    calibrated: bool = False
    C: float = 0.1

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Choose the vocabulary from the task's text and learn its vectors."""
        corpora = [domain.corpus for domain in task.domains]
        counts = count_domains(corpora, min_count=self.min_count)
        shared = np.all([domain.occurrences > 0 for domain in counts], axis=0)
        with warnings.catch_warnings():
            # Smaller corpora than the paper's have fewer non-pivots; the docstring says so.
            warnings.simplefilter("ignore", CrosslexWarning)
            vocabulary = choose_vocabulary(
                counts,
                score=self.pivots,
                n_pivots=min(self.n_pivots, max(1, int(shared.sum()))),
                scope="paper",
                n_non_pivots=self.n_non_pivots,
            )
        instances = [
            collect_instances(
                corpus, vocabulary.pivots, vocabulary.words(corpus.name), window=self.window
            )
            for corpus in corpora
        ]
        settings = TrainingSettings.paper(random_state=task.random_state)
        learned = train(instances, with_settings_of(self, settings))
        number = {feature: index for index, feature in enumerate(task.features)}
        rows = []
        for place in range(len(task.domains)):
            vectors = np.zeros((len(task.features), 2 * self.dimension), np.float32)
            for words, found, half in (
                (learned.pivots, learned.pivot_vectors[place], slice(None, self.dimension)),
                (learned.words[place], learned.word_vectors[place], slice(self.dimension, None)),
            ):
                known = [index for index, word in enumerate(words) if word in number]
                features = [number[words[index]] for index in known]
                vectors[features, half] = found[known]
            rows.append(vectors)
        pivots = [number[pivot] for pivot in learned.pivots if pivot in number]
        return TaskVectors(tuple(rows), np.array(pivots, np.intp))


METHOD = Paper()

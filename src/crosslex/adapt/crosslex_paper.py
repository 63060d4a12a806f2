"""The paper's own setting: its vocabulary, its training, its way to classify."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np

from crosslex.adapt.expansion import AFTER_VECTORS, ExpansionMethod
from crosslex.adapt.names import WeightingName
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskVectors, with_settings_of
from crosslex.arrays import Float32s
from crosslex.checks import check_choice
from crosslex.corpus.corpus import Corpus
from crosslex.counts.frequent_features import count_domains
from crosslex.counts.instances import collect_instances
from crosslex.counts.names import WindowOver
from crosslex.counts.reused import count_once
from crosslex.learn import TrainingSettings, train
from crosslex.learn.initial_state import initial_state
from crosslex.learn.settings import DomainWeights, Start
from crosslex.pivots.choice import choose_vocabulary
from crosslex.pivots.names import PivotName
from crosslex.pivots.scores import PivotScore
from crosslex.pivots.vocabulary import Vocabulary

Sums = Literal["separate", "joint"]
VectorSource = Literal["learned", "random"]
Vectors = Sequence[tuple[Float32s, Float32s]]
"""For every domain, the vectors of the vocabulary's pivots and of its words there."""
_SPACES = 8
"""Results kept for trials that differ only in what comes after learning."""


@dataclass(kw_only=True, eq=False, repr=False)
class Paper(ExpansionMethod):
    """The method of Bollegala, Maehara and Kawarabayashi (2015), to the letter.

    500 pivots by NPMI, 500 non-pivots of each domain alone, features seen 50 times, the
    reference trainer until the loss has converged, binary documents. The paper's features come
    from texts analyzed with `TextSettings.paper()`. Where the paper is silent, a setting has the
    reading that was chosen, and takes the others. Domains that share fewer features, or have
    fewer non-pivots, give all they have, with a warning. Pivot scores that use labels take the
    sources'. How vectors are learned: see `TrainingSettings`; how documents are scored:
    `ExpansionMethod`.

    Parameters
    ----------
    min_count
        How often a feature must occur in all documents together, and in a domain to belong to
        it: a pivot belongs to all, a non-pivot to one.
    pivots
        The event S and the way to combine NPMI(x, S) and NPMI(x, T): `npmi` (the sentence lies
        in the domain, the lower of the two), `npmi-sum`, `npmi-name` (it holds the domain's name
        word, the sum), `npmi-name-min`; or any other score.
    window_over
        What a window of 10 counts: all `words` but stop words, or `features` alone, pivots and
        non-pivots.
    start
        `normal`: coordinates of vectors start from N(0, 1); `small`: from N(0, 1/dimension).
    sums
        `separate`: ψ as printed, where pivots resemble pivots and non-pivots resemble
        non-pivots; `joint`: features of both roles in both sums.
    vectors
        `learned`, or `random` as they were before training: a control.
    """

    weighting: ClassVar[WeightingName] = "binary"
    stop_words: ClassVar[bool] = False
    fits_line: ClassVar[bool] = False  # the paper predicts by the sign of the score

    n_pivots: int = 500
    n_non_pivots: int = 500
    min_count: int = 50
    window: int = 10
    window_over: WindowOver = "words"
    pivots: PivotName | PivotScore = "npmi"
    dimension: int = 300
    regularization: float = 1.0
    negatives: int = 5
    epochs: int | None = None
    tolerance: float | None = 0.01
    start: Start = "normal"
    domain_weights: DomainWeights | None = None
    sums: Sums = "separate"
    vectors: VectorSource = "learned"
    own: float = 0.0
    calibrated: bool = False
    C: float = 0.1

    def choose(self, task: AdaptationTask) -> Vocabulary:
        """Return the pivots and non-pivots that the task's text has."""
        return choose_vocabulary(
            count_domains(self.corpora(task), min_count=self.min_count),
            score=self.pivots,
            n_pivots=self.n_pivots,
            scope="paper",
            n_non_pivots=self.n_non_pivots,
            min_domain_count=max(1, self.min_count),
        )

    def corpora(self, task: AdaptationTask) -> list[Corpus]:
        """Return the texts of all domains, as vectors are learned from them."""
        return [domain.corpus for domain in task.domains]

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Choose the vocabulary from the task's text and learn its vectors."""
        check_choice("sums", self.sums, get_args(Sums))
        check_choice("vectors", self.vectors, get_args(VectorSource))
        vocabulary = self.choose(task)
        learn = self.learn_pairs if self.vectors == "learned" else self.draw_pairs
        return place_vectors(task, vocabulary, learn(task, vocabulary), sums=self.sums)

    def learn_pairs(self, task: AdaptationTask, vocabulary: Vocabulary) -> Vectors:
        """Return vectors that the paper's objective learns.

        It knows neither labels nor which domain is the target, so domains come in the order of
        their names, and both directions of a pair have the same vectors.
        """
        corpora = sorted(
            (corpus.without_labels() for corpus in self.corpora(task)), key=lambda each: each.name
        )
        later = (*AFTER_VECTORS, "sums", "vectors")
        settings = {k: v for k, v in self.get_params(deep=False).items() if k not in later}
        features = (vocabulary.pivots, [vocabulary.words(corpus.name) for corpus in corpora])
        learned = count_once(
            "pairs",
            corpora,
            (settings, features, task.random_state),
            lambda: self._train(corpora, vocabulary, task),
            most=_SPACES,
        )
        return [learned[domain.name] for domain in task.domains]

    def _train(
        self, corpora: Sequence[Corpus], vocabulary: Vocabulary, task: AdaptationTask
    ) -> dict[str, tuple[Float32s, Float32s]]:
        """Return the vectors of pivots and of words by domain."""
        instances = [
            collect_instances(
                corpus,
                vocabulary.pivots,
                vocabulary.words(corpus.name),
                window=self.window,
                window_over=self.window_over,
            )
            for corpus in corpora
        ]
        learned = train(instances, self._settings(task))
        pairs = zip(learned.pivot_vectors, learned.word_vectors, strict=True)
        return dict(zip((corpus.name for corpus in corpora), pairs, strict=True))

    def draw_pairs(self, task: AdaptationTask, vocabulary: Vocabulary) -> Vectors:
        """Return the random vectors that training starts from."""
        sizes = [len(vocabulary.words(domain.name)) for domain in task.domains]
        state = initial_state(len(vocabulary.pivots), sizes, self._settings(task))
        return list(zip(state.pivots, state.words, strict=True))

    def _settings(self, task: AdaptationTask) -> TrainingSettings:
        return with_settings_of(self, TrainingSettings.paper(random_state=task.random_state))


def place_vectors(
    task: AdaptationTask, vocabulary: Vocabulary, vectors: Vectors, *, sums: Sums
) -> TaskVectors:
    """Return vectors by the task's features; in separate halves for separate sums."""
    number = {feature: index for index, feature in enumerate(task.features)}
    rows = []
    for domain, (pivots, words) in zip(task.domains, vectors, strict=True):
        size = pivots.shape[1]
        width = 2 * size if sums == "separate" else size
        placed = np.zeros((len(task.features), width), np.float32)
        for names, found, columns in (
            (vocabulary.pivots, pivots, slice(None, size)),
            (vocabulary.words(domain.name), words, slice(width - size, None)),
        ):
            known = [index for index, name in enumerate(names) if name in number]
            placed[[number[names[index]] for index in known], columns] = found[known]
        rows.append(placed)
    pivots_placed = [number[pivot] for pivot in vocabulary.pivots if pivot in number]
    return TaskVectors(tuple(rows), np.array(pivots_placed, np.intp))


METHOD = Paper()

"""What the program that the paper's authors released does, where it differs from the paper."""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.adapt.crosslex_paper import place_vectors
from crosslex.adapt.decision import LinearDecision, Scores
from crosslex.adapt.grouped_training import Groups, train_released
from crosslex.adapt.learned_once import learn_once
from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.names import WeightingName
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskVectors
from crosslex.arrays import Float32s
from crosslex.corpus.corpus import Corpus
from crosslex.counts.frequent_features import count_domains
from crosslex.counts.instances import collect_instances
from crosslex.errors import CrosslexWarning
from crosslex.pivots.choice import choose_vocabulary
from crosslex.pivots.names import PivotName
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.vectors import unit_rows

_ROWS = 1024


@dataclass(kw_only=True, eq=False, repr=False)
class Released(AdaptationMethod):
    """The method as the released program has it, not as the paper describes it.

    Words alone have vectors, no bigrams; a feature belongs to a domain in which it occurs more
    than 50 times; NPMI is with the domain's name word in a whole text, and summed; windows of 5
    count pivots and non-pivots alone; coordinates start at about 1/√500; every word near a
    pivot's first occurrence in a text is trained against every negative of that pivot in that
    text, negatives are drawn once, and each triple is a step of its own.

    A classifier θ of all source features as they are then scores target documents with all their
    features, to which those source non-pivots and target pivots are added whose vectors have a
    positive cosine with the mean of the document's own target vectors; added weights are these
    cosines, divided by the length of the vector of all of them.

    Departures: words are lemmas; windows are symmetric; a text is not cut into its lines;
    probabilities come from texts, not from tokens; nothing is learned from test texts.

    References
    ----------
    The program and its data are linked from the paper; see `crosslex.adapt.crosslex_paper`.
    """

    weighting: ClassVar[WeightingName] = "binary"
    stop_words: ClassVar[bool] = False
    fits_line: ClassVar[bool] = False  # the paper predicts by the sign of the score

    n_pivots: int = 500
    n_non_pivots: int = 500
    min_count: int = 51
    window: int = 5
    pivots: PivotName = "npmi-name"
    dimension: int = 300
    regularization: float = 1.0
    negatives: int = 5
    epochs: int = 10
    learning_rate: float = 0.1
    start_scale: float = 500**-0.5
    C: float = 0.5

    def fit(self, task: AdaptationTask) -> Self:
        """Learn the vectors and the classifier; documents are expanded when they are scored."""
        vectors = learn_once(self, task, ("C",), lambda: self.learn_vectors(task))
        target = vectors.of_domain[task.target]
        places = [task.domains.index(source) for source in task.sources]
        candidates = unit_rows(np.sum([unit_rows(vectors.of_domain[p]) for p in places], axis=0))
        candidates[vectors.pivots] = unit_rows(target[vectors.pivots])
        added = np.flatnonzero(candidates.any(axis=1))
        self.decision_ = ExpandedDecision(
            target, added.astype(np.int32), candidates[added], self.source_decision(task)
        )
        return self

    def choose(self, task: AdaptationTask) -> Vocabulary:
        """Return the pivots and non-pivots that the task's texts have."""
        counts = count_domains(self.corpora(task), min_count=self.min_count)
        pivots = self.pivots
        unnamed = [domain.domain for domain in counts if domain.n_named_sentences == 0]
        if unnamed and pivots.startswith("npmi-name"):
            warnings.warn(
                f"pivots={pivots!r}: no text of {', '.join(unnamed)} holds the domain's name; "
                "NPMI with the domain is taken instead",
                CrosslexWarning,
                stacklevel=2,
            )
            pivots = "npmi-sum"
        return choose_vocabulary(
            counts,
            score=pivots,
            n_pivots=self.n_pivots,
            scope="paper",
            n_non_pivots=self.n_non_pivots,
            min_domain_count=max(1, self.min_count),
        )

    def corpora(self, task: AdaptationTask) -> list[Corpus]:
        """Return the texts of all domains without bigrams, each text one sentence."""
        return [one_sentence_each(domain.corpus) for domain in task.domains]

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Choose the vocabulary from the task's texts and learn its vectors."""
        vocabulary = self.choose(task)
        corpora = self.corpora(task)
        rng = np.random.default_rng([task.random_state, 7])
        groups = tuple(
            Groups.of(
                collect_instances(
                    corpus,
                    vocabulary.pivots,
                    vocabulary.words(corpus.name),
                    window=self.window,
                    window_over="features",
                    first_only=True,
                ),
                self.negatives,
                rng,
            )
            for corpus in corpora
        )

        def start(*shape: int) -> Float32s:
            drawn = rng.standard_normal((*shape, self.dimension), dtype=np.float32)
            return drawn * np.float32(self.start_scale)

        pivots = start(len(corpora), len(vocabulary.pivots))
        words = tuple(start(len(vocabulary.words(corpus.name))) for corpus in corpora)
        train_released(
            groups,
            pivots,
            words,
            regularization=self.regularization,
            learning_rate=self.learning_rate,
            epochs=self.epochs,
        )
        pairs = list(zip(pivots, words, strict=True))
        return place_vectors(task, vocabulary, pairs, sums="joint")


@dataclass(frozen=True, eq=False)
class ExpandedDecision:
    """Scores of documents to which features near the mean of their vectors are added.

    Parameters
    ----------
    vectors
        Features × dimension, zeros where a feature has no vector in the target.
    added
        The features that may be added.
    candidates
        Their unit vectors.
    top
        The decision on documents with what was added.
    """

    vectors: Float32s
    added: NDArray[np.int32]
    candidates: Float32s
    top: LinearDecision

    kind: ClassVar[str] = "expanded"

    @classmethod
    def of_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> "ExpandedDecision":
        """Rebuild a decision from what `arrays` returned."""
        top = LinearDecision(arrays["weights"], arrays["intercept"])
        return cls(arrays["vectors"], arrays["added"], arrays["candidates"], top)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return all that it consists of, to be stored."""
        own = {"vectors": self.vectors, "added": self.added, "candidates": self.candidates}
        return own | self.top.arrays()

    def scores(self, documents: csr_array) -> Scores:
        """Score weighted documents × features."""
        scores = [self.top.scores(csr_array((0, documents.shape[1])))]
        weights = self.top.weights[self.added]
        for start in range(0, documents.shape[0], _ROWS):
            rows = csr_array(documents[start : start + _ROWS])
            scores.append(self.top.scores(rows) + self.added_weights(rows) @ weights)
        return np.vstack(scores)

    def added_weights(self, documents: csr_array) -> NDArray[np.float64]:
        """Return the weights of the features to add: documents × `added`."""
        means = unit_rows(np.asarray(documents @ self.vectors))
        cosines = unit_rows(means @ self.candidates.T)
        return np.maximum(cosines, 0).astype(np.float64)


def one_sentence_each(corpus: Corpus) -> Corpus:
    """Return the corpus without bigrams, every text one sentence.

    >>> corpus = Corpus.from_texts(["Sharp. Dull.", "Old."], name="knives")
    >>> one_sentence_each(corpus).sentence_offsets.tolist()
    [0, 2, 3]
    """
    return replace(
        corpus,
        sentence_offsets=np.asarray(corpus.sentence_offsets[corpus.document_offsets]),
        document_offsets=np.arange(len(corpus) + 1),
        text_settings=replace(corpus.text_settings, bigrams=False),
    )


METHOD = Released()

"""Word vectors learned in the source and in the target separately."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from crosslex import Corpus, TextSettings
from crosslex.classify import AdaptationTask, DomainDocuments
from crosslex.errors import InputError
from crosslex.paper import TaskVectors
from crosslex.vectors import unit_rows
from crosslex_bench.cache import cached_learning
from crosslex_bench.methods.expansion import AFTER_VECTORS, ExpansionMethod


@dataclass(kw_only=True, eq=False, repr=False)
class SeparateSpacesMethod(ExpansionMethod):
    """Eq. score with vectors learned in the source and in the target separately.

    Stop words are left out of windows, and have no vectors, nor have bigrams with them. Nothing
    ties the two spaces together but the pivots, which Eq. score compares by their source vectors.
    A subclass says how one space is learned: `learn_space`.
    """

    dimension: int = 300
    window: int = 10  # positions on either side that are context, stop words left out
    min_documents: int = 5  # a feature has a vector where so many documents hold it

    def learn_space(
        self, corpora: Sequence[Corpus], features: Sequence[str], generator: np.random.Generator
    ) -> NDArray[np.float32]:
        """Return one vector per feature, learned from the texts of all corpora taken together."""
        raise NotImplementedError

    def learn_vectors(self, task: AdaptationTask) -> TaskVectors:
        """Return unit vectors; the same for all sources, none for domains without labels."""
        language = task.domains[task.target].corpus.text_settings.language
        stop_words = TextSettings(language=language).stop_words_used
        spaces = cached_learning(
            self,
            task,
            AFTER_VECTORS,
            lambda: learn_two_spaces(
                task, self.learn_space, min_documents=self.min_documents, ignored_words=stop_words
            ),
        )
        source, target = map(unit_rows, spaces)
        nothing = np.zeros_like(source)
        return TaskVectors(
            tuple(
                target if index == task.target else source if domain in task.sources else nothing
                for index, domain in enumerate(task.domains)
            ),
            task.pivots,
        )


def learn_two_spaces(
    task: AdaptationTask,
    learn: Callable[[Sequence[Corpus], Sequence[str], np.random.Generator], NDArray[np.float32]],
    *,
    min_documents: int,
    ignored_words: frozenset[str] = frozenset(),
) -> list[NDArray[np.float32]]:
    """Return one vector per feature for the source and for the target, zeros where there is none.

    Texts of several sources are taken together, as separate spaces could not be added up.
    """
    sides = (task.sources, (task.domains[task.target],))

    def learn_side(side: int) -> NDArray[np.float32]:
        known = frequent_features(sides[side], min_documents)
        known = known[[ignored_words.isdisjoint(task.features[each].split(" ")) for each in known]]
        if len(known) == 0:
            names = ", ".join(domain.name for domain in sides[side])
            raise InputError(f"no feature but stop words is frequent in {names}; give more")
        corpora = []
        for domain in sides[side]:
            settings = domain.corpus.text_settings
            settings = replace(settings, stop_words=settings.stop_words_used | ignored_words)
            corpora.append(replace(domain.corpus, text_settings=settings))
        vectors = learn(
            corpora,
            [task.features[feature] for feature in known],
            np.random.default_rng([task.random_state, side]),
        )
        rows = np.zeros((len(task.features), vectors.shape[1]), np.float32)
        rows[known] = vectors
        return rows

    # How BLAS divides a product among threads decides how sums are rounded.
    with threadpool_limits(limits=1, user_api="blas"):
        return [learn_side(side) for side in range(len(sides))]


def frequent_features(domains: Sequence[DomainDocuments], min_documents: int) -> NDArray[np.intp]:
    """Return the features that so many documents of the domains hold."""
    holding = np.sum([(domain.documents > 0).sum(axis=0) for domain in domains], axis=0)
    frequent = np.flatnonzero(holding >= min_documents)
    if len(frequent) == 0:
        names = ", ".join(domain.name for domain in domains)
        raise InputError(f"no feature occurs in {min_documents} documents of {names}; give more")
    return frequent

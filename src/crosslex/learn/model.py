"""FittedModel: what a fit leaves, as a plain record that is updated, saved and loaded."""

from dataclasses import dataclass
from typing import Self

from crosslex.counting import Cooccurrences, Examples, SentenceSample
from crosslex.learn.all_but_the_top import CommonDirections
from crosslex.learn.domain_vectors import domain_vectors
from crosslex.learn.learned import LearnedVectors
from crosslex.pivots import Vocabulary
from crosslex.text import TextSettings
from crosslex.vectors import DomainVectors


@dataclass(frozen=True, eq=False)
class FittedModel:
    """All that is learned from texts; the estimator has each of these as an attribute.

    Parameters
    ----------
    text_settings
        How the texts were analyzed.
    vocabulary
        Every feature's role in every domain.
    learned
        Pivot and word vectors as learned, and the curve of the loss.
    cooccurrences
        The counts that they were learned from; empty where the trainer reads documents.
    sentence_samples
        A sample of each domain's sentences, as numbers of features.
    examples
        Raw sentences of each domain.
    common
        What was taken out of the word vectors; None where nothing was.
    vectors
        The vectors to look words up in, by domain.
    """

    text_settings: TextSettings
    vocabulary: Vocabulary
    learned: LearnedVectors
    cooccurrences: tuple[Cooccurrences, ...]
    sentence_samples: tuple[SentenceSample, ...]
    examples: tuple[Examples, ...]
    common: CommonDirections | None
    vectors: dict[str, DomainVectors]

    @classmethod
    def of(
        cls,
        text_settings: TextSettings,
        vocabulary: Vocabulary,
        learned: LearnedVectors,
        *,
        cooccurrences: tuple[Cooccurrences, ...],
        sentence_samples: tuple[SentenceSample, ...],
        examples: tuple[Examples, ...],
        common: CommonDirections | None,
    ) -> Self:
        """Return the record with its vectors computed."""
        vectors = domain_vectors(vocabulary, learned, common, text_settings)
        return cls(
            text_settings,
            vocabulary,
            learned,
            cooccurrences,
            sentence_samples,
            examples,
            common,
            vectors,
        )

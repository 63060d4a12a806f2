"""FittedModel: what a fit leaves, as a plain record that is updated, saved and loaded."""

from dataclasses import dataclass
from functools import cached_property

from crosslex.counting.cooccurrences import Cooccurrences
from crosslex.counting.examples import Examples
from crosslex.counting.sentence_sample import SentenceSample
from crosslex.learn.all_but_the_top import CommonDirections
from crosslex.learn.domain_vectors import domain_vectors
from crosslex.learn.learned import LearnedVectors
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.text.settings import TextSettings
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
    common
        What is taken out of the word vectors; None where nothing is.
    cooccurrences
        The counts that they were learned from; empty where the trainer reads documents.
    sentence_samples, examples
        A sample of each domain's sentences, as numbers of features and as raw text.
    """

    text_settings: TextSettings
    vocabulary: Vocabulary
    learned: LearnedVectors
    common: CommonDirections | None
    cooccurrences: tuple[Cooccurrences, ...]
    sentence_samples: tuple[SentenceSample, ...]
    examples: tuple[Examples, ...]

    @cached_property
    def vectors(self) -> dict[str, DomainVectors]:
        """The vectors to look words up in, by domain."""
        return domain_vectors(self.vocabulary, self.learned, self.common, self.text_settings)

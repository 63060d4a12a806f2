"""FittedModel: what a fit leaves, as a plain record that is updated, saved and loaded."""

from dataclasses import dataclass
from functools import cached_property

from crosslex.counting import Cooccurrences, Examples, SentenceSample
from crosslex.errors import InputError
from crosslex.learn.all_but_the_top import CommonDirections
from crosslex.learn.learned import LearnedVectors, domain_vectors
from crosslex.pivots import Vocabulary
from crosslex.shift import Evidence, domain_pairs
from crosslex.text import TextSettings
from crosslex.vectors import DomainVectors


@dataclass(frozen=True, eq=False)
class FittedModel:
    """All that is learned from texts; `CrossDomainEmbedding` says what each attribute is.

    `common` is taken out of the word vectors; None where nothing is.
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

    def evidence(self, domains: tuple[str, str] | None) -> Evidence:
        """Return what tells how words differ between two domains; None where there are but two."""
        names = self.vocabulary.domains
        pairs = domain_pairs(names, domains)
        if len(pairs) > 1:
            raise InputError(
                f"domains: the model has {len(names)}; name two of {', '.join(names)}, "
                "or call all_shifts"
            )
        first, second = (names.index(name) for name in pairs[0])
        return Evidence(
            pairs[0],
            self.vocabulary,
            (self.sentence_samples[first], self.sentence_samples[second]),
            self.vectors,
            (self.examples[first], self.examples[second]),
            self.text_settings,
        )

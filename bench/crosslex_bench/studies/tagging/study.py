"""The tagging study: its trials, and what is counted of them."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.sentences import TaggingDataset, unknown_words
from crosslex_bench.engine.results import Setup
from crosslex_bench.engine.settings import versions
from crosslex_bench.engine.study import (
    Column,
    Panel,
    Study,
    Variant,
    choose_names,
    every_contrast,
)
from crosslex_bench.engine.summary import Tokens, TokensOf
from crosslex_bench.engine.trial import Trial
from crosslex_bench.studies.names import TAGGING
from crosslex_bench.studies.tagging.tagger import GenreText, Tagger, tags

TAGGERS: Final[Mapping[str, Tagger]] = {
    "none": Tagger(),
    "crosslex": Tagger("domain"),
    "pooled": Tagger("pooled"),
    "random": Tagger("random"),
}
"""A tagger with each kind of vectors, and one without."""

NOTE: Final = (
    "A linear tagger learns from the tagged training sentences of one genre and tags the test "
    "sentences of another, token by token, from words and spelling; none sees nothing else. The "
    "others also see vectors of the word, the one before and the one after: crosslex one per word "
    "and genre; pooled one per word, learned from all genres' text together; random one per word, "
    "drawn at random. Vectors are learned from the words, never the tags, of the training "
    "sentences of all genres of the dataset; no test sentence is seen, with tags or without. "
    "Settings were chosen on dev sentences. An unknown word is a token of the test whose form does "
    "not occur in the source's training sentences."
)


@dataclass(frozen=True)
class TaggingTask:
    """Tag the test sentences of a genre, learning from the tagged sentences of another."""

    pair: Pair

    def training(self, data: TaggingDataset) -> GenreText:
        """Return the source's sentences to learn from."""
        source = self.pair.sources[0]
        return GenreText(data, source, data.train[source])

    def test(self, data: TaggingDataset) -> GenreText:
        """Return the target's sentences to tag."""
        return GenreText(data, self.pair.target, data.test[self.pair.target])

    def truth(self, test: GenreText) -> NDArray[np.str_]:
        """Return the tag of each token."""
        return tags(test.sentences)

    def learns_from(self) -> Hashable:
        """Return the source, which alone is learned from."""
        return self.pair.sources


def tagging_study(named: Sequence[str] = ("all",)) -> Study:
    """Return the comparison of taggers as a study: all tokens, and unknown words alone.

    Run it by `run_study` with `TaggingRules`. `named` are names of `TAGGERS`, or `all`.
    """
    taggers = {name: TAGGERS[name] for name in choose_names("methods", named, TAGGERS)}
    return Study(
        name=TAGGING,
        title="Tagging across genres",
        methods=taggers,
        panels=(
            Panel("tokens", "all tokens", (Variant(""),), digits=2),
            Panel("unknown", "unknown words", (Variant(""),), digits=2),
        ),
        references={},
        contrasts=every_contrast(taggers),
        note=NOTE,
    )


class TaggingRules:
    """What all trials of taggers have in common; called, it makes one of them."""

    def __call__(self, column: Column, pair: Pair, seed: int) -> Trial:
        """Return the trial of a tagger on a pair; those that share vectors are in one group."""
        tagger = Tagger(**{**column.method.get_params(), "random_state": seed})
        return Trial(column.label(pair, seed), tagger, TaggingTask(pair), group=(column.name, seed))

    def setup(self, data: TaggingDataset, pairs: Sequence[Pair], seeds: int) -> Setup:
        """Return what a reader must know to judge the numbers."""
        return Setup(data.name, data.sha256, tuple(map(str, pairs)), seeds, versions())

    def tokens(self, data: TaggingDataset) -> Mapping[str, TokensOf]:
        """Return, for each panel, which tokens of a pair's test sentences count."""

        def every(pair: Pair) -> Tokens:
            sentences = data.test[pair.target]
            documents = [sentence.document for sentence in sentences for _ in sentence.words]
            _, document = np.unique(documents, return_inverse=True)
            return Tokens(np.ones(len(documents), np.bool_), document)

        def unknown(pair: Pair) -> Tokens:
            train, test = data.train[pair.sources[0]], data.test[pair.target]
            return Tokens(unknown_words(train, test), every(pair).document)

        return {"tokens": every, "unknown": unknown}

"""A user's own encoder of uses, in the place of ours."""

import numpy as np
import pytest

from crosslex import CrossDomainEmbedding
from crosslex.errors import InputError
from planted_domains import CHANGED, TOPICS, planted_corpora

WORDS = [word for topic in TOPICS for word in topic]


def topics_around(sentences, places):
    """Count the words of all topics outside the word itself, and each topic as a whole."""
    rows = []
    for sentence, (start, end) in zip(sentences, places, strict=True):
        around = (sentence[:start] + sentence[end:]).split()
        topics = [sum(word in topic for word in around) for topic in TOPICS]
        rows.append([around.count(word) for word in WORDS] + topics)
    return rows


@pytest.fixture(scope="module")
def kept():
    """A model that keeps twenty sentences per word and domain."""
    return CrossDomainEmbedding(dimension=12, max_examples=20).fit(planted_corpora())


def test_the_encoder_sees_every_kept_sentence_and_where_the_word_is(kept):
    seen = []

    def watched(sentences, places):
        seen.extend(
            sentence[start:end] for sentence, (start, end) in zip(sentences, places, strict=True)
        )
        return topics_around(sentences, places)

    kept.senses(CHANGED, encoder=watched)
    assert seen == [CHANGED] * sum(len(set(kept.examples(CHANGED, each))) for each in kept.vectors_)


def test_a_change_that_the_encoder_sees_is_found(kept):
    found = kept.shifts(top=None, encoder=topics_around)
    assert found[0].word == CHANGED
    assert found[0].q < 0.01
    assert found.different == 1
    for side, topic in ((0, TOPICS[0]), (1, TOPICS[3])):
        for sentence in found[0].examples[side]:
            assert set(sentence.split()) & set(topic)


def test_what_the_encoder_does_not_see_is_no_difference(kept):
    rng = np.random.default_rng(0)
    blind = kept.shifts(encoder=lambda sentences, places: rng.normal(size=(len(sentences), 5)))
    assert blind.different == 0


def test_senses_are_groups_of_the_encoders_vectors(kept):
    senses = kept.senses(CHANGED, encoder=topics_around)
    assert senses.confirmed
    assert len(senses) >= 2
    for sense in senses:
        first, second = (share.value for share in sense.shares)
        assert min(first, second) == 0
        assert not set(sense.contexts) & set(TOPICS[3] if first else TOPICS[0])


@pytest.mark.parametrize(
    ("encoder", "message"),
    [
        (lambda sentences, places: np.ones(3), r"encoder: it made an array of shape \(3,\)"),
        (lambda sentences, places: [[np.nan]] * len(sentences), "one row of finite numbers"),
        (lambda sentences, places: np.zeros((len(sentences), 0)), "not all zero"),
        (lambda sentences, places: ["x"] * len(sentences), "encoder: it failed on"),
    ],
)
def test_what_an_encoder_must_not_return_is_said(kept, encoder, message):
    with pytest.raises(InputError, match=message):
        kept.senses(CHANGED, encoder=encoder)


def test_without_sentences_an_encoder_has_nothing_to_read():
    model = CrossDomainEmbedding(dimension=12, max_examples=0).fit(planted_corpora())
    with pytest.raises(InputError, match="encoder: the model keeps no sentences to encode"):
        model.senses(CHANGED, encoder=topics_around)
    with pytest.raises(InputError, match="encoder: 0 words have two sentences in each domain"):
        model.shifts(encoder=topics_around)

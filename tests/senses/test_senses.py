"""Senses: uses grouped, named and counted."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import FEATURES, corpus_of, documents, occurrences
from crosslex import Corpus, CrossDomainEmbedding
from crosslex.counts.samples import sample_sentences
from crosslex.results import wilson
from crosslex.senses import Sense, Senses
from crosslex.senses.find import typicality, words_around

RIVER = ["water", "fish", "boat", "shore", "flood", "bridge"]
MONEY = ["loan", "credit", "account", "cash", "coin", "vault"]
FILLER = [f"word{letter}" for letter in "abcdefghijklmnopqrst"]


def texts_about(shares, seed):
    """Documents on *bank*, so many with each topic around it, and as many without it."""
    random = np.random.default_rng(seed)
    texts = []
    for topic, count in shares:
        for _ in range(count):
            around = [*random.choice(topic, 4), *random.choice(FILLER, 2)]
            random.shuffle(around)
            texts.append(" ".join([*around[:3], "bank", *around[3:]]))
            texts.append(" ".join([*random.choice(topic, 3), *random.choice(FILLER, 5)]))
    return texts


@pytest.fixture(scope="module")
def model():
    nature = Corpus.from_texts(texts_about([(RIVER, 80)], 0), name="nature")
    towns = Corpus.from_texts(texts_about([(RIVER, 20), (MONEY, 60)], 1), name="towns")
    return CrossDomainEmbedding(dimension=20, min_documents=3).fit([nature, towns])


def test_a_gained_sense_is_found_named_and_counted(model):
    found = model.senses("Bank")
    assert (found.word, found.domains) == ("bank", ("nature", "towns"))
    assert found.confirmed
    assert str(found).startswith("sense  ")
    money = [sense for sense in found if set(sense.contexts[:4]) <= set(MONEY)]
    assert {sense.kind for sense in money} == {"gained"}
    assert sum(sense.uses[0] for sense in money) <= 2
    assert sum(sense.uses[1] for sense in money) == pytest.approx(60, abs=3)
    assert [sum(sense.uses[place] for sense in found) for place in range(2)] == [80, 80]
    assert found.to_frame().groupby("domain")["share"].sum().tolist() == pytest.approx([1, 1])
    for sense in money:
        for sentence in sense.examples[1]:
            assert set(sentence.split()) & set(MONEY)


def test_groups_that_may_be_topics_say_so():
    shares = (wilson(0.5, 20), wilson(0.1, 20))
    sense = Sense(("water",), "shifted", shares, (10, 2), ((), ()))
    found = Senses("bank", ("nature", "towns"), (sense, sense), 0.05, 0.002, confirmed=False)
    assert "may be topics, not senses" in found.note
    assert str(found).splitlines()[0] == found.note
    assert str(found).splitlines()[1].startswith("group of contexts  ")
    assert found.note.split(":")[0].replace("'", "&#x27;") in found._repr_html_()
    assert found.to_dict()["confirmed"] is False


def test_a_word_with_one_sense_says_so(model):
    one = model.senses("flood")
    assert len(one) == 1
    assert "one sense" in one.verdict
    assert [share.value for share in one[0].shares] == [1.0, 1.0]
    assert one[0].kind == "steady"


@pytest.fixture(scope="module")
def shuffled():
    """A model of the same words in random order: every text has any of them."""
    random = np.random.default_rng(7)
    words = " ".join(texts_about([(RIVER, 100), (MONEY, 60)], 0)).split()
    random.shuffle(words)
    texts = [" ".join(words[start : start + 8]) for start in range(0, len(words), 8)]
    corpora = [Corpus.from_texts(texts[half::2], name=f"half{half}") for half in (0, 1)]
    return CrossDomainEmbedding(dimension=20, min_documents=3).fit(corpora)


def test_words_of_random_text_have_one_sense(shuffled):
    several = [word for word in (*RIVER, *MONEY, *FILLER, "bank") if len(shuffled.senses(word)) > 1]
    assert len(several) <= 1


def test_a_name_has_no_word_that_one_use_of_the_group_alone_has():
    once = [f"heron flies over the {word}" for word in FILLER[:5]]
    nature = [*texts_about([(RIVER, 40)], 0), "fish water bank heron boat", *once]
    towns = texts_about([(RIVER, 10), (MONEY, 30)], 1)
    found = CrossDomainEmbedding(dimension=20, min_documents=3).fit(
        {"nature": nature, "towns": towns}
    )
    assert "heron" in found.vectors_["nature"].words
    assert not any("heron" in sense.contexts for sense in found.senses("bank", contexts=50))


def test_documents_are_fewer_per_domain_where_there_are_many_domains(monkeypatch, model):
    monkeypatch.setattr(sys.modules["crosslex.senses.find"], "MAX_USES", 60)
    found = model.senses("bank")
    assert [sum(sense.uses[place] for sense in found) for place in range(2)] == [30, 30]


def test_typical_contexts_are_those_with_the_largest_log_odds():
    counts = np.array([[8.0, 5.0, 0.0], [1.0, 5.0, 6.0]])
    totals = np.array([10.0, 10.0])
    [found, _] = typicality(counts, totals)
    assert found[0] > 0 > found[2]
    assert found[1] == pytest.approx(0)
    prior = 10 * 9 / 20
    odds = np.log((8 + prior) / 20) - np.log((1 + prior) / 20)
    assert found[0] == pytest.approx(odds / np.sqrt(1 / (8 + prior) + 1 / (1 + prior)))


@given(documents, st.sampled_from(FEATURES), st.integers(1, 10))
def test_the_words_around_a_feature_are_those_within_the_window_in_its_sentences(
    texts, asked, window
):
    sample = sample_sentences(corpus_of(texts), FEATURES)
    expected = {number: set() for number in range(len(texts))[::2]}
    for number in expected:
        for found in map(occurrences, texts[number]):
            words = [each for each in found if each.first == each.last]
            for use in (each for each in found if each.feature == asked):
                near = (each for each in words if not each.overlaps(use))
                expected[number] |= {e.feature for e in near if e.distance(use) <= window}
    around = words_around(sample, FEATURES.index(asked), np.array([*expected], int), window)
    shown = [{FEATURES[word] for word in words} for words in around]
    assert shown == [words - {asked} for words in expected.values()]

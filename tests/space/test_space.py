"""Words of generated domains lie where the text that was generated puts them."""

import numpy as np
import pytest

from crosslex import Corpus, TextSettings
from crosslex.counts.contexts import ContextCounts, count_contexts
from crosslex.errors import InputError
from crosslex.space.space import Space, learn_space

TOPICS = {
    "food": [f"food{i}" for i in range(30)],
    "tool": [f"tool{i}" for i in range(30)],
    "book": [f"book{i}" for i in range(30)],
}
FILLERS = [f"filler{i}" for i in range(40)]
TRADED = {f"food{i}": f"tool{i}" for i in range(20, 30)}
TRADED |= {tool: food for food, tool in TRADED.items()}
PLAIN = TextSettings(
    lemmatize=False,
    bigrams=False,
    stop_words=frozenset(),
    tokenizer=lambda text: [text.split()],
)


def sentences(topic: str, size: int, rng: np.random.Generator) -> list[str]:
    """Return sentences of a topic's words and fillers."""
    found = []
    for _ in range(size):
        sentence = [*rng.choice(TOPICS[topic], 5), *rng.choice(FILLERS, 5)]
        rng.shuffle(sentence)
        found.append(" ".join(sentence))
    return found


def uses_of(word: str, topic: str, size: int, rng: np.random.Generator) -> list[str]:
    """Return sentences that each use a word among a topic's words."""
    found = []
    for _ in range(size):
        sentence = [word, *rng.choice(TOPICS[topic], 5), *rng.choice(FILLERS, 4)]
        rng.shuffle(sentence)
        found.append(" ".join(sentence))
    return found


@pytest.fixture(scope="module")
def counts() -> list[ContextCounts]:
    """Food and tools trade some words between the domains, so that words differ to a degree.

    `odd` is used 30 times for food in the first domain and 2,000 times for books in the second;
    `rare` is used for tools, 4 times in the first and often in the second.
    """
    rng = np.random.default_rng(0)
    first = [text for topic in TOPICS for text in sentences(topic, 700, rng)]
    second = [text for topic in TOPICS for text in sentences(topic, 1400, rng)]
    second = [" ".join(TRADED.get(word, word) for word in text.split()) for text in second]
    first += uses_of("odd", "food", 30, rng) + uses_of("rare", "tool", 4, rng)
    second += uses_of("odd", "book", 2000, rng) + uses_of("rare", "tool", 400, rng)
    for texts in (first, second):
        rng.shuffle(texts)
    words = [*(word for topic in TOPICS.values() for word in topic), *FILLERS, "odd", "rare"]
    corpora = [
        Corpus.from_texts(texts, name=name, text_settings=PLAIN)
        for name, texts in (("first", first), ("second", second))
    ]
    return [count_contexts(corpus, words, words) for corpus in corpora]


@pytest.fixture(scope="module")
def space(counts: list[ContextCounts]) -> Space:
    return learn_space(counts, dimension=20)


def neighbors(space: Space, word: str, domain: int, top: int = 5) -> list[str]:
    vectors = space.vectors[domain]
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    place = space.words.index(word)
    order = np.argsort(-(unit @ unit[place]), kind="stable")
    return [space.words[other] for other in order if other != place][:top]


@pytest.mark.parametrize("topic", TOPICS)
@pytest.mark.parametrize("domain", [0, 1])
def test_neighbors_of_a_word_are_of_its_topic(space: Space, topic: str, domain: int) -> None:
    own = {*TOPICS[topic], "rare"} if topic == "tool" else set(TOPICS[topic])
    if domain == 1:
        own = {TRADED.get(word, word) for word in own}
    assert own.issuperset(neighbors(space, f"{topic}0", domain, 3))


def test_a_word_keeps_its_meaning_where_it_is_rare(space: Space) -> None:
    here, there = neighbors(space, "odd", 0), neighbors(space, "odd", 1)
    assert sum(word in TOPICS["food"] for word in here) >= 4
    assert sum(word in TOPICS["book"] for word in there) >= 4


def test_a_word_seen_four_times_is_shrunk_more_than_a_frequent_one(space: Space) -> None:
    place = space.words.index("rare")
    frequent = space.words.index("food0")
    assert space.domain_weights[0, place] < space.domain_weights[0, frequent]
    assert neighbors(space, "rare", 0, 1)[0] in TOPICS["tool"]


def test_a_word_that_a_domain_lacks_has_the_pooled_vector(counts: list[ContextCounts]) -> None:
    alone = Corpus.from_texts(["food0 food1 filler0"] * 20, name="third", text_settings=PLAIN)
    words = counts[0].words
    space = learn_space([*counts, count_contexts(alone, words, words)], dimension=10)
    place = words.index("tool0")
    assert space.domain_weights[2, place] == 0
    np.testing.assert_allclose(space.vectors[2][place], space.pooled[place], rtol=1e-6)


def test_neighbors_of_frequent_words_hold_better_than_those_of_rare_ones(space: Space) -> None:
    rare, frequent = space.words.index("rare"), space.words.index("food0")
    assert space.neighbor_stability.shape == space.domain_weights.shape
    assert space.neighbor_stability[0, rare] < space.neighbor_stability[0, frequent]
    assert ((space.neighbor_stability >= 0) & (space.neighbor_stability <= 1)).all()


@pytest.fixture(scope="module")
def with_pretrained(counts: list[ContextCounts]) -> Space:
    """Pre-trained vectors without fillers and `odd`, in which `rare` is next to books."""
    rng = np.random.default_rng(0)
    centers = dict(zip(TOPICS, np.eye(3), strict=True))
    known = {
        word: centers[topic] + 0.1 * rng.standard_normal(3)
        for topic, words in TOPICS.items()
        for word in words
    }
    return learn_space(counts, dimension=20, pretrained=known | {"rare": centers["book"]})


def test_pretrained_vectors_have_the_last_of_the_dimensions(with_pretrained: Space) -> None:
    assert with_pretrained.projection.matrix.shape[1] == 17
    assert with_pretrained.pooled.shape[1] == with_pretrained.vectors[0].shape[1] == 20
    filler = with_pretrained.words.index("filler0")
    np.testing.assert_array_equal(with_pretrained.vectors[0][filler, 17:], 0)


def test_little_text_gives_more_weight_to_pretrained_vectors(with_pretrained: Space) -> None:
    rare, frequent = with_pretrained.words.index("rare"), with_pretrained.words.index("food0")
    pretrained_weights = (with_pretrained.vectors[0][:, 17:] ** 2).sum(axis=1)
    assert pretrained_weights[rare] > pretrained_weights[frequent]
    # The pre-trained vector says books, the text tools: the less text, the nearer to books.
    book = with_pretrained.words.index("book0")
    first, second = (vectors[rare] @ vectors[book] for vectors in with_pretrained.vectors)
    assert first > second


def test_with_pretrained_vectors_domains_still_differ(with_pretrained: Space) -> None:
    here, there = neighbors(with_pretrained, "odd", 0), neighbors(with_pretrained, "odd", 1)
    assert sum(word in TOPICS["food"] for word in here) >= 3
    assert sum(word in TOPICS["book"] for word in there) >= 3


def test_the_order_of_documents_changes_nothing_but_which_half_they_are_in(
    counts: list[ContextCounts],
) -> None:
    swapped = [
        ContextCounts(
            each.domain,
            each.words,
            each.contexts,
            each.shape,
            (each.halves[1], each.halves[0]),
            each.uses[::-1],
        )
        for each in counts
    ]
    one, other = learn_space(counts, dimension=8), learn_space(swapped, dimension=8)
    for vectors, others in zip(one.vectors, other.vectors, strict=True):
        np.testing.assert_allclose(vectors, others, atol=1e-5)


def test_counts_of_other_words_are_refused(counts: list[ContextCounts]) -> None:
    corpus = Corpus.from_texts(["a b"], name="other", text_settings=PLAIN)
    with pytest.raises(InputError, match="other words or context words"):
        learn_space([counts[0], count_contexts(corpus, ["a"], ["b"])])

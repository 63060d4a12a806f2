"""Positive PMI, the decomposition and the space, against formulas, a full SVD and known topics."""

from dataclasses import replace
from math import log

import numpy as np
import pytest
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from crosslex import Corpus, TextSettings
from crosslex.counts.contexts import WIDE_UNIT, ContextCounts, ContextShape, count_contexts
from crosslex.space import projection
from crosslex.space.projection import leading_directions, product
from crosslex.space.space import Space, learn_space


def by_hand(counts: np.ndarray, totals: np.ndarray, n_contexts: int, n_blocks: int) -> np.ndarray:
    found = np.zeros(counts.shape)
    for word in range(counts.shape[0]):
        for column in range(counts.shape[1]):
            block = column // n_contexts
            columns = slice(block * n_contexts, (block + 1) * n_contexts)
            n, wide = counts[word, column], block == n_blocks - 1
            if n == 0:
                continue
            chance = totals[column] ** 0.75 / (totals[columns] ** 0.75).sum()
            lift = n / (counts[word, columns].sum() * chance)
            seen = n / WIDE_UNIT if wide else n
            discount = projection.WIDE_DISCOUNT if wide else projection.NEAR_DISCOUNT
            weight = projection.WIDE_WEIGHT if wide else 1
            found[word, column] = max(0, log(lift)) * seen / (seen + discount) * weight
    return found


def test_every_cell_follows_the_formula() -> None:
    rng = np.random.default_rng(0)
    shape = ContextShape(near=1, wide=4)
    counts = rng.poisson(0.8, (7, 3 * 5))
    counts[:, 10:] *= WIDE_UNIT
    totals = counts.sum(axis=0) + rng.integers(1, 9, 15).astype(float)
    found = projection.positive_pmi(csr_array(counts), totals, shape)
    np.testing.assert_allclose(found.toarray(), by_hand(counts, totals, 5, 3), rtol=1e-5)


def flat_table(n_rows: int, n_columns: int, seed: int = 0) -> csr_array:
    """Return a table whose singular values fall slowly, as those of words do."""
    rng = np.random.default_rng(seed)
    values = rng.random((n_rows, n_columns), np.float32)
    return csr_array(np.where(values < 0.1, 10 * values, np.float32(0)))


@pytest.mark.parametrize("shape", [(400, 900), (900, 400), (50, 30), (100, 300), (127, 300)])
def test_values_are_those_of_the_full_decomposition(shape: tuple[int, int]) -> None:
    table = flat_table(*shape)
    values, directions = leading_directions(table, 20)
    exact = np.linalg.svd(table.toarray().astype(np.float64), compute_uv=False)
    np.testing.assert_allclose(values, exact[:20], rtol=1e-2)
    # What the directions hold of the table is what the best ones hold.
    held = np.linalg.norm(table @ directions) ** 2
    assert held >= 0.995 * (exact[:20] ** 2).sum()
    np.testing.assert_allclose(directions.T @ directions, np.eye(20), atol=1e-3)


def test_the_same_bytes_on_any_number_of_threads() -> None:
    table = flat_table(500, 300)
    with threadpool_limits(limits=1):
        one = leading_directions(table, 30)
    with threadpool_limits(limits=2):
        two = leading_directions(table, 30)
    for first, second in zip(one, two, strict=True):
        np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("shape", [(300, 500), (1000, 12)])
def test_a_table_with_fewer_directions_than_the_basis_counts_none_of_them_twice(
    shape: tuple[int, int],
) -> None:
    rng = np.random.default_rng(0)
    factors = rng.standard_normal((shape[0], 12)), rng.standard_normal((12, shape[1]))
    table = csr_array((factors[0] @ factors[1]).astype(np.float32))
    values, directions = leading_directions(table, 20)
    exact = np.linalg.svd(table.toarray().astype(np.float64), compute_uv=False)
    np.testing.assert_allclose(values[:12], exact[:12], rtol=1e-3)
    assert values[12:].max(initial=0) < 1e-3 * exact[0]
    np.testing.assert_allclose(directions[:, :12].T @ directions[:, :12], np.eye(12), atol=1e-3)


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("shape", [(1, 1), (7, 5), (40, 300)])
def test_the_compiled_product_is_scipys(shape: tuple[int, int], kind: type) -> None:
    rng = np.random.default_rng(0)
    values = rng.random(shape, np.float32)
    table = csr_array(np.where(values < 0.7, values, np.float32(0)))
    table.indices, table.indptr = table.indices.astype(kind), table.indptr.astype(kind)
    dense = rng.standard_normal((shape[1], 9)).astype(np.float32)
    np.testing.assert_allclose(product(table, dense), table @ dense, atol=1e-5)
    # Columns of a larger array, which are not next to each other in memory.
    np.testing.assert_allclose(product(table, dense[:, ::2]), table @ dense[:, ::2], atol=1e-5)


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


def sentences(topic: str, size: int, rng: np.random.Generator, *words: str) -> list[str]:
    """Return sentences that each use given words, a topic's words and fillers."""
    found = []
    for _ in range(size):
        fillers = rng.choice(FILLERS, 5 - len(words))
        sentence = [*words, *rng.choice(TOPICS[topic], 5), *fillers]
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
    first += sentences("food", 30, rng, "odd") + sentences("tool", 4, rng, "rare")
    second += sentences("book", 2000, rng, "odd") + sentences("tool", 400, rng, "rare")
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


def test_the_order_of_documents_changes_nothing_but_which_half_they_are_in(
    counts: list[ContextCounts],
) -> None:
    swapped = [replace(each, halves=each.halves[::-1], uses=each.uses[::-1]) for each in counts]
    one, other = learn_space(counts, dimension=8), learn_space(swapped, dimension=8)
    for vectors, others in zip(one.vectors, other.vectors, strict=True):
        np.testing.assert_allclose(vectors, others, atol=1e-5)

"""Small models of two, three and ordered domains, fitted once, and shifts by cosine."""

from itertools import combinations
from random import Random

import pytest

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.results import Interval
from crosslex.shifts.result import Shift, Shifts

SHARED = ["good", "bad", "new", "old", "long", "short", "great", "poor"]
OWN = {
    "films": ["plot", "actor", "scene", "script", "hero"],
    "tools": ["blade", "motor", "drill", "knife", "steel"],
    "music": ["song", "drum", "melody", "voice", "album"],
}
# Four periods, of which two and two talk about the same.
OWN |= {"plays": OWN["films"], "machines": OWN["tools"]}


# One of them is on no page.
NEAR = ((("plot", 0.6), ("unheard-of", 0.5)), (("drill", 0.4), ("knife", 0.3)))


def learn(*names: str, ordered: bool = False) -> CrossDomainEmbedding:
    random = Random(0)
    corpora = []
    for name in names:
        texts = []
        for _ in range(200):
            words = random.choices(OWN[name], k=3) + random.choices(SHARED, k=3)
            words += ["knives", OWN[name][0]] if random.random() < 0.3 else []
            random.shuffle(words)
            texts.append(f"{' '.join(words).capitalize()}.")
        corpora.append(Corpus.from_texts(texts, name=name))
    return CrossDomainEmbedding(dimension=12, ordered=ordered, random_state=0).fit(corpora)


def cosine_shifts(model: CrossDomainEmbedding) -> list[Shifts]:
    """Rank shared words by the cosine distance of their two vectors, with made-up intervals."""
    found = []
    for a, b in combinations(model.vectors_, 2):
        here, there = model.vectors_[a], model.vectors_[b]
        entries = []
        for word in sorted(set(here) & set(there)):
            distance = 1 - here.similarity(word, word, across=there)
            change = Interval(distance, distance - 0.1, distance + 0.1)
            examples = tuple(tuple(model.examples(word, domain)[1:3]) for domain in (a, b))
            entries.append(
                Shift(word, (a, b), (0, 0), change, 0.01, 0.02, NEAR, examples, "a mark")
            )
        entries.sort(key=lambda entry: -entry.change.value)
        found.append(Shifts((a, b), tuple(entries), len(entries)))
    return found


@pytest.fixture(scope="session")
def model() -> CrossDomainEmbedding:
    return learn("films", "tools")


@pytest.fixture(scope="session")
def shifts(model: CrossDomainEmbedding) -> list[Shifts]:
    return cosine_shifts(model)


@pytest.fixture(scope="session")
def of_three() -> CrossDomainEmbedding:
    return learn("films", "tools", "music")


@pytest.fixture(scope="session")
def shifts_of_three(of_three: CrossDomainEmbedding) -> list[Shifts]:
    return cosine_shifts(of_three)


@pytest.fixture(scope="session")
def in_order() -> CrossDomainEmbedding:
    return learn("plays", "films", "tools", "machines", ordered=True)

"""Six periods of made-up text: one word turns in the fourth, one comes, one goes."""

from random import Random

from crosslex import Corpus

NAMES = ("1900", "1910", "1920", "1930", "1940", "1950")
TURN = 3
FARM = [f"farm{letter}" for letter in "abcdefgh"]
CITY = [f"city{letter}" for letter in "abcdefgh"]
DOCUMENTS = 150


def periods(*, seed: int = 0, turning: bool = True) -> list[Corpus]:
    """Return texts in which `plant` is near farm words, and from the fourth period on near city."""
    random = Random(seed)
    corpora = []
    for at, name in enumerate(NAMES):
        texts = []
        for _ in range(DOCUMENTS):
            for own in (FARM, CITY):
                words = random.choices(own, k=6)
                words.insert(3, "soil" if own is FARM else "street")
                is_new = turning and at >= TURN
                if own is (CITY if is_new else FARM) and random.random() < 0.5:
                    words.insert(2, "plant")
                if own is CITY and turning and at >= 4 and random.random() < 0.3:
                    words.insert(4, "airport")
                if own is FARM and turning and at < 2 and random.random() < 0.3:
                    words.insert(4, "carriage")
                texts.append(" ".join(words))
        # Halves of a period are its documents of even and of odd numbers.
        random.shuffle(texts)
        corpora.append(Corpus.from_texts(texts, name=name))
    return corpora

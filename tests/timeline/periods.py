"""Six periods of made-up text: one word turns in the fourth, one comes, one goes."""

import string
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


GROUPS = ("left", "right")
FIELDS = [f"field{one}{two}" for one in "abc" for two in string.ascii_lowercase]
ROADS = [f"road{one}{two}" for one in "abc" for two in string.ascii_lowercase]


def grouped(*, seed: int = 0, differing: bool = True) -> dict[tuple[str, str], list[str]]:
    """Return texts of two groups in six periods, which use `plant` differently from the fourth on.

    It stays near words of fields in the left group, and goes to those of roads in the right one.
    `harbor` is used by the right group alone, `rare` three times per group and period. The left
    group has no text in the first period.
    """
    random = Random(seed)
    texts: dict[tuple[str, str], list[str]] = {}
    for at, period in enumerate(NAMES):
        for group in GROUPS[at == 0 :]:
            lines = []
            moved = differing and at >= TURN and group == "right"
            for number in range(2 * DOCUMENTS):
                own = FIELDS if number % 2 else ROADS
                words = random.choices(own, k=12)
                if (own is ROADS) == moved and random.random() < 0.5:
                    words.insert(6, "plant")
                if group == "right" and random.random() < 0.1:
                    words.insert(3, "harbor")
                if number < 3:
                    words.insert(9, "rare")
                lines.append(" ".join(words))
            random.shuffle(lines)
            texts[period, group] = lines
    return texts

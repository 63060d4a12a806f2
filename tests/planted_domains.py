"""Small domains in which one word is known to change."""

from random import Random

from crosslex import Corpus

NAMES = ("first", "second")
TOPICS = [[f"{topic}{number}" for number in range(8)] for topic in "abcdefghklmn"]
CHANGED = "zork"


def planted_texts(domain: int, documents: int) -> list[str]:
    random = Random(f"0 {domain}")
    texts = []
    for number in range(documents):
        # Every topic has documents of even and of odd numbers.
        topic = TOPICS[number // 2 % len(TOPICS)]
        words = random.choices(topic, k=7)
        if topic is TOPICS[3 * domain] and random.random() < 0.5:
            words.insert(3, CHANGED)
        words.insert(2, f"x{random.randrange(25)}")
        texts.append(" ".join(words))
    return texts


def planted_corpora(*, documents: int = 600) -> list[Corpus]:
    """Make two domains alike, but for one word that occurs with another topic in each."""
    return [
        Corpus.from_texts(planted_texts(domain, documents), name=name)
        for domain, name in enumerate(NAMES)
    ]

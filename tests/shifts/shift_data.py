"""Small domains in which one word is known to change."""

from random import Random

from crosslex import Corpus

TOPICS = [[f"{topic}{number}" for number in range(8)] for topic in "abcdefghklmn"]
CHANGED = "zork"


def planted_corpora(documents: int = 600, seed: int = 0) -> list[Corpus]:
    """Make two domains alike, but for one word that occurs with another topic."""
    corpora = []
    for domain in (0, 1):
        random = Random(f"{seed} {domain}")
        texts = []
        for number in range(documents):
            # Every topic has documents of even and of odd numbers.
            topic = number // 2 % len(TOPICS)
            words = random.choices(TOPICS[topic], k=7)
            if topic == (3 if domain else 0) and random.random() < 0.5:
                words.insert(3, CHANGED)
            words.insert(2, f"x{random.randrange(25)}")
            texts.append(" ".join(words))
        corpora.append(Corpus.from_texts(texts, name=("first", "second")[domain]))
    return corpora

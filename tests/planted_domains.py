"""Generated domains in which it is known which words keep their company and which change it.

Every sentence is about one topic: it holds some of the topic's own words, which all domains
share, some words of the two groups that are put to the test, and fillers.
"""

import numpy as np

from crosslex.corpus.corpus import Corpus

N_TOPICS = 12
SYLLABLES = ["ba", "ko", "mi", "tu", "re", "zo", "pa", "ni", "lu", "fe"]


def invented(kind: str, number: int) -> str:
    digits = (number // 100, number // 10 % 10, number % 10)
    return kind + "".join(SYLLABLES[digit] for digit in digits) + "k"


TOPIC_WORDS = [
    [invented("an", 10 * topic + each) for each in range(10)] for topic in range(N_TOPICS)
]
STABLE = [invented("st", number) for number in range(2 * N_TOPICS)]
MOVED = [invented("mo", number) for number in range(2 * N_TOPICS)]
FILLERS = [invented("fi", number) for number in range(10)]


def topic_of(word: str, domain: int) -> int | None:
    """The topic of a word, or of a bigram of one topic's words; None where there is none."""
    topics = {_topic_of_unigram(unigram, domain) for unigram in word.split()}
    return topics.pop() if len(topics) == 1 else None


def _topic_of_unigram(word: str, domain: int) -> int | None:
    if word in STABLE:
        return STABLE.index(word) % N_TOPICS
    if word in MOVED:
        number = MOVED.index(word)
        # Never the same topic in two of the first three domains.
        return (number + domain * (1 + number // N_TOPICS)) % N_TOPICS
    for topic, words in enumerate(TOPIC_WORDS):
        if word in words:
            return topic
    return None


def planted_texts(domain: int, *, seed: int, size: int = 800) -> list[str]:
    rng = np.random.default_rng([seed, domain])
    tested = [
        [word for word in STABLE + MOVED if topic_of(word, domain) == topic]
        for topic in range(N_TOPICS)
    ]

    def sentence() -> str:
        topic = rng.integers(N_TOPICS)
        words = [
            *rng.choice(TOPIC_WORDS[topic], 5),
            *rng.choice(tested[topic], 2),
            *rng.choice(FILLERS, 2),
        ]
        return " ".join(rng.permutation(words))

    return [f"{sentence()}. {sentence()}." for _ in range(size)]


def planted_corpora(n_domains: int = 2, *, seed: int, size: int = 800) -> list[Corpus]:
    return [
        Corpus.from_texts(planted_texts(domain, seed=seed, size=size), name=f"domain {domain}")
        for domain in range(n_domains)
    ]

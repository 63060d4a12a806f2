"""Generated texts for the tests of large and faulty runs."""

import json
from pathlib import Path
from random import Random

SHARED = ["good", "bad", "new", "old", "long", "short", "great", "poor", "big", "small"]
OWN = {
    "films": ["plot", "actor", "scene", "script", "comedy", "director", "music", "hero"],
    "tools": ["blade", "handle", "motor", "battery", "knife", "steel", "drill", "wood"],
}


def texts_of(domain: str, documents: int) -> list[str]:
    """Sentences of words that the domains share and words of its own, some of them rare."""
    random = Random(f"{domain}-0")
    texts = []
    for _ in range(documents):
        sentences = []
        for _ in range(random.randint(1, 4)):
            words = random.choices(OWN[domain], k=4) + random.choices(SHARED, k=4)
            words.append(f"rare{random.randrange(documents)}x")
            random.shuffle(words)
            sentences.append(" ".join(words) + random.choice(".!?"))
        # Now and then a sentence so long that an example of it is cut.
        if random.random() < 0.05:
            sentences.append(" ".join(random.choices(OWN[domain] + SHARED, k=120)) + ".")
        texts.append(" ".join(sentences))
    return texts


def write_domain(folder: Path, domain: str, documents: int) -> Path:
    """Write a domain's texts as JSON lines."""
    path = folder / f"{domain}.jsonl"
    lines = [
        json.dumps({"text": text, "label": number % 2, "domain": domain})
        for number, text in enumerate(texts_of(domain, documents))
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path

"""Reviews of two domains in which the cause of a loss of accuracy is known."""

from random import Random

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

ASPECTS = 12
N_TEXTS = 500
Texts = tuple[list[str], list[str]]


def reviews(
    seed: int,
    *,
    share_good: float = 0.5,
    renamed: int = 0,
    exchanged: int = 0,
    share_mixed: float = 0.0,
) -> Texts:
    """Return texts and labels; mixed texts have clauses of both kinds.

    Every aspect has a word for good and one for bad, said among the aspect's own words. Renamed
    words are called otherwise; exchanged ones say the opposite, among words of another aspect.
    """
    random = Random(seed)
    texts, labels = [], []
    for number in range(N_TEXTS):
        label = "good" if number < share_good * N_TEXTS else "bad"
        mixed = number >= (1 - share_mixed) * N_TEXTS
        clauses = []
        for _ in range(3):
            aspect = random.randrange(ASPECTS)
            same = random.random() < (0.5 if mixed else 0.8)
            said = label if same else {"good": "bad", "bad": "good"}[label]
            spoken, place = said, aspect
            if aspect < exchanged:
                spoken = {"good": "bad", "bad": "good"}[said]
                place = (aspect + exchanged // 2) % exchanged
            new = "new" if aspect < renamed else ""
            words = [f"thing{aspect}{random.choice('abcde')}" for _ in range(4)]
            words.insert(2, f"{new}{spoken}{place}x")
            clauses.append(" ".join(words))
        texts.append(". ".join(clauses) + ".")
        labels.append("mixed" if mixed else label)
    order = random.sample(range(N_TEXTS), N_TEXTS)
    return [texts[place] for place in order], [labels[place] for place in order]


def pipeline() -> Pipeline:
    return make_pipeline(CountVectorizer(), LogisticRegression(C=0.1))


def lopsided(fitted: Pipeline):
    """A function of texts that says bad in case of doubt."""

    def predict(texts: list[str]) -> np.ndarray:
        bad = fitted.predict_proba(texts)[:, 0]
        bad = bad**0.5 / (bad**0.5 + (1 - bad) ** 0.5 * 0.55)
        return np.column_stack([bad, 1 - bad])

    return predict


def accuracy(predicted: np.ndarray, labels: list[str]) -> float:
    return float(np.mean(np.array(["bad", "good"])[predicted.argmax(axis=1)] == labels))

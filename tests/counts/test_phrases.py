"""Phrases found by association, against a slow count of all sequences of words."""

import random
from collections import Counter
from itertools import pairwise
from math import log

import pytest

from crosslex import Corpus, TextSettings, find_phrases
from crosslex.cli import main
from crosslex.counts import features, stream
from crosslex.text.analysis import analyze
from crosslex.text.settings import read_terms

PLAIN = TextSettings(lemmatize=False)
TEXTS = [
    "The state of the union is strong. The union of the states is old.",
    "We speak of the state of the union and of the cost of living.",
    "The high cost of living hurts. Living costs money in 1984 and 1985.",
    "A new state joins the union. World war two. World war one.",
]


def slow_phrases(texts, min_count):
    """Return phrases and scores by counting every sequence of up to four words of a sentence."""
    sentences = [sentence for text in texts for sentence in analyze(text, PLAIN)]
    stop_words = PLAIN.stop_words_used
    counts = Counter(
        tuple(sentence[first : first + length])
        for sentence in sentences
        for length in range(1, 5)
        for first in range(len(sentence) - length + 1)
    )
    total = sum(map(len, sentences))
    found = {}
    for words, count in counts.items():
        content = [place for place, word in enumerate(words) if word not in stop_words]
        is_phrase = len(words) > 1 and content[:1] == [0] and content[-1:] == [len(words) - 1]
        if not is_phrase or count < min_count or "<number>" in words:
            continue
        found[" ".join(words)] = min(
            log(count * total / (counts[words[: a + 1]] * counts[words[b:]])) / log(total / count)
            for a, b in pairwise(content)
        )
    return found


@pytest.mark.parametrize("seed", range(3))
def test_counts_and_scores_are_those_of_a_slow_count(monkeypatch, seed):
    # Small blocks and few keys at once, so that all passes and blocks are joined.
    monkeypatch.setattr("crosslex.counts.phrases.BLOCK_TOKENS", 40)
    monkeypatch.setattr(features, "MAX_KEYS", 7)
    draw = random.Random(seed)
    texts = [". ".join(draw.choices(TEXTS, k=3)) for _ in range(12)]
    corpora = [
        Corpus.from_texts(texts[:7], name="a", text_settings=PLAIN),
        Corpus.from_texts(texts[7:], name="b", text_settings=PLAIN),
    ]
    found = find_phrases(corpora, min_count=3, min_score=-1.0)
    assert {each.text: each.score for each in found} == pytest.approx(slow_phrases(texts, 3))
    assert {"state of the union", "cost of living"} <= {each.text for each in found}
    assert stream.BLOCK_TOKENS > 40


def test_the_list_of_phrases_is_a_list_of_terms(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("\n".join(TEXTS * 5), "utf-8")
    assert main(["phrases", str(tmp_path / "a.txt"), "--min-count", "5"]) == 0
    printed = capsys.readouterr().out
    assert "cost of living\t10\t" in printed
    (tmp_path / "terms.txt").write_text(printed, "utf-8")
    assert "cost of living" in TextSettings(terms=read_terms(tmp_path / "terms.txt")).terms

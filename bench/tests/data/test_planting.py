"""Planted changes change what they should and nothing else."""

from random import Random

import numpy as np
import pytest

from crosslex import Corpus
from crosslex_bench.data import planting
from crosslex_bench.data.planting import plant


@pytest.fixture
def corpora(monkeypatch):
    monkeypatch.setattr(planting, "BANDS", ((10, 60), (60, 4000)))
    monkeypatch.setattr(planting, "PAIRS", 3)
    made = []
    for domain in range(2):
        random = Random(domain)
        rare, often = (
            [f"rare{chr(97 + n)}" for n in range(26)],
            [f"of{chr(97 + n)}" for n in range(26)],
        )
        texts = [
            " ".join(random.choices(rare, k=2) + random.choices(often, k=9)) for _ in range(400)
        ]
        made.append(Corpus.from_texts(texts, name=str(domain)))
    return made


def test_counts_stay_and_half_of_the_tokens_trade_places(corpora):
    planted = plant(*corpora, share=0.5, seed=1)
    second = planted.domains[1]
    original = planting.with_common_words(*corpora)[1]
    assert np.array_equal(np.bincount(second.ids), np.bincount(original.ids))
    assert np.array_equal(second.sentence_offsets, original.sentence_offsets)
    changed = [
        word for word, is_changed in zip(planted.words, planted.changed, strict=True) if is_changed
    ]
    for a, b in zip(changed[::2], changed[1::2], strict=True):
        places = {word: original.ids == original.words.index(word) for word in (a, b)}
        size = round(0.5 * min(places[a].sum(), places[b].sum()))
        became = second.ids == second.words.index(b)
        assert (places[a] & became).sum() == size
    others = ~np.isin(original.ids, [original.words.index(word) for word in changed])
    assert np.array_equal(second.ids[others], original.ids[others])


def test_every_word_has_two_controls_of_its_own(corpora):
    planted = plant(*corpora, share=0.5, seed=1)
    assert planted.changed.sum() == 2 * 2 * 3
    assert (~planted.changed).sum() == 2 * planted.changed.sum()
    assert len(set(planted.words)) == len(planted.words)

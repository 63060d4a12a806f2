"""The uses of twenty words of the presidents' speeches, against a plain scan of their file."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.corpus import ReadOptions
from crosslex.datasets import default_cache

SPEECHES: Path = default_cache() / "speeches" / "speeches.jsonl"
FORMS = """
    energy|energies economy|economies freedom|freedoms liberty|liberties slavery railroad|railroads
    treaty|treaties navy|navies gold farmer|farmers tariff|tariffs soviet|soviets inflation
    school|schools|schooled|schooling child|children terrorist|terrorists oil|oils
    budget|budgets|budgeted|budgeting enemy|enemies widow|widows
"""


@pytest.mark.skipif(not SPEECHES.exists(), reason="the demo has not fetched the speeches yet")
def test_every_use_is_found_where_a_plain_scan_finds_it(tmp_path: Path) -> None:
    reading = ReadOptions(id_column="id")
    corpora = Corpus.read_periods(SPEECHES, over="year", periods=8, options=reading)
    model = CrossDomainEmbedding(dimension=10, n_contexts=200, ordered=True).fit(corpora)
    model.save(tmp_path / "model")
    loaded = CrossDomainEmbedding.load(tmp_path / "model")
    rows = [json.loads(line) for line in SPEECHES.read_text().splitlines()]
    text_of = {row["id"]: row["text"] for row in rows}
    assert len(FORMS.split()) == 20
    for forms in FORMS.split():
        word, number = forms.partition("|")[0], model.vocabulary_.number
        spelled = re.compile(rf"(?<!\w)(?:{forms})(?:['’]s)?(?!\w)", re.IGNORECASE)
        scanned = Counter(
            (key, hit[0]) for key, t in text_of.items() for hit in spelled.finditer(t)
        )
        found = loaded.concordance(word)
        assert Counter((use.document, use.keyword) for use in found) == scanned
        assert all(use.text in text_of[use.document] for use in found)
        assert list(found.counts.values()) == model.vocabulary_.counts[:, number[word]].tolist()

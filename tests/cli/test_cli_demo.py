"""`crosslex demo`: what it shows, uses in its texts, and what it needs of the texts it fetches."""

import contextlib
import io
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from cli_runs import DOCUMENTS, Program, assert_refused

from crosslex import Corpus, CrossDomainClassifier, CrossDomainEmbedding
from crosslex.cli import main
from crosslex.cli.demo import transfer
from crosslex.corpus import read_documents
from crosslex.datasets import fetch_film_reviews, fetch_speeches
from crosslex.errors import InputError
from processes import pip_looks_only_in


def test_its_accuracies_are_those_of_texts_that_no_classifier_saw(texts: Path) -> None:
    read = {name: list(read_documents(texts / f"{name}.jsonl")) for name in ("films", "tools")}
    found = transfer("label", read)
    films = Corpus.read(texts / "films.jsonl", name="films")
    tools = Corpus.read(texts / "tools.jsonl", name="tools")
    held_out = [tools.texts[at] for at in range(2, len(tools), 3)]
    rest = [tools.texts[at] for at in range(len(tools)) if at % 3 != 2]
    classifier = CrossDomainClassifier("none", "tools", random_state=0)
    classifier.fit([films, Corpus.from_texts(rest, name="tools")])
    truth = np.array(tools.classes)[tools.labels[2::3]]
    assert found["task"] == "label, films → tools"
    assert found["tested"] == len(held_out) == DOCUMENTS // 3
    assert found["none"] == pytest.approx(np.mean(classifier.predict(held_out) == truth))


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of the demo, and what it prints on a terminal of 80 columns."""
    try:
        fetch_speeches(), fetch_film_reviews()
    except InputError as error:
        pytest.skip(f"needs the demo's texts: {error}")
    folder, out = tmp_path_factory.mktemp("demo"), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(out):
        patch.chdir(folder)
        patch.setenv("COLUMNS", "80")
        assert main(["demo"]) == 0
    return folder / "crosslex-demo", out.getvalue()


def test_the_presidents_fit_on_one_screen_and_words_turn_when_history_says(
    shown: tuple[Path, str],
) -> None:
    folder, out = shown
    assert len(out.splitlines()) <= 60
    model = CrossDomainEmbedding.load(folder / "model")
    # Words whose change is dated by events, not by our own earlier output.
    for word, period in {
        "energy": "1970-1992",  # the oil crises
        "intelligence": "1970-1992",  # the agencies, and the inquiries into them
        "welfare": "1970-1992",  # a program to reform, no longer the general welfare
        "economy": "1946-1969",  # a thing with growth, no longer thrift
        "care": "1914-1945",  # of health
        "want": "1914-1945",  # to wish, no longer to lack
        "reserve": "1890-1913",  # forests, from 1891 on
    }.items():
        assert model.timeline(word).turn == period, word


FORMS = """
    energy|energies economy|economies freedom|freedoms liberty|liberties slavery railroad|railroads
    treaty|treaties navy|navies gold farmer|farmers tariff|tariffs soviet|soviets inflation
    school|schools|schooled|schooling child|children terrorist|terrorists oil|oils
    budget|budgets|budgeted|budgeting enemy|enemies widow|widows
"""


def test_every_use_of_twenty_words_is_found_where_a_plain_scan_finds_it(
    shown: tuple[Path, str],
) -> None:
    model = CrossDomainEmbedding.load(shown[0] / "model")
    speeches = map(json.loads, fetch_speeches().read_text().splitlines())
    text_of = {speech["id"]: speech["text"] for speech in speeches}
    for forms in FORMS.split():
        spelled = re.compile(rf"(?<!\w)(?:{forms})(?:['’]s)?(?!\w)", re.IGNORECASE)
        scanned = Counter(
            (key, hit[0]) for key, text in text_of.items() for hit in spelled.finditer(text)
        )
        found = model.concordance(forms.partition("|")[0])
        assert Counter((use.document, use.keyword) for use in found) == scanned
        assert all(use.text in text_of[use.document] for use in found)


def test_a_folder_with_other_things_is_refused_before_anything_is_fetched(
    run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSLEX_CACHE", str(tmp_path / "cache"))
    for folder in ("a", "b/model"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "thesis.txt").write_text("all my work")
        ran = run("demo", "--out", tmp_path / folder[0])
        assert_refused(ran, "already holds thesis.txt")
        assert (tmp_path / folder / "thesis.txt").read_text() == "all my work"
    assert not (tmp_path / "cache").exists()


def test_without_network_and_cache_it_says_so_in_one_line(
    run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSLEX_CACHE", str(tmp_path / "cache"))
    pip_looks_only_in(tmp_path / "links", monkeypatch)
    ran = run("demo", "--out", tmp_path / "m")
    assert_refused(ran, "speeches: no intact copy of speeches.jsonl in .*; check the network")
    assert not (tmp_path / "m").exists()

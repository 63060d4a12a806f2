"""`crosslex demo`: on texts of one's own, and what it needs of the texts it fetches."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from cli_runs import DOCUMENTS, Program, assert_refused
from scipy.stats import binomtest

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.cli.demo import EXAMPLE_WORDS, WORD_COUNT, demo, show_demo
from crosslex.cli.output import Screen
from crosslex.counts.features import count_domains
from crosslex.datasets.docstrings import DOMAINS, fetch_docstrings
from crosslex.errors import InputError


def test_it_goes_the_whole_way(
    texts: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = SimpleNamespace(params={"as_json": False})
    told = demo.__wrapped__(asked, Path("crosslex-demo"), texts, 5, 1)
    show_demo(Screen(), told)
    shown = capsys.readouterr().out
    assert re.search(rf"films +{DOCUMENTS} ", shown)
    # A word that these texts have, unlike those of the demo's own.
    assert f"crosslex compare crosslex-demo/model {told.comparisons[0].word} " in shown
    assert "Open crosslex-demo/explore.html in a browser" in shown
    assert "<title>Films and tools" in Path("crosslex-demo/explore.html").read_text("utf-8")
    assert "The words that change most\nfilms and tools" in shown
    assert "A classifier with the labels of films, tested elsewhere" in shown
    assert "seed 5" in shown

    assert CrossDomainEmbedding.load("crosslex-demo/model").random_state == 5
    assert [domain.name for domain in told.domains] == ["films", "tools"]
    assert "blade" in told.specific["tools"]
    assert "plot" in told.specific["films"]
    for comparison in told.comparisons:
        counts = [column.occurrences for column in comparison.domains]
        assert len(counts) >= 2
        assert min(counts) >= WORD_COUNT
    assert told.changed.domains == ("films", "tools")
    assert told.changed.tested >= len(told.changed) > 0
    [carried] = told.carried
    assert (carried.source, carried.target) == ("films", "tools")
    assert carried.tested == DOCUMENTS // 5
    for found in (carried.none, carried.crosslex, carried.in_domain):
        right = round(found.value * carried.tested)
        interval = binomtest(right, carried.tested).proportion_ci(method="exact")
        assert (found.low, found.high) == pytest.approx(tuple(interval))


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
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    ran = run("demo", "--out", tmp_path / "m")
    assert_refused(ran, "docstrings: no intact copy of music in .*--data PATH")
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("content", [(), ("films.jsonl",), ("films.csv", "tools.csv")])
def test_data_without_two_domains_is_refused(
    run: Program, tmp_path: Path, content: tuple[str, ...]
) -> None:
    for name in content:
        (tmp_path / name).touch()
    ran = run("demo", "--data", tmp_path, "--out", tmp_path / "m")
    assert_refused(ran, "give a folder with two or more, one per domain")
    assert not (tmp_path / "m").exists()


def test_the_example_words_are_frequent_in_two_domains_or_more() -> None:
    try:
        folder = fetch_docstrings()
    except InputError as error:
        pytest.skip(f"needs the docstrings: {error}")
    corpora = [Corpus.read(folder / f"{name}.jsonl", name=name) for name in DOMAINS]
    counts = count_domains(corpora, min_documents=10)
    for word in EXAMPLE_WORDS:
        place = counts[0].features.index(word)
        assert sum(domain.occurrences[place] >= WORD_COUNT for domain in counts) >= 2, word

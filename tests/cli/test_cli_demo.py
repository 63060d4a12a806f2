"""`crosslex demo`: on texts of one's own, and what it needs of the texts it fetches."""

import re
from pathlib import Path

import pytest
from cli_runs import DOCUMENTS, Program
from scipy.stats import binomtest

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.cli.demo import EXAMPLE_WORDS, WORD_COUNT
from crosslex.counts.frequent_features import count_domains
from crosslex.datasets.docstrings import DOMAINS, fetch_docstrings
from crosslex.errors import InputError


def test_it_goes_the_whole_way(
    run: Program, texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("demo", "--data", texts)
    assert ran.code == 0
    assert ran.err.startswith("crosslex: warning: only 11 words of films and tools are compared")
    assert ran.err.count("\n") == 1
    assert (tmp_path / "crosslex-demo" / "model").is_dir()
    assert re.search(rf"films +{DOCUMENTS} ", ran.out)
    # A word that these texts have, unlike those of the demo's own.
    [word] = re.findall(r"crosslex compare crosslex-demo/model (\w+)", ran.out)
    assert run("compare", "crosslex-demo/model", word).code == 0
    assert "Open crosslex-demo/explore.html in a browser" in ran.out
    assert "<title>Films and tools" in Path("crosslex-demo/explore.html").read_text("utf-8")
    assert "The words that change most\nfilms and tools" in ran.out
    assert "A classifier with the labels of films, tested elsewhere" in ran.out
    assert "seed 0" in ran.out


def test_json_holds_all_that_is_shown(run: Program, texts: Path, tmp_path: Path) -> None:
    told = run("demo", "--data", texts, "--out", tmp_path / "m", "--json", "--seed", 5).json
    model = CrossDomainEmbedding.load(tmp_path / "m" / "model")
    assert (model.random_state, told["seed"]) == (5, 5)
    assert [domain["name"] for domain in told["domains"]] == ["films", "tools"]
    assert "blade" in told["specific"]["tools"]
    assert "plot" in told["specific"]["films"]
    for comparison in told["comparisons"]:
        counts = [column["occurrences"] for column in comparison["domains"]]
        assert len(counts) >= 2
        assert min(counts) >= WORD_COUNT
    assert told["changed"]["domains"] == ["films", "tools"]
    assert told["changed"]["tested"] >= len(told["changed"]["words"]) > 0
    [carried] = told["carried"]
    assert (carried["source"], carried["target"]) == ("films", "tools")
    assert carried["tested"] == DOCUMENTS // 5
    for method in ("none", "crosslex", "in_domain"):
        told_of = carried[method]
        right = round(told_of["share"] * carried["tested"])
        interval = binomtest(right, carried["tested"]).proportion_ci(method="exact")
        assert (told_of["low"], told_of["high"]) == pytest.approx(tuple(interval))


def test_a_second_demo_replaces_the_first_and_nothing_else(
    run: Program, texts: Path, tmp_path: Path
) -> None:
    (tmp_path / "d" / "model").mkdir(parents=True)
    (tmp_path / "d" / "model" / "thesis.txt").write_text("all my work")
    ran = run("demo", "--data", texts, "--out", tmp_path / "d")
    assert (ran.code, ran.out) == (2, "")
    assert (tmp_path / "d" / "model" / "thesis.txt").read_text() == "all my work"


def test_without_network_and_cache_it_says_so_in_one_line(
    run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSLEX_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    ran = run("demo", "--out", tmp_path / "m")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("crosslex: error: docstrings: no intact copy of music in ")
    assert "--data PATH" in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize("content", [(), ("films.jsonl",), ("films.csv", "tools.csv")])
def test_data_without_two_domains_is_refused(
    run: Program, tmp_path: Path, content: tuple[str, ...]
) -> None:
    for name in content:
        (tmp_path / name).touch()
    ran = run("demo", "--data", tmp_path, "--out", tmp_path / "m")
    assert (ran.code, ran.out) == (2, "")
    assert "give a folder with two or more, one per domain" in ran.err
    assert not (tmp_path / "m").exists()


def test_a_foreign_folder_is_refused_before_anything_is_fetched(
    run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CROSSLEX_CACHE", str(tmp_path / "cache"))
    (tmp_path / "thesis.txt").touch()
    ran = run("demo", "--out", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "already holds thesis.txt" in ran.err
    assert not (tmp_path / "cache").exists()


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

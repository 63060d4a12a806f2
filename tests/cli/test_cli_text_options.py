"""Options for reading and analyzing text: what they do, and that later commands know them."""

import json
import shutil
from pathlib import Path
from random import Random

import pytest
from cli_runs import Program

from crosslex import CrossDomainClassifier, CrossDomainEmbedding
from crosslex.cli.paths import check_inputs
from crosslex.corpus.options import ReadOptions

FAST = ("--dimension", "4", "--jobs", "1")
SHARED = [
    "gut",
    "schlecht",
    "neu",
    "alt",
    "lang",
    "kurz",
    "rot",
    "blau",
    "rund",
    "flach",
    "warm",
    "kalt",
]
OWN = {"filme": ["Handlung", "Szenen", "Regisseur"], "messer": ["Töpfe", "Löffel", "Stahl"]}


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of German texts, one per file, and the same with labels."""
    folder, random = tmp_path_factory.mktemp("german"), Random(0)
    for domain, nouns in OWN.items():
        (folder / domain).mkdir()
        lines = []
        for number in range(60):
            words = [*random.choices(nouns, k=3), *random.choices(SHARED, k=3)]
            text = f"Die {words[0]} und die {words[1]}\nsind nicht {words[3]}, sehr {words[4]}."
            (folder / domain / f"{number:02}.txt").write_text(text)
            lines.append(json.dumps({"text": text, "label": number % 2}))
        (folder / f"{domain}.jsonl").write_text("\n".join(lines))
    return folder


def paths(folder: Path, ending: str = "") -> list[str]:
    return [f"{name}={folder / name}{ending}" for name in OWN]


def test_a_folder_of_text_files_has_a_document_per_file(
    run: Program, german: Path, tmp_path: Path
) -> None:
    learned = run("learn", *paths(german), "--out", tmp_path / "model", *FAST, "--json").json
    assert [domain["documents"] for domain in learned["domains"]] == [60, 60]
    asked = ("--document", "line", *FAST, "--json")
    by_line = run("learn", *paths(german), "--out", tmp_path / "lines", *asked).json
    assert [domain["documents"] for domain in by_line["domains"]] == [120, 120]


def test_language_lemmas_and_stop_words_are_saved_with_the_model(
    run: Program, german: Path, tmp_path: Path
) -> None:
    model = tmp_path / "model"
    assert run("learn", *paths(german), "--language", "de", "--out", model, *FAST).code == 0
    loaded = CrossDomainEmbedding.load(model)
    assert loaded.text_settings_.language == "de"
    words = set(loaded.vectors_["messer"])
    # Lemmas of German, where "die" and "und" are stop words and "nicht" is none.
    assert {"topf", "nicht"} <= words
    assert not words & {"töpfe", "die", "der", "und"}
    found = run("compare", model, "Töpfe", "--min-count", 1, "--json").json
    assert found["word"] == "topf"
    asked = ("--words", "Gut", "--min-count", 2, "--resamples", 20)
    assert run("shifts", model, *asked, "--json").json["pairs"]
    assert run("senses", model, "schlecht").code == 0
    assert run("explore", model, "--out", tmp_path / "page.html").code == 0


def test_words_stay_as_they_are_and_bigrams_and_stop_words_go_as_asked(
    run: Program, german: Path, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.words"
    mine.write_text("Löffel\n")
    asked = ("--tokens", "whitespace", "--no-lemmas", "--no-bigrams", "--stop-words", mine)
    model = tmp_path / "model"
    assert run("learn", *paths(german), *asked, "--out", model, *FAST).code == 0
    words = set(CrossDomainEmbedding.load(model).vectors_["messer"])
    assert {"Die", "Töpfe", "und"} <= words
    assert "Löffel" not in words
    assert not any(" " in word for word in words)
    kept = tmp_path / "kept"
    assert run("learn", *paths(german), "--stop-words", "none", "--out", kept, *FAST).code == 0
    assert CrossDomainEmbedding.load(kept).text_settings_.stop_words == frozenset()


def test_a_classifier_keeps_them_too(run: Program, german: Path, tmp_path: Path) -> None:
    labeled, target = paths(german, ".jsonl")
    asked = ("--language", "de", "--no-bigrams", "--method", "none", "--jobs", "1")
    classifier = tmp_path / "classifier"
    assert run("adapt", labeled, "--target", target, *asked, "--out", classifier).code == 0
    loaded = CrossDomainClassifier.load(classifier)
    assert loaded.text_settings_.language == "de"
    assert not any(" " in feature for feature in loaded.features_)
    predicted = run("predict", classifier, german / "messer")
    assert predicted.code == 0
    assert len(predicted.out.splitlines()) == 60
    by_line = run("predict", classifier, german / "messer", "--document", "line")
    assert len(by_line.out.splitlines()) == 120


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("--language", "xx"), "language: found 'xx', which has no dictionary of lemmas"),
        (("--stop-words", "absent"), "absent: cannot be read (No such file or directory)"),
        (("--document", "page"), "'page' is not one of 'line', 'paragraph', 'file'"),
    ],
)
def test_mistakes_are_told_before_anything_is_read(
    run: Program, german: Path, tmp_path: Path, asked: tuple[str, ...], message: str
) -> None:
    ran = run("learn", *paths(german), *asked, "--out", tmp_path / "model")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert message in ran.err


def test_a_file_given_as_two_domains_is_refused(run: Program, german: Path, tmp_path: Path) -> None:
    one = german / "filme.jsonl"
    ran = run("learn", f"a={one}", f"b={german}/./filme.jsonl", "--out", tmp_path / "model")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "filme.jsonl: given as the domains 'a' and 'b'; give each" in ran.err
    ran = run("adapt", f"a={one}", "--target", f"b={german}/*.jsonl", "--out", tmp_path / "model")
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "given as the domains 'a' and 'b'" in ran.err


@pytest.mark.parametrize(
    ("pattern", "out"),
    [
        ("", "model"),
        ("/../fil*", "model"),
        ("/*", "model"),
        ("/*", "model/deeper"),
        ("/**/*.txt", "model"),
        ("/../*/*.txt", "../model"),
    ],
)
def test_an_output_where_texts_are_read_is_refused(
    run: Program, german: Path, tmp_path: Path, pattern: str, out: str
) -> None:
    folder = tmp_path / "filme"
    shutil.copytree(german / "filme", folder)
    domains = [f"filme={folder}{pattern}", f"messer={german / 'messer'}"]
    ran = run("learn", *domains, "--out", folder / out)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    said = "is where the pattern" if pattern else f"is inside {folder}, which is read"
    assert f"--out: {folder / out} {said}" in ran.err
    assert not (folder / out).exists()


@pytest.mark.parametrize("out", ["model", "b.txt/model", ".a.txt"])
def test_an_output_that_a_pattern_does_not_match_may_be_beside_the_texts(
    tmp_path: Path, out: str
) -> None:
    (tmp_path / "a.txt").write_text("a dull plot")
    check_inputs([("films", f"{tmp_path}/[!b]*.txt")], tmp_path / out, ReadOptions())


def test_the_same_file_may_have_labels_and_more_texts_of_its_domain(
    run: Program, german: Path, tmp_path: Path
) -> None:
    labeled, target = paths(german, ".jsonl")
    more = f"filme={german / 'filme'}"
    asked = ("--unlabeled", more, "--method", "none", "--out", tmp_path / "classifier")
    assert run("adapt", labeled, "--target", target, *asked, "--jobs", "1").code == 0

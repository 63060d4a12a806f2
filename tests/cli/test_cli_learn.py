"""`crosslex learn`: what it prints and writes, how it reads, and what it says of mistakes."""

import gzip
import json
import os
import re
import shutil
import sys
from pathlib import Path
from random import Random

import pytest
from cli_runs import DOCUMENTS, Program, assert_refused
from typer.main import get_command

from crosslex import CrossDomainEmbedding
from crosslex.cli.app import app
from crosslex.paper import PaperEmbedding

FAST = ("--dimension", "4", "--jobs", "1")
ANY = ["gut", "schlecht", "neu", "alt", "lang", "kurz", "rot", "blau", "rund", "dick", "warm"]
OWN = {"filme": ["Handlung", "Szenen", "Regisseur"], "messer": ["Töpfe", "Löffel", "Stahl"]}


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folders of German texts, one per file."""
    folder, random = tmp_path_factory.mktemp("german"), Random(0)
    for domain, nouns in OWN.items():
        (folder / domain).mkdir()
        for number in range(60):
            words = [*random.choices(nouns, k=3), *random.choices(ANY, k=3)]
            text = f"Die {words[0]} und die {words[1]}\nsind nicht {words[3]}, sehr {words[4]}."
            (folder / domain / f"{number:02}.txt").write_text(text)
    return folder


def paths(folder: Path) -> list[str]:
    return [f"{name}={folder / name}" for name in OWN]


def test_it_ends_with_what_it_found_and_what_to_try_next(run: Program, domains: list[str]) -> None:
    ran = run("learn", *domains, "--out", "model", *FAST)
    assert (ran.code, ran.err) == (0, "")
    assert re.search(rf"films +{DOCUMENTS} ", ran.out)
    assert "4 dimensions, " in " ".join(ran.out.split())
    assert "crosslex compare model" in ran.out
    # An earlier model is replaced; quiet leaves the advice out.
    quiet = run("learn", *domains, "--out", "model", *FAST, "--quiet", "--seed", 5)
    assert (quiet.code, quiet.err) == (0, "")
    assert "Try next" not in quiet.out
    assert CrossDomainEmbedding.load("model").random_state == 5
    assert [path.name for path in Path().iterdir()] == ["model"]


def test_every_setting_reaches_the_estimator_and_json_tells_what_was_found(
    run: Program, domains: list[str]
) -> None:
    given = {"dimension": 6, "window": 5, "min-count": 3, "min-documents": 4, "contexts": 200}
    options = [part for name, value in given.items() for part in (f"--{name}", value)]
    options += ["--seed", 3, "--examples", 0, "--jobs", 1, "--json"]
    told = run("learn", *domains, "--out", "m", *options).json
    model = CrossDomainEmbedding.load("m")
    found = (model.dimension, model.window, model.min_count, model.min_documents)
    assert (*found, model.n_contexts) == tuple(given.values())
    assert (model.random_state, model.max_examples) == (3, 0)
    assert not (Path("m") / "texts.safetensors").exists()
    assert told["model"] == "m"
    assert [domain["domain"] for domain in told["domains"]] == ["films", "tools"]
    assert [domain["documents"] for domain in told["domains"]] == [DOCUMENTS, DOCUMENTS]
    assert len(model.contexts_) == 200
    assert [domain["vectors"] for domain in told["domains"]] == [*map(len, model.vectors_.values())]
    assert (told["dimension"], told["skipped"]) == (6, 0)


def test_help_states_the_defaults_that_the_estimator_has() -> None:
    names = {"contexts": "n_contexts", "examples": "max_examples"}
    settings, stated = CrossDomainEmbedding().get_params(), {}
    for option in get_command(app).commands["learn"].params:
        argument = names.get(option.name, option.name)
        if argument in settings and argument not in ("pretrained", "ordered"):
            stated[argument] = re.search(r"default: (.*)\]\[", option.help)[1]
    assert stated == {name: str(settings[name]) for name in stated}
    assert {"dimension", "window", "n_contexts", "min_documents", "max_examples"} <= set(stated)


def test_the_papers_method_has_settings_of_its_own(run: Program, domains: list[str]) -> None:
    asked = (*domains, "--out", "m", "--method", "paper", *FAST)
    told = run("learn", *asked, "--min-count", 20, "--json").json
    assert (told["method"], told["dimension"]) == ("paper", 4)
    assert PaperEmbedding.load("m").min_count == 20
    assert "the paper's method" in run("info", "m").out
    assert_refused(run("learn", *asked, "--contexts", 9), "--contexts: .* has no such setting")


def test_one_file_may_hold_many_domains(run: Program, texts: Path) -> None:
    rows = [
        {"kind": path.stem, "body": json.loads(line)["text"]}
        for path in sorted(texts.iterdir())
        for line in path.read_text().splitlines()
    ]
    path = Path("all.jsonl.gz")
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    columns = ("--domain-column", "kind", "--text-column", "body")
    ran = run("learn", path, "--out", "m", "--json", *columns, *FAST)
    assert [domain["domain"] for domain in ran.json["domains"]] == ["films", "tools"]


def test_a_column_of_years_makes_ordered_periods(run: Program, texts: Path) -> None:
    lines = [
        json.dumps({"year": 2000 - number % 4, "text": json.loads(line)["text"]})
        for number, line in enumerate((texts / "films.jsonl").read_text().splitlines())
    ]
    path = Path("films.jsonl")
    path.write_text("\n".join(lines))
    over = ("learn", path, "--out", "m", "--json", "--over", "year", *FAST)
    ran = run(*over, "--periods", "2")
    assert [domain["domain"] for domain in ran.json["domains"]] == ["1997-1998", "1999-2000"]
    assert "little text in 2 of 2 domains: '1997-1998' has only" in ran.err
    assert CrossDomainEmbedding.load("m").ordered
    # A year is where the second period begins.
    ran = run(*over, "--periods", "2000", "--quiet")
    assert [domain["domain"] for domain in ran.json["domains"]] == ["1997-1999", "2000"]
    named = [f"{name}={path}" for name, path in (("late", texts / "tools.jsonl"), ("early", path))]
    assert run("learn", *named, "--ordered", "--out", "m", *FAST).code == 0
    assert CrossDomainEmbedding.load("m").ordered


def test_skipped_lines_are_counted_and_reported(run: Program, domains: list[str]) -> None:
    path = Path("films.jsonl")
    good = Path(domains[0].partition("=")[2]).read_bytes()
    path.write_bytes(b'{"text": "\xff"}\n' + good + b"not JSON\n")
    arguments = ("learn", f"films={path}", domains[1], "--out", "m", *FAST)
    assert_refused(
        run(*arguments), r"films\.jsonl:1: byte 0xff .* not valid UTF-8.*--on-error skip"
    )
    assert [*Path().iterdir()] == [path]
    ran = run(*arguments, "--on-error", "skip", "--json")
    assert ran.json["skipped"] == 2
    assert ran.err == "crosslex: warning: 2 unreadable lines were left out\n"


def test_too_few_documents_are_said_and_what_divides_texts(run: Program, texts: Path) -> None:
    whole = " ".join(json.loads(line)["text"] for line in (texts / "films.jsonl").open())
    Path("whole.txt").write_text(whole)
    tools = [json.loads(line)["text"] for line in (texts / "tools.jsonl").open()]
    Path("tools.txt").write_text("\n".join(tools))
    ran = run("learn", "films=whole.txt", "tools=tools.txt", "--out", "m", *FAST)
    assert ran.code == 0
    assert "warning: too few documents in 'films' (1): words" in ran.err
    assert "one per line (--document line) or" in ran.err
    told = r"0 words .*; 'films' has only 1 document; divide the texts .* \(--document paragraph\)"
    assert_refused(run("shifts", "m", "--min-count", "1"), told)


def test_where_every_line_is_skipped_it_is_said_why_and_nothing_is_left(run: Program) -> None:
    rows = b"".join(b"caf\xe9 %d,a\n" % number for number in range(30))
    Path("latin.csv").write_bytes(b"text,year\n" + rows)
    Path("latin.txt").write_bytes(rows)
    Path("one.csv").write_bytes(b"text,year\n" + rows + b"good,1999\n")
    byte = "byte 0xe9 at position 4 is not valid UTF-8; save the file as UTF-8"
    asked = ("--out", "model", "--on-error", "skip", "--jobs", "1")
    for option in ("--domain-column", "--over"):
        told = r"every line was skipped as unreadable \(30 in all\); the first: latin.csv:2: "
        assert_refused(run("learn", "latin.csv", option, "year", *asked), told + byte + "$")
    ran = run("learn", "a=latin.txt", "b=one.csv", *asked)
    assert_refused(ran, r"\(30 in all\); the first: latin.txt:1: byte")
    # Of another mistake in the texts there are no checkpoints either.
    ran = run("learn", "one.csv", "--domain-column", "year", *asked)
    assert (ran.code, "domains: found 1; give two or more" in ran.err) == (2, True)
    assert {path.name for path in Path().iterdir()} == {"latin.csv", "latin.txt", "one.csv"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["films.txt", "tools.txt"], r"'films\.txt'; write NAME=PATH, such as books=books\.txt"),
        (["films=a.txt", "films=b.txt"], "the name 'films' is given twice"),
        (["films=a.txt"], "found 1; give two or more as NAME=PATH"),
        (["a.csv", "b.csv", "--domain-column", "kind"], "found 2 arguments; with --domain-column"),
        (["a=a.txt", "b=b.txt", "--dimensions", "4"], "(?i:no such option).*--dimensions"),
        (["FILMS", "TOOLS", "--min-documents", "5000"], "1 time and in 5,000 documents of all"),
        (["FILMS", "a=FILMS"], "films.jsonl: given as the domains 'films' and 'a'; give each"),
        (["FILMS", "TOOLS", "--language", "xx"], "'xx', which has no.* de, .*--no-lemmas"),
        (["BAD", "TOOLS", "--window", "1001"], "--window.*1000"),
        (["BAD", "TOOLS", "--pretrained", "cut.txt"], r"cut\.txt: breaks off at its end"),
        (["FILMS", "TOOLS", "--stop-words", "absent"], r"absent: cannot be read \(No such file"),
        (["FILMS", "empty=empty.txt"], "empty.txt: no words were found for the domain 'empty'"),
        (
            ["YEARS", "--over", "yaer"],
            r"no column 'yaer' \(did you mean year\?\).*name it in --over",
        ),
        (["YEARS", "--over", "year", "--periods", "3,4"], "--periods: 3,4 leaves a period without"),
        (["YEARS", "--over", "year", "--ordered"], "--ordered: found two of them; give one"),
        (["FILMS", "TOOLS", "--periods", "3"], "--periods: only a column of years"),
        (["-", "--over", "year"], "--over: standard input cannot be read twice"),
    ],
)
def test_a_mistake_is_one_line_and_nothing_is_written(
    run: Program, domains: list[str], arguments: list[str], message: str
) -> None:
    Path("empty.txt").write_text("!!! ???\n")
    Path("years.csv").write_text("year,text\n1,a\n2,b\n")
    films = domains[0].partition("=")[2]
    known = {"FILMS": domains[0], "TOOLS": domains[1], "a=FILMS": f"a={films}"}
    known |= {"YEARS": "years.csv", "BAD": "bad=bad.txt"}
    Path("bad.txt").write_bytes(b"\xff\n")  # refused once it is read
    Path("cut.txt").write_text("good 1 2\nbad 1")
    given = [known.get(each, each) for each in arguments]
    assert_refused(run("learn", *given, "--out", "model", "--jobs", "1"), message)
    written = {"empty.txt", "years.csv", "bad.txt", "cut.txt"}
    if "5000" in given:  # found once all is read, which the next run need not do again
        written.add("model.checkpoints")
    assert {path.name for path in Path().iterdir()} == written


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (".", "already holds file: choose another folder"),
        ("file", "file is a file"),
        ("loop", "cannot write .*loop: Too many levels of symbolic links"),
    ],
)
def test_an_output_that_cannot_be_written_is_refused_before_anything_is_read(
    run: Program, out: str, message: str
) -> None:
    Path("file").write_text("all my work")
    Path("loop").symlink_to("loop")
    ran = run("learn", "films=nowhere.txt", "tools=nowhere.txt", "--out", out)
    assert_refused(ran, message)
    assert Path("file").read_text() == "all my work"


class TestText:
    def test_a_folder_of_text_files_has_a_document_per_file(
        self, run: Program, german: Path
    ) -> None:
        for number, asked in ((60, ()), (120, ("--document", "line"))):
            asked = (*asked, "--out", "m", *FAST, "--json")
            told = run("learn", *paths(german), *asked).json
            assert [domain["documents"] for domain in told["domains"]] == [number, number]

    def test_language_lemmas_and_stop_words_are_saved_with_the_model(
        self, run: Program, german: Path
    ) -> None:
        model = Path("model")
        assert run("learn", *paths(german), "--language", "de", "--out", model, *FAST).code == 0
        loaded = CrossDomainEmbedding.load(model)
        assert loaded.text_settings_.language == "de"
        words = set(loaded.vectors_["messer"])
        # Lemmas of German, where "die" and "und" are stop words and "nicht" is none.
        assert {"topf", "nicht"} <= words
        assert not words & {"töpfe", "die", "der", "und"}
        found = run("compare", model, "Töpfe", "--min-count", 1, "--json").json
        assert found["word"] == "topf"

    def test_words_stay_as_they_are_and_bigrams_and_stop_words_go_as_asked(
        self, run: Program, german: Path
    ) -> None:
        mine = Path("mine.words")
        mine.write_text("Löffel\n")
        asked = ("--tokens", "whitespace", "--no-lemmas", "--no-bigrams", "--stop-words", mine)
        model = Path("model")
        assert run("learn", *paths(german), *asked, "--out", model, *FAST).code == 0
        words = set(CrossDomainEmbedding.load(model).vectors_["messer"])
        assert {"Die", "Töpfe", "und"} <= words
        assert "Löffel" not in words
        assert not any(" " in word for word in words)
        assert run("learn", *paths(german), "--stop-words", "none", "--out", model, *FAST).code == 0
        assert CrossDomainEmbedding.load(model).text_settings_.stop_words == frozenset()


@pytest.mark.parametrize(("pattern", "out"), [("", "model"), ("/../fil*", "model"), ("/*", "a")])
def test_an_output_where_texts_are_read_is_refused(
    run: Program, german: Path, pattern: str, out: str
) -> None:
    folder = Path("filme")
    shutil.copytree(german / "filme", folder)
    (folder / "a").mkdir()
    domains = [f"filme={folder}{pattern}", f"messer={german / 'messer'}"]
    ran = run("learn", *domains, "--out", folder / out)
    assert_refused(ran, re.escape(f"{folder / out} is where {folder}{pattern} is read"))


@pytest.mark.skipif(sys.platform == "darwin", reason="names of files are UTF-8 there")
def test_names_of_files_may_be_in_any_encoding(run: Program, domains: list[str]) -> None:
    folder = Path("films")
    folder.mkdir()
    films = Path(domains[0].partition("=")[2])
    (folder / os.fsdecode(b"caf\xe9.jsonl")).write_bytes(films.read_bytes())
    told = run("learn", "films=films", domains[1], "--out", os.fsdecode(b"m\xe9"), *FAST)
    assert (told.code, told.err) == (0, "")
    assert run("info", os.fsdecode(b"m\xe9")).code == 0

"""`crosslex learn`: what it prints and writes, and what it says of typical mistakes."""

import gzip
import json
import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from cli_runs import DOCUMENTS, Program, Run

from crosslex import CrossDomainEmbedding, TextSettings
from crosslex.cli.learn import learn

FAST = ("--dimension", "4", "--jobs", "1")


def assert_refused(ran: Run, message: str, out: Path) -> None:
    """One line that matches on standard error, exit code 2, and nothing written."""
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert re.search(message, ran.err), ran.err
    assert not out.exists()
    assert not out.parent.is_dir() or not [*out.parent.glob(".*crosslex*")]


def test_it_ends_with_what_it_found_and_what_to_try_next(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    ran = run("learn", *domains, "--out", tmp_path / "model", *FAST)
    assert (ran.code, ran.err) == (0, "")
    assert re.search(rf"films +{DOCUMENTS} ", ran.out)
    model = CrossDomainEmbedding.load(tmp_path / "model")
    assert f"from {len(model.contexts_)} context words" in ran.out
    assert f"crosslex compare {tmp_path / 'model'}" in ran.out


def test_json_tells_the_same_and_nothing_else_is_printed(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    ran = run("learn", *domains, "--out", tmp_path / "model", "--json", *FAST)
    told = ran.json
    model = CrossDomainEmbedding.load(tmp_path / "model")
    assert told["model"] == str(tmp_path / "model")
    assert [domain["name"] for domain in told["domains"]] == ["films", "tools"]
    assert [domain["documents"] for domain in told["domains"]] == [DOCUMENTS, DOCUMENTS]
    assert told["contexts"] == len(model.contexts_)
    assert told["vectors"] == {name: len(each) for name, each in model.vectors_.items()}
    assert told["dimension"] == 4
    assert told["skipped"] == 0


def test_every_setting_reaches_the_estimator(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    asked = {
        "pivots": "npmi",
        "n_pivots": 7,
        "scope": "paper",
        "n_non_pivots": 5,
        "min_count": 3,
        "min_documents": 4,
        "dimension": 6,
        "context": "sentence",
        "window": 5,
        "trainer": "exact",
        "regularization": 0.5,
        "backoff": 0.1,
        "epochs": 2,
    }
    options = [
        part for name, value in asked.items() for part in (f"--{name.replace('_', '-')}", value)
    ]
    ran = run("learn", *domains, "--out", tmp_path / "m", *options, "--seed", 3, "--no-examples")
    assert ran.code == 0, ran.err
    settings = CrossDomainEmbedding.load(tmp_path / "m").get_params()
    assert {name: settings[name] for name in asked} == asked
    assert (settings["random_state"], settings["max_examples"]) == (3, 0)
    assert not (tmp_path / "m" / "examples.jsonl").exists()


def test_help_states_the_defaults_that_the_estimator_has() -> None:
    hints = get_type_hints(learn, include_extras=True)
    settings = CrossDomainEmbedding().get_params()
    stated = {}
    for name, hint in hints.items():
        if name in settings and name not in ("n_pivots", "epochs", "prior"):
            [option] = get_args(hint)[1:]
            stated[name] = re.search(r"default: (.*)\]\[", option.help)[1]
    assert stated == {name: str(settings[name]) for name in stated}
    assert {"dimension", "pivots", "scope", "window", "backoff"} <= stated.keys()


def test_the_papers_preset_takes_its_settings_but_for_those_given(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    options = (
        "--preset",
        "paper",
        "--n-pivots",
        "5",
        "--n-non-pivots",
        "6",
        "--epochs",
        "1",
        *FAST,
    )
    ran = run("learn", *domains, "--out", tmp_path / "m", *options)
    assert ran.code == 0, ran.err
    expected = CrossDomainEmbedding.paper().get_params()
    model = CrossDomainEmbedding.load(tmp_path / "m")
    assert model.text_settings_ == TextSettings.paper()
    found = model.get_params()
    given = {"n_pivots": 5, "n_non_pivots": 6, "dimension": 4, "epochs": 1}
    assert {name: found[name] for name in expected} == expected | given


def test_a_warning_is_one_line_on_standard_error_and_quiet_hides_it(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    options = ("--trainer", "auto", "--scope", "paper", "--n-non-pivots", "500", *FAST)
    loud = run("learn", *domains, "--out", tmp_path / "m", *options)
    lines = loud.err.splitlines()
    assert [line.partition("asked")[0] for line in lines] == [
        "crosslex: warning: --n-non-pivots: "
    ] * 2
    assert "Try next" in loud.out
    quiet = run("learn", *domains, "--out", tmp_path / "m", "--quiet", *options)
    assert quiet.err == ""
    assert "Try next" not in quiet.out
    assert "pivots" in quiet.out


def test_verbose_tells_each_step_on_standard_error(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    ran = run("learn", *domains, "--out", tmp_path / "m", "-v", "--json", *FAST)
    assert ran.json
    assert re.search(r"^crosslex: info: read ShardedCorpus\('films': 300 documents", ran.err)


def test_one_file_may_hold_many_domains(run: Program, texts: Path, tmp_path: Path) -> None:
    rows = [
        {"kind": path.stem, "body": json.loads(line)["text"]}
        for path in sorted(texts.iterdir())
        for line in path.read_text().splitlines()
    ]
    path = tmp_path / "all.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    columns = ("--domain-column", "kind", "--text-column", "body")
    ran = run("learn", path, "--out", tmp_path / "m", "--json", *columns, *FAST)
    assert [domain["name"] for domain in ran.json["domains"]] == ["films", "tools"]


def test_format_names_what_the_ending_does_not(run: Program, texts: Path, tmp_path: Path) -> None:
    for name in ("films", "tools"):
        (tmp_path / name).write_bytes((texts / f"{name}.jsonl").read_bytes())
    paths = [f"{name}={tmp_path / name}" for name in ("films", "tools")]
    out = tmp_path / "m"
    assert_refused(run("learn", *paths, "--out", out, *FAST), "without an ending", out)
    ran = run("learn", *paths, "--out", out, "--format", "jsonl", "--json", *FAST)
    assert ran.json["domains"][0]["documents"] == DOCUMENTS


def test_skipped_lines_are_counted_and_reported(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "films.jsonl"
    good = Path(domains[0].partition("=")[2]).read_bytes()
    path.write_bytes(b'{"text": "\xff"}\n' + good + b"not JSON\n")
    arguments = ("learn", f"films={path}", domains[1], "--out", tmp_path / "m", *FAST)
    assert_refused(
        run(*arguments),
        r"films\.jsonl:1: byte 0xff .* not valid UTF-8.*--on-error skip",
        tmp_path / "m",
    )
    ran = run(*arguments, "--on-error", "skip", "--json")
    assert ran.json["skipped"] == 2
    assert ran.err == "crosslex: warning: 2 unreadable lines were left out\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["films.txt", "tools.txt"], r"'films\.txt'; write NAME=PATH, such as films=films\.txt"),
        (["=films.txt", "tools=tools.txt"], "write NAME=PATH"),
        (["films=", "tools=tools.txt"], "write NAME=PATH"),
        (["films=a.txt", "films=b.txt"], "the name 'films' is given twice"),
        (["films=a.txt"], "found 1; give two or more as NAME=PATH"),
        (["films=nowhere.txt", "tools=b.txt"], "nowhere.txt: no such file"),
        (["a.csv", "b.csv", "--domain-column", "kind"], "found 2 arguments; with --domain-column"),
        ([], "Missing argument 'NAME=PATH'.*see crosslex learn --help"),
        (["a=a.txt", "b=b.txt", "--dimension", "0"], "--dimension"),
        (["a=a.txt", "b=b.txt", "--preset", "papers"], "--preset.*default.*paper"),
        (["a=a.txt", "b=b.txt", "--dimensions", "4"], "(?i)no such option.*--dimensions"),
    ],
)
def test_mistakes_in_arguments_are_refused_in_one_line(
    run: Program, tmp_path: Path, arguments: list[str], message: str
) -> None:
    ran = run("learn", *arguments, "--out", tmp_path / "model")
    assert_refused(ran, message, tmp_path / "model")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--text-column", "txet"], r"films\.jsonl:1: no column 'txet' \(did you mean text\?\)"),
        (["--label-column", "stars"], "no line has the column 'stars'; name it in --label-column"),
        (
            ["--trainer", "auto", "--n-pivots", "5000"],
            "--n-pivots: asked for 5000, but .* share only",
        ),
        (["--min-documents", "5000"], "frequent enough; lower .*--min-documents 5000"),
        (
            ["--trainer", "auto", "--pivots", "npmi-name"],
            "--pivots npmi-name: no sentence of domain 'films'",
        ),
        (["--trainer", "reference"], "backoff: found 0.2; give 0"),
        (["--backoff", "0.5"], "backoff: found 0.5, which --trainer spectral does not read"),
    ],
)
def test_mistakes_about_the_texts_name_file_or_option(
    run: Program, domains: list[str], tmp_path: Path, options: list[str], message: str
) -> None:
    ran = run("learn", *domains, "--out", tmp_path / "model", "--jobs", "1", *options)
    assert_refused(ran, message, tmp_path / "model")


def test_a_domain_without_words_is_refused(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    (tmp_path / "empty.txt").write_text("!!! ???\n")
    out = tmp_path / "model"
    ran = run("learn", domains[0], f"empty={tmp_path / 'empty.txt'}", "--out", out, *FAST)
    assert_refused(ran, "empty.txt: no words were found for the domain 'empty'", out)


def test_a_domain_with_too_little_text_is_warned_of(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    few = Path(domains[1].partition("=")[2]).read_text().splitlines()[:100]
    (tmp_path / "few.jsonl").write_text("\n".join(few))
    arguments = ("learn", domains[0], f"few={tmp_path / 'few.jsonl'}", "--out", tmp_path / "m")
    ran = run(*arguments, "--json", *FAST)
    tokens = ran.json["domains"][1]["tokens"]
    assert ran.err.startswith(f"crosslex: warning: domain 'few' has only {tokens:,} tokens")
    assert "give 50,000 or more" in ran.err
    assert ran.err.count("\n") == 1


def test_an_earlier_model_is_replaced(run: Program, domains: list[str], tmp_path: Path) -> None:
    out = tmp_path / "model"
    for dimension in (3, 5):
        ran = run("learn", *domains, "--out", out, "--dimension", dimension, "--jobs", "1")
        assert ran.code == 0
    assert CrossDomainEmbedding.load(out).dimension == 5
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_a_folder_of_something_else_is_refused_before_anything_is_read(
    run: Program, tmp_path: Path
) -> None:
    (tmp_path / "thesis.txt").write_text("all my work")
    ran = run("learn", "films=nowhere.txt", "tools=nowhere.txt", "--out", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert "already holds thesis.txt: choose another folder" in ran.err
    assert (tmp_path / "thesis.txt").read_text() == "all my work"


@pytest.mark.parametrize("below", ["file/model", "file/deep/model", "file"])
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_read(
    run: Program, tmp_path: Path, below: str
) -> None:
    (tmp_path / "file").write_text("here")
    ran = run("learn", "films=nowhere.txt", "tools=nowhere.txt", "--out", tmp_path / below)
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"crosslex: error: .*file is a file[^\n]*\n", ran.err), ran.err
    assert (tmp_path / "file").read_text() == "here"

"""`crosslex adapt` and `crosslex predict`: a classifier for a domain without labels."""

import contextlib
import csv
import gzip
import io
import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Thread
from typing import IO

import numpy as np
import pytest
from cli_runs import Program, Run

from crosslex import CrossDomainClassifier
from crosslex.cli import main
from crosslex.cli.predict import BATCH, check_finite
from crosslex.errors import InputError

GOOD, BAD = ["great", "superb", "fine"], ["awful", "poor", "dreadful"]
OWN = {
    "films": {1: ["witty", "moving"], 0: ["boring", "tedious"]},
    "tools": {1: ["sturdy", "sharp"], 0: ["flimsy", "blunt"]},
    "shoes": {1: ["comfy", "warm"], 0: ["tight", "torn"]},
}
DOCUMENTS = 120


def opinions(domain: str, seed: int) -> list[tuple[str, int]]:
    """Texts that praise or blame in words of all domains and in words of their own."""
    random, found = Random(seed), []
    for number in range(DOCUMENTS):
        label = number % 2
        words = random.choices(GOOD if label else BAD, k=2) + random.choices(OWN[domain][label])
        found.append((" ".join([*words, domain]), label))
    return found


@pytest.fixture(scope="module")
def reviews(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with labeled films, and tools and shoes without labels."""
    folder = tmp_path_factory.mktemp("reviews")
    rows = [{"text": text, "label": label} for text, label in opinions("films", 1)]
    (folder / "films.jsonl").write_text("\n".join(map(json.dumps, rows)))
    for seed, domain in enumerate(("tools", "shoes"), start=2):
        (folder / f"{domain}.txt").write_text("\n".join(t for t, _ in opinions(domain, seed)))
    return folder


@pytest.fixture(scope="module")
def asked(reviews: Path) -> list[str]:
    """Labels of films, decisions about tools."""
    return [f"films={reviews / 'films.jsonl'}", "--target", f"tools={reviews / 'tools.txt'}"]


@pytest.fixture(scope="module")
def classifier(asked: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("classifiers") / "classifier"
    assert main(["adapt", *asked, "--out", str(folder), "--method", "none", "--jobs", "1"]) == 0
    return folder


def assert_refused(ran: Run, message: str) -> None:
    """One line that matches on standard error, exit code 2, nothing on standard output."""
    assert (ran.code, ran.out) == (2, ""), ran
    assert re.fullmatch(rf"crosslex: error: [^\n]*{message}[^\n]*\n", ran.err), ran.err


def _ask(stdin: IO[bytes]) -> None:
    with contextlib.suppress(OSError):  # the answer has been heard, and the program ended
        while True:
            stdin.write(b"great tools\n" * 100)


def read_lines(ran: Run) -> list[dict[str, object]]:
    assert ran.code == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


class TestAdapt:
    def test_learns_what_words_mean_that_no_label_speaks_of(
        self, run: Program, asked: list[str], tmp_path: Path
    ) -> None:
        ran = run("adapt", *asked, "--out", tmp_path / "c", "--jobs", 1)
        assert (ran.code, ran.err) == (0, "")
        assert re.search(r"films +labels +120 +120 ", ran.out)
        assert re.search(r"tools +target +120 +0 ", ran.out)
        assert f"crosslex predict {tmp_path / 'c'} " in ran.out
        (tmp_path / "new.txt").write_text("flimsy blunt\nsturdy sharp\n")
        told = read_lines(run("predict", tmp_path / "c", tmp_path / "new.txt"))
        assert [line["label"] for line in told] == [0, 1]

    def test_json_tells_what_was_read_and_written(
        self, run: Program, asked: list[str], reviews: Path, tmp_path: Path
    ) -> None:
        shoes, more = f"shoes={reviews / 'shoes.txt'}", f"tools={reviews / 'tools.txt'}"
        options = ["--unlabeled", shoes, "--unlabeled", more, "--method", "none", "--jobs", 1]
        ran = run("adapt", *asked, *options, "--out", tmp_path / "c", "--json", "--seed", 4)
        told = ran.json
        roles = {each["name"]: (each["role"], each["documents"]) for each in told["domains"]}
        assert roles == {
            "films": ("labels", DOCUMENTS),
            "shoes": ("unlabeled", DOCUMENTS),
            "tools": ("target", 2 * DOCUMENTS),
        }
        assert told["classes"] == {"0": 60, "1": 60}
        loaded = CrossDomainClassifier.load(tmp_path / "c")
        assert (loaded.method, loaded.target_, loaded.random_state) == ("none", "tools", 4)
        assert told["features"] == len(loaded.features_)
        assert told["seed"] == 4
        expected = loaded.expected_accuracy_
        assert told["expected_accuracy"]["value"] == expected.value
        assert 0.5 < expected.low <= expected.value <= expected.high <= 1

    def test_given_shares_move_the_line(
        self, run: Program, asked: list[str], tmp_path: Path
    ) -> None:
        lines = []
        for shares in ("0=0.99,1=0.01", "0=0.01,1=0.99"):
            options = ["--target-shares", shares, "--out", tmp_path / "c", "--jobs", 1]
            ran = run("adapt", *asked, "--method", "dci", *options)
            assert "Expected accuracy in tools" in ran.out
            offset = CrossDomainClassifier.load(tmp_path / "c").calibration_.offset
            lines.append(offset[1] - offset[0])
        # By the log-odds of the shares, in both directions.
        assert lines[0] - lines[1] == pytest.approx(2 * np.log(99))

    def test_is_the_librarys_classifier(self, classifier: Path) -> None:
        films = opinions("films", 1)
        tools = [text for text, _ in opinions("tools", 2)]
        expected = CrossDomainClassifier("none", "tools").fit(
            [text for text, _ in films] + tools,
            [label for _, label in films] + [-1] * DOCUMENTS,
            sample_domain=["films"] * DOCUMENTS + ["tools"] * DOCUMENTS,
        )
        loaded = CrossDomainClassifier.load(classifier)
        assert loaded.predict_proba(tools) == pytest.approx(expected.predict_proba(tools))

    def test_reads_columns_and_domains_as_named(self, run: Program, tmp_path: Path) -> None:
        path = tmp_path / "all.csv"
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["kind", "body", "verdict"])
            for seed, domain in enumerate(("films", "tools")):
                for text, label in opinions(domain, seed):
                    writer.writerow([domain, text, ["bad", "good"][label]])
        columns = ["--domain-column", "kind", "--text-column", "body", "--label-column", "verdict"]
        arguments = ["adapt", path, *columns, "--out", tmp_path / "c", "--method", "none", "--json"]
        told = run(*arguments, "--target", "tools", "--jobs", 1).json
        assert told["classes"] == {"bad": 60, "good": 60}
        assert_refused(
            run(*arguments, "--target", "tolls"),
            r"--target: found 'tolls' \(did you mean tools\?\); give one of films, tools",
        )
        assert_refused(
            run(*arguments, "--target", "tools", "--unlabeled", "films=f.txt"),
            "--unlabeled: with --domain-column",
        )

    def test_takes_options_from_a_file(
        self, run: Program, asked: list[str], reviews: Path, tmp_path: Path
    ) -> None:
        config = tmp_path / "crosslex.toml"
        config.write_text(
            f'method = "none"\nseed = 3\njobs = 1\ntarget = "{asked[2]}"\n'
            f'[domains]\nfilms = "{reviews / "films.jsonl"}"\n'
            f'[unlabeled]\nshoes = "{reviews / "shoes.txt"}"\n'
        )
        told = run("adapt", "--config", config, "--out", tmp_path / "c", "--json").json
        assert (told["method"], told["seed"], len(told["domains"])) == ("none", 3, 3)

    def test_in_domain_reads_the_targets_labels(
        self, run: Program, asked: list[str], reviews: Path, tmp_path: Path
    ) -> None:
        rows = [{"text": text, "label": label} for text, label in opinions("tools", 2)]
        path = tmp_path / "tools.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)))
        options = ["--target", f"tools={path}", "--out", tmp_path / "c", "--jobs", 1, "--json"]
        told = run("adapt", asked[0], *options, "--method", "in_domain").json
        assert told["domains"][-1]["labeled"] == DOCUMENTS
        told = run("adapt", asked[0], *options, "--method", "none").json
        assert told["domains"][-1]["labeled"] == 0

    def test_skipped_lines_are_counted(
        self, run: Program, asked: list[str], reviews: Path, tmp_path: Path
    ) -> None:
        path = tmp_path / "films.jsonl"
        path.write_bytes(b"not JSON\n" + (reviews / "films.jsonl").read_bytes())
        options = ["--out", tmp_path / "c", "--method", "none", "--jobs", 1]
        ran = run("adapt", f"films={path}", *asked[1:], *options)
        assert_refused(ran, r"films\.jsonl:1: .*--on-error skip")
        ran = run("adapt", f"films={path}", *asked[1:], *options, "--on-error", "skip", "--json")
        assert ran.json["skipped"] == 1
        assert ran.err == "crosslex: warning: 1 unreadable line was left out\n"


class TestAdaptRefuses:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"films": "nowhere.jsonl"}, "nowhere.jsonl: no such file"),
            ({"tools": "nowhere.txt"}, "nowhere.txt: no such file"),
            ({"films": "blank.jsonl"}, "none of the texts of 'films' has a label.*--label-column"),
            ({"films": "praise.jsonl"}, "found only the class '1' in films; two classes or more"),
            ({"options": ["--method", "magic"]}, "--method.*'crosslex'"),
            ({"options": ["--threshold", "half"]}, "--threshold"),
            ({"options": ["--target-shares", "half"]}, "balanced, pool, or a share for each class"),
            ({"options": ["--target-shares", "1=0.8,2=0.2"]}, "give a share for each of 0, 1"),
            ({"options": ["--label-column", "stars"]}, "no line has the column 'stars'"),
            ({"options": ["--min-documents", "5000"]}, "--min-documents 5000"),
            ({"options": ["--unlabeled", "more.txt"]}, "--unlabeled: found 'more.txt'; write NAME"),
            ({"options": ["--target", "tools.txt"]}, "--target: found 'tools.txt'; write NAME="),
            ({"options": ["--target", "films=f.txt"]}, "--target: 'films' is a labeled domain too"),
            ({"options": ["--unlabeled", "x=-", "--unlabeled", "y=-"]}, "can be read once"),
        ],
    )
    def test_mistakes_in_one_line(
        self,
        run: Program,
        reviews: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        change: dict[str, object],
        message: str,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("blank.jsonl").write_text('{"text": "great films"}\n' * 20)
        Path("praise.jsonl").write_text('{"text": "great films", "label": 1}\n' * 20)
        films, tools = reviews / "films.jsonl", reviews / "tools.txt"
        arguments = [f"films={change.get('films', films)}"]
        arguments += ["--target", f"tools={change.get('tools', tools)}"]
        ran = run("adapt", *arguments, "--out", "c", "--jobs", "1", *change.get("options", []))
        assert_refused(ran, message)
        assert not Path("c").exists()

    def test_a_folder_of_something_else_before_anything_is_read(
        self, run: Program, tmp_path: Path
    ) -> None:
        (tmp_path / "model.json").touch()
        ran = run("adapt", "a=nowhere.txt", "--target", "b=nowhere.txt", "--out", tmp_path)
        assert_refused(ran, "already holds model.json: choose another folder")

    def test_a_place_where_nothing_can_be_written(self, run: Program) -> None:
        if not Path("/proc/version").exists():
            pytest.skip("needs /proc, where even root writes nothing")
        ran = run("adapt", "a=nowhere.txt", "--target", "b=nowhere.txt", "--out", "/proc/c/d")
        assert_refused(ran, "(cannot write|no such file)")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere; run as a user")
    def test_a_read_only_folder(self, run: Program, tmp_path: Path) -> None:
        tmp_path.chmod(0o500)
        ran = run("adapt", "a=nowhere.txt", "--target", "b=nowhere.txt", "--out", tmp_path / "c")
        tmp_path.chmod(0o700)
        assert_refused(ran, "is read-only")

    def test_a_full_disk_and_leaves_nothing_behind(self, asked: list[str], tmp_path: Path) -> None:
        def no_room() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

        command = [sys.executable, "-m", "crosslex", "adapt", *asked, "--out", tmp_path / "c"]
        done = subprocess.run(
            [*map(str, command), "--method", "none", "--jobs", "1"],
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=no_room,
        )
        assert_refused(Run(done.returncode, done.stdout, done.stderr), "cannot write")
        assert not [*tmp_path.iterdir()]


class TestPredict:
    def test_writes_one_json_object_per_text_in_their_order(
        self, run: Program, classifier: Path, tmp_path: Path
    ) -> None:
        texts = [text for text, _ in opinions("tools", 9)] * 20  # more than one batch
        assert len(texts) > 2 * BATCH
        path = tmp_path / "new.txt.gz"
        path.write_bytes(gzip.compress("\n".join(texts).encode()))
        told = read_lines(run("predict", classifier, path, "--keep-text", "--json"))
        loaded = CrossDomainClassifier.load(classifier)
        assert [line["document"] for line in told] == list(range(1, len(texts) + 1))
        assert [line["text"] for line in told] == texts
        assert [line["label"] for line in told] == loaded.predict(texts).tolist()
        shares = [[line["probabilities"][label] for label in ("0", "1")] for line in told]
        assert np.array(shares) == pytest.approx(loaded.predict_proba(texts))
        assert [line["probability"] for line in told] == [max(pair) for pair in shares]

    def test_explains(self, run: Program, classifier: Path, tmp_path: Path) -> None:
        (tmp_path / "new.txt").write_text("great awful superb tools\n")
        [told] = read_lines(run("predict", classifier, tmp_path / "new.txt", "--explain", 2))
        explained = CrossDomainClassifier.load(classifier).explain(
            "great awful superb tools", top=2
        )
        assert [each["word"] for each in told["because"]] == [
            each.feature for each in explained.contributions
        ]
        assert told["because"][0]["push"] == pytest.approx(explained.contributions[0].weight)

    def test_prints_a_table_if_asked(self, run: Program, classifier: Path, tmp_path: Path) -> None:
        path = tmp_path / "tools.txt"
        path.write_text('a sturdy tool, "sharp"\na flimsy tool\n')
        table = run("predict", classifier, path, "--csv", "--keep-text", "--explain", 1)
        rows = list(csv.DictReader(io.StringIO(table.out)))
        lines = run("predict", classifier, path, "--keep-text", "--explain", 1).out.splitlines()
        for row, line in zip(rows, map(json.loads, lines), strict=True):
            assert (row["document"], row["text"]) == (str(line["document"]), line["text"])
            assert row["label"] == str(line["label"])
            assert float(row["probability of 1"]) == line["probabilities"]["1"]
            assert row["because"].startswith(line["because"][0]["word"])

    def test_refuses_to_write_what_is_no_number(self) -> None:
        check_finite("tools.txt", 1, {"0": 0.25, "1": 0.75})
        for wrong in (np.nan, np.inf):
            with pytest.raises(
                InputError, match=r"tools\.txt: text 7 has no probabilities \(nan\)"
            ):
                check_finite("tools.txt", 7, {"0": 0.5, "1": wrong})

    def test_answers_while_it_is_still_being_asked(self, classifier: Path) -> None:
        with subprocess.Popen(
            [sys.executable, "-m", "crosslex", "predict", str(classifier), "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        ) as process:
            assert process.stdin
            assert process.stdout
            # In a thread of its own, for the program stops reading while nobody takes its answers.
            asking = Thread(target=_ask, args=(process.stdin,), daemon=True)
            asking.start()
            assert json.loads(process.stdout.readline())["label"] == 1
            process.kill()
            asking.join()

    def test_texts_without_known_words_are_warned_of_once(
        self, run: Program, classifier: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "new.txt").write_text("zzz\n" * (BATCH + 1))
        ran = run("predict", classifier, tmp_path / "new.txt")
        assert read_lines(ran)[0]["probability"] == pytest.approx(0.5)
        assert re.fullmatch("crosslex: warning: some texts contain no word[^\n]*\n", ran.err)

    def test_skips_unreadable_lines_if_asked(
        self, run: Program, classifier: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "new.jsonl").write_text('{"text": "great tools"}\n{"txt": "awful"}\n')
        ran = run("predict", classifier, tmp_path / "new.jsonl")
        assert ran.code == 2
        assert "new.jsonl:2" in ran.err
        ran = run("predict", classifier, tmp_path / "new.jsonl", "--on-error", "skip")
        assert len(read_lines(ran)) == 1
        assert ran.err == "crosslex: warning: 1 unreadable line was left out\n"

    def test_refuses_wrong_paths_in_one_line(
        self, run: Program, classifier: Path, model: Path, tmp_path: Path
    ) -> None:
        assert_refused(run("predict", classifier, "nowhere.txt"), "nowhere.txt: no such file")
        (tmp_path / "empty.txt").write_text("")
        assert_refused(run("predict", classifier, tmp_path / "empty.txt"), "it contains no text")
        assert_refused(run("predict", "nowhere", "texts.txt"), "is not a folder")
        assert_refused(run("predict", tmp_path, "a.txt"), "is not the folder of a classifier")
        assert_refused(run("predict", model, "a.txt"), "classifier: it holds model.json")
        (tmp_path / "new.jsonl").write_text('{"txt": "great tools"}\n')
        assert_refused(
            run("predict", classifier, tmp_path / "new.jsonl"), r"no column 'text'.*mean txt"
        )

    def test_refuses_a_damaged_classifier(
        self, run: Program, classifier: Path, tmp_path: Path
    ) -> None:
        damaged = tmp_path / "damaged"
        damaged.mkdir()
        for path in classifier.iterdir():
            (damaged / path.name).write_bytes(path.read_bytes())
        arrays = damaged / "decision.safetensors"
        content = arrays.read_bytes()
        arrays.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        assert_refused(run("predict", damaged, "a.txt"), "decision.safetensors was damaged")


class TestInfo:
    def test_tells_what_a_classifier_is(self, run: Program, classifier: Path) -> None:
        told = run("info", classifier, "--json").json
        assert (told["method"], told["target"], told["sources"]) == ("none", "tools", ["films"])
        assert (told["classes"], told["shares"]) == ([0, 1], [0.5, 0.5])
        assert told["target_shares"] == [0.5, 0.5]
        shown = run("info", classifier).out
        assert told["advice"] is None or told["advice"][:20] in shown
        assert "A classifier for tools" in shown
        assert told["expected_accuracy"] in shown
        assert "labels of films" in shown

    def test_other_commands_say_that_it_is_no_model(self, run: Program, classifier: Path) -> None:
        assert_refused(run("compare", classifier, "word"), "model: it holds classifier.json")

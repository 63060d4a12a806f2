"""`crosslex predict`, `suggest` and `refine`: decisions, and a few labels of the target."""

import contextlib
import csv
import gzip
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import IO

import numpy as np
import pytest
from cli_runs import Program, assert_refused, opinions, read_lines, write_labeled

from crosslex import CrossDomainClassifier
from crosslex.cli.predict import BATCH
from crosslex.corpus import ReadOptions, read_documents

TOOLS = dict(opinions("tools", 2))


def _ask(stdin: IO[bytes]) -> None:
    with contextlib.suppress(OSError):  # the answer has been heard, and the program ended
        while True:
            stdin.write(b"great tools\n" * 100)


class TestPredict:
    def test_writes_one_json_object_per_text_in_their_order(
        self, run: Program, classifier: Path
    ) -> None:
        texts = [text for text, _ in opinions("tools", 9)] * 20  # more than one batch
        assert len(texts) > 2 * BATCH
        path = Path("new.txt.gz")
        path.write_bytes(gzip.compress("\n".join(texts).encode()))
        told = read_lines(run("predict", classifier, path, "--keep-text", "--json"))
        loaded = CrossDomainClassifier.load(classifier)
        assert [line["document"] for line in told] == list(range(1, len(texts) + 1))
        assert told[1]["id"].endswith(":2")
        assert [line["text"] for line in told] == texts
        assert [line["label"] for line in told] == loaded.predict(texts).tolist()
        shares = [[line["probabilities"][label] for label in ("0", "1")] for line in told]
        assert np.array(shares) == pytest.approx(loaded.predict_proba(texts))
        assert [line["probability"] for line in told] == [max(pair) for pair in shares]

    def test_explains(self, run: Program, classifier: Path) -> None:
        Path("new.txt").write_text("great awful superb tools\n")
        [told] = read_lines(run("predict", classifier, "new.txt", "--explain", 2))
        explain = CrossDomainClassifier.load(classifier).explain
        known = explain("great awful superb tools", top=2).contributions
        assert [each["word"] for each in told["because"]] == [each.feature for each in known]
        assert told["because"][0]["push"] == pytest.approx(known[0].weight)

    def test_prints_a_table_if_asked(self, on_classifier: Program) -> None:
        path = Path("tools.txt")
        path.write_text('a sturdy tool, "sharp"\na flimsy tool\n=A1 tool\n')
        table = on_classifier("predict", path, "--csv", "--keep-text", "--explain", 1)
        rows = list(csv.DictReader(io.StringIO(table.out)))
        lines = on_classifier("predict", path, "--keep-text", "--explain", 1).out.splitlines()
        for row, line in zip(rows, map(json.loads, lines), strict=True):
            assert row["text"].lstrip("'") == line["text"]
            for name in ("document", "label"):
                assert row[name] == str(line[name])
            assert float(row["probability of 1"]) == line["probabilities"]["1"]
            assert row["because"].startswith(line["because"][0]["word"])
        assert rows[2]["text"] == "'=A1 tool"

    def test_refuses_to_write_what_is_no_number(
        self, on_classifier: Program, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        Path("new.txt").write_text("great tools\n")
        for wrong in (np.nan, np.inf):
            shares = np.array([[0.5, wrong]])
            monkeypatch.setattr(CrossDomainClassifier, "predict_proba", lambda *_, p=shares: p)
            ran = on_classifier("predict", "new.txt")
            assert_refused(ran, r"new\.txt: text 1 has no probabilities \(nan\)")

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

    def test_texts_without_known_words_are_warned_of_once(self, on_classifier: Program) -> None:
        Path("new.txt").write_text("zzz\n" * (BATCH + 1))
        ran = on_classifier("predict", "new.txt")
        assert read_lines(ran)[0]["probability"] == pytest.approx(0.5)
        assert re.fullmatch("crosslex: warning: some texts contain no word[^\n]*\n", ran.err)

    def test_skips_unreadable_lines_if_asked(self, on_classifier: Program) -> None:
        Path("new.jsonl").write_text('{"text": "great tools"}\n{"txt": "awful"}\n')
        ran = on_classifier("predict", "new.jsonl")
        assert ran.code == 2
        assert "new.jsonl:2" in ran.err
        ran = on_classifier("predict", "new.jsonl", "--on-error", "skip")
        assert len(read_lines(ran)) == 1
        assert ran.err == "crosslex: warning: 1 unreadable line was left out\n"

    def test_refuses_wrong_paths_in_one_line(
        self, run: Program, on_classifier: Program, model: Path
    ) -> None:
        assert_refused(on_classifier("predict", "nowhere.txt"), "nowhere.txt: no such file")
        Path("empty.txt").write_text("")
        assert_refused(on_classifier("predict", "empty.txt"), "it contains no text")
        assert_refused(run("predict", "nowhere", "texts.txt"), "is not a folder")
        assert_refused(run("predict", ".", "a.txt"), "is not the folder of a classifier")
        wrong = on_classifier("suggest", "nowhere.txt", "--out", "ask.txt")
        assert_refused(wrong, r"--out: found .*ask.txt'; .* a file that ends in \.csv or \.jsonl")
        assert_refused(run("predict", model, "a.txt"), "classifier: it holds model.json")
        Path("new.jsonl").write_text('{"txt": "great tools"}\n')
        assert_refused(on_classifier("predict", "new.jsonl"), r"no column 'text'.*mean txt")


class TestSuggest:
    def test_is_the_librarys_choice(self, run: Program, classifier: Path, reviews: Path) -> None:
        told = read_lines(run("suggest", classifier, reviews / "tools.txt", "--count", 5))
        assert all(line["label"] is None for line in told)
        texts = (reviews / "tools.txt").read_text().splitlines()
        chosen = CrossDomainClassifier.load(classifier).suggest(texts, 5)
        assert [line["text"] for line in told] == [texts[index] for index in chosen]

    @pytest.mark.parametrize("read", ["pool.csv", "", "p*"])
    def test_never_writes_where_it_reads(self, on_classifier: Program, read: str) -> None:
        pool = Path("pool.csv")
        pool.write_text("text\na good saw\n")
        out = "ask.csv" if not read else "pool.csv"
        assert_refused(on_classifier("suggest", f"./{read}", "--out", out), f"{out} is")
        assert [path.name for path in Path().iterdir()] == ["pool.csv"]
        assert pool.read_text() == "text\na good saw\n"

    @pytest.mark.parametrize("ending", ["csv", "jsonl"])
    def test_writes_a_file_that_refine_reads_once_labels_are_filled_in(
        self, run: Program, classifier: Path, reviews: Path, ending: str
    ) -> None:
        path = Path(f"ask.{ending}")
        ran = run("suggest", classifier, reviews / "tools.txt", "--count", 6, "--out", path)
        assert (ran.code, ran.out.split()[:2]) == (0, ["Wrote", path.name])
        assert_refused(
            run("refine", classifier, path, "--out", "d"),
            "none of the 6 texts has a label; fill in the column 'label'",
        )
        if ending == "csv":
            with path.open(newline="") as file:
                texts = [row["text"] for row in csv.DictReader(file)]
            with path.open("w", newline="") as file:
                csv.writer(file).writerows([("text", "label"), *((t, TOOLS[t]) for t in texts)])
        else:
            texts = [json.loads(line)["text"] for line in path.read_text().splitlines()]
            write_labeled(path, [(text, TOOLS[text]) for text in texts])
        told = run("refine", classifier, path, "--out", "d", "--json").json
        assert sum(told["labels"].values()) == told["labels_in_all"] == 6
        loaded = CrossDomainClassifier.load(classifier)
        labels = [TOOLS[text] for text in texts]
        assert told["right"] == sum(loaded.predict(texts) == labels)
        expected = loaded.refine(texts, labels).decision_function(list(TOOLS))
        found = CrossDomainClassifier.load("d").decision_function(list(TOOLS))
        assert found == pytest.approx(expected)
        assert "refined with 6 labels" in run("info", "d").out

    def test_never_replaces_labels_unless_told(self, on_classifier: Program) -> None:
        Path("new.txt").write_text("a great saw\n")
        ask = ("suggest", "new.txt", "--count", 1, "--out", "ask.csv")
        assert on_classifier(*ask).code == 0
        filled = Path("ask.csv").read_text().replace("saw,", "saw,1")
        Path("ask.csv").write_text(filled)
        assert_refused(on_classifier(*ask), "--out: ask.csv exists, and may hold labels; choose")
        assert Path("ask.csv").read_text() == filled
        assert on_classifier(*ask, "--overwrite").code == 0
        assert Path("ask.csv").read_text() != filled

    def test_texts_that_a_spreadsheet_would_change_come_back(self, on_classifier: Program) -> None:
        texts = [
            f"{start} great tools" for start in ("=A1", "@x", "a\rb\r\nc", "'-", "x" * 200_000)
        ]
        texts += ["nul\0 tools", "great tools " * 2**16]
        rows = (json.dumps({"text": text}) + "\n" for text in texts)
        Path("new.jsonl").write_text("".join(rows))
        assert on_classifier("suggest", "new.jsonl", "--count", 6, "--out", "ask.csv").code == 0
        read = read_documents("ask.csv", ReadOptions(escaped_formulas=True))
        written = [text.replace("\0", "\N{REPLACEMENT CHARACTER}") for text in texts[:-1]]
        assert sorted(each.text for each in read) == sorted(written)
        with Path("ask.csv").open(newline="") as file:
            filled = [(row[0], "1") for row in csv.reader(file)][1:]
        with Path("ask.csv").open("w", newline="") as file:
            csv.writer(file, delimiter=";").writerows([("text", "label"), *filled])
        told = on_classifier("refine", "ask.csv", "--out", "d", "--json")
        assert told.json["labels_in_all"] == 6
        assert "all 6 labels are of the class 1" in told.err

    def test_of_fewer_texts_than_asked_for_suggests_all_and_says_so(
        self, on_classifier: Program
    ) -> None:
        Path("few.txt").write_text("sturdy tools\nblunt tools\n")
        ran = on_classifier("suggest", "few.txt")
        assert sorted(line["text"] for line in read_lines(ran)) == ["blunt tools", "sturdy tools"]
        assert "--count: asked for 20 texts, but only 2 contain words" in ran.err


class TestRefine:
    def test_refuses_a_label_of_no_class_and_writes_nothing(self, on_classifier: Program) -> None:
        Path("a.csv").write_text("text,label\nsturdy tools,1\nblunt tools,2\n")
        ran = on_classifier("refine", "a.csv", "--out", "d")
        assert_refused(ran, "a.csv:3: found the label '2'; the classes are 0, 1")
        assert not Path("d").exists()


@pytest.mark.parametrize("command", ["predict", "suggest"])
def test_a_column_of_labels_that_are_none_does_not_matter(
    on_classifier: Program, command: str
) -> None:
    path = Path("scored.jsonl")
    path.write_text('{"text": "a great saw", "label": 0.73}\n{"text": "poor", "label": [1]}\n')
    more = ["--count", 2] if command == "suggest" else []
    assert len(read_lines(on_classifier(command, path, *more))) == 2

"""`crosslex suggest` and `crosslex refine`: a few labels of the target."""

import csv
import json
from pathlib import Path

import pytest
from cli_runs import Program
from test_cli_adapt import assert_refused, opinions, read_lines

from crosslex import CrossDomainClassifier
from crosslex.cli import main

TOOLS = dict(opinions("tools", 2))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts of tools, and a classifier for them."""
    place = tmp_path_factory.mktemp("few-labels")
    rows = [{"text": text, "label": label} for text, label in opinions("films", 1)]
    (place / "films.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (place / "tools.txt").write_text("\n".join(text for text, _ in opinions("tools", 2)))
    asked = [f"films={place / 'films.jsonl'}", "--target", f"tools={place / 'tools.txt'}"]
    arguments = ["adapt", *asked, "--out", str(place / "c"), "--method", "none", "--jobs", "1"]
    assert main(arguments) == 0
    return place


class TestSuggest:
    def test_is_the_librarys_choice(self, run: Program, folder: Path) -> None:
        told = read_lines(run("suggest", folder / "c", folder / "tools.txt", "--count", 5))
        assert all(line["label"] is None for line in told)
        texts = (folder / "tools.txt").read_text().splitlines()
        chosen = CrossDomainClassifier.load(folder / "c").suggest(texts, 5)
        assert [line["text"] for line in told] == [texts[index] for index in chosen]

    @pytest.mark.parametrize("read", ["pool.csv", "", "*.csv"])
    def test_never_writes_where_it_reads(
        self, run: Program, folder: Path, tmp_path: Path, read: str
    ) -> None:
        pool = tmp_path / "pool.csv"
        pool.write_text("text\na good saw\n")
        out = tmp_path / ("pool.csv" if read == "pool.csv" else "ask.csv")
        assert_refused(
            run("suggest", folder / "c", f"{tmp_path}/{read}", "--out", out), f"--out: {out} is"
        )
        assert [path.name for path in tmp_path.iterdir()] == ["pool.csv"]
        assert pool.read_text() == "text\na good saw\n"

    @pytest.mark.parametrize("ending", ["csv", "jsonl"])
    def test_writes_a_file_that_refine_reads_once_labels_are_filled_in(
        self, run: Program, folder: Path, tmp_path: Path, ending: str
    ) -> None:
        path = tmp_path / f"ask.{ending}"
        ran = run("suggest", folder / "c", folder / "tools.txt", "--count", 6, "--out", path)
        assert (ran.code, ran.out) == (0, "")
        assert_refused(
            run("refine", folder / "c", path, "--out", tmp_path / "d"),
            "none of the 6 texts has a label; fill in the column 'label'",
        )
        if ending == "csv":
            with path.open(newline="") as file:
                texts = [row["text"] for row in csv.DictReader(file)]
            with path.open("w", newline="") as file:
                csv.writer(file).writerows([("text", "label"), *((t, TOOLS[t]) for t in texts)])
        else:
            texts = [json.loads(line)["text"] for line in path.read_text().splitlines()]
            path.write_text(
                "".join(json.dumps({"text": t, "label": TOOLS[t]}) + "\n" for t in texts)
            )
        told = run("refine", folder / "c", path, "--out", tmp_path / "d", "--json").json
        assert sum(told["labels"].values()) == told["labels_in_all"] == 6
        loaded = CrossDomainClassifier.load(folder / "c")
        labels = [TOOLS[text] for text in texts]
        assert told["right"] == sum(loaded.predict(texts) == labels)
        expected = loaded.refine(texts, labels).decision_function(list(TOOLS))
        found = CrossDomainClassifier.load(tmp_path / "d").decision_function(list(TOOLS))
        assert found == pytest.approx(expected)
        assert "refined with 6 labels" in run("info", tmp_path / "d").out

    def test_of_fewer_texts_than_asked_for_suggests_all_and_says_so(
        self, run: Program, folder: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "few.txt").write_text("sturdy tools\nblunt tools\n")
        ran = run("suggest", folder / "c", tmp_path / "few.txt")
        assert sorted(line["text"] for line in read_lines(ran)) == ["blunt tools", "sturdy tools"]
        assert "--count: asked for 20 texts, but only 2 contain words" in ran.err

    def test_refuses_what_it_cannot_read_or_write(
        self, run: Program, folder: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "empty.txt").write_text("")
        texts = folder / "tools.txt"
        assert_refused(run("suggest", folder / "c", tmp_path / "empty.txt"), "contains no text")
        assert_refused(run("suggest", folder / "c", "nowhere.txt"), "no such file")
        assert_refused(run("suggest", folder, texts), "is not the folder of a classifier")
        assert_refused(
            run("suggest", folder / "c", texts, "--out", tmp_path / "ask.txt"),
            r"--out: found .*ask.txt'; give the name of a file that ends in \.csv or \.jsonl",
        )


class TestRefine:
    def test_accumulates_labels(self, run: Program, folder: Path, tmp_path: Path) -> None:
        rows = [json.dumps({"text": text, "label": label}) for text, label in TOOLS.items()]
        for part, lines in (("a", rows[:20]), ("b", rows[20:30])):
            (tmp_path / f"{part}.jsonl").write_text("\n".join(lines))
        ran = run("refine", folder / "c", tmp_path / "a.jsonl", "--out", tmp_path / "d")
        assert ran.code == 0
        assert f"crosslex predict {tmp_path / 'd'} " in ran.out
        ran = run("refine", tmp_path / "d", tmp_path / "b.jsonl", "--out", tmp_path / "d", "--json")
        assert ran.json["labels_in_all"] == 30

    def test_refuses_a_label_of_no_class_and_writes_nothing(
        self, run: Program, folder: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "a.csv").write_text("text,label\nsturdy tools,1\nblunt tools,2\n")
        ran = run("refine", folder / "c", tmp_path / "a.csv", "--out", tmp_path / "d")
        assert_refused(ran, "found '2'; the classes are 0, 1")
        assert not (tmp_path / "d").exists()


@pytest.mark.parametrize("command", ["predict", "suggest"])
def test_a_column_of_labels_that_are_none_does_not_matter(
    run: Program, folder: Path, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "scored.jsonl"
    path.write_text('{"text": "a great saw", "label": 0.73}\n{"text": "poor", "label": [1]}\n')
    more = ["--count", 2] if command == "suggest" else []
    assert len(read_lines(run(command, folder / "c", path, *more))) == 2


def test_labels_may_look_like_numbers_next_to_words(run: Program, tmp_path: Path) -> None:
    names = {1: "001", 0: "misc"}
    rows = [{"text": text, "label": names[label]} for text, label in opinions("films", 1)]
    (tmp_path / "films.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (tmp_path / "tools.txt").write_text("\n".join(text for text, _ in opinions("tools", 2)))
    films, tools = f"films={tmp_path / 'films.jsonl'}", f"tools={tmp_path / 'tools.txt'}"
    options = ["--method", "none", "--jobs", "1"]
    assert run("adapt", films, "--target", tools, "--out", tmp_path / "c", *options).code == 0
    told = run(
        "refine", tmp_path / "c", tmp_path / "films.jsonl", "--out", tmp_path / "d", "--json"
    )
    assert set(told.json["labels"]) == {"001", "misc"}

"""`crosslex audit`: predictions of any program."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from cli_runs import Program, assert_refused

import crosslex
from audited_domains import pipeline, reviews

SOURCE, TARGET = reviews(1), reviews(3, renamed=6)
FITTED = pipeline().fit(*reviews(2))
FILES = ("--source", "films.jsonl", "--target", "tools.txt")


@pytest.fixture
def predictions() -> list[np.ndarray]:
    """Write the texts to files in the present folder; return predictions for them."""
    lines = ({"text": text, "label": label} for text, label in zip(*SOURCE, strict=True))
    Path("films.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    Path("tools.txt").write_text("\n".join(TARGET[0]))
    return [FITTED.predict_proba(texts) for texts in (SOURCE[0], TARGET[0])]


def write(path: str, head: list[str], rows: list[list[object]]) -> None:
    with Path(path).open("w", newline="") as file:
        csv.writer(file).writerows([head, *rows])


def library(predicted) -> dict:
    found = crosslex.audit(
        predicted, source=SOURCE, target=TARGET[0], classes=None, names=("films", "tools")
    )
    return json.loads(json.dumps(found.to_dict()))


def test_a_table_gives_what_the_function_gives(run: Program, predictions) -> None:
    function = library(FITTED.predict_proba)
    rows = np.vstack(predictions).tolist()
    write("all.csv", ["bad", "good"], rows)
    named = [["source"] * 500 + ["target"] * 500, *np.vstack(predictions).T[::-1].tolist()]
    columns = ["set", "good", "bad"]
    write("named.csv", columns, list(map(list, zip(*named, strict=True))))
    lines = (dict(zip(("bad", "good"), row, strict=True)) for row in rows)
    Path("all.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    for path in ("all.csv", "named.csv", "all.jsonl"):
        found = run("audit", path, *FILES, "--json").json
        assert (found.pop("page"), found.pop("to_label_file")) == (None, None)
        assert found == function


def test_rows_may_have_a_class_or_probabilities(run: Program, predictions) -> None:
    rows = np.vstack(predictions)
    sure = np.eye(2)[rows.argmax(axis=1)]
    sure[100:] = rows[100:]
    lines = [{"label": ("bad", "good")[each]} for each in rows.argmax(axis=1)]
    lines[100:] = [dict(zip(("bad", "good"), row, strict=True)) for row in rows[100:].tolist()]
    Path("mixed.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = run("audit", "mixed.jsonl", *FILES, "--json").json
    assert found["expected_accuracy"] == library((sure[:500], sure[500:]))["expected_accuracy"]


def test_labels_come_back_in_the_file_that_was_filled_in(run: Program, predictions) -> None:
    classes = np.array(["bad", "good"])[np.vstack(predictions).argmax(axis=1)]
    write("classes.csv", ["label"], [[each] for each in classes])
    named = ("--source", "films.jsonl", "--target", "saws=tools.txt")
    ran = run("audit", "classes.csv", *named, "--to-label", "ask.csv", "--page", "page.html")
    assert ran.code == 0, ran.err
    assert "In saws, expect" in ran.out
    assert "unknown words" in Path("page.html").read_text(encoding="utf-8").lower()
    with Path("ask.csv").open(newline="") as file:
        asked = list(csv.DictReader(file))
    assert len(asked) == 20
    for row in asked:
        assert row["text"] == TARGET[0][int(row["document"]) - 1]
        row["label"] = TARGET[1][int(row["document"]) - 1]
    write("told.csv", list(asked[0]), [list(row.values()) for row in asked])
    found = run("audit", "classes.csv", *FILES, "--labels", "told.csv", "--json").json
    known = {int(row["document"]) - 1: row["label"] for row in asked}
    expected = crosslex.audit(FITTED.predict, source=SOURCE, target=TARGET[0]).with_labels(known)
    assert found["labels"] == 20
    assert found["expected_accuracy"]["value"] == expected.expected_accuracy.value


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("bad,good\n" + "0.5,0.5\n" * 999, "predictions of the target: found 499 for 500 texts"),
        ("bad,good\n0.5,well\n", r"p\.csv:2: column 'good' has 'well'; give a probability"),
        ("bad,good\n0.5,0.5\n0.5,\n", r"p\.csv:3: column 'good' has ''; give a probability"),
        ("bad,good\n30,70\n", r"p\.csv:2: found 30, 70, which are no probabilities"),
        ("bad,fine\n0.5,0.5\n", r"p\.csv:2: found the columns 'bad', 'fine'; give a probability"),
        ("set,label\nfilms,good\n", r"p\.csv:2: found 'films' in column 'set'"),
        ("label\ngood\nwell\n", r"p\.csv:3: column 'label': found the label 'well'; the classes"),
        ("label\n-1\n", r"p\.csv:2: column 'label': found the label '-1'; the classes are bad"),
        ('label\ngood\n""\n', r"p\.csv:3: column 'label': found the label ''; the classes are"),
        ("bad,good\n" + "0.5\n" * 1000, r"p\.csv:2: 1 fields where the first row names 2"),
        (
            "label,probability of bad,probability of good\n" + "bad,0.7,0.5\n" * 1000,
            r"p\.csv:2: found 0\.7, 0\.5, which are no prob",
        ),
    ],
)
def test_refuses_what_does_not_fit(run: Program, predictions, content, message) -> None:
    Path("p.csv").write_text(content)
    assert_refused(run("audit", "p.csv", *FILES, "--page", "page.html"), message)
    assert not Path("page.html").exists()


def test_refuses_files_it_cannot_read(run: Program, predictions) -> None:
    Path("p.jsonl").write_text('{"label": "good"}\n[1]\n')
    assert_refused(run("audit", "p.jsonl", *FILES), r"p\.jsonl:2: ")
    Path("p.jsonl").write_text('{"label": "good"}\n{"label": ["good"]}\n')
    assert_refused(
        run("audit", "p.jsonl", *FILES), r"p\.jsonl:2: column 'label': found the label \["
    )
    assert_refused(run("audit", "p.xls", *FILES), "found '.xls'; give a .csv, .tsv or .jsonl")
    assert_refused(run("audit", "p.csv", *FILES), r"p\.csv: No such file or directory")
    Path("empty.txt").write_text("")
    empty = ("--source", "films.jsonl", "--target", "empty.txt")
    assert_refused(run("audit", "p.jsonl", *empty), "empty.txt: it contains no text")
    Path("p.csv").write_text("label\n" + "good\n" * 1000)
    Path("told.csv").write_text("document,label\n501,good\n")
    told = run("audit", "p.csv", *FILES, "--labels", "told.csv")
    assert_refused(told, r"told\.csv:2: found document '501'; the target has 500 texts")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("label,text\ngood,well\n", r"told\.csv:2: found no column 'document'; give a file"),
        ("document,label\n1,good\n2,well\n", r"told\.csv:3: found the label 'well'; the classes"),
        ("document,label\n1,good\n1,bad\n", r"told\.csv:3: document 1 has another label before"),
        ("document,label,text\n1,good,x\n", r"told\.csv:2: the text is not document 1 of the"),
    ],
)
def test_refuses_labels_that_do_not_fit(run: Program, predictions, content, message) -> None:
    Path("p.csv").write_text("label\n" + "good\n" * 1000)
    Path("told.csv").write_text(content)
    assert_refused(run("audit", "p.csv", *FILES, "--labels", "told.csv"), message)


def test_does_not_advise_options_that_it_has_not(run: Program, predictions) -> None:
    Path("broken.jsonl").write_text('{"label": "good", "text": "fine"}\n{"label": \n')
    Path("latin.csv").write_bytes(b"text,label\ng\xe4d,good\n")
    Path("films.txt").write_text("\n".join(SOURCE[0]))
    Path("p.csv").write_text("label\n" + "good\n" * 1000)
    target = ("--target", "tools.txt")
    for args, message in (
        (("broken.jsonl", *FILES), r"broken\.jsonl:2: broken JSON .*; fix it$"),
        (("p.csv", "--source", "broken.jsonl", *target), r"broken\.jsonl:2: .*; fix it$"),
        (("p.csv", "--source", "latin.csv", *target), r"latin\.csv:2: .*; save the file as UTF-8$"),
        (
            ("p.csv", "--source", "films.txt", *target, "--label-column", "stars"),
            r"films\.txt: .*; leave --label-column out$",
        ),
    ):
        assert_refused(run("audit", *args), message)
    # Commands that can leave lines out still say so.
    adapted = run("adapt", "a=broken.jsonl", "--target", "b=tools.txt", "--out", "here")
    assert_refused(adapted, "fix it, or leave bad lines out with --on-error skip")


def test_says_how_many_labels_it_read(run: Program, predictions) -> None:
    write("all.csv", ["bad", "good"], np.vstack(predictions).tolist())
    Path("told.csv").write_text("document,label\n1,\n2, \n")
    ran = run("audit", "all.csv", *FILES, "--labels", "told.csv")
    assert ran.out.startswith("0 labels read from told.csv.\n")
    assert "estimated without labels" in " ".join(ran.out.split())
    Path("told.csv").write_text("document,label\n1,good\n")
    ran = run("audit", "all.csv", *FILES, "--labels", "told.csv")
    assert ran.out.startswith("1 label read from told.csv.\n")
    assert ", with 1 label; in" in " ".join(ran.out.split())


def test_shares_of_the_classes_may_be_known(run: Program, predictions) -> None:
    write("all.csv", ["bad", "good"], np.vstack(predictions).tolist())
    shares = ("--class-prior", "bad=0.4,good=0.6", "--json")
    found = run("audit", "all.csv", *FILES, *shares).json
    known = [each["target_share"]["value"] for each in found["classes"]]
    assert known == pytest.approx([0.4, 0.6], abs=1e-6)
    wrong = run("audit", "all.csv", *FILES, "--class-prior", "bad=0.4,good=0.4")
    assert_refused(wrong, "--class-prior: the shares add up to 0.8; give shares whose sum is 1")

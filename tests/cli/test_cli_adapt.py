"""`crosslex adapt`: a classifier for a domain without labels."""

import csv
import re
from pathlib import Path

import pytest
from cli_runs import N_OPINIONS, Program, assert_refused, opinions, read_lines, write_labeled

from crosslex import CrossDomainClassifier


class TestAdapt:
    def test_learns_what_words_mean_that_no_label_speaks_of(
        self, run: Program, asked: list[str]
    ) -> None:
        prior = ("--class-prior", "0=0.4,1=0.6")
        ran = run("adapt", *asked, *prior, "--out", "c", "--jobs", 1)
        assert (ran.code, ran.err) == (0, "")
        assert re.search(r"films +labels +120 +120 ", ran.out)
        assert re.search(r"tools +target +120 +0 ", ran.out)
        assert "crosslex predict c " in ran.out
        Path("new.txt").write_text("flimsy blunt\nsturdy sharp\n")
        told = read_lines(run("predict", "c", "new.txt"))
        assert [line["label"] for line in told] == [0, 1]
        assert run("info", "c", "--json").json["class_prior"] == pytest.approx({"0": 0.4, "1": 0.6})

    def test_json_tells_what_was_read_and_written(
        self, run: Program, asked: list[str], reviews: Path
    ) -> None:
        shoes, more = f"shoes={reviews / 'shoes.txt'}", f"tools={reviews / 'tools.txt'}"
        options = ["--unlabeled", shoes, "--unlabeled", more, "--method", "none", "--jobs", 1]
        ran = run("adapt", *asked, *options, "--out", "c", "--json", "--seed", 4)
        told = ran.json
        roles = {each["domain"]: (each["role"], each["documents"]) for each in told["domains"]}
        assert roles == {
            "films": ("labels", N_OPINIONS),
            "shoes": ("unlabeled", N_OPINIONS),
            "tools": ("target", 2 * N_OPINIONS),
        }
        assert (told["classes"], told["shares"]) == ([0, 1], {"0": 0.5, "1": 0.5})
        loaded = CrossDomainClassifier.load("c")
        assert (loaded.method, loaded.target_, loaded.random_state) == ("none", "tools", 4)
        assert told["features"] == len(loaded.features_)
        assert told["seed"] == 4
        expected = loaded.expected_accuracy_
        assert told["expected_accuracy"]["value"] == expected.value
        assert 0.5 < expected.low <= expected.value <= expected.high <= 1

    def test_is_the_librarys_classifier(
        self, run: Program, asked: list[str], classifier: Path
    ) -> None:
        ran = run("adapt", *asked, "--method", "none", "--out", "c")
        assert ran.code == 0
        assert "%) if 0 and 1 are equally frequent; balanced accuracy" in ran.out
        tools = [text for text, _ in opinions("tools", 2)]
        expected, found = map(CrossDomainClassifier.load, (classifier, Path("c")))
        assert found.predict_proba(tools) == pytest.approx(expected.predict_proba(tools))

    def test_reads_columns_and_domains_as_named(self, run: Program) -> None:
        path = Path("all.csv")
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["kind", "body", "verdict"])
            for seed, domain in enumerate(("films", "tools")):
                for text, label in opinions(domain, seed):
                    writer.writerow([domain, text, ["bad", "good"][label]])
        columns = ["--domain-column", "kind", "--text-column", "body", "--label-column", "verdict"]
        arguments = ["adapt", path, *columns, "--out", "c", "--method", "none", "--json"]
        arguments += ["--language", "de", "--no-bigrams"]
        told = run(*arguments, "--target", "tools", "--jobs", 1).json
        assert told["classes"] == ["bad", "good"]
        loaded = CrossDomainClassifier.load("c")
        assert loaded.text_settings_.language == "de"
        assert not any(" " in feature for feature in loaded.features_)
        assert_refused(
            run(*arguments, "--target", "tolls"),
            r"--target: found 'tolls' \(did you mean tools\?\); give one of films, tools",
        )
        assert_refused(
            run(*arguments, "--target", "tools", "--unlabeled", "films=f.txt"),
            "--unlabeled: with --domain-column",
        )

    def test_in_domain_reads_the_targets_labels(self, run: Program, asked: list[str]) -> None:
        path = write_labeled(Path("tools.jsonl"), opinions("tools", 2))
        options = ["--target", f"tools={path}", "--out", "c", "--jobs", 1, "--json"]
        told = run("adapt", asked[0], *options, "--method", "in_domain").json
        assert told["domains"][-1]["labeled"] == N_OPINIONS
        told = run("adapt", asked[0], *options, "--method", "none").json
        assert told["domains"][-1]["labeled"] == 0


class TestAdaptRefuses:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"films": "nowhere.jsonl"}, "nowhere.jsonl: no such file"),
            ({"films": "blank.jsonl"}, "none of the texts of 'films' has a label.*--label-column"),
            ({"films": "praise.jsonl"}, "labels: found only the class 1 among the labels of"),
            ({"films": "slip.jsonl"}, r"1 label of the class 'God' \(documents slip\.jsonl:21\)"),
            ({"options": ["--method", "magic"]}, "--method.*'crosslex'"),
            ({"options": ["--class-prior", "half"]}, "balanced, pool, or a share for each class"),
            ({"options": ["--min-documents", "5000"]}, "in 5,000 documents of all domains"),
            ({"options": ["--unlabeled", "more.txt"]}, "--unlabeled: found 'more.txt'; write NAME"),
            ({"options": ["--target", "films=f.txt"]}, "--target: 'films' is a labeled domain too"),
            ({"options": ["--unlabeled", "x=-", "--unlabeled", "y=-"]}, "can be read once"),
        ],
    )
    def test_mistakes_in_one_line(
        self, run: Program, reviews: Path, change: dict[str, object], message: str
    ) -> None:
        Path("blank.jsonl").write_text('{"text": "great films"}\n' * 20)
        Path("praise.jsonl").write_text('{"text": "great films", "label": 1}\n' * 20)
        labels = ["good", "bad"] * 10 + ["God"]
        write_labeled(Path("slip.jsonl"), [("great films", label) for label in labels])
        films, tools = reviews / "films.jsonl", reviews / "tools.txt"
        arguments = [f"films={change.get('films', films)}"]
        arguments += ["--target", f"tools={change.get('tools', tools)}"]
        ran = run("adapt", *arguments, "--out", "c", "--jobs", "1", *change.get("options", []))
        assert_refused(ran, message)
        assert not Path("c").exists()

    def test_a_folder_of_something_else_before_anything_is_read(self, run: Program) -> None:
        Path("model.json").touch()
        ran = run("adapt", "a=nowhere.txt", "--target", "b=nowhere.txt", "--out", ".")
        assert_refused(ran, "already holds model.json: choose another folder")


class TestInfo:
    def test_tells_what_a_classifier_is(self, run: Program, classifier: Path) -> None:
        told = run("info", classifier, "--json").json
        assert (told["method"], told["target"], told["sources"]) == ("none", "tools", ["films"])
        assert told["shares"] == told["class_prior"] == {"0": 0.5, "1": 0.5}
        shown = run("info", classifier).out
        assert told["advice"] is None or told["advice"][:20] in shown
        assert "A classifier for tools" in shown
        assert told["expected_accuracy"]["shown"] in shown
        assert "labels of films" in shown

    def test_other_commands_say_that_it_is_no_model(self, run: Program, classifier: Path) -> None:
        assert_refused(run("compare", classifier, "word"), "model: it holds classifier.json")

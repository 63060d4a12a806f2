"""Audits of classifiers that are not ours."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.model_selection import StratifiedKFold, cross_val_predict

import crosslex
from audited_domains import accuracy, lopsided, pipeline, reviews
from crosslex.auditing import Audit
from crosslex.auditing.causes import BALANCE, CHANGED, UNKNOWN
from crosslex.errors import CrosslexWarning, InputError

SOURCE = reviews(1)
BOTH = ("bad", "good")
OTHERS = reviews(2)
"""Of the same domain, to train on."""
FITTED = pipeline().fit(*OTHERS)


def run(target, classifier=None, **settings) -> Audit:
    return crosslex.audit(
        classifier or FITTED.predict_proba, source=SOURCE, target=target, **settings
    )


@pytest.fixture(scope="module")
def alike() -> Audit:
    return run(reviews(3)[0])


@pytest.fixture(scope="module")
def exchanged() -> Audit:
    return run(reviews(3, exchanged=8)[0], names=("films", "tools"))


def main_cause(audit: Audit) -> str | None:
    return audit.main_cause and audit.main_cause.name


class TestExpectedAccuracy:
    def test_is_that_of_the_source_where_nothing_differs(self, alike):
        texts, labels = reviews(3)
        true = accuracy(FITTED.predict_proba(texts), labels)
        assert alike.expected_accuracy.low <= true <= alike.expected_accuracy.high
        assert abs(alike.expected_accuracy.value - true) < 0.04
        assert sum(each.loss for each in alike.causes) == pytest.approx(
            alike.source_accuracy.value - alike.expected_accuracy.value
        )
        assert alike.main_cause is None

    def test_falls_with_the_accuracy_and_is_that_itself_with_labels_of_all_texts(self, exchanged):
        texts, labels = reviews(3, exchanged=8)
        true = accuracy(FITTED.predict_proba(texts), labels)
        assert true < exchanged.source_accuracy.value - 0.2
        assert exchanged.expected_accuracy.value < exchanged.source_accuracy.value - 0.1
        counted = exchanged.with_labels(dict(enumerate(labels)))
        found = counted.expected_accuracy
        assert (found.value, found.low, found.high) == pytest.approx((true, true, true))
        assert counted.n_labels == len(texts)
        for each in counted.classes:
            assert each.target_share.value == pytest.approx(np.mean(np.array(labels) == each.label))

    def test_the_classes_make_up_the_whole(self, alike):
        predicted = [each.predicted for each in alike.classes]
        expected = [each.expected_accuracy.value for each in alike.classes]
        assert sum(predicted) == len(alike.texts)
        assert np.average(expected, weights=predicted) == pytest.approx(
            alike.expected_accuracy.value
        )

    def test_three_classes_can_be_audited(self):
        texts, labels = SOURCE
        pairs = zip(texts, labels, strict=True)
        three = ["mixed" if text.startswith("thing1") else label for text, label in pairs]
        found = crosslex.audit(pipeline(), source=(texts, three), target=reviews(3)[0])
        assert [each.label for each in found.classes] == ["bad", "good", "mixed"]
        assert sum(each.target_share.value for each in found.classes) == pytest.approx(1)


class TestCauses:
    def test_names_another_class_balance(self):
        texts, _ = reviews(3, share_good=0.8)
        found = run(texts, lopsided(FITTED))
        assert main_cause(found) == BALANCE
        assert found.causes[0].loss > 0.02
        [good] = [each for each in found.classes if each.label == "good"]
        assert good.target_share.value > 0.65
        assert all(each.loss < 0.01 for each in found.causes[1:3])

    def test_names_words_used_differently(self, exchanged):
        assert main_cause(exchanged) == CHANGED
        changed = [each for each in exchanged.words if each.cause == CHANGED]
        planted = {f"{word}{place}x" for word in ("good", "bad") for place in range(8)}
        assert len({each.word for each in changed} & planted) >= 8
        assert all(each.word in each.sentences[1] for each in exchanged.words)
        # Words that change little are left out.
        assert all(each.change > 0.3 for each in changed)
        shares = [each.share for each in changed]
        assert shares == sorted(shares, reverse=True)
        assert {each.counts_as for each in changed if each.word.startswith("good")} == {"good"}
        [title] = [title for title, _ in exchanged.tables() if title.startswith("Words used")]
        number, part = exchanged.evidence.counts[CHANGED], exchanged.evidence.shares[CHANGED]
        of_all = f"{100 * sum(shares):.1f} of {100 * part:.1f} % of the evidence"
        assert title == f"Words used differently (10 of {number}, {of_all})"

    def test_names_unknown_words(self):
        found = run(reviews(3, renamed=8)[0])
        assert main_cause(found) == UNKNOWN
        unknown = [each for each in found.words if each.cause == UNKNOWN]
        assert unknown
        for each in unknown:
            assert each.word.startswith("new")
            assert each.word in each.sentences[1]

    @pytest.mark.parametrize(
        "shares",
        [{"share_good": 0.9}, {"share_good": 0.8}, {"share_good": 0.65, "share_mixed": 0.15}],
        ids=["10:90", "20:80", "three classes"],
    )
    def test_names_none_where_the_same_texts_are_imbalanced(self, shares):
        texts, labels = reviews(3, **shares)
        source = reviews(1, **shares)
        classifier = pipeline().fit(*reviews(2, **shares))
        found = crosslex.audit(classifier.predict_proba, source=source, target=texts)
        right = float(np.mean(classifier.predict(texts) == np.array(labels)))
        for share in (right, found.source_accuracy.value):
            assert found.expected_accuracy.low <= share <= found.expected_accuracy.high
        assert abs(found.expected_accuracy.value - right) < 0.06
        assert found.main_cause is None
        assert "explained" not in found.verdict
        for each in found.classes:
            share = labels.count(each.label) / len(labels)
            assert each.target_share.low <= share <= each.target_share.high
            assert abs(each.target_share.value - share) < 0.07

    def test_changed_shares_are_found_where_texts_are_alike_and_known_ones_are_certain(self):
        texts, labels = reviews(3, share_good=0.2)
        source = reviews(1, share_good=0.9)
        classifier = pipeline().fit(*reviews(2, share_good=0.9))
        right = float(np.mean(classifier.predict(texts) == np.array(labels)))
        given = {"classifier": classifier.predict_proba, "source": source, "target": texts}
        found = crosslex.audit(**given, class_prior={"bad": 0.8, "good": 0.2})
        unknown = crosslex.audit(**given)
        assert abs(found.expected_accuracy.value - right) < 0.04
        assert found.expected_accuracy.low <= right <= found.expected_accuracy.high
        assert unknown.expected_accuracy.low <= right <= unknown.expected_accuracy.high
        assert unknown.source_accuracy.value > right + 0.5
        assert main_cause(found) == BALANCE
        shares = [each.target_share.value for each in found.classes]
        assert shares == pytest.approx([0.8, 0.2], abs=0.001)
        width = found.classes[0].target_share.high - found.classes[0].target_share.low
        assert width < 0.08

    def test_the_verdict_says_how_much_is_explained(self, exchanged):
        there, here = exchanged.source_accuracy.value, exchanged.expected_accuracy.value
        lost = round(100 * there) - round(100 * here)  # the difference of what is shown
        assert f"Of the {lost} points lost, " in exchanged.verdict
        part = f"{100 * exchanged.main_cause.loss:.1f}"
        assert f"explained (words used differently {part}" in exchanged.verdict

    def test_much_shorter_texts_are_a_likely_reason(self, exchanged):
        assert "shorter texts" not in exchanged.verdict
        short = replace(exchanged.evidence, lengths=(16, 8))
        assert "A likely reason: shorter texts (8 words instead of 16)." in (
            replace(exchanged, evidence=short).verdict
        )
        assert "shorter texts" not in (
            replace(exchanged, evidence=replace(short, lengths=(16, 9))).verdict
        )

    def test_always_the_same_answer_is_compared_where_the_interval_includes_it(self, alike):
        assert "Always answering" not in alike.verdict
        found = run(reviews(3)[0], lambda texts: ["good"] * len(texts), class_prior="balanced")
        assert "Always answering" in found.verdict
        assert "would be right in 50 %." in found.verdict


class TestPredictions:
    def test_an_estimator_is_cross_validated_on_the_source(self):
        texts, _ = reviews(3)
        folds = StratifiedKFold(5, shuffle=True, random_state=0)
        held_out = cross_val_predict(pipeline(), *SOURCE, cv=folds, method="predict_proba")
        fitted = pipeline().fit(*SOURCE)
        given = run(texts, (held_out, fitted.predict_proba(texts)))
        for estimator in (fitted, pipeline()):
            assert run(texts, estimator).to_dict() == given.to_dict()

    def test_columns_may_come_in_any_order(self, alike):
        texts = reviews(3)[0]
        found = run(texts, lambda t: FITTED.predict_proba(t)[:, ::-1], classes=["good", "bad"])
        assert found.to_dict() == alike.to_dict()

    def test_classes_alone_give_an_expectation_and_no_calibration(self, alike):
        found = run(reviews(3)[0], FITTED.predict)
        assert found.expected_accuracy.value == pytest.approx(
            alike.expected_accuracy.value, abs=0.01
        )
        assert found.calibration_error is None

    def test_warns_of_a_source_that_was_learned_from(self):
        known = dict(zip(*SOURCE, strict=True))
        with pytest.warns(CrosslexWarning, match="100 % of the predictions are right"):
            run(reviews(3)[0], lambda texts: [known.get(text, "good") for text in texts])

    def test_few_labels_of_a_class_are_warned_of_by_its_name(self):
        bad, good = ([text for text, y in zip(*SOURCE, strict=True) if y == x] for x in BOTH)
        source = bad[:8] + good, ["bad"] * 8 + ["good"] * len(good)
        message = "^labels of the source: found 8 labels of the class 'bad'"
        with pytest.warns(CrosslexWarning, match=message):
            crosslex.audit(FITTED.predict_proba, source=source, target=reviews(3)[0])

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"target": ["a new tool"] * 3}, "'target': none of its words is frequent enough, 1"),
            ({"target": ["a new tool"] * 30}, "no features that .* of each; are the texts of one"),
            (
                {"source": (SOURCE[0], [1, "good"] * 250)},
                "labels of the source: some labels are",
            ),
            ({"source": (SOURCE[0], ["Good", "good"] * 250)}, "labels of the source: the classes"),
        ],
    )
    def test_no_message_advises_what_an_audit_cannot_be_given(self, change, message):
        given = {"source": SOURCE, "target": reviews(3)[0]} | change
        held_out, predicted = given["source"][1], [given["source"][1][1]] * len(given["target"])
        with pytest.raises(InputError, match=message) as error:
            crosslex.audit((held_out, predicted), **given)
        for argument in ("min_documents", "n_pivots", "y:", "min_count"):
            assert argument not in str(error.value)

    def test_few_words_to_compare_are_told_without_advice_to_shifts(self, caplog):
        run(reviews(3)[0])
        [message] = [each.getMessage() for each in caplog.records if "only" in each.getMessage()]
        assert message.endswith("similarities to so few are unreliable; give more text")

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            ({"source": (SOURCE[0], ["good"] * 500)}, "source: found only the class 'good'"),
            (
                {"source": (SOURCE[0], SOURCE[1][1:])},
                "labels of the source: found 499 for 5",
            ),
            ({"source": (SOURCE[0], [None, *SOURCE[1][1:]])}, "source: 1 of 500 texts have no"),
            (
                {"source": (SOURCE[0], ["bad"] + ["good"] * 499)},
                "source: found 1 text of the class 'bad'; give 5",
            ),
            ({"source": SOURCE[0]}, r"source: give two columns, \(texts, labels\)"),
            ({"target": []}, "target: it has no text"),
            ({"target": ["a text", float("nan")]}, "found float nan in row 1 of 'target'; every"),
            ({"source": ([None, *SOURCE[0][1:]], SOURCE[1])}, "in row 0 of 'source'; every text"),
            ({"target": "a text"}, "target: found a single text"),
            ({"classifier": 3}, "classifier: found int; give a function"),
            ({"classifier": lambda t: [[0.5, 0.5]] * 3}, "of the source: found 3 for 500 texts"),
            ({"classifier": lambda t: [[1.0]] * len(t)}, "found 1 columns for the 2 classes"),
            ({"classifier": lambda t: [[0.9, 0.9]] * len(t)}, "text 1 has 0.9, 0.9, which are no"),
            ({"classifier": lambda t: [[np.nan, 1]] * len(t)}, "text 1 has nan, 1, which are no"),
            ({"classifier": lambda t: [[1.5, -0.5]] * len(t)}, "text 1 has 1.5, -0.5"),
            ({"classifier": lambda t: ["well"] * len(t)}, "text 1: found the label 'well'; the cl"),
            ({"classifier": lambda t: np.full(len(t), 0.7)}, "text 1 has 0.7, one number; give a"),
            ({"classifier": lambda t: np.array(0.7)}, "of the source: found ndarray; give a class"),
            ({"classifier": lambda t: [[1], [0, 1]] * (len(t) // 2)}, "a probability per class"),
            ({"classes": ["good", "well"]}, "classes: found good, well; the source's labels are"),
            ({"names": ("a", "a")}, "names: found"),
            ({"names": "ab"}, "names: found 'ab'; give two"),
            ({"classifier": lambda t: None}, "of the source: found NoneType; give a class per"),
            (
                {"classifier": crosslex.CrossDomainClassifier()},
                r"it needs domains, .* pass classifier\.predict_proba",
            ),
            ({"class_prior": {"bad": 0.6, "good": 0.6}}, "class_prior: the shares add up to 1.2"),
        ],
    )
    def test_refuses_what_does_not_fit_in_one_line(self, change, message):
        given = {"source": SOURCE, "target": reviews(3)[0], "classifier": FITTED.predict_proba}
        with pytest.raises(InputError, match=message) as error:
            crosslex.audit(**(given | change))
        assert "\n" not in str(error.value)


class TestAudit:
    def test_begins_with_its_verdict_and_tells_how_likely_each_prediction_is_right(self, exchanged):
        assert str(exchanged).startswith(exchanged.verdict)
        assert "Words used differently" in str(exchanged)
        expected = exchanged.expected_accuracy.value
        right = exchanged.to_frame()["probability_right"]
        assert right.mean() == pytest.approx(expected)

    def test_suggests_texts_without_a_label(self, exchanged):
        _, labels = reviews(3, exchanged=8)
        first = exchanged.to_label
        assert len(first) == 20
        later = exchanged.with_labels({each.index: labels[each.index] for each in first})
        assert later.n_labels == 20
        assert not {each.index for each in later.suggest(100)} & {each.index for each in first}
        assert exchanged.n_labels == 0

    def test_one_label_and_one_word_are_told_in_the_singular(self, exchanged):
        one = exchanged.with_labels({0: "good"})
        assert "to be right, with 1 label; in films" in one.verdict
        assert "with 2 labels;" in exchanged.with_labels({0: "good", 1: "bad"}).verdict
        short = replace(exchanged, evidence=replace(exchanged.evidence, lengths=(16, 1)))
        assert "(1 word instead of 16)" in short.verdict
        assert short.causes[-1].because.startswith("texts of 1 word instead of 16, ")

    @pytest.mark.parametrize(
        ("labels", "message"),
        [
            ({500: "good"}, "labels: found 500; give at most 499"),
            ({0: "well"}, "labels: found the label 'well'; the classes are bad, good"),
            (["good"], "labels: found list; give a dictionary from the index of a text"),
        ],
    )
    def test_refuses_labels_of_no_text_or_class(self, alike, labels, message):
        with pytest.raises(InputError, match=message):
            alike.with_labels(labels)

    def test_the_page_runs_nothing_and_escapes_and_shortens_texts(self, tmp_path):
        long = "thing0a " * 200
        page = tmp_path / "page.html"
        run([f"<script>alert(1)</script> {text} {long}" for text in reviews(3)[0]]).explore(page)
        content = page.read_text(encoding="utf-8")
        assert "<script" not in content
        assert "&lt;script&gt;" in content
        assert "default-src 'none'" in content
        assert "thing0a " * 50 not in content

    def test_the_page_explains_itself_and_repeats_no_sentence(self, exchanged, tmp_path):
        page = tmp_path / "page.html"
        exchanged.explore(page)
        content = page.read_text(encoding="utf-8")
        assert "How to read it" in content
        facts = "500 texts of tools, 0 of them with a label; 500 labeled texts of films. crosslex "
        assert facts + crosslex.__version__ in content
        [rows] = [rows for title, rows in exchanged.tables(full=True) if "differently" in title]
        sentences = [row[-1] for row in rows[1:] if row[-1]]
        assert len(set(sentences)) == len(sentences)

    def test_little_text_gives_an_answer_with_a_warning(self):
        texts = [f"good0x thing0a {number}" for number in range(20)]
        with pytest.warns(CrosslexWarning, match="words are not compared"):
            found = run(texts)
        assert 0 <= found.expected_accuracy.low <= found.expected_accuracy.high <= 1


def test_boolean_labels_and_white_space_around_labels_are_those_of_the_classifier():
    texts = reviews(3)[0]
    for labels in ([label == "good" for label in SOURCE[1]], [f" {each}s " for each in SOURCE[1]]):
        fitted = pipeline().fit(SOURCE[0], labels)
        found = crosslex.audit(fitted, source=(SOURCE[0], labels), target=texts)
        assert found.source_accuracy.value > 0.6


def test_repeated_texts_are_said_to_make_the_estimate_too_certain():
    texts = reviews(3)[0][:200]
    with pytest.warns(CrosslexWarning, match="target: 300 of 500 texts repeat another"):
        run([*texts, *texts[:1] * 300])

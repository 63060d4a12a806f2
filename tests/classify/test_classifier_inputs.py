"""What a classifier takes, and what it refuses with a line that helps."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import SVC

from crosslex import Corpus, CrossDomainClassifier, TextSettings
from crosslex.classify.inputs import corpora_of, find_target
from crosslex.errors import CrosslexWarning, InputError

FILMS = ["a good plot", "a dull plot", "good cast", "dull cast"] * 10
TOOLS = ["a good saw", "a dull saw", "good old saw", "dull old saw"] * 10
TEXTS = FILMS + TOOLS
DOMAINS = ["films"] * 40 + ["tools"] * 40
LABELS = [1, 0] * 20 + [-1] * 40


def fit(texts=TEXTS, y=LABELS, sample_domain=DOMAINS, **options) -> CrossDomainClassifier:
    parameters = {"method": "none"} | options
    return CrossDomainClassifier(**parameters).fit(texts, y, sample_domain=sample_domain)


@cache
def fitted() -> CrossDomainClassifier:
    return fit()


def corpus(name: str, labels=None) -> Corpus:
    return Corpus.from_texts({"films": FILMS, "tools": TOOLS}[name], name=name, labels=labels)


class TestLabels:
    @pytest.mark.parametrize(
        ("labels", "classes"),
        [
            (LABELS, [0, 1]),
            (np.array(LABELS, np.float32), [0, 1]),
            ([True, False] * 20 + [None] * 40, [0, 1]),
            (["yes", "no"] * 20 + [None] * 40, ["no", "yes"]),
            (np.array(["yes", "no"] * 20 + ["-1"] * 40), ["no", "yes"]),
            (["10", "9"] * 20 + [-1] * 40, ["10", "9"]),
            ([5, -7] * 20 + [-1] * 40, [-7, 5]),
        ],
    )
    def test_of_every_kind_come_back_as_they_were_given(self, labels, classes):
        classifier = fit(y=labels)
        assert classifier.classes_.tolist() == classes
        assert classifier.predict(["good saw", "dull saw"]).tolist() == [*labels[:2]]
        assert classifier.score(FILMS, labels[:40]) == 1

    @pytest.mark.parametrize("write", [str, "+{}.0".format])
    def test_numbers_are_scored_however_they_are_written(self, write):
        assert fitted().score(FILMS, [write(label) for label in LABELS[:40]]) == 1

    def test_minus_one_and_one_alone_are_refused_with_a_hint(self):
        for labels in ([-1, 1] * 40, np.array([-1.0, 1.0] * 40), ["-1", "1"] * 40):
            with pytest.raises(InputError, match="-1 always means unlabeled: use 0 and 1"):
                fit(y=labels, target="tools")
        with pytest.raises(InputError, match="-1 always means unlabeled: use 0 and 1"):
            fit([corpus("films", [-1, 1] * 20), corpus("tools")], None, None)

    @pytest.mark.parametrize("label", [0.5, b"good", 2**64])
    def test_of_unknown_kind_are_refused(self, label):
        with pytest.raises(InputError, match=r"^y: found the label"):
            fit(y=[label, *LABELS[1:]])

    def test_minus_one_next_to_zero_and_one_is_questioned(self):
        y = [1, 0, -1, 0] * 10 + [-1] * 40
        asked = "10 texts of 'films' have the label -1.*if -1 is a class, rename"
        with pytest.warns(CrosslexWarning, match=asked):
            fit(y=y, target="tools")
        films = corpus("films", [1, 0, -1, 0] * 10)
        with pytest.warns(CrosslexWarning, match=asked):
            fit([films, corpus("tools")], None, None)

    @pytest.mark.parametrize("unlabeled", [None])
    def test_minus_one_is_refused_where_others_have_another_mark(self, unlabeled):
        y = [1, 0, -1, 0] * 10 + [unlabeled] * 40
        with pytest.raises(InputError, match="found -1, which means unlabeled, next to None or"):
            fit(y=y)

    def test_minus_one_between_other_classes_is_refused(self):
        y = [-2, -1, 0, 1] * 10 + [-1] * 40
        with pytest.raises(InputError, match=r"10 texts of 'films'.* -1.*below it"):
            fit(y=y, target="tools")

    @pytest.mark.filterwarnings("error::crosslex.errors.CrosslexWarning")
    def test_minus_one_is_not_questioned_in_a_domain_without_any_other_label(self):
        texts, domains = TEXTS + TOOLS, [*DOMAINS, *["cars"] * 40]
        fit(texts, [*LABELS, *[-1] * 40], domains, target="tools")

    @pytest.mark.parametrize("y", [[1, 0, None, 0], [1, 2, -1, 2], ["good", "bad", "-1", "bad"]])
    def test_unlabeled_texts_of_a_source_are_not_questioned_where_it_is_clear(self, y):
        rest = [None if None in y else -1] * 40
        assert fit(y=y * 10 + rest, target="tools").classes_.tolist() == sorted(set(y[:2]))

    @pytest.mark.parametrize("nothing", [np.nan, pd.NA])
    def test_that_are_missing_are_unlabeled(self, nothing):
        expected = fitted().decision_function(TOOLS)
        found = fit(y=[1, 0] * 20 + [nothing] * 40)
        np.testing.assert_array_equal(found.decision_function(TOOLS), expected)
        assert found.score(FILMS + TOOLS, [1, 0] * 20 + [nothing] * 40) == 1

    def test_of_two_kinds_are_refused(self):
        with pytest.raises(InputError, match=r"^y: some labels are numbers, others words"):
            fit(y=[1, "bad"] * 20 + [-1] * 40)

    def test_of_the_target_may_be_of_any_class_and_kind(self):
        expected = fit(target="tools").decision_function(TOOLS)
        for others in (["what", "ever"] * 20, [7, 8] * 20):
            found = fit(y=LABELS[:40] + others, target="tools")
            assert found.classes_.tolist() == [0, 1]
            np.testing.assert_array_equal(found.decision_function(TOOLS), expected)

    def test_of_a_single_class_are_refused(self):
        with pytest.raises(InputError, match=r"only the class 'good' among.*source domains"):
            fit(y=["good", -1] * 20 + [-1] * 40, target="tools")

    def test_of_a_class_that_a_part_of_a_corpus_has_not_do_not_count(self):
        films = corpus("films", [1, 0, 2, 0] * 10)
        one_class = replace(films, labels=np.where(films.labels == 1, 1, -1).astype(np.int32))
        with pytest.raises(InputError, match="only the class 1"):
            fit([one_class, corpus("tools")], None, None)
        two_classes = replace(films, labels=np.where(films.labels == 0, -1, films.labels))
        classifier = fit([two_classes, corpus("tools")], None, None)
        assert classifier.classes_.tolist() == [1, 2]
        assert classifier.decision_function(TOOLS).shape == (40,)

    def test_in_domain_learns_from_those_of_the_target_alone(self):
        # "fair" is no class of the target, so in_domain never hears of it.
        y = ["good", "fair"] * 20 + ["good", "bad"] * 20
        classifier = fit(y=y, target="tools", method="in_domain")
        assert classifier.classes_.tolist() == ["bad", "good"]
        assert classifier.predict(["good saw", "dull saw"]).tolist() == ["good", "bad"]
        with pytest.raises(InputError, match="no class among the labels of 'tools'"):
            fit(y=["good", "bad"] * 20 + [-1] * 40, target="tools", method="in_domain")


class TestTarget:
    def test_is_found_where_one_domain_alone_has_no_labels(self):
        assert fitted().target_ == "tools"
        assert find_target([corpus("tools"), corpus("films", [1, 0] * 20)], None) == 0

    def test_must_be_named_where_several_or_none_could_be_meant(self):
        with pytest.raises(InputError, match=r"^target: 0 domains have no labels.*films, tools"):
            fit(y=[1, 0] * 40)
        with pytest.raises(InputError, match=r"^target: 2 domains have no labels"):
            fit(y=[-1] * 80)

    def test_must_have_text(self):
        with pytest.raises(InputError, match=r"^target: no text of domain 'garden'; found films"):
            fit(target="garden")

    def test_must_have_words(self):
        with pytest.raises(InputError, match="'tools': no words were found"):
            fit(FILMS + ["!!!"] * 40)

    def test_stop_words_are_features_unless_some_are_named(self):
        texts = [f"the {text}" for text in TEXTS]
        assert "the" in fit(texts).features_
        named = fit(texts, text_settings=TextSettings(stop_words=frozenset({"the"})))
        assert "the" not in named.features_


class TestTexts:
    def test_must_be_strings(self):
        with pytest.raises(InputError, match="texts: found float nan"):
            fit([float("nan"), *TEXTS[1:]])
        with pytest.raises(InputError, match="texts: found bytes"):
            fitted().predict([b"good saw"])

    @pytest.mark.parametrize("given", ["good plot", corpus("films")])
    def test_must_be_several(self, given):
        with pytest.raises(InputError, match="X: found"):
            fit(given)

    @pytest.mark.parametrize("given", ["good saw", 5])
    def test_to_decide_on_must_be_several_too(self, given):
        with pytest.raises(InputError, match="texts: found"):
            fitted().predict(given)

    def test_must_be_as_many_as_labels_and_domains(self):
        with pytest.raises(InputError, match=r"^y: found 79 for 80 texts"):
            fit(y=LABELS[:-1])
        with pytest.raises(InputError, match=r"^sample_domain: found 81 for 80 texts"):
            fit(sample_domain=[*DOMAINS, "tools"])
        with pytest.raises(InputError, match=r"^y: found 1 for 2 texts"):
            fitted().score(["good saw", "dull saw"], [1])

    @pytest.mark.parametrize("missing", [{"y": None}, {"sample_domain": None}])
    def test_need_labels_and_domains(self, missing):
        with pytest.raises(InputError, match=r"^y, sample_domain: give"):
            fit(**missing)

    def test_must_be_of_two_domains(self):
        with pytest.raises(InputError, match=r"^domains: found 1"):
            fit(FILMS, LABELS[:40], DOMAINS[:40])
        with pytest.raises(InputError, match=r"^domains: found 0"):
            fit([], [], [])

    def test_to_decide_on_may_be_none_at_all(self):
        classifier = fitted()
        assert classifier.predict([]).tolist() == []
        assert classifier.predict_proba([]).shape == (0, 2)

    def test_that_none_of_has_a_label_cannot_be_scored_against(self):
        with pytest.raises(InputError, match=r"^y: none of the texts has a label"):
            fitted().score(TOOLS, [-1] * 40)


class TestTables:
    def test_of_one_column_are_texts_labels_and_domains(self):
        expected = fitted()
        found = fit(pd.DataFrame(TEXTS), pd.DataFrame(LABELS), pd.DataFrame(DOMAINS))
        asked = pd.DataFrame(TOOLS)
        np.testing.assert_array_equal(
            found.decision_function(asked), expected.decision_function(TOOLS)
        )
        assert found.score(asked, pd.DataFrame([1, 0] * 20)) == 1

    def test_of_several_columns_are_refused(self):
        both = pd.DataFrame({"text": TEXTS, "label": LABELS})
        with pytest.raises(InputError, match=r"^X: found a table of 80 × 2; give one column"):
            fit(both)
        with pytest.raises(InputError, match=r"^X: found a table of 80 × 2; give one column"):
            fitted().predict(both)
        with pytest.raises(InputError, match=r"^y: found a table of 80 × 2; give one column"):
            fit(y=both)


class TestCorpora:
    def test_hold_labels_and_domains_themselves(self):
        given = [corpus("films", [1, 0] * 20), corpus("tools")]
        with pytest.raises(InputError, match=r"^y, sample_domain: corpora hold labels"):
            fit(given, LABELS, None)
        with pytest.raises(InputError, match=r"^y, sample_domain: corpora hold labels"):
            fit(given, None, DOMAINS)

    def test_must_be_analyzed_alike(self):
        plain = Corpus.from_texts(TOOLS, name="tools", text_settings=TextSettings(bigrams=False))
        with pytest.raises(InputError, match="'tools' was analyzed with other text settings"):
            fit([corpus("films", [1, 0] * 20), plain], None, None)
        with pytest.raises(InputError, match="'tools' was analyzed with other text settings"):
            fitted().predict(plain)

    def test_keep_their_own_text_settings(self):
        settings = TextSettings(bigrams=False)
        films, tools = (
            Corpus.from_texts(texts, name=name, labels=labels, text_settings=settings)
            for texts, name, labels in (
                (FILMS, "films", [1, 0] * 20),
                (TOOLS, "tools", None),
            )
        )
        classifier = fit([films, tools], None, None)
        assert not any(" " in feature for feature in classifier.features_)
        assert classifier.predict(tools).tolist() == [1, 0] * 20

    def test_are_left_as_they_were(self):
        films, tools = corpus("films", ["b", "a"] * 20), corpus("tools", ["x", "y"] * 20)
        fit([films, tools], None, None, target="tools")
        assert (films.classes, tools.classes) == (("a", "b"), ("x", "y"))
        assert tools.labels.tolist() == [0, 1] * 20


@pytest.mark.parametrize("target", ["2", 2])
def test_domains_may_be_numbered(target):
    classifier = fit(sample_domain=np.repeat([1, 2], 40), target=target)
    assert (classifier.target_, classifier.sources_) == ("2", ("1",))


def test_texts_become_one_corpus_a_domain_in_the_order_of_appearance():
    found = corpora_of(
        ["good saw", "dull plot", "old saw"],
        ["x", None, "y"],
        ["tools", "films", "tools"],
        text_settings=TextSettings(),
        n_jobs=1,
    )
    assert [each.name for each in found] == ["tools", "films"]
    assert [each.labels.tolist() for each in found] == [[0, 1], [-1]]
    assert [each.classes for each in found] == [("x", "y"), ()]


class CurvedScores(BaseEstimator):
    """Like a classifier, but its scores are no weighted sums."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def decision_function(self, X):
        return np.asarray(X.sum(axis=1)) ** 2


class TestSettings:
    @pytest.mark.parametrize(
        ("name", "value"),
        [("threshold", "median"), ("weighting", "bm25"), ("pivots", "luck"), ("n_pivots", 0)]
        + [("n_pivots", 1000), ("n_jobs", 0)],
    )
    def test_that_make_no_sense_are_refused_by_name(self, name, value):
        with pytest.raises(InputError, match=f"^{name}: found|^{name}: asked"):
            fit(**{name: value})

    def test_a_classifier_without_linear_scores_is_refused(self):
        with pytest.raises(InputError, match=r"^classifier: found MultinomialNB\(\), which has no"):
            fit(classifier=MultinomialNB())
        for curved in (SVC(), CurvedScores()):
            with pytest.raises(InputError, match=r"^classifier: scores are no weighted sum"):
                fit(classifier=curved)


def test_a_share_of_nothing_is_refused_before_it_makes_an_infinite_line():
    with pytest.raises(InputError, match="class_prior: found a class with less than 1e-06"):
        fit(class_prior={0: 1e-17, 1: 1.0}, method="crosslex")

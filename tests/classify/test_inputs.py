"""What a classifier takes, and what it refuses with a line that helps."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
import pytest

from crosslex import Corpus, CrossDomainClassifier, TextSettings
from crosslex.errors import CrosslexWarning, InputError

# Ten labels of a class are few, but enough for these tests.
pytestmark = pytest.mark.filterwarnings("ignore:y. found 10 labels:crosslex.errors.CrosslexWarning")

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
            ([True, False] * 20 + [None] * 40, [0, 1]),
            (["yes", "no"] * 20 + [None] * 40, ["no", "yes"]),
            (np.array(["yes", "no"] * 20 + ["-1"] * 40), ["no", "yes"]),
            (["10", "9"] * 20 + [-1] * 40, ["10", "9"]),
            ([5, -7] * 20 + [-1] * 40, [-7, 5]),
            ([1, 0] * 20 + [np.nan] * 40, [0, 1]),
            (["yes", "no"] * 20 + [pd.NA] * 20 + [" "] * 20, ["no", "yes"]),
        ],
    )
    def test_of_every_kind_come_back_as_they_were_given(self, labels, classes):
        classifier = fit(y=labels)
        assert classifier.classes_.tolist() == classes
        assert classifier.predict(["good saw", "dull saw"]).tolist() == [*labels[:2]]
        assert classifier.score(FILMS, labels[:40]) == 1

    def test_minus_one_and_one_alone_are_refused_with_a_hint(self):
        for labels in ([-1, 1] * 40, np.array([-1.0, 1.0] * 40), ["-1", "1"] * 40):
            with pytest.raises(InputError, match="-1 always means unlabeled: use 0 and 1"):
                fit(y=labels, target="tools")
        with pytest.raises(InputError, match="-1 always means unlabeled: use 0 and 1"):
            fit([corpus("films", [-1, 1] * 20), corpus("tools")], None, None)

    def test_minus_one_next_to_zero_and_one_is_questioned(self):
        asked = "10 texts of 'films' have the label -1.*if -1 is a class, rename"
        for y in ([1, 0, -1, 0] * 10 + [None] * 40, [1, -2, -1, -2] * 10 + [-1] * 40):
            with pytest.warns(CrosslexWarning, match=asked):
                fit(y=y, target="tools")
        films = corpus("films", [1, 0, -1, 0] * 10)
        with pytest.warns(CrosslexWarning, match=asked):
            fit([films, corpus("tools")], None, None)

    @pytest.mark.filterwarnings("error::crosslex.errors.CrosslexWarning")
    def test_minus_one_is_not_questioned_in_a_domain_without_any_other_label(self):
        texts, domains = TEXTS + TOOLS, [*DOMAINS, *["cars"] * 40]
        fit(texts, [*LABELS, *[-1] * 40], domains, target="tools")

    def test_of_the_target_may_be_of_any_class_and_kind(self):
        expected = fit(target="tools").decision_function(TOOLS)
        for others in (["what", "ever"] * 20, [7, 8] * 20):
            found = fit(y=LABELS[:40] + others, target="tools")
            assert found.classes_.tolist() == [0, 1]
            np.testing.assert_array_equal(found.decision_function(TOOLS), expected)

    def test_of_a_class_that_a_part_of_a_corpus_has_not_do_not_count(self):
        films = corpus("films", [1, 0, 2, 0] * 10)
        one_class = replace(films, labels=np.where(films.labels == 1, 1, -1).astype(np.int32))
        with pytest.raises(InputError, match="only the class 1"):
            fit([one_class, corpus("tools")], None, None)
        two_classes = replace(films, labels=np.where(films.labels == 0, -1, films.labels))
        classifier = fit([two_classes, corpus("tools")], None, None)
        assert classifier.classes_.tolist() == [1, 2]
        assert classifier.decision_function(TOOLS).shape == (40,)


PLAIN = Corpus.from_texts(TOOLS, name="tools", text_settings=TextSettings(bigrams=False))
RARE = ["rare", *["bad"] * 20, *["good"] * 19]
CORPORA = [corpus("films", [1, 0] * 20), corpus("tools")]
ALONE = {"y": None, "sample_domain": None}
BOTH = pd.DataFrame({"text": TEXTS, "label": LABELS})


@pytest.mark.parametrize(
    ("message", "given"),
    [
        # labels
        ("y: found the label 0.5", {"y": [0.5, *LABELS[1:]]}),
        ("y: found the label 1844", {"y": [2**64, *LABELS[1:]]}),
        ("y: some labels are numbers, others words", {"y": [1, "bad"] * 20 + [-1] * 40}),
        ("y: found only the class 'good' among.*source", {"y": ["good", -1] * 20 + [-1] * 40}),
        # classes
        (r"y: found 1 label of the class 'rare' \(doc.*needs 5", {"y": RARE + [-1] * 40}),
        (r"4 labels of the class 1 \(documents 0, 1, 2, 3\);", {"y": [1] * 4 + [0] * 76}),
        (r"y: .*classes 'Good' and 'good' differ only in", {"y": ["Good", "good"] * 40}),
        (r"y: .*'very  bad' and 'very bad' differ", {"y": ["very bad", "very  bad"] * 40}),
        (r"y: found the class 'a\\x00', which contains a con", {"y": ["a", "a\0"] * 40}),
        ("class_prior: found a share below", {"class_prior": {0: 1e-17, 1: 1.0}}),
        ("class_prior: the shares add up to 1.2; give", {"class_prior": {0: 0.6, 1: 0.6}}),
        ("class_prior: found .0.5, 0.5.; give a dictionary", {"class_prior": [0.5, 0.5]}),
        # texts and domains
        ("target: no text of domain 'garden'; found films", {"target": "garden"}),
        (r"target: 0 domains have no labels.*films, tools", {"y": [1, 0] * 40, "target": None}),
        ("target: 2 domains have no labels", {"y": [-1] * 80, "target": None}),
        ("domain 'tools': no words were found", {"texts": FILMS + ["!!!"] * 40}),
        ("texts: found float nan", {"texts": [float("nan"), *TEXTS[1:]]}),
        ("X: found str", {"texts": "good plot"}),
        (r"X: found DataFrame; give Corpus\.from_frame\(X, d", {"texts": BOTH, "y": None}),
        ("X: found Corpus", {"texts": corpus("films")}),
        ("'tools' was analyzed with other", {"texts": [CORPORA[0], PLAIN], **ALONE}),
        ("y: found a table of 80 × 2; give one column", {"y": BOTH}),
        ("y: found 79 for 80 texts", {"y": LABELS[:-1]}),
        ("sample_domain: found 81 for 80 texts", {"sample_domain": [*DOMAINS, "tools"]}),
        ("y, sample_domain: give", {"y": None}),
        ("y, sample_domain: corpora hold labels", {"texts": CORPORA, "y": None}),
        ("domains: found 1", {"texts": FILMS, "y": LABELS[:40], "sample_domain": ["tools"] * 40}),
        ("domains: found 0", {"texts": [], "y": [], "sample_domain": []}),
        # settings
        ("n_pivots: found 0", {"n_pivots": 0}),
        ("but n_pivots is 1000", {"n_pivots": 1000}),
        ("n_jobs: found 0", {"n_jobs": 0}),
    ],
)
def test_mistakes_are_refused_in_one_line(message, given):
    with pytest.raises(InputError, match=message) as caught:
        fit(**({"method": "crosslex", "target": "tools"} | given))
    assert "\n" not in str(caught.value)


class TestTexts:
    @pytest.mark.parametrize(
        ("given", "message"),
        [([b"good saw"], "texts: found bytes"), ("good saw", "texts: found"), (5, "texts: found")]
        + [(BOTH, r"^X: found a table of 80 × 2; give one column")]
        + [(PLAIN, "'tools' was analyzed with other text settings")],
    )
    def test_to_classify_must_be_several_strings(self, given, message):
        with pytest.raises(InputError, match=message):
            fitted().predict(given)

    def test_to_classify_may_be_none_at_all(self):
        assert fitted().predict([]).tolist() == []
        assert fitted().predict_proba([]).shape == (0, 2)

    def test_to_score_against_need_one_label_each_and_some_at_all(self):
        with pytest.raises(InputError, match=r"^y: found 1 for 2 texts"):
            fitted().score(["good saw", "dull saw"], [1])
        with pytest.raises(InputError, match=r"^y: none of the texts has a label"):
            fitted().score(TOOLS, [-1] * 40)
        assert fitted().score(FILMS, [f"+{label}.0" for label in LABELS[:40]]) == 1

    def test_may_be_tables_of_one_column_and_domains_numbers(self):
        numbers = pd.DataFrame([1] * 40 + [2] * 40)
        found = fit(pd.DataFrame(TEXTS), pd.DataFrame(LABELS), numbers, target=2)
        assert (found.target_, found.sources_) == ("2", ("1",))
        asked = pd.DataFrame(TOOLS)
        expected = fitted().decision_function(TOOLS)
        np.testing.assert_array_equal(found.decision_function(asked), expected)
        assert found.score(asked, pd.DataFrame([1, 0] * 20)) == 1

    def test_have_stop_words_as_features_unless_some_are_named(self):
        texts = [f"the {text}" for text in TEXTS]
        assert "the" in fit(texts).features_
        named = fit(texts, text_settings=TextSettings(stop_words=frozenset({"the"})))
        assert "the" not in named.features_


class TestRareClasses:
    def test_are_warned_of(self):
        y = [1] * 8 + [0] * 32 + [-1] * 40
        found = r"8 labels of the class 1 \(documents .*, …\); with fewer than 14"
        with pytest.warns(CrosslexWarning, match=found):
            fit(y=y)

    @pytest.mark.filterwarnings("ignore:y. found 5 labels:crosslex.errors.CrosslexWarning")
    @pytest.mark.parametrize("classes", [["bad", "good"], ["bad", "fair", "good"]])
    def test_make_the_expected_accuracy_uncertain(self, classes):
        films = [f"{label} plot" for label in classes for _ in range(400)]
        labels = [label for label in classes for _ in range(400)]
        films, labels = films[:-395], labels[:-395]
        domains = ["films"] * len(films) + ["tools"] * 60
        y = labels + [-1] * 60
        texts = films + ["bad saw", "good saw"] * 30
        classifier = fit(texts, y, domains, method="crosslex", target="tools")
        found = classifier.expected_accuracy_
        # Of 5 labels of a class with an equal share, all correct: as certain as 20 texts, or 45.
        assert found.high - found.low > (0.11 if len(classes) == 2 else 0.05)

    def test_differing_in_white_space_around_them_are_one(self):
        classifier = fit(y=["good", "dull ", " good", "dull\n"] * 10 + [-1] * 40)
        assert classifier.classes_.tolist() == ["dull", "good"]
        assert classifier.score(["good saw", "dull saw"], ["good ", "dull"]) == 1

import sys
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest

from crosslex import CrossDomainClassifier
from crosslex.classify import Contribution, Explanation, explanation
from crosslex.errors import CrosslexError, CrosslexWarning
from generated_domains import Bounded

# The texts are too few for the 500 pivots of the paper's methods, which say so.
pytestmark = pytest.mark.filterwarnings(
    "ignore:(n_pivots|n_non_pivots|pivots=):crosslex.errors.CrosslexWarning"
)

WORDS = {
    "films": {
        "bad": ["dull", "trite", "predictable", "tedious"],
        "fair": ["watchable", "passable"],
        "good": ["moving", "witty", "tender", "poetic"],
    },
    "tools": {
        "bad": ["flimsy", "rusty", "brittle", "wobbly"],
        "fair": ["usable", "adequate"],
        "good": ["sturdy", "sharp", "solid", "durable"],
    },
}
SHARED = {"bad": ["awful", "poor"], "fair": ["decent", "usual"], "good": ["great", "superb"]}


def write(domain: str, labels, *, seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    return [
        " ".join(
            [
                *rng.choice(WORDS[domain][label], 3),
                *rng.choice(SHARED[label], 2),
                rng.choice(["box", "price", "time"]),
            ]
        )
        for label in labels
    ]


def fitted(method: str, classes=("bad", "good"), **options) -> CrossDomainClassifier:
    labels = [*classes] * 90
    texts = write("films", labels, seed=0) + write("tools", labels, seed=1)
    domains = ["films"] * len(labels) + ["tools"] * len(labels)
    return CrossDomainClassifier(method, "tools", **options).fit(
        texts, labels * 2, sample_domain=domains
    )


TEXT = "A sturdy, great hammer; solid, but the box was awful and the price usual."


@pytest.fixture(scope="module")
def crosslex() -> CrossDomainClassifier:
    return fitted("crosslex")


class TestContributions:
    @pytest.mark.parametrize("method", ["crosslex", "none", "in_domain"])
    @pytest.mark.parametrize("threshold", ["mixture", "zero", "rate"])
    def test_add_up_to_the_decision(self, method, threshold):
        classifier = fitted(method, threshold=threshold)
        decision = classifier.decision_
        explanation = classifier.explain(TEXT, top=1000)
        sign = 1 if explanation.label == "good" else -1
        # What is there before any word is read belongs to no word.
        start = np.subtract(*classifier.calibration_.apply(decision.intercept)[[1, 0]])
        score = classifier.decision_function([TEXT])[0]
        total = sum(each.weight for each in explanation.contributions)
        assert total == pytest.approx(sign * (score - start))
        assert sign * score > 0

    def test_of_three_classes_add_up_to_the_lead_over_the_others(self):
        classifier = fitted("none", ("bad", "fair", "good"))
        explanation = classifier.explain(TEXT, top=1000)
        start = classifier.calibration_.apply(classifier.decision_.intercept)
        scores = classifier.decision_function([TEXT])[0] - start
        decided = classifier.classes_.tolist().index(explanation.label)
        lead = scores[decided] - np.delete(scores, decided).mean()
        assert sum(each.weight for each in explanation.contributions) == pytest.approx(lead)

    def test_are_the_words_of_the_text_the_strongest_first(self, crosslex):
        found = crosslex.explain(TEXT, top=1000).contributions
        # As lemmas, stop words among them.
        first = ["a", "sturdy", "great", "hammer", "solid", "but", "the"]
        words = [*first, "box", "be", "awful", "and", "the", "price", "usual"]
        pairs = [f"{first} {second}" for first, second in pairwise(words)]
        assert {each.feature for each in found} == {*words, *pairs} & {*crosslex.features_}
        sizes = [abs(each.weight) for each in found]
        assert sizes == sorted(sizes, reverse=True)
        weights = {each.feature: each.weight for each in found}
        assert weights["sturdy"] > 0 > weights["awful"]
        assert crosslex.explain(TEXT, top=2).contributions == found[:2]

    def test_of_a_decision_that_is_not_linear_are_what_the_words_change(self, crosslex):
        linear = crosslex.decision_

        class Squared:
            """Scores that no weight a word can tell."""

            kind = "squared"

            def scores(self, documents):
                return np.sign(linear.scores(documents)) * linear.scores(documents) ** 2

        classifier = fitted("crosslex")
        classifier.decision_ = Squared()
        found = classifier.explain("sturdy awful", top=10)
        documents = classifier._learned().documents(["sturdy awful"])
        whole = classifier.decision_.scores(documents)[0]
        code = classifier.classes_.tolist().index(found.label)
        for each in found.contributions:
            rest = documents.copy()
            rest[0, classifier.features_.index(each.feature)] = 0
            change = whole - classifier.decision_.scores(rest)[0]
            change *= classifier.calibration_.slope
            assert each.weight == pytest.approx(change[code] - change[1 - code])

    def test_are_none_where_no_word_is_known(self, crosslex):
        with pytest.warns(CrosslexWarning, match="1 of 1 texts"):
            found = crosslex.explain("zebra")
        assert found.contributions == ()
        assert found.probability == pytest.approx(0.5)
        assert str(found).startswith("bad (probability 0.50)\nword (tools)")


class TestUnderstanding:
    def test_of_target_words_is_by_source_words_of_their_kind(self, crosslex):
        understood = 0
        for kind, other in (("good", "bad"), ("bad", "good")):
            for word in WORDS["tools"][kind]:
                (found,) = crosslex.explain(word).contributions
                names = [name for name, _ in found.understood_by]
                assert len(names) <= 3
                understood += bool(set(names) & {*WORDS["films"][kind], *SHARED[kind]})
                assert not set(names) & {*WORDS["films"][other], *SHARED[other]}
                assert not set(names) & {*WORDS["tools"][kind], *WORDS["tools"][other]}
        assert understood >= 6  # of eight

    def test_goes_from_near_to_far(self, crosslex):
        for each in crosslex.explain(TEXT).contributions:
            cosines = [cosine for _, cosine in each.understood_by]
            assert cosines == sorted(cosines, reverse=True)
            assert all(-1.0001 <= cosine <= 1.0001 for cosine in cosines)

    def test_by_words_that_are_not_near_is_left_out_and_weak_matches_are_marked(self, crosslex):
        classifier = fitted("crosslex")
        row = classifier.features_.index("sturdy")
        names = ["great", "superb", "witty"]
        found = [classifier.features_.index(name) for name in names]
        classifier.decision_.neighbors.features[row] = found
        classifier.decision_.neighbors.cosines[row] = [0.36, 0.34, 0.24]
        explanation = classifier.explain("sturdy")
        (each,) = explanation.contributions
        assert [name for name, _ in each.understood_by] == names[:2]
        assert each.close == ("great",)
        assert str(explanation).endswith("great 0.36, superb 0.34?")

    def test_is_empty_where_the_method_cannot_tell(self):
        found = fitted("none").explain(TEXT)
        assert all(each.understood_by == () for each in found.contributions)


class TestDecision:
    def test_is_that_of_predict(self, crosslex):
        for text in (TEXT, "awful flimsy thing", "box"):
            found = crosslex.explain(text)
            assert found.label == crosslex.predict([text])[0]
            assert found.probability == pytest.approx(crosslex.predict_proba([text])[0].max())

    def test_is_data_of_plain_types(self, crosslex):
        found = crosslex.explain(TEXT)
        assert type(found.label) is str
        assert (found.source, found.target) == ("films", "tools")
        for each in found.contributions:
            assert type(each.weight) is float
            assert all(type(cosine) is float for _, cosine in each.understood_by)

    def test_names_the_target_where_its_own_labels_taught(self):
        found = fitted("in_domain").explain(TEXT)
        assert (found.source, found.target) == ("tools", "tools")


BY_HAND = Explanation(
    label="good",
    probability=0.875,
    source="films",
    target="<tools & co>",
    contributions=(
        Contribution("sturdy", 1.25, (("well write", 0.5), ("<b>", 0.3125))),
        Contribution("box", -0.0625, ()),
    ),
)


class TestTable:
    def test_lines_up_columns(self):
        assert str(BY_HAND) == (
            "good (probability 0.88)\n"
            "word (<tools & co>)  push    understood by (films; ? weakly)\n"
            "sturdy               +1.250  well write 0.50, <b> 0.31?\n"
            "box                  -0.062"
        )

    def test_in_html_has_the_same_cells_escaped(self):
        class Cells(HTMLParser):
            def __init__(self) -> None:
                super().__init__()
                self.tags: set[str] = set()
                self.texts: list[str] = []

            def handle_starttag(self, tag, attributes):
                self.tags.add(tag)
                if tag in ("td", "th", "caption"):
                    self.texts.append("")

            def handle_data(self, data):
                self.texts[-1] += data

        cells = Cells()
        cells.feed(BY_HAND._repr_html_())
        assert cells.tags == {"table", "caption", "thead", "tbody", "tr", "th", "td"}
        assert cells.texts == [
            "good (probability 0.88)",
            *("word (<tools & co>)", "push", "understood by (films; ? weakly)"),
            *("sturdy", "+1.250", "well write 0.50, <b> 0.31?"),
            *("box", "-0.062", ""),
        ]

    @pytest.mark.parametrize("place", ["label", "source", "target", "feature", "neighbor"])
    def test_in_html_executes_nothing(self, place):
        evil = "<script>alert('&')</script>"
        explanation = Explanation(
            label=evil if place == "label" else 1,
            probability=0.5,
            source=evil if place == "source" else "films",
            target=evil if place == "target" else "tools",
            contributions=(
                Contribution(
                    evil if place == "feature" else "sturdy",
                    0.5,
                    ((evil if place == "neighbor" else "witty", 0.5),),
                ),
            ),
        )
        assert "<script" not in explanation._repr_html_()
        assert "&lt;script&gt;" in explanation._repr_html_()

    def test_as_a_data_frame(self):
        pandas = pytest.importorskip("pandas")
        expected = pandas.DataFrame(
            {
                "feature": ["sturdy", "box"],
                "weight": [1.25, -0.0625],
                "understood_by": ["well write, <b>?", ""],
            }
        )
        pandas.testing.assert_frame_equal(BY_HAND.to_frame(), expected)

    def test_as_a_data_frame_needs_pandas(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "pandas", None)
        with pytest.raises(CrosslexError, match="pip install pandas"):
            BY_HAND.to_frame()


@pytest.mark.filterwarnings("ignore::crosslex.errors.CrosslexWarning")
@pytest.mark.parametrize("method", ["none", Bounded()])
def test_a_text_without_known_words_has_nothing_to_explain(method):
    assert fitted(method).explain("Zzyzx!").contributions == ()


def test_many_features_are_left_out_some_at_a_time(monkeypatch):
    classifier = fitted(Bounded())
    whole = classifier.explain(TEXT)
    monkeypatch.setattr(explanation, "COPIES_AT_ONCE", 2)
    found = classifier.explain(TEXT)
    assert [each.feature for each in found.contributions] == [
        each.feature for each in whole.contributions
    ]
    assert [each.weight for each in found.contributions] == pytest.approx(
        [each.weight for each in whole.contributions]
    )

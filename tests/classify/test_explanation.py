from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from crosslex import CrossDomainClassifier
from crosslex.classify import SourceNeighbors
from crosslex.errors import CrosslexWarning, InputError
from generated_domains import TEXT_SETTINGS, Bounded, generate_reviews

TEXT = "The toolsgooda, gooda; anya toolsgoodb. A badb zebra anyc."


def fitted(method: object, classes=("bad", "good"), **options) -> CrossDomainClassifier:
    given = generate_reviews(classes=classes, size=90)
    classifier = CrossDomainClassifier(method, "tools", text_settings=TEXT_SETTINGS, **options)
    return classifier.fit(given.texts, given.labels, sample_domain=given.domains)


@pytest.fixture(scope="module")
def crosslex() -> CrossDomainClassifier:
    return fitted("crosslex")


class TestContributions:
    @pytest.mark.parametrize(
        ("method", "classes"),
        [
            ("crosslex", ("bad", "good")),
            ("none", ("bad", "good")),
            ("none", ("bad", "fair", "good")),
        ],
    )
    def test_add_up_to_the_lead_over_the_other_classes(self, method, classes):
        classifier = fitted(method, classes)
        explanation = classifier.explain(TEXT, top=1000)
        # What is there before any word is read belongs to no word.
        start = classifier.fitted_.calibration.apply(classifier.decision_.intercept)
        scores = classifier._scores([TEXT])[0]
        decided = classifier.classes_.tolist().index(explanation.label)
        assert decided == scores.argmax()
        lead = (scores - start)[decided] - np.delete(scores - start, decided).mean()
        assert sum(each.weight for each in explanation.contributions) == pytest.approx(lead)
        threshold = start[decided] - np.delete(start, decided).mean()
        assert explanation.rest == pytest.approx(threshold)
        first = classifier.explain(TEXT, top=1)
        assert first.rest == pytest.approx(lead + threshold - first.contributions[0].weight)
        understood = any(each.understood_by for each in explanation.contributions)
        assert understood == (method == "crosslex")

    def test_are_the_words_of_the_text_the_strongest_first(self, crosslex):
        found = crosslex.explain(TEXT, top=1000).contributions
        sentences = [["toolsgooda", "gooda", "anya", "toolsgoodb"], ["badb"], ["anyc"]]
        words = [word for sentence in sentences for word in sentence]
        pairs = [" ".join(pair) for sentence in sentences for pair in pairwise(sentence)]
        assert {each.feature for each in found} == {*words, *pairs} & {*crosslex.features_}
        sizes = [abs(each.weight) for each in found]
        assert sizes == sorted(sizes, reverse=True)
        weights = {each.feature: each.weight for each in found}
        assert weights["toolsgooda"] > 0 > weights["badb"]
        assert crosslex.explain(TEXT, top=2).contributions == found[:2]

    def test_of_a_decision_that_is_not_linear_are_refused_as_are_labels_and_saving(self, tmp_path):
        bounded = fitted(Bounded())
        assert bounded.predict(["gooda goodb"]).tolist() == ["good"]
        for ask in (
            lambda: bounded.explain(TEXT),
            lambda: bounded.suggest([TEXT], 1),
            lambda: bounded.refine([TEXT], ["good"]),
            lambda: bounded.save(tmp_path / "bounded"),
            lambda: fitted(Bounded(), encoder=len),
        ):
            with pytest.raises(InputError, match="its decision is not linear"):
                ask()

    def test_are_none_where_no_word_is_known(self, crosslex):
        with pytest.warns(CrosslexWarning, match="1 of 1 texts"):
            found = crosslex.explain("zebra")
        assert found.contributions == ()
        assert found.probability == pytest.approx(0.5)
        assert str(found).startswith("bad (probability 0.50)\nword (tools)")


class TestUnderstanding:
    def test_of_target_words_is_by_source_words_of_their_kind(self, crosslex):
        for kind in ("good", "bad"):
            for letter in "abcd":
                (found,) = crosslex.explain(f"tools{kind}{letter}").contributions
                names = [name for name, _ in found.understood_by]
                assert 0 < len(names) <= 3
                assert all(name.startswith((f"films{kind}", kind)) for name in names)

    def test_words_that_are_not_near_or_push_the_other_way_are_left_out(self, crosslex):
        names = ["gooda", "bada", "goodb"]
        near = crosslex.decision_.neighbors
        features, cosines = near.features.copy(), near.cosines.copy()
        row = crosslex.features_.index("toolsgooda")
        features[row] = [crosslex.features_.index(name) for name in names]
        cosines[row] = [0.38, 0.36, 0.34]
        decision = replace(crosslex.decision_, neighbors=SourceNeighbors(features, cosines))
        explanation = replace(crosslex.fitted_, decision=decision).explain("toolsgooda", top=1)
        (each,) = explanation.contributions
        assert [name for name, _ in each.understood_by] == names[:1]
        assert "gooda 0.38\nall else" in str(explanation)

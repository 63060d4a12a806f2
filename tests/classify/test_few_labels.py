"""A classifier that asks for labels of the target, and learns from them."""

import numpy as np
import pytest

from crosslex import CrossDomainClassifier
from crosslex.errors import CrosslexWarning, InputError, StorageError
from crosslex.storage import read_archive, write_archive
from generated_domains import Bounded

# "handy" is good and "grim" is bad, but only among tools: no label of films says so.
GOOD, BAD, SHARED = ["handy", "neat"], ["grim", "cracked"], ["great", "awful"]


def write(domain: str, number: int, seed: int) -> tuple[list[str], list[str]]:
    random = np.random.default_rng([seed, len(domain)])
    texts, labels = [], []
    for index in range(number):
        good = index % 2 == 0
        words = [SHARED[not good] if random.random() < 0.6 else SHARED[good]]
        if domain == "tools":
            words += random.choice(GOOD if good else BAD, 1).tolist()
        words += random.choice([f"{domain}{each}" for each in range(12)], 4).tolist()
        texts.append(" ".join(random.permutation(words)))
        labels.append("good" if good else "bad")
    return texts, labels


FILMS, FILM_LABELS = write("films", 80, 0)
TOOLS, TOOL_LABELS = write("tools", 120, 1)
UNSEEN, UNSEEN_LABELS = write("tools", 200, 2)


def fitted(method: str = "none") -> CrossDomainClassifier:
    classifier = CrossDomainClassifier(method, "tools", min_documents=2)
    domains = ["films"] * len(FILMS) + ["tools"] * len(TOOLS)
    return classifier.fit(FILMS + TOOLS, FILM_LABELS + [-1] * len(TOOLS), sample_domain=domains)


@pytest.fixture
def classifier() -> CrossDomainClassifier:
    return fitted()


def test_no_more_texts_are_suggested_than_are_compared(classifier):
    with pytest.raises(InputError, match="n: found 2001; give at most 2000"):
        classifier.suggest(TOOLS, 2001)


class TestRefine:
    @pytest.mark.parametrize("minus_one", [-1, "-1", -1.0])
    def test_says_how_many_labels_of_minus_one_it_leaves_out(self, minus_one):
        domains = ["films"] * len(FILMS) + ["tools"] * len(TOOLS)
        numbers = [int(label == "good") for label in FILM_LABELS] + [-1] * len(TOOLS)
        classifier = CrossDomainClassifier("none", "tools", min_documents=2)
        classifier.fit(FILMS + TOOLS, numbers, sample_domain=domains)
        with pytest.warns(CrosslexWarning, match="2 texts have the label -1.*classes are 0, 1"):
            classifier.refine(TOOLS[:4], [1, minus_one, 0, minus_one])
        assert classifier.n_target_labels_ == 2

    @pytest.mark.parametrize("method", ["none", "crosslex", Bounded()])
    @pytest.mark.filterwarnings("ignore:(n_pivots|pivots=):crosslex.errors.CrosslexWarning")
    def test_learns_words_that_only_the_target_has(self, method):
        classifier = fitted(method)
        before = classifier.score(UNSEEN, UNSEEN_LABELS)
        after = classifier.refine(TOOLS, TOOL_LABELS).score(UNSEEN, UNSEEN_LABELS)
        assert before < 0.8 < 0.9 < after

    def test_in_two_steps_is_the_same_as_in_one(self, classifier):
        classifier.refine(TOOLS[:30], TOOL_LABELS[:30]).refine(TOOLS[30:50], TOOL_LABELS[30:50])
        at_once = fitted().refine(TOOLS[:50], TOOL_LABELS[:50])
        assert classifier.n_target_labels_ == at_once.n_target_labels_ == 50
        np.testing.assert_allclose(
            classifier.decision_function(UNSEEN), at_once.decision_function(UNSEEN), atol=1e-5
        )

    def test_leaves_texts_without_a_label_or_a_known_word_out(self, classifier):
        texts, labels = [*TOOLS[:20], "zzz", TOOLS[30]], [*TOOL_LABELS[:20], "good", None]
        with_more = classifier.refine(texts, labels).decision_function(UNSEEN)
        without = fitted().refine(TOOLS[:20], TOOL_LABELS[:20]).decision_function(UNSEEN)
        np.testing.assert_array_equal(with_more, without)

    def test_refuses_what_it_cannot_use(self, classifier):
        with pytest.raises(InputError, match="y: found 'fair'; the classes are bad, good"):
            classifier.refine(TOOLS[:2], ["good", "fair"])
        with pytest.raises(InputError, match="y: found 1 for 2 texts"):
            classifier.refine(TOOLS[:2], ["good"])
        with pytest.raises(InputError, match="y: none of the texts has a label"):
            classifier.refine([TOOLS[0], "zzz"], [-1, "good"])
        assert classifier.n_target_labels_ == 0

    def test_is_forgotten_by_fit(self, classifier):
        expected = classifier.decision_function(UNSEEN)
        classifier.refine(TOOLS, TOOL_LABELS)
        np.testing.assert_array_equal(fitted().decision_function(UNSEEN), expected)

    def test_shows_in_explanations(self, classifier):
        before = {
            each.feature: each.weight for each in classifier.explain("a grim tools1").contributions
        }
        assert classifier.refine(TOOLS, TOOL_LABELS).predict(["a grim tools1"]) == ["bad"]
        after = {
            each.feature: each.weight for each in classifier.explain("a grim tools1").contributions
        }
        assert after["grim"] > before["grim"] + 0.1

    def test_explains_all_of_what_changed(self, classifier):
        classifier.refine(TOOLS, TOOL_LABELS)
        pushes = classifier.explain(UNSEEN[0], top=100).contributions
        other = classifier.explain(UNSEEN[1], top=100).contributions
        signs = [1 if classifier.predict([text])[0] == "good" else -1 for text in UNSEEN[:2]]
        sums = [sum(each.weight for each in found) for found in (pushes, other)]
        difference = np.diff(classifier.decision_function(UNSEEN[:2]))[0]
        assert signs[1] * sums[1] - signs[0] * sums[0] == pytest.approx(difference)

    def test_is_saved(self, classifier, tmp_path):
        classifier.refine(TOOLS[:40], TOOL_LABELS[:40]).save(tmp_path / "c")
        loaded = CrossDomainClassifier.load(tmp_path / "c")
        np.testing.assert_array_equal(
            loaded.decision_function(UNSEEN), classifier.decision_function(UNSEEN)
        )
        np.testing.assert_allclose(
            loaded.refine(TOOLS[40:], TOOL_LABELS[40:]).decision_function(UNSEEN),
            fitted().refine(TOOLS, TOOL_LABELS).decision_function(UNSEEN),
            atol=1e-5,
        )

    @pytest.mark.parametrize(
        ("name", "place", "value"),
        [
            ("labels", 0, 2),
            ("labels", 0, -1),
            ("features", 0, 10**6),
            ("features", 0, -1),
            ("starts", 1, -5),
            ("starts", -1, 1),
            ("values", 0, np.nan),
            ("weights", (0, 0), np.inf),
            ("intercept", 0, np.nan),
        ],
    )
    def test_that_is_damaged_is_refused(self, classifier, tmp_path, name, place, value):
        classifier.refine(TOOLS[:40], TOOL_LABELS[:40]).save(tmp_path / "c")
        archive = read_archive(tmp_path / "c", "classifier")
        damaged = archive.arrays["refinement"][name].copy()
        damaged[place] = value
        archive.arrays["refinement"][name] = damaged
        write_archive(tmp_path / "d", archive)
        with pytest.raises(StorageError, match="do not fit together"):
            CrossDomainClassifier.load(tmp_path / "d")


class TestSuggest:
    def test_returns_different_texts_the_most_useful_first(self, classifier):
        found = classifier.suggest(TOOLS, 10)
        assert len(set(found.tolist())) == 10
        assert found[:4].tolist() == classifier.suggest(TOOLS, 4).tolist()

    def test_names_texts_by_their_place_among_all(self, classifier):
        texts = ["zzz", *TOOLS, ""]
        assert (classifier.suggest(texts, 5) - 1).tolist() == classifier.suggest(TOOLS, 5).tolist()

    def test_asks_for_no_text_that_resembles_a_labeled_one(self, classifier):
        copies = [TOOLS[0]] * 3
        first = int(classifier.suggest([*copies, TOOLS[1]], 1)[0])
        assert first < 3  # most texts are copies
        classifier.refine(copies * 20, [TOOL_LABELS[0]] * 60)
        assert classifier.suggest([*copies, TOOLS[1]], 1).tolist() == [3]

    def test_of_fewer_texts_than_asked_for_suggests_all_that_hold_known_words(self, classifier):
        with pytest.warns(CrosslexWarning, match="asked for 4 texts, but only 2 contain words"):
            found = classifier.suggest(["zzz", *TOOLS[:2]], 4)
        assert sorted(found.tolist()) == [1, 2]

    def test_refuses_texts_without_known_words_and_no_number(self, classifier):
        with pytest.raises(InputError, match="none of the texts contains a word"):
            classifier.suggest(["zzz"], 1)
        with pytest.raises(InputError, match="n: found 0"):
            classifier.suggest(TOOLS, 0)

    def test_helps_more_than_the_same_number_of_random_texts(self):
        chosen = fitted().suggest(TOOLS, 24)
        labels = [TOOL_LABELS[index] for index in chosen]
        suggested = fitted().refine([TOOLS[index] for index in chosen], labels)
        random = []
        for seed in range(8):
            drawn = np.random.default_rng(seed).permutation(len(TOOLS))[:24]
            labels = [TOOL_LABELS[index] for index in drawn]
            refined = fitted().refine([TOOLS[index] for index in drawn], labels)
            random.append(refined.score(UNSEEN, UNSEEN_LABELS))
        assert suggested.score(UNSEEN, UNSEEN_LABELS) > np.mean(random)

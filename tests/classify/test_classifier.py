from collections import Counter

import numpy as np
import pytest
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from crosslex import Corpus, CrossDomainClassifier, TextSettings
from crosslex.classify import NoAdaptation
from crosslex.errors import CrosslexWarning, InputError

# The texts are too few for the 500 pivots of the paper's methods, which say so.
pytestmark = pytest.mark.filterwarnings(
    "ignore:(n_pivots|n_non_pivots|pivots=):crosslex.errors.CrosslexWarning"
)

WORDS = {
    "": {"bad": ["awful", "poor"], "fair": ["decent", "usual"], "good": ["great", "superb"]},
    "films": {"bad": ["dull", "trite"], "fair": ["watchable"], "good": ["moving", "witty"]},
    "books": {"bad": ["verbose", "clumsy"], "fair": ["readable"], "good": ["lyrical", "wise"]},
    "tools": {"bad": ["flimsy", "rusty"], "fair": ["usable"], "good": ["sturdy", "sharp"]},
}
NAMES = {"films": ["plot", "actor"], "books": ["chapter", "author"], "tools": ["hammer", "drill"]}


def write(domain: str, labels, *, seed: int = 0) -> list[str]:
    """Write a text for each label; a word in five speaks for another class."""
    rng = np.random.default_rng([seed, len(domain), ord(domain[0])])
    classes = sorted(set(labels))
    texts = []
    for label in labels:
        words = [*rng.choice(NAMES[domain], 2)]
        for stem in ("", domain, domain):
            spoken = label if rng.random() < 0.8 else rng.choice(classes)
            words.append(rng.choice(WORDS[stem][spoken]))
        texts.append(" ".join(rng.permutation(words)))
    return texts


LABELS = ["bad", "good"] * 40
FILMS, TOOLS, UNSEEN = (
    write("films", LABELS),
    write("tools", LABELS),
    write("tools", LABELS, seed=1),
)
TEXTS, DOMAINS = FILMS + TOOLS, ["films"] * 80 + ["tools"] * 80
Y = LABELS + [-1] * 80


def fit(texts=TEXTS, y=Y, sample_domain=DOMAINS, method="none", **options) -> CrossDomainClassifier:
    return CrossDomainClassifier(method, "tools", **options).fit(
        texts, y, sample_domain=sample_domain
    )


def shares(classifier, texts) -> list[float]:
    """The share of texts that each class is decided for in."""
    predicted = classifier.predict(texts)
    return [float((predicted == label).mean()) for label in classifier.classes_]


class TestFit:
    @pytest.mark.parametrize("method", ["none", "crosslex"])
    def test_on_texts_is_the_same_as_on_corpora(self, method, tmp_path):
        from_texts = fit(method=method)
        corpora = [
            Corpus.from_texts(FILMS, name="films", labels=LABELS),
            Corpus.from_texts(TOOLS, name="tools"),
        ]
        from_corpora = CrossDomainClassifier(method, "tools").fit(corpora)
        from_texts.save(tmp_path / "texts")
        from_corpora.save(tmp_path / "corpora")
        for path in (tmp_path / "texts").iterdir():
            assert path.read_bytes() == (tmp_path / "corpora" / path.name).read_bytes()
        unseen = Corpus.from_texts(UNSEEN, name="unseen")
        np.testing.assert_array_equal(
            from_corpora.decision_function(unseen), from_texts.decision_function(UNSEEN)
        )

    def test_does_not_mind_texts_of_domains_in_between_each_other(self):
        order = np.argsort(np.arange(160) % 80, kind="stable")
        mixed = fit(*([given[place] for place in order] for given in (TEXTS, Y, DOMAINS)))
        np.testing.assert_allclose(
            mixed.decision_function(UNSEEN), fit().decision_function(UNSEEN), rtol=1e-6
        )

    def test_uses_unlabeled_texts_of_sources_for_what_words_mean(self):
        more = write("films", LABELS, seed=2)
        enlarged = fit(TEXTS + more, Y + [-1] * 80, DOMAINS + ["films"] * 80, method="crosslex")
        np.testing.assert_allclose(enlarged.label_shares_, [0.5, 0.5])
        found = enlarged.decision_function(UNSEEN)
        assert not np.allclose(found, fit(method="crosslex").decision_function(UNSEEN))

    def test_learns_from_the_labels_of_all_sources(self):
        books = write("books", ["bad"] * 40)
        both = fit(TEXTS + books, Y + ["bad"] * 40, DOMAINS + ["books"] * 40)
        assert both.sources_ == ("films", "books")
        np.testing.assert_allclose(both.label_shares_, [80 / 120, 40 / 120])

    def test_a_source_may_lack_a_class_that_another_has(self):
        classes = ["bad", "fair", "good"] * 30
        texts = FILMS + write("books", classes) + TOOLS
        domains = ["films"] * 80 + ["books"] * 90 + ["tools"] * 80
        classifier = fit(texts, LABELS + classes + [-1] * 80, domains)
        assert classifier.classes_.tolist() == ["bad", "fair", "good"]
        assert "fair" in classifier.predict(["decent usable drill"])

    def test_is_the_same_on_several_processes(self):
        np.testing.assert_array_equal(
            fit(n_jobs=2).decision_function(UNSEEN), fit().decision_function(UNSEEN)
        )


class TestScores:
    def test_without_adaptation_are_those_of_scikit_learn(self):
        classifier = fit()
        counts = [classifier._learned().documents(texts) for texts in (FILMS, UNSEEN)]
        expected = LogisticRegression(C=NoAdaptation().C).fit(counts[0], LABELS)
        log_odds = classifier.calibration_.slope * expected.decision_function(counts[1])
        np.testing.assert_allclose(classifier.decision_function(UNSEEN), log_odds, atol=1e-3)
        probabilities = classifier.predict_proba(UNSEEN)[:, 1]
        np.testing.assert_allclose(probabilities, expit(log_odds), atol=1e-3)

    def test_have_one_column_per_class_but_one_for_two(self):
        assert fit().decision_function(UNSEEN).shape == (80,)
        labels = ["bad", "fair", "good"] * 30
        texts, domains = write("films", labels) + TOOLS, ["films"] * 90 + ["tools"] * 80
        classifier = fit(texts, labels + [-1] * 80, domains)
        assert classifier.decision_function(UNSEEN).shape == (80, 3)
        np.testing.assert_array_equal(
            classifier.predict(UNSEEN),
            classifier.classes_[classifier.decision_function(UNSEEN).argmax(axis=1)],
        )

    @pytest.mark.parametrize("threshold", ["zero", "rate"])
    def test_probabilities_sum_to_one_and_agree_with_decisions(self, threshold):
        classifier = fit(threshold=threshold, method="crosslex")
        probabilities = classifier.predict_proba(UNSEEN)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1)
        assert (probabilities > 0).all()
        np.testing.assert_allclose(probabilities[:, 1], expit(classifier.decision_function(UNSEEN)))
        decided = classifier.classes_[probabilities.argmax(axis=1)]
        np.testing.assert_array_equal(classifier.predict(UNSEEN), decided)
        above = classifier.decision_function(UNSEEN) > 0
        np.testing.assert_array_equal(decided == "good", above)

    def test_are_of_words_weighed_as_asked(self):
        assert set(fit(weighting="binary")._learned().documents(UNSEEN).data) == {1}
        lengths = np.sqrt(fit()._learned().documents(UNSEEN).power(2).sum(axis=1))
        np.testing.assert_allclose(lengths, 1)
        as_in_the_paper = fit(TEXTS * 3, Y * 3, DOMAINS * 3, method="paper")
        assert set(as_in_the_paper._learned().documents(UNSEEN).data) == {1}

    def test_of_texts_without_known_words_are_the_prior_s(self):
        classifier = fit(y=(["bad"] * 3 + ["good"]) * 20 + [-1] * 80, threshold="rate")
        with pytest.warns(CrosslexWarning, match="1 of 2 texts contain no word") as caught:
            probabilities = classifier.predict_proba(["zebra", UNSEEN[0]])
        assert len(caught) == 1
        assert caught[0].filename == __file__
        np.testing.assert_allclose(probabilities[0], [0.75, 0.25])

    @pytest.mark.filterwarnings("ignore:1 of 1 texts:crosslex.errors.CrosslexWarning")
    def test_of_texts_without_known_words_are_the_shares_assumed_for_the_target(self):
        labels = (["bad"] * 3 + ["good"]) * 20 + [-1] * 80
        shares = {"bad": 0.1, "good": 0.9}
        for wanted, expected in (("balanced", [0.5, 0.5]), (shares, [0.1, 0.9])):
            classifier = fit(y=labels, method="crosslex", n_pivots=3, class_prior=wanted)
            np.testing.assert_allclose(classifier.predict_proba(["zebra"])[0], expected)


class TestClassPrior:
    def test_is_refused_where_nothing_would_depend_on_it(self):
        shares = {"bad": 0.1, "good": 0.9}
        for threshold in ("zero", "rate"):
            with pytest.raises(InputError, match=rf"class_prior.*threshold is '{threshold}'"):
                fit(method="crosslex", n_pivots=3, threshold=threshold, class_prior=shares)
        for method in ("none", "in_domain"):
            with pytest.raises(InputError, match=r"class_prior: .* keeps the threshold"):
                fit(y=LABELS * 2, method=method, class_prior="pool")


class TestScore:
    def test_is_the_share_of_right_decisions(self):
        classifier = fit()
        right = sum(classifier.predict(UNSEEN) == LABELS)
        assert 48 < right < 80
        assert classifier.score(UNSEEN, LABELS) == pytest.approx(right / 80)

    @pytest.mark.parametrize("nothing", [-1, None, "-1", -1.0])
    def test_ignores_texts_without_a_label(self, nothing):
        classifier = fit()
        known = [label if index % 2 else nothing for index, label in enumerate(LABELS)]
        expected = classifier.score(UNSEEN[1::2], LABELS[1::2])
        assert classifier.score(UNSEEN, known) == expected
        assert classifier.score(UNSEEN, np.array(known, object)) == expected

    def test_weighs_texts(self):
        classifier = fit()
        right = classifier.predict(UNSEEN) == LABELS
        weights = np.where(right, 1.0, 3.0)
        labels = ["-1", *LABELS[1:]]
        expected = right[1:].sum() / weights[1:].sum()
        assert classifier.score(UNSEEN, labels, weights) == pytest.approx(expected)

    def test_takes_numbers_and_numbers_written_as_words_for_the_same(self):
        numbers = [1 if label == "good" else 0 for label in LABELS]
        corpora = [
            Corpus.from_texts(FILMS, name="films", labels=[str(number) for number in numbers]),
            Corpus.from_texts(TOOLS, name="tools"),
        ]
        classifier = CrossDomainClassifier("none").fit(corpora)
        expected = np.mean(classifier.predict(UNSEEN) == numbers)
        for labels in (numbers, np.array(numbers, float), [str(number) for number in numbers]):
            assert classifier.score(UNSEEN, labels) == expected > 0.6


class TestThreshold:
    @pytest.mark.parametrize("n_good", [10, 40, 72])
    def test_of_rates_gives_each_class_its_share_of_the_target_s_texts(self, n_good):
        # Texts of one class count less than the labels say; the rule knows labels alone.
        labels = ["good"] * n_good + ["bad"] * (80 - n_good)
        distinct = [f"{text} {other}" for text, other in zip(TOOLS, UNSEEN, strict=True)]
        texts = write("films", labels) + distinct
        found = fit(texts, labels + [-1] * 80, threshold="rate")
        assert len(set(found.decision_function(distinct))) == 80
        assert shares(found, distinct) == pytest.approx([1 - n_good / 80, n_good / 80])

    def test_of_rates_holds_for_three_classes(self):
        labels = ["bad"] * 48 + ["fair"] * 20 + ["good"] * 12
        distinct = [f"{text} {other}" for text, other in zip(TOOLS, UNSEEN, strict=True)]
        texts = write("films", labels) + distinct
        found = fit(texts, labels + [-1] * 80, threshold="rate")
        assert shares(found, distinct) == pytest.approx([0.6, 0.25, 0.15], abs=1.01 / 80)
        assert shares(fit(texts, labels + [-1] * 80), distinct) != shares(found, distinct)

    def test_of_rates_does_not_count_texts_without_known_words(self):
        distinct = [f"{text} {other}" for text, other in zip(TOOLS, UNSEEN, strict=True)]
        odd = ["zebra"] * 5 + [""] * 4
        texts, y = FILMS + distinct + odd, Y + [-1] * 9
        found = fit(texts, y, DOMAINS + ["tools"] * 9, threshold="rate")
        assert shares(found, distinct) == [0.5, 0.5]

    def test_of_rates_moves_scores_and_leaves_their_order(self):
        zero, rate = fit(), fit(threshold="rate")
        moved = rate.decision_function(UNSEEN) - zero.decision_function(UNSEEN)
        np.testing.assert_allclose(moved, moved[0])

    def test_of_rates_works_where_every_text_of_the_target_has_a_label(self):
        found = fit(y=LABELS + LABELS, method="in_domain", threshold="rate")
        assert np.isfinite(found.decision_function(UNSEEN)).all()


class TestPivots:
    def test_may_be_chosen_by_a_function(self):
        called = []

        def alphabetical(counts):
            called.append(len(counts))
            return -np.argsort(np.argsort(counts[0].features)).astype(float)

        assert np.isfinite(
            fit(method="crosslex", pivots=alphabetical, n_pivots=3).decision_function(UNSEEN)
        ).all()
        assert called == [2]

    def test_matter_to_methods_that_use_them(self):
        few, many = (fit(method="crosslex", n_pivots=size) for size in (1, 4))
        assert not np.allclose(few.decision_function(UNSEEN), many.decision_function(UNSEEN))

    def test_are_held_by_so_many_documents_of_every_domain(self):
        with pytest.raises(
            InputError, match="share no feature that occurs in 81 or more documents of each"
        ):
            fit(min_pivot_documents=81)


def test_features_are_in_so_many_documents():
    for least in (3, 30):
        holding = Counter(word for text in TEXTS for word in set(text.split()))
        classifier = fit(min_documents=least, text_settings=TextSettings(lemmatize=False))
        words = {feature for feature in classifier.features_ if " " not in feature}
        assert words == {word for word, count in holding.items() if count >= least}

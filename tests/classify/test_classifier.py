from collections import Counter
from functools import cache

import numpy as np
import pytest
from scipy.special import expit
from sklearn.linear_model import LogisticRegression

from crosslex import Corpus, CrossDomainClassifier, TextSettings
from crosslex.classify import NoAdaptation
from crosslex.errors import CrosslexWarning, InputError

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


@cache
def fitted() -> CrossDomainClassifier:
    return fit()


def shares(classifier, texts) -> list[float]:
    """The share of texts that each class is decided for in."""
    predicted = classifier.predict(texts)
    return [float((predicted == label).mean()) for label in classifier.classes_]


class TestFit:
    def test_on_texts_is_the_same_as_on_corpora(self, tmp_path):
        from_texts = fit(method="crosslex")
        corpora = [
            Corpus.from_texts(FILMS, name="films", labels=LABELS),
            Corpus.from_texts(TOOLS, name="tools"),
        ]
        from_corpora = CrossDomainClassifier(target="tools").fit(corpora)
        from_texts.save(tmp_path / "texts")
        from_corpora.save(tmp_path / "corpora")
        for path in (tmp_path / "texts").iterdir():
            assert path.read_bytes() == (tmp_path / "corpora" / path.name).read_bytes()
        unseen = Corpus.from_texts(UNSEEN, name="unseen")
        np.testing.assert_array_equal(
            from_corpora.decision_function(unseen), from_texts.decision_function(UNSEEN)
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


class TestScores:
    def test_without_adaptation_are_those_of_scikit_learn(self):
        classifier = fitted()
        counts = [classifier.fitted_.documents(texts) for texts in (FILMS, UNSEEN)]
        expected = LogisticRegression(C=NoAdaptation().C).fit(counts[0], LABELS)
        log_odds = classifier.fitted_.calibration.slope * expected.decision_function(counts[1])
        np.testing.assert_allclose(classifier.decision_function(UNSEEN), log_odds, atol=1e-3)
        probabilities = classifier.predict_proba(UNSEEN)[:, 1]
        np.testing.assert_allclose(probabilities, expit(log_odds), atol=1e-3)

    def test_have_one_column_per_class_but_one_for_two(self):
        assert fitted().decision_function(UNSEEN).shape == (80,)
        labels = ["bad", "fair", "good"] * 30
        texts, domains = write("films", labels) + TOOLS, ["films"] * 90 + ["tools"] * 80
        classifier = fit(texts, labels + [-1] * 80, domains)
        assert classifier.decision_function(UNSEEN).shape == (80, 3)
        np.testing.assert_array_equal(
            classifier.predict(UNSEEN),
            classifier.classes_[classifier.decision_function(UNSEEN).argmax(axis=1)],
        )

    def test_probabilities_sum_to_one_and_agree_with_decisions(self):
        classifier = fit(threshold="rate", method="crosslex")
        probabilities = classifier.predict_proba(UNSEEN)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1)
        assert (probabilities > 0).all()
        np.testing.assert_allclose(probabilities[:, 1], expit(classifier.decision_function(UNSEEN)))
        decided = classifier.classes_[probabilities.argmax(axis=1)]
        np.testing.assert_array_equal(classifier.predict(UNSEEN), decided)
        above = classifier.decision_function(UNSEEN) > 0
        np.testing.assert_array_equal(decided == "good", above)

    def test_are_of_words_weighed_as_asked(self):
        assert set(fit(weighting="binary").fitted_.documents(UNSEEN).data) == {1}
        lengths = np.sqrt(fitted().fitted_.documents(UNSEEN).power(2).sum(axis=1))
        np.testing.assert_allclose(lengths, 1)

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
    @pytest.mark.parametrize("nothing", [None, "-1"])
    def test_ignores_texts_without_a_label(self, nothing):
        classifier = fitted()
        known = [label if index % 2 else nothing for index, label in enumerate(LABELS)]
        expected = classifier.score(UNSEEN[1::2], LABELS[1::2])
        assert classifier.score(UNSEEN, known) == expected
        assert classifier.score(UNSEEN, np.array(known, object)) == expected

    def test_weighs_texts(self):
        classifier = fitted()
        right = classifier.predict(UNSEEN) == LABELS
        weights = np.where(right, 1.0, 3.0)
        labels = ["-1", *LABELS[1:]]
        expected = right[1:].sum() / weights[1:].sum()
        assert classifier.score(UNSEEN, labels, weights) == pytest.approx(expected)


class TestThreshold:
    def test_of_rates_gives_each_class_its_share_of_the_target_s_texts(self):
        n_good = 10
        # Texts of one class count less than the labels say; the rule knows labels alone.
        labels = ["good"] * n_good + ["bad"] * (80 - n_good)
        distinct = [f"{text} {other}" for text, other in zip(TOOLS, UNSEEN, strict=True)]
        texts = write("films", labels) + distinct
        found = fit(texts, labels + [-1] * 80, threshold="rate")
        assert len(set(found.decision_function(distinct))) == 80
        assert shares(found, distinct) == pytest.approx([1 - n_good / 80, n_good / 80])


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


def test_features_are_in_so_many_documents():
    for least in (3, 30):
        holding = Counter(word for text in TEXTS for word in set(text.split()))
        classifier = fit(min_documents=least, text_settings=TextSettings(lemmatize=False))
        words = {feature for feature in classifier.features_ if " " not in feature}
        assert words == {word for word, count in holding.items() if count >= least}

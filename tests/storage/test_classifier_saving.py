"""Classifiers on disk: the same decisions and bytes again, and folders that are refused."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from crosslex import CrossDomainClassifier, TextSettings
from crosslex.errors import InputError
from crosslex.storage import Archive
from saved_folders import (
    OWN,
    LoaderContract,
    changed,
    files_of,
    header_changes,
    load_if_whole,
    saved_archive,
)

LABELS = ["bad", "good"] * 30
FILMS = {"bad": ["dull", "awful", "poor"], "good": ["witty", "great", "superb"]}
TOOLS = {"bad": ["flimsy", "awful", "poor"], "good": ["sturdy", "great", "superb"]}


def write(words, *, seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    return [" ".join(rng.choice(words[label], 3)) for label in LABELS]


TEXTS = write(FILMS, seed=0) + write(TOOLS, seed=1)
DOMAINS = ["films"] * 60 + ["tools"] * 60
UNSEEN = write(TOOLS, seed=2)


def fitted(method="crosslex", labels=LABELS, **options) -> CrossDomainClassifier:
    classifier = CrossDomainClassifier(method, min_documents=3, **options)
    return classifier.fit(TEXTS, [*labels, *[-1] * 60], sample_domain=DOMAINS)


def own_encoder(texts: list[str]) -> np.ndarray:
    return np.array([[text.count("u"), len(text)] for text in texts], float)


CLASSIFIERS = {
    "default": fitted,
    "numbers as labels": lambda: fitted(labels=[-7, 2**40] * 30),
    "numbers written as words": lambda: fitted("none", ["10", "9"] * 30),
    "three classes": lambda: fitted("none", ["bad", "fair", "good"] * 20),
    "numbers of numpy": lambda: fitted(n_pivots=np.int64(2), random_state=np.int32(3)),
    "no bigrams": lambda: fitted(text_settings=TextSettings(bigrams=False, stop_words={"poor"})),
    "odd names": lambda: fitted("none", ["é|`\n", "<b>"] * 30),
}


@pytest.fixture(scope="module")
def classifier() -> CrossDomainClassifier:
    """A classifier with all that can be saved: an encoder, and labels of the target."""
    return fitted(encoder=own_encoder).refine(TEXTS[60:64], LABELS[:4])


@pytest.fixture(scope="module")
def archive(classifier) -> Archive:
    return saved_archive(classifier, "classifier")


@pytest.fixture
def own() -> CrossDomainClassifier:
    return fitted("none", text_settings=OWN)


@pytest.fixture
def folder(classifier, tmp_path) -> Path:
    classifier.save(tmp_path / "classifier")
    return tmp_path / "classifier"


class TestSaveAndLoad:
    @pytest.mark.parametrize("kind", CLASSIFIERS)
    def test_give_back_every_decision_and_the_same_bytes(self, tmp_path, kind):
        saved = CLASSIFIERS[kind]()
        saved.save(tmp_path / "first")
        loaded = CrossDomainClassifier.load(tmp_path / "first")
        for ask in ("decision_function", "predict", "predict_proba"):
            found, expected = getattr(loaded, ask)(UNSEEN), getattr(saved, ask)(UNSEEN)
            np.testing.assert_array_equal(found, expected)
            assert found.dtype == expected.dtype
        assert loaded.explain(UNSEEN[0]) == saved.explain(UNSEEN[0])
        assert set(vars(loaded)) == set(vars(saved))
        loaded.save(tmp_path / "second")
        assert files_of(tmp_path / "second") == files_of(tmp_path / "first")

    def test_give_back_the_settings(self, tmp_path):
        saved = fitted(
            target="tools",
            n_pivots=2,
            class_prior={"bad": 0.25, "good": 0.75},
            random_state=5,
            text_settings=TextSettings(bigrams=False),
        )
        saved.save(tmp_path / "classifier")
        loaded = CrossDomainClassifier.load(tmp_path / "classifier")
        assert loaded.get_params() == saved.get_params()

    def test_give_the_same_files_for_the_same_seed_and_any_number_of_processes(self, tmp_path):
        for name, n_jobs in (("one", 1), ("two", 2)):
            fitted(n_jobs=n_jobs).save(tmp_path / name)
        assert files_of(tmp_path / "one") == files_of(tmp_path / "two")

    def test_hold_no_raw_text(self, folder):
        for path in folder.iterdir():
            content = path.read_bytes()
            assert not any(text.encode() in content for text in TEXTS)


class TestCard:
    def test_says_what_decides_between_what(self, classifier, folder):
        card = (folder / "README.md").read_text()
        assert card.startswith("# A text classifier for tools\n")
        assert "Decides between `bad`, `good`." in card
        assert "method `crosslex` from labels of films and unlabeled texts of tools" in card
        assert f"{len(classifier.features_)} words and bigrams" in card

    def test_says_where_the_labels_came_from_in_domain(self, tmp_path):
        ceiling = CrossDomainClassifier("in_domain", "tools", min_documents=3)
        ceiling.fit(TEXTS, LABELS * 2, sample_domain=DOMAINS).save(tmp_path / "classifier")
        card = (tmp_path / "classifier" / "README.md").read_text()
        assert "from labels of tools" in card
        assert "films" not in card

    def test_runs_as_it_stands(self, tmp_path, capsys, monkeypatch):
        fitted("none").save(tmp_path / "path" / "to" / "this" / "folder")
        card = (tmp_path / "path" / "to" / "this" / "folder" / "README.md").read_text()
        code = card.split("```python\n")[1].split("```")[0].replace("a text", UNSEEN[0])
        monkeypatch.chdir(tmp_path)
        exec(code, {})
        assert "probability" in capsys.readouterr().out


ARRAYS = {
    "learned": "center idf offset label_shares slope class_prior accuracy",
    "decision": "weights intercept neighbor_features neighbor_cosines view_weights view_intercepts",
    "encoder": "mean scale",
}
REFINEMENT = ["starts", "features", "values", "labels", "weights", "intercept"]
EVERY_ARRAY = [(file, name) for file, names in ARRAYS.items() for name in names.split()]
HEADER = [
    *("settings", "text", "stop_words", "features", "classes"),
    *("weighting", "sources", "target"),
    "encoder",
]
SENSELESS_HEADERS = [
    (("encoder",), ""),
    (("encoder",), 5),
    (("encoder",), None),
    (("settings",), {}),
    (("settings",), [["method", "none"]]),
    (("settings", "secret"), 1),
    (("settings", "method"), ""),
    (("settings", "method"), ["none"]),
    (("text",), {}),
    (("text", "stop_words"), [5]),
    (("text", "more"), None),
    (("stop_words",), 1),
    (("features",), []),
    (("features",), "ab"),
    (("classes",), "ab"),
    (("classes",), ["good"]),
    (("classes",), ["good", "good"]),
    (("classes",), ["good", 1]),
    (("classes",), [True, False]),
    (("classes",), [0, 2**70]),
    (("classes",), [0.5, 1.5]),
    (("classes",), ["a", "b", "c"]),
    (("weighting",), "bm25"),
    (("sources",), "films"),
    (("sources",), [5]),
    (("target",), ""),
    (("target",), ["tools"]),
]
NUMBERS_OUT_OF_RANGE = [
    ("learned", "center", 0, np.nan),
    ("learned", "idf", 0, -1),
    ("learned", "offset", 1, np.inf),
    ("learned", "label_shares", 0, 0),
    ("learned", "slope", 0, 0),
    ("learned", "class_prior", 0, -0.5),
    ("learned", "accuracy", 0, 1.5),
    ("decision", "view_weights", (0, 0, 0), np.nan),
    ("decision", "weights", (-1, 0), np.inf),
    ("decision", "neighbor_features", (0, 0), -2),
    ("decision", "neighbor_features", (0, 0), 10**6),
    ("decision", "neighbor_cosines", (0, 0), np.nan),
    ("encoder", "mean", 0, np.nan),
    ("encoder", "scale", 0, 0.0),
    ("refinement", "labels", 0, 2),
    ("refinement", "labels", 0, -1),
    ("refinement", "features", 0, 10**6),
    ("refinement", "features", 0, -1),
    ("refinement", "starts", 1, -5),
    ("refinement", "starts", -1, 1),
    ("refinement", "values", 0, np.nan),
    ("refinement", "weights", (0, 0), np.inf),
    ("refinement", "intercept", 0, np.nan),
]


class TestRefused(LoaderContract):
    loader = CrossDomainClassifier
    header = HEADER
    arrays = EVERY_ARRAY
    optional_arrays = ("neighbor_features", "view_weights")
    senseless_headers = SENSELESS_HEADERS
    numbers_out_of_range = NUMBERS_OUT_OF_RANGE

    def test_what_is_listed_here_is_all_there_is(self, archive):
        assert sorted(archive.header) == sorted(HEADER)
        found = [(file, name) for file, held in archive.arrays.items() for name in held]
        assert sorted(found) == sorted([*EVERY_ARRAY, *(("refinement", n) for n in REFINEMENT)])

    def test_nothing_is_imported_or_run_that_the_folder_names(self, archive, tmp_path, monkeypatch):
        (tmp_path / "trap.py").write_text("raise SystemExit('executed')\n")
        monkeypatch.syspath_prepend(tmp_path)
        with pytest.raises(InputError, match="trap:spring"):
            self.load(changed(archive, "text", "analyzer", to="trap:spring"))
        trapped = changed(archive, "settings", "method", to="trap:spring")
        loaded = self.load(trapped, encoder=own_encoder)
        assert loaded.predict(UNSEEN).shape == (60,)
        with pytest.raises(InputError, match="method: found 'trap:spring'"):
            loaded.fit(TEXTS, [*LABELS, *[-1] * 60], sample_domain=DOMAINS)


INNER = {
    "settings": ["method", "target", "pivots", "n_pivots", "threshold", "random_state"],
    "text": [*TextSettings().describe()],
}


@settings(max_examples=80)
@given(header_changes(HEADER, INNER, ["", "films", "good", "none", "linear", "tfidf"]))
def test_whatever_the_header_says_the_classifier_is_refused_or_works(archive, change):
    path, value = change
    other = changed(archive, *path, to=value)
    loaded = load_if_whole(CrossDomainClassifier, other, encoder=own_encoder)
    if loaded is not None and path != ["text", "language"]:
        assert np.isfinite(loaded.decision_function(UNSEEN)).all()
        loaded.explain(UNSEEN[0])

"""Models saved and loaded; hostile folders; saving that is killed."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosslex import CrossDomainEmbedding, TextSettings
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
    with_array,
    with_value,
)
from small_domains import corpus_of

SMALL = {"dimension": 6, "min_documents": 5, "max_examples": 2}


def fitted(*, text_settings: TextSettings | None = None, **parameters) -> CrossDomainEmbedding:
    corpora = [corpus_of(name, text_settings=text_settings) for name in ("films", "tools")]
    return CrossDomainEmbedding(**SMALL | parameters).fit(corpora)


MODELS = {
    "three domains": lambda: CrossDomainEmbedding(**SMALL).fit(
        [corpus_of(name) for name in ("films", "tools", "food")]
    ),
    "narrow": lambda: fitted(window=1, n_contexts=190),
    "no examples": lambda: fitted(max_examples=0),
    "numbers of numpy": lambda: fitted(dimension=np.int64(6)),
    "own stop words": lambda: fitted(text_settings=TextSettings(stop_words=frozenset({"bad"}))),
    "names of any kind": lambda: CrossDomainEmbedding(**SMALL).fit(
        [corpus_of("films", called="a\u2028b\x85"), corpus_of("food", called='" \\ | <b>\n')]
    ),
    "pre-trained vectors": lambda: fitted(pretrained={"good": [1.0, 0.0], "bad": [0.5, 1.0]}),
}


def assert_same(one: CrossDomainEmbedding, other: CrossDomainEmbedding) -> None:
    """Every attribute that a fit leaves is the same, to the last bit."""
    assert vars(one).keys() == vars(other).keys()
    np.testing.assert_equal(vars(one.vocabulary_), vars(other.vocabulary_))
    for name in ("half_differences", "contexts", "window", "max_examples", "n_pretrained"):
        np.testing.assert_equal(getattr(one.fitted_, name), getattr(other.fitted_, name))
    for first, second in zip(one.sentence_samples_, other.sentence_samples_, strict=True):
        np.testing.assert_equal(vars(first), vars(second))
    assert one.text_settings_ == other.text_settings_
    for domain, word in product(one.vectors_, one.vocabulary_.features):
        assert one.examples(word, domain) == other.examples(word, domain)
    assert list(one.vectors_) == list(other.vectors_)
    for name, vectors in one.vectors_.items():
        assert vectors.words == other.vectors_[name].words
        for kind in ("vectors", "counts", "domain_weights", "neighbor_stability"):
            found = getattr(other.vectors_[name], kind)
            np.testing.assert_array_equal(getattr(vectors, kind), found)


@pytest.fixture(scope="module")
def model() -> CrossDomainEmbedding:
    return fitted()


@pytest.fixture
def own() -> CrossDomainEmbedding:
    return fitted(text_settings=OWN)


@pytest.fixture(scope="module")
def archive(model) -> Archive:
    return saved_archive(model, "model")


class TestSaveAndLoad:
    @pytest.mark.parametrize("kind", MODELS)
    def test_give_back_every_attribute_and_the_same_bytes(self, tmp_path, kind):
        model = MODELS[kind]()
        model.save(tmp_path / "first")
        loaded = CrossDomainEmbedding.load(tmp_path / "first")
        assert_same(loaded, model)
        loaded.save(tmp_path / "second")
        assert files_of(tmp_path / "second") == files_of(tmp_path / "first")
        assert ("texts.safetensors" in files_of(tmp_path / "first")) == (kind != "no examples")

    def test_give_back_the_settings_but_the_number_of_threads_which_changes_no_file(
        self, model, tmp_path
    ):
        model.save(tmp_path / "one")
        fitted(n_jobs=2).save(tmp_path / "two")
        files = files_of(tmp_path / "one")
        assert files == files_of(tmp_path / "two")
        arrays = {"vectors", "halves", "occurrences", "texts"}
        assert files.keys() == {"model.json", "README.md"} | {f"{n}.safetensors" for n in arrays}
        assert CrossDomainEmbedding.load(tmp_path / "two").get_params() == model.get_params()

    def test_refuse_to_save_settings_that_make_no_sense(self, tmp_path):
        model = fitted().set_params(window=0)
        with pytest.raises(InputError, match="window"):
            model.save(tmp_path / "model")
        assert not list(tmp_path.iterdir())


HEADER_KEYS = ["method", "settings", "text", "domains", "features"]
ARRAYS = {
    "vectors": ["feature_counts", "feature_present", "word_vectors.0", "domain_weights.0"],
    "halves": ["differences.0"],
    "occurrences": ["unigrams.0", "bigrams.0", "sentence_offsets.0", "documents.0"],
}
SETTINGS = sorted(set(CrossDomainEmbedding().get_params()) - {"n_jobs", "pretrained"})
TEXT_SETTINGS = sorted(TextSettings().describe())
INNER = {"settings": SETTINGS, "text": TEXT_SETTINGS}
EVERY_ARRAY = [(file, name) for file, names in ARRAYS.items() for name in names]


SENSELESS_HEADERS = [
    (("method",), "magic"),
    (("settings",), {"size": 3}),
    (("settings", "dimension"), 0),
    (("settings", "n_contexts"), 10**400),
    (("text",), {}),
    (("text", "color"), "red"),
    (("text", "language"), 5),
    (("text", "stop_words"), [1]),
    (("domains",), ["films"]),
    (("domains",), ["films", "films"]),
    (("domains",), ["films", "tools", "food"]),
    (("domains",), ["films", 5]),
    (("features",), []),
    (("contexts",), [5]),
    (("n_pretrained",), "one"),
]
NUMBERS_OUT_OF_RANGE = [
    ("vectors", "feature_counts", (0, 0), -1),
    ("vectors", "feature_present", (0, 0), 4),
    ("vectors", "word_vectors.0", (0, 0), np.inf),
    ("vectors", "word_vectors.1", (2, 1), np.nan),
    ("vectors", "domain_weights.0", 0, 1.5),
    ("vectors", "neighbor_stability.1", 0, -0.5),
    ("halves", "differences.0", (0, 0), np.nan),
    ("occurrences", "unigrams.0", 0, -2),
    ("occurrences", "bigrams.0", 0, 10**6),
    ("occurrences", "sentence_offsets.0", 0, 1),
    ("occurrences", "sentence_offsets.0", 1, -5),
    ("occurrences", "documents.0", 0, -1),
]


class TestRefuses(LoaderContract):
    loader = CrossDomainEmbedding
    header = HEADER_KEYS
    arrays = EVERY_ARRAY
    senseless_headers = SENSELESS_HEADERS
    numbers_out_of_range = NUMBERS_OUT_OF_RANGE

    def test_a_domain_alone_and_one_in_which_no_word_occurs(self, archive):
        none = with_value(archive, "vectors", "feature_counts", 0, 0)
        self.check(none, match="two domains with words")
        alone = changed(archive, "domains", to=["films"])
        for name in ("feature_counts", "feature_present"):
            alone = with_array(alone, "vectors", name, archive.arrays["vectors"][name][:1])
        self.check(alone, match="two domains with words")

    def test_half_differences_wider_than_the_vectors(self, archive):
        wide = np.hstack([archive.arrays["halves"]["differences.0"]] * 2)
        self.check(with_array(archive, "halves", "differences.0", wide))


@st.composite
def array_changes(draw) -> tuple[str, str, int, float]:
    file, name = draw(st.sampled_from(EVERY_ARRAY))
    if name.startswith(("word_vectors", "differences", "domain_weights")):
        odd = st.sampled_from([np.nan, np.inf, -np.inf])
        value: float = draw(st.floats(-100, 100, width=32) | odd)
    else:
        value = draw(st.integers(-2, 40) | st.sampled_from([-128, 127]))
    return file, name, draw(st.integers(0, 10**6)), value


@settings(max_examples=40)
@given(header_changes(HEADER_KEYS, INNER, ["", "films", "good", "window", "paper"]))
def test_whatever_the_header_says_the_model_is_refused_or_is_whole(archive, change):
    path, value = change
    loaded = load_if_whole(CrossDomainEmbedding, changed(archive, *path, to=value))
    if loaded is None:
        return
    loaded.compare(loaded.vectors_[loaded.vocabulary_.domains[0]].words[0])


@settings(max_examples=40)
@given(array_changes())
def test_whatever_an_array_holds_the_model_is_refused_or_works(archive, change):
    file, name, place, value = change
    flat = np.unravel_index(
        place % archive.arrays[file][name].size, archive.arrays[file][name].shape
    )
    other = with_value(archive, file, name, flat, value)
    loaded = load_if_whole(CrossDomainEmbedding, other)
    if loaded is not None:
        loaded.compare(loaded.vectors_[loaded.vocabulary_.domains[0]].words[0])

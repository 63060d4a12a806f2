"""PaperEmbedding: fit, look-up, scikit-learn's habits, and saved vectors."""

import numpy as np
import pytest

from crosslex import CrossDomainEmbedding
from crosslex.errors import InputError, StorageError
from crosslex.paper import (
    PaperEmbedding,
    choose_vocabulary,
    collect_instances,
    count_features,
    train,
)
from crosslex.storage.vectors import SavedVectors
from saved_folders import files_of
from small_domains import OWN, SHARED, corpus_of

SMALL = {"dimension": 8, "n_pivots": 4, "n_non_pivots": 3, "min_count": 20, "epochs": 2}


CORPORA = [corpus_of("films"), corpus_of("tools")]


@pytest.fixture(scope="module")
def model() -> PaperEmbedding:
    return PaperEmbedding(**SMALL, random_state=2).fit(CORPORA)


def same_vectors(one, other) -> bool:
    return list(one.vectors_) == list(other.vectors_) and all(
        vectors.words == other.vectors_[name].words
        and vectors.vectors.tobytes() == other.vectors_[name].vectors.tobytes()
        and vectors.counts.tolist() == other.vectors_[name].counts.tolist()
        for name, vectors in one.vectors_.items()
    )


def test_defaults_are_the_papers():
    found = PaperEmbedding().get_params()
    stated = {"pivots": "npmi", "n_pivots": 500, "n_non_pivots": 500, "min_count": 50, "window": 10}
    stated |= {"dimension": 300, "negatives": 5, "start": "normal", "domain_weights": None}
    assert {name: found[name] for name in stated} == stated
    assert 1e-3 <= found["regularization"] <= 1e3


def test_fit_is_training_on_the_instances_of_the_chosen_features(model):
    vocabulary = choose_vocabulary(
        count_features(CORPORA, min_count=20), n_pivots=4, n_non_pivots=3, min_count=20
    )
    instances = [
        collect_instances(corpus, vocabulary.pivots, vocabulary.of_domain(corpus.name))
        for corpus in CORPORA
    ]
    trained = train(instances, dimension=8, epochs=2, random_state=2)
    assert model.losses_ == trained.losses
    for at, (name, vectors) in enumerate(model.vectors_.items()):
        assert vectors.words == (*vocabulary.pivots, *vocabulary.of_domain(name))
        assert set(vectors.words) <= {*SHARED, *OWN[name]}
        np.testing.assert_array_equal(vectors.vectors[:4], trained.pivots[at])
        np.testing.assert_array_equal(vectors.vectors[4:], trained.words[at])
        np.testing.assert_array_equal(vectors.counts, vocabulary.counts[at])


def own_pivots(counts):
    return np.min([domain.documents for domain in counts], axis=0)


class TestSaved:
    def test_vectors_and_settings_come_back_and_the_same_bytes(self, model, tmp_path):
        model.save(tmp_path / "first")
        loaded = PaperEmbedding.load(tmp_path / "first")
        assert same_vectors(loaded, model)
        assert loaded.get_params() == model.get_params()
        loaded.save(tmp_path / "second")
        assert files_of(tmp_path / "second") == files_of(tmp_path / "first")
        assert set(files_of(tmp_path / "first")) == {
            "model.json", "vectors.safetensors", "README.md"
        }  # fmt: skip
        found = SavedVectors.read(tmp_path / "first")
        assert (found.method, found.contexts) == ("paper", ())
        assert found.settings["n_pivots"] == 4

    def test_a_function_of_your_own_is_known_by_its_name(self, tmp_path):
        PaperEmbedding(**SMALL | {"pivots": own_pivots}).fit(CORPORA).save(tmp_path / "model")
        loaded = PaperEmbedding.load(tmp_path / "model")
        assert loaded.pivots == f"{__name__}:own_pivots"
        with pytest.raises(InputError, match="own_pivots"):
            loaded.fit(CORPORA)

    def test_each_class_refuses_the_others_folder_with_one_line(self, model, tmp_path):
        model.save(tmp_path / "paper")
        default = CrossDomainEmbedding(dimension=6, min_documents=5).fit(CORPORA)
        default.save(tmp_path / "default")
        with pytest.raises(StorageError, match=r"crosslex\.paper\.PaperEmbedding\.load") as first:
            CrossDomainEmbedding.load(tmp_path / "paper")
        with pytest.raises(StorageError, match=r"CrossDomainEmbedding\.load") as second:
            PaperEmbedding.load(tmp_path / "default")
        assert "\n" not in str(first.value) + str(second.value)

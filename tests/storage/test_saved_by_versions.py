"""What a released version wrote can be loaded and used, or is refused with the reason."""

from collections import Counter
from pathlib import Path

import pytest
from saved_by_versions import DOMAINS, FOLDER

from crosslex import CrossDomainClassifier, CrossDomainEmbedding, __version__
from crosslex.errors import StorageError
from small_domains import texts_of

VERSIONS = sorted(path.name for path in FOLDER.iterdir())


def test_the_present_version_is_kept() -> None:
    assert __version__.rpartition(".")[0] in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_a_model_loads_with_the_counts_of_its_texts(version: str) -> None:
    model = CrossDomainEmbedding.load(FOLDER / version / "model")
    for name in DOMAINS:
        words = Counter(word for text in texts_of(name) for word in text.split())
        vectors = model.vectors_[name]
        assert vectors.counts[vectors.words.index("cheap")] == words["cheap"] + words["cheap."]
        assert model.vectors_[name].neighbors("cheap", top=3)
    assert model.senses("cheap").word == "cheap"
    assert [use.text for use in model.concordance("hammer", domain="tools")]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_classifier_loads_and_decides(version: str) -> None:
    classifier = CrossDomainClassifier.load(FOLDER / version / "classifier")
    texts = texts_of("tools", seed=1)
    predicted = classifier.predict(texts).tolist()
    right = [label == int("good" in text) for label, text in zip(predicted, texts, strict=True)]
    assert sum(right) > 0.9 * len(texts)


def test_a_model_of_an_older_format_is_refused_with_the_reason(tmp_path: Path) -> None:
    kept = (FOLDER / VERSIONS[-1] / "model" / "model.json").read_bytes()
    older = kept.replace(b'"format_version": 3', b'"format_version": 2')
    (tmp_path / "model.json").write_bytes(older)
    with pytest.raises(
        StorageError, match=r"format version 2 of an older crosslex.*: learn it again"
    ):
        CrossDomainEmbedding.load(tmp_path)

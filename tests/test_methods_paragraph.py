"""The paragraph for a paper: its numbers are those of the texts and of the model."""

from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest

from crosslex import CrossDomainClassifier, CrossDomainEmbedding, TextSettings
from crosslex.cli import main
from crosslex.methods_paragraph import SEGMENTER_NAMES
from crosslex.paper import PaperEmbedding
from crosslex.text.segmenters import SEGMENTERS
from small_domains import corpus_of, texts_of

NAMES = ("films", "tools", "food")


@pytest.fixture(scope="module")
def model() -> CrossDomainEmbedding:
    glove = {word: np.ones(3) for word in ("good", "plot")}
    model = CrossDomainEmbedding(dimension=6, ordered=True, min_documents=4, pretrained=glove)
    return model.fit([corpus_of(name) for name in NAMES])


def test_numbers_are_those_of_texts_and_settings(model: CrossDomainEmbedding) -> None:
    told = model.methods_paragraph()
    # Every text has nine words that are no stop words, of which none is rare.
    words = sum(len(text.split()) - 2 for text in texts_of("films"))
    assert f"films ({len(model.vectors_['films'])} words and phrases with a vector, {words}" in told
    assert f"tools ({len(model.vectors_['tools'])}, {words})" in told
    assert "vectors of 6 dimensions" in told
    assert "texts of 3 periods" in told
    assert "fewer than 4 documents, over all periods" in told
    assert f"{len(model.contexts_):,} context words within 10 positions" in told
    assert "2 words had pre-trained vectors" in told
    weights = [vectors.domain_weights.mean() for vectors in model.vectors_.values()]
    assert f"{min(weights):.0%} to {max(weights):.0%} of a vector comes from the period" in told
    tested = sum(model.timeline(word).q is not None for word in model.vocabulary_.features)
    assert f"Turns of {tested} words" in told
    for library in ("crosslex", "numpy", "scipy", "scikit-learn"):
        assert f"{library} {version(library)}" in told
    assert "Bollegala" in told.partition("References")[2]


def test_the_command_writes_it_from_the_folder(
    model: CrossDomainEmbedding, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model.save(tmp_path / "model")
    assert main(["info", str(tmp_path / "model"), "--methods"]) == 0
    assert capsys.readouterr().out == model.methods_paragraph() + "\n"
    loaded = CrossDomainEmbedding.load(tmp_path / "model")
    assert loaded.methods_paragraph() == model.methods_paragraph()


def test_a_group_in_a_period_is_a_domain_but_no_period(groups: CrossDomainEmbedding) -> None:
    assert f"texts of {len(groups.vectors_)} domains" in groups.methods_paragraph()


def test_every_segmenter_has_a_name() -> None:
    assert SEGMENTER_NAMES.keys() == SEGMENTERS.keys()


def test_it_says_how_texts_were_analyzed() -> None:
    def words(text: str) -> list[list[str]]:
        return [text.lower().split()]

    for settings, told in (
        (TextSettings(bigrams=False), "(language en) were split into sentences and words, which "),
        (TextSettings(terms=["good plot", "old nail"]), "2 given terms count as one word each."),
        (TextSettings(language="zh"), "split into sentences and words, with jieba; the language"),
        (TextSettings(tokens="whitespace"), "words as separated by spaces"),
        (TextSettings(stop_words=frozenset({"a"})), "1 stop words got no vector, and two adjacent"),
        (TextSettings(analyzer=words), "analyzed with analyzer test_methods_paragraph:test_it"),
    ):
        corpora = [corpus_of(name, text_settings=settings) for name in NAMES[:2]]
        found = CrossDomainEmbedding(dimension=4).fit(corpora).methods_paragraph()
        assert told in found
        assert ("count as a phrase" in found) == settings.bigrams


def test_a_classifier_tells_labels_prior_and_expected_accuracy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [*texts_of("films"), *texts_of("tools")]
    labels = [*[1] * 16, *[0] * 24, *[-1] * 40]
    classifier = CrossDomainClassifier(target="tools", class_prior={0: 0.3, 1: 0.7})
    classifier.fit(texts, labels, sample_domain=["films"] * 40 + ["tools"] * 40)
    told = classifier.methods_paragraph()
    assert "trained on labeled texts of films and on texts of tools, of which no labels" in told
    assert "were 60% (0) and 40% (1) among the labels and were taken to be 30% (0) and 70%" in told
    assert f"is {classifier.expected_accuracy_} (90 % interval)" in told
    assert "; stop words were kept, and two adjacent" in told
    classifier.refine(texts[40:44], [0, 1, 1, 0]).save(tmp_path / "c")
    assert main(["info", str(tmp_path / "c"), "--methods"]) == 0
    assert "texts of tools, of which 4 labels were used" in capsys.readouterr().out


def test_a_model_of_the_papers_method_names_it_and_its_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = PaperEmbedding(n_pivots=3, n_non_pivots=2, min_count=5, dimension=4)
    paper.fit([corpus_of(name, called="\x1b[31m" + name) for name in NAMES[:2]])
    paper.save(tmp_path / "model")
    assert main(["info", str(tmp_path / "model"), "--methods"]) == 0
    told = capsys.readouterr().out
    assert "The method is that of Bollegala et al. (2015), with dimension 4," in told
    assert "n_non_pivots 2, n_pivots 3" in told
    assert "\x1b" not in told

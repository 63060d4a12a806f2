"""Every use of a word as it was written: as many as were counted, each at its document."""

import re
import shutil
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.corpus.concordance import with_senses
from crosslex.corpus.kept_texts import ARRAYS
from crosslex.counts import samples
from crosslex.errors import InputError, StorageError, UnknownWordError
from crosslex.storage.mapped import TEXTS
from crosslex.text.uses import UseFinder

CHINESE = TextSettings(language="zh")
KITCHEN = [
    "A sharp knife. Knives don't stay sharp!\nThe KNIFE&#8217;s edge…  is <b>not</b> good.",
    "“Knives,” he said, isn’t the word. It was not a good pan.",
    "No tools here. Sharpen it.",
    "Sharp.",
] * 4
FILMS = ["A sharp plot: not good.", "Mr. Sharp has a knife, i.e. a 3.5 inch knife."] * 6


def fitted(**options: object) -> CrossDomainEmbedding:
    model = CrossDomainEmbedding(dimension=4, min_documents=1, **options)  # type: ignore[arg-type]
    kitchen = Corpus.from_texts(KITCHEN, name="kitchen", ids=[f"k{n}" for n in range(16)])
    return model.fit([kitchen, Corpus.from_texts(FILMS, name="films")])


@pytest.fixture(scope="module")
def model() -> CrossDomainEmbedding:
    return fitted()


@pytest.fixture(scope="module")
def folder(model: CrossDomainEmbedding, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("concordance") / "model"
    model.save(place)
    return place


def test_there_are_as_many_uses_as_were_counted_of_every_word_and_phrase(
    model: CrossDomainEmbedding, folder: Path
) -> None:
    texts = {f"k{number}": text for number, text in enumerate(KITCHEN)}
    loaded = CrossDomainEmbedding.load(folder)
    for word, counts in zip(model.vocabulary_.features, model.vocabulary_.counts.T, strict=True):
        found = model.concordance(word)
        assert list(found.counts.values()) == counts.tolist()
        assert len(found) == counts.sum()
        assert loaded.concordance(word).uses == found.uses
        for use in found:
            original = texts[use.document] if use.domain == "kitchen" else FILMS[int(use.document)]
            assert use.text in original
            assert use.keyword


def test_every_form_is_found_in_its_original_spelling(model: CrossDomainEmbedding) -> None:
    found = model.concordance("Knives", domain="kitchen")
    # By hand: four forms in the first text, of which the last is Windows' apostrophe in HTML.
    assert [use.keyword for use in found[:4]] == ["knife", "Knives", "KNIFE&#8217;s", "Knives"]
    assert [use.document for use in found[:4]] == ["k0", "k0", "k0", "k1"]
    assert found[2].text == "The KNIFE&#8217;s edge…"
    assert found[3].left == "“"
    phrases = model.concordance("not good")
    assert {use.keyword for use in phrases} == {"not</b> good", "not a good", "not good"}


def test_uses_are_sorted_and_filtered(model: CrossDomainEmbedding) -> None:
    left = model.concordance("sharp", domain="films", sort="left")
    assert [use.left.strip() for use in left] == ["A"] * 6 + ["Mr."] * 6
    right = model.concordance("sharp", domain="kitchen", sort="right")
    # "!" and "." are no words, so that uses without any come first.
    assert [use.right.strip(" !.") for use in right] == [""] * 8 + ["knife"] * 4
    near = model.concordance("knife", near="sharp", within=1)
    assert {use.text for use in near} == {"A sharp knife."}
    assert len(near) == 4
    # Four words are between the two.
    apart = model.concordance("knife", near="knife", within=5)
    assert {use.text for use in apart} == {"Mr. Sharp has a knife, i.e. a 3.5 inch knife."}
    assert not model.concordance("knife", near="knife", within=4)
    matching = model.concordance("knife", matching=r"edge|word")
    assert {use.document for use in matching} == {f"k{n}" for n in range(16) if n % 4 < 2}
    assert len(model.concordance("knife", matching="no such text")) == 0
    with pytest.raises(UnknownWordError, match="'fork' has no vector"):
        model.concordance("fork")


def test_of_many_uses_every_domain_shows_its_first(model: CrossDomainEmbedding) -> None:
    found = model.concordance("sharp")
    assert found.counts == {"kitchen": 12, "films": 12}
    # The shorter domain is shown whole, the other fills what is left.
    assert found.limited(5).uses == found.uses[:3] + found.uses[12:14]
    near = model.concordance("sharp", matching=r"^Sharp|plot")
    assert [use.domain for use in near.limited(9)] == ["kitchen"] * 4 + ["films"] * 5
    assert found.limited(None) == found
    assert [row[0] for row in found.rows()[1:]] == ["kitchen"] * 10 + ["films"] * 10


def test_the_first_line_says_how_many_uses_match(model: CrossDomainEmbedding) -> None:
    # By hand: "edge" is in the third sentence of a text that is there four times.
    found = model.concordance("knife", matching="edge")
    uses = "in kitchen (16) and films (12)"
    assert found.verdict == f"knife: 4 matching uses, of 28 {uses}"
    assert found.limited(2).verdict == f"knife: 2 of 4 matching uses, of 28 {uses}"
    assert found.limited(2).to_dict()["n_matching"] == 4
    assert model.concordance("knife").limited(2).verdict == f"knife: 2 of 28 uses {uses}"
    assert with_senses(found, [1, 2, 1, 1], 1, 2).limited(1).n_matching == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"matching": "("}, "matching: found '\\(', which is no regular expression"),
        *(
            ({"matching": each}, "thousand or more")
            for each in ("a{1000000000}", "(a){2, 20000}", 3)
        ),
        ({"sort": "up"}, "sort: found 'up'"),
        ({"domain": "music"}, "domain: found 'music'"),
        ({"near": "sharp", "within": 0}, "within: found 0"),
        ({"within": 3}, "within: found 3, but no word that uses must be near to; give it"),
        ({"sense": 0}, "sense: found 0"),
    ],
)
def test_what_cannot_be_asked_for_is_said(model, options, message) -> None:
    with pytest.raises(InputError, match=message):
        model.concordance("knife", **options)


def test_an_endless_regular_expression_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crosslex.corpus.concordance.MATCHING_SECONDS", 0.2)
    text = f"A knife {'a' * 60}!"
    model = CrossDomainEmbedding(dimension=2).fit({"a": [text] * 10, "b": [text] * 10})
    with pytest.raises(InputError, match=r"matching: searching for .* takes over"):
        model.concordance("knife", matching=r"(a|aa)+$")


def test_a_large_corpus_keeps_the_same_texts_piece_by_piece(
    model: CrossDomainEmbedding, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(samples, "PIECE_TOKENS", 40)
    cut = fitted()
    for one, other in zip(cut.fitted_.texts, model.fitted_.texts, strict=True):
        assert one.domain == other.domain
        for name in ARRAYS:
            np.testing.assert_array_equal(one.arrays.cut(name), other.arrays.cut(name))


def test_without_texts_it_is_said_what_is_lost(tmp_path: Path) -> None:
    model = fitted(max_examples=0)
    model.save(tmp_path / "model")
    assert not (tmp_path / "model" / TEXTS).exists()
    told = "the model keeps no texts.*learn it anew with texts and with examples"
    for each in (model, CrossDomainEmbedding.load(tmp_path / "model")):
        with pytest.raises(InputError, match=told):
            each.concordance("knife")


@pytest.mark.parametrize(
    "settings",
    [
        TextSettings(terms={"Sharp knife", "state of mind"}),
        TextSettings(tokens="whitespace"),
        TextSettings(bigrams_first=True),
        TextSettings(lemmatizer=lambda word: f"{word} {word}"),
    ],
)
def test_uses_are_found_however_the_text_was_analyzed(settings: TextSettings) -> None:
    texts = [*KITCHEN[:3], "A state of mind ,\nSharp knives of the mind ."] * 4
    corpora = [Corpus.from_texts(texts, name=name, text_settings=settings) for name in "ab"]
    model = CrossDomainEmbedding(dimension=2, min_documents=1).fit(corpora)
    for word, count in zip(model.vocabulary_.features, model.vocabulary_.counts[0], strict=True):
        found = model.concordance(word, domain="a")
        assert len(found) == count
        assert all(use.start < use.end for use in found), word


def test_with_your_own_analyzer_the_document_is_the_unit() -> None:
    settings = TextSettings(
        analyzer=lambda text: [part.upper().split() for part in text.split("|")]
    )
    texts = ["a saw | a Saw saws", "one drill"] * 5
    corpora = [Corpus.from_texts(texts, name=name, text_settings=settings) for name in "ab"]
    model = CrossDomainEmbedding(dimension=2).fit(corpora)
    found = model.concordance("SAW", domain="a")
    assert len(found) == found.counts["a"] == 10
    assert {use.text for use in found} == {texts[0]}
    assert [(use.start, use.end) for use in found[:2]] == [(2, 5), (10, 13)]
    # A word that is not spelled so in the text has no place there.
    assert {use.keyword for use in model.concordance("SAWS")} == {"saws"}


def test_a_look_up_refuses_a_damaged_block_and_reads_no_other(tmp_path: Path) -> None:
    texts = [f"word{number} " * 3 + "x" * 100_000 for number in range(20)]
    texts = [f"{text}. Plain sentence {number}." for number, text in enumerate(texts)]
    model = CrossDomainEmbedding(dimension=2, min_documents=1)
    model.fit({"a": texts, "b": texts}).save(tmp_path / "model")
    data = (tmp_path / "model" / TEXTS).read_bytes()
    place = data.rindex(b"word9 ")
    (tmp_path / "model" / TEXTS).write_bytes(data[:place] + b"W" + data[place + 1 :])
    loaded = CrossDomainEmbedding.load(tmp_path / "model")
    assert len(loaded.concordance("word1")) == 6
    with pytest.raises(StorageError, match=r"texts.safetensors was damaged or edited"):
        loaded.concordance("word9")
    (tmp_path / "model" / TEXTS).write_bytes(data[:-1])
    with pytest.raises(StorageError, match="damaged"):
        CrossDomainEmbedding.load(tmp_path / "model")


def test_missing_texts_are_named_once(folder: Path, tmp_path: Path) -> None:
    place = Path(shutil.copytree(folder, tmp_path / "model"))
    (place / TEXTS).unlink()
    with pytest.raises(StorageError) as caught:
        CrossDomainEmbedding.load(place)
    assert str(caught.value) == (
        f"{place / TEXTS} is missing, the model's texts: restore it from a copy; a model without "
        "texts is learned with keep_texts=False"
    )


def test_a_concordance_prints_aligned_and_marks_the_word(model: CrossDomainEmbedding) -> None:
    found = model.concordance("knife")
    lines = str(found).splitlines()
    assert lines[0] == "knife: 28 uses in kitchen (16) and films (12)"
    assert len({line.lower().index(" kni") for line in lines[2:6] if "<" not in line}) == 1
    assert lines[-1] == "… and 8 more"
    assert re.search(r"<b>KNIFE&amp;#8217;s</b>", found._repr_html_())
    assert found.to_frame()["keyword"].tolist() == [use.keyword for use in found]


def test_near_counts_words_without_spaces_between():
    text = "苹果很甜，我们昨天在学校里面一起吃了很多东西，然后看手机。"
    assert UseFinder("苹果", CHINESE, near="昨天", within=3).places(text) == [(0, 2)]
    assert not UseFinder("苹果", CHINESE, near="手机", within=3).places(text)


def test_a_word_after_an_escaped_tag_is_where_it_stands():
    text = "It is &lt;br&gt; a sharp knife, one knife more"
    places = UseFinder("knife", TextSettings()).places(text)
    assert [text[slice(*place)] for place in places] == ["knife", "knife"]
    assert places[0] != places[1]


def test_texts_on_disk_are_plain_safetensors(folder: Path, model: CrossDomainEmbedding) -> None:
    arrays = load_file(folder / TEXTS)
    assert arrays["content.0"].tobytes().decode() == "".join(KITCHEN)
    assert arrays["ids.0"].tobytes().decode() == "".join(f"k{n}" for n in range(16))
    spans = zip(arrays["starts.1"].tolist(), arrays["ends.1"].tolist(), strict=True)
    films = "".join(FILMS)
    assert [films[start:end] for start, end in spans] == FILMS
    counts = np.diff(arrays["use_offsets.0"])
    assert counts.tolist() == model.vocabulary_.counts[0].tolist()

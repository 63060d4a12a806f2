"""Chinese, Japanese, Korean and Thai, through the libraries that know their words."""

import subprocess
import sys
from pathlib import Path

import pytest

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.errors import InputError
from crosslex.text.analysis import analyze
from crosslex.text.segmenters import SEGMENTERS
from crosslex.text.tokens import SENTENCE_END
from crosslex.text.uses import find_feature, located_words
from sentence_twins import raw_sentences

PARAGRAPHS = {
    # Words, stop words, what must not be one, where a lemma is written how.
    "zh": (
        "孩子们在公园读旧书。狗今天不睡觉！新房子在哪里？",
        "孩子 们 在 公园 读 旧书 狗 今天 不 睡觉 新房子 在 哪里",
        "在 们",
        "不 公园 睡觉",
        {"公园": "公园", "睡觉": "睡觉"},
    ),
    "ja": (
        "子供が庭で古い本を読んだ。犬は今日寝ません！新しい家はどこですか？",
        "子供 が 庭 で 古い 本 を 読む だ 犬 は 今日 寝る ます ぬ 新しい 家 は どこ です か",
        "が で を です",
        "ぬ ない 本 寝る",
        {"読む": "読ん", "寝る": "寝"},
    ),
    "ko": (
        "아이들이 정원에서 오래된 책을 읽었다. 개는 오늘 자지 않는다! 새 집은 어디에 있습니까?",
        "아이 정원 오래 책 읽다 개 오늘 자다 않다 새 집 어디 있다",
        "어디 있다",
        "않다 아이 책",
        {"읽다": "읽", "책": "책"},
    ),
    "th": (
        "เด็กอ่านหนังสือเก่าในสวน. หมาไม่นอนวันนี้! บ้านใหม่อยู่ที่ไหน?",
        "เด็ก อ่านหนังสือ เก่า ใน สวน หมา ไม่ นอน วันนี้ บ้าน ใหม่ อยู่ ที่ไหน",
        "ใน อยู่",
        "ไม่ หมา บ้าน",
        {"บ้าน": "บ้าน", "หมา": "หมา"},
    ),
}


@pytest.mark.parametrize("code", PARAGRAPHS)
def test_words_sentences_and_stop_words(code):
    text, words, stop_words, kept, written = PARAGRAPHS[code]
    settings = TextSettings(language=code)
    found = analyze(text, settings)
    assert len(found) == len(raw_sentences(text, settings)) == 3
    assert [word for sentence in found for word in sentence] == words.split()
    assert set(stop_words.split()) <= settings.stop_words_used
    assert not settings.stop_words_used & set(kept.split())
    for lemma, form in written.items():
        [(start, end)] = find_feature(lemma, text, settings)
        assert text[start:end] == form


@pytest.mark.parametrize("code", PARAGRAPHS)
def test_words_are_located_where_they_are_written(code):
    text = PARAGRAPHS[code][0]
    plain = TextSettings(language=code, lemmatize=False)
    words = [each for each in located_words(text, plain) if each[0] != SENTENCE_END]
    assert [word for word, _ in words] == [w for sentence in analyze(text, plain) for w in sentence]
    assert all(text[start:end] == word for word, (start, end) in words)


@pytest.mark.parametrize("code", ["zh", "ja", "th"])
def test_a_script_without_spaces_under_another_language_is_named(code):
    with pytest.raises(InputError, match=f"without spaces, but the language is 'en'.*{code}$"):
        Corpus.from_texts([PARAGRAPHS[code][0]] * 20, name="x")


@pytest.mark.parametrize(
    ("code", "library"),
    [("zh", "jieba"), ("ja", "sudachipy"), ("ko", "kiwipiepy"), ("th", "pythainlp")],
)
def test_without_the_extra_one_line_says_what_to_install(code, library, tmp_path):
    text = tmp_path / "a.txt"
    text.write_text(PARAGRAPHS[code][0], "utf-8")
    out = tmp_path / "model"
    arguments = ["learn", f"a={text}", f"b={text}", "--language", code, "--out", str(out)]
    script = (
        f"import sys; sys.modules[{library!r}] = None\n"
        f"from crosslex.cli import main; sys.exit(main({arguments!r}))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1].endswith(
        f"language {code} needs {library}: pip install 'crosslex[{code}]'"
    )
    assert len(ran.stderr.splitlines()) == 1
    assert not out.exists()


def test_a_model_keeps_the_language_and_words_are_typed_as_they_are_written(tmp_path):
    japanese = TextSettings(language="ja")
    texts = {
        "home": ["子供が庭で古い本を読んだ。", "母が家で新しい本を読んでいる。"] * 20,
        "work": ["社員が会社で古い資料を読んだ。", "部長が会社で新しい本を読みます。"] * 20,
    }
    corpora = [
        Corpus.from_texts(each, name=name, text_settings=japanese) for name, each in texts.items()
    ]
    CrossDomainEmbedding(dimension=5, min_documents=2).fit(corpora).save(tmp_path / "model")
    model = CrossDomainEmbedding.load(tmp_path / "model")
    assert model.text_settings_ == japanese
    assert model.compare("読みました").word == "読む"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the folder has no variable")
def test_a_home_that_cannot_be_written_is_one_clear_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("jieba")
    (tmp_path / "home").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    told = r"^language zh: its dictionary cannot be kept in .*/home/crosslex \(.+\); name a folder"
    with pytest.raises(InputError, match=told):
        SEGMENTERS["zh"]()

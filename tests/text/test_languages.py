"""Every language of simplemma on a paragraph of everyday text."""

import unicodedata
from dataclasses import dataclass
from pathlib import Path

import pytest
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings
from crosslex.text.uses import find_feature
from sentence_twins import raw_sentences

ROOT = Path(__file__).parents[2]

# Inside words, though Unicode counts them as punctuation: apostrophes, the Catalan dot, Hebrew and
# Armenian signs.
_INNER = "'·\"״\u055e\u200c"


@dataclass(frozen=True)
class Paragraph:
    code: str
    name: str
    text: str
    forms: dict[str, str]
    stop_words: list[str]
    negation: str


def _read(line: str) -> Paragraph:
    code, name, text, forms, stop_words, negation = line.split("\t")
    pairs = dict(form.split("=") for form in forms.split())
    return Paragraph(code, name, text, pairs, stop_words.split(), negation)


PARAGRAPHS = [
    _read(line)
    for line in Path(__file__).with_name("paragraphs.tsv").read_text("utf-8").splitlines()
]


@pytest.fixture(params=PARAGRAPHS, ids=lambda each: each.code, scope="module")
def paragraph(request):
    return request.param


def table_row(code: str, name: str, form: str) -> str:
    """Return a row of the table in the report on languages, from what the analysis returns."""
    settings = TextSettings(language=code)
    [[lemma]] = analyze(form, settings)
    return f"| `{code}` | {name} | {form} → {lemma} | {len(settings.stop_words_used):,} |"


def test_the_table_of_the_report_is_what_the_analysis_returns(paragraph):
    report = ROOT / "bench" / "reports" / "languages.md"
    row = table_row(paragraph.code, paragraph.name, next(iter(paragraph.forms)))
    assert row in report.read_text("utf-8").splitlines()


def test_the_documentation_names_the_language(paragraph):
    page = ROOT / "docs" / "how-to" / "languages.md"
    assert f"{paragraph.name} `{paragraph.code}`" in page.read_text("utf-8")


def test_every_language_with_a_dictionary_has_a_paragraph():
    assert {each.code for each in PARAGRAPHS} == set(SUPPORTED_LANGUAGES)


def words_between_spaces(text: str, code: str) -> list[str]:
    """Return the words of a text by its spaces and hyphens: what is no letter or mark goes."""
    if code == "tr":
        text = text.replace("I", "ı").replace("İ", "i")
    words = []
    for piece in unicodedata.normalize("NFC", text.lower()).replace("-", " ").split():
        kept = [letter for letter in piece if letter in _INNER or _is_written(letter)]
        words.append("".join(kept).strip(_INNER).replace("\u055e", ""))
    return [word for word in words if word]


def _is_written(letter: str) -> bool:
    """Return whether this is a letter or mark, but no optional vowel of Arabic or Hebrew."""
    kind = unicodedata.category(letter)
    optional = kind == "Mn" and unicodedata.name(letter).startswith(("ARABIC", "HEBREW"))
    return kind[0] in "LM" and not optional


def test_words_are_those_between_spaces(paragraph):
    plain = TextSettings(language=paragraph.code, lemmatize=False)
    sentences = analyze(paragraph.text, plain)
    words = [word for sentence in sentences for word in sentence]
    assert words == words_between_spaces(paragraph.text, paragraph.code)


def test_sentences_end_at_the_marks_of_the_language(paragraph):
    sentences = raw_sentences(paragraph.text, TextSettings(language=paragraph.code))
    assert len(sentences) == 3
    assert " ".join(sentences) == paragraph.text


def test_forms_become_lemmas_and_are_found_in_the_text(paragraph):
    settings = TextSettings(language=paragraph.code)
    lemmas = [lemma for sentence in analyze(paragraph.text, settings) for lemma in sentence]
    for form, lemma in paragraph.forms.items():
        assert analyze(form, settings) == [[lemma]]
        assert lemma in lemmas
        spans = find_feature(lemma, paragraph.text, settings)
        assert form in [paragraph.text[start:end].lower() for start, end in spans]


def test_function_words_are_stop_words_and_negations_are_not(paragraph):
    settings = TextSettings(language=paragraph.code)
    stop_words = settings.stop_words_used
    assert set(paragraph.stop_words) <= stop_words
    [[negation]] = analyze(paragraph.negation, settings)
    assert not stop_words & {negation, paragraph.negation, *paragraph.forms.values()}

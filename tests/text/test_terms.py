"""Terms of the user, and pipelines of spaCy."""

import json
from dataclasses import replace

import pytest

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.cli import main
from crosslex.errors import InputError
from crosslex.text.analysis import analyze
from crosslex.text.settings import read_terms
from crosslex.text.uses import find_feature

TERMS = TextSettings(terms=["Cost of living", "state of the union", "cost of"])
SPOKEN = "The costs of living rise. In the State of the Union, the cost of oil was named."


def _with_spaces(sentences):
    return [[word.replace("\xa0", " ") for word in sentence] for sentence in sentences]


def test_the_longest_term_counts_as_one_word_in_any_inflected_form():
    assert _with_spaces(analyze(SPOKEN, TERMS)) == [
        ["the", "cost of living", "rise"],
        ["in", "the", "state of the union", "the", "cost of", "oil", "be", "name"],
    ]


def test_a_term_is_found_where_it_is_written():
    [name] = [word for word in analyze(SPOKEN, TERMS)[0] if "living" in word]
    [(start, end)] = find_feature(name, SPOKEN, TERMS)
    assert SPOKEN[start:end] == "costs of living"


def test_a_term_never_crosses_the_end_of_a_sentence():
    assert analyze("The cost. Of living.", TERMS) == [["the", "cost"], ["of", "live"]]


@pytest.mark.parametrize("terms", [["living"], "cost of living", [" "]])
def test_terms_that_are_none_are_refused(terms):
    with pytest.raises(InputError, match="terms: found"):
        analyze("a", TextSettings(terms=terms))


def test_terms_of_a_file(tmp_path):
    path = tmp_path / "terms.txt"
    path.write_text("# mine\nCost  of living\t0.7\n\nstate of the union\n", "utf-8")
    found = TextSettings(terms=read_terms(path)).terms
    assert found == {"cost of living", "state of the union"}


def test_a_term_is_typed_and_shown_with_spaces(tmp_path, capsys):
    for name, what in (("then", "bread and coal"), ("now", "rent and gas")):
        lines = [f"The cost of living rises with {what} in year {year}." for year in range(30)]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines), "utf-8")
    (tmp_path / "terms.txt").write_text("cost of living", "utf-8")
    texts = [f"{name}={tmp_path / name}.txt" for name in ("then", "now")]
    out = str(tmp_path / "model")
    terms = ["--terms", str(tmp_path / "terms.txt"), "--dimension", "5"]
    assert main(["learn", *texts, "--out", out, *terms]) == 0
    capsys.readouterr()
    assert main(["neighbors", out, "Costs of Living", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["word"] == "cost of living"
    assert main(["neighbors", out, "rent", "--domain", "now"]) == 0
    assert "cost of living" in capsys.readouterr().out.replace("\xa0", " ")
    model = CrossDomainEmbedding.load(out)
    assert model.text_settings_.terms == {"cost of living"}
    assert "cost of living" in set(model.compare("rent").to_frame()["neighbor"])


def test_a_spacy_pipeline_analyzes():
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    settings = TextSettings(analyzer=pipeline)
    assert analyze("Sharp knives, he said. Why?", settings) == [
        ["sharp", "knives", "he", "said", "why"]
    ]
    pipeline.add_pipe("sentencizer")
    corpus = Corpus.from_texts(["Sharp knives. Why?"], name="x", text_settings=settings)
    assert corpus.n_sentences == 2
    assert settings.describe()["analyzer"] == "spacy.lang.en:English"
    joined = replace(settings, terms=frozenset(["sharp knives"]))
    assert _with_spaces(analyze("Sharp knives. Why?", joined)) == [["sharp knives"], ["why"]]

"""The model card: names are shown, never markup; numbers are the model's; its code runs."""

import ast
from dataclasses import replace

import numpy as np
import pytest
from markdown_it import MarkdownIt

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.paper import PaperEmbedding
from crosslex.storage.vectors import model_card
from html_elements import Elements

EXPECTED_TAGS = {"h1", "h2", "p", "code", "pre", "ul", "li"}
EXPECTED_TAGS |= {"table", "thead", "tbody", "tr", "th", "td"}
TEXTS = {
    "films": ["good plot bad", "nice plot", "bad actor"],
    "tools": ["good saw bad", "nice saw", "bad drill"],
}


def rendered(card: str) -> Elements:
    return Elements(MarkdownIt("commonmark").enable("table").render(card))


CORPORA = [Corpus.from_texts(texts * 10, name=name) for name, texts in TEXTS.items()]


@pytest.fixture(scope="module")
def model() -> CrossDomainEmbedding:
    return CrossDomainEmbedding(dimension=8).fit(CORPORA)


def page_of(model, settings=None, *, vocabulary=None, holds_text=True) -> Elements:
    found = vocabulary or model.vocabulary_
    vectors = dict(zip(found.domains, model.vectors_.values(), strict=True))
    return rendered(model_card("crosslex", found, vectors, settings or {}, holds_text=holds_text))


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("<img src=x>", "|"),
        ("a|b", "<img src=x onerror=alert(1)>"),
        ("films\n\n# Buy this", "*"),
        ("films\n```\n<b>", "```"),
        ("\\", "\\"),
        ("</td> \\| `a` __b__ ~~c~~", "[a](b)"),
        ("![a](b) &lt;&amp; $x$ {y}: \r", "<http://a.b>"),
        ("- 1. > --- ===\u2028|---|", "'\"(ü)"),
    ],
)
def test_names_are_shown_as_they_are_and_never_become_markup(model, name, word):
    vocabulary = model.vocabulary_
    renamed = replace(
        vocabulary, domains=(name, "tools"), features=(word, *vocabulary.features[1:])
    )
    assert vocabulary.present[:, 0].all(), "the first word is the one shown"
    page = page_of(model, {"pivots": name}, vocabulary=renamed)
    assert page.texts.keys() <= EXPECTED_TAGS
    shown = " ".join(name.split())
    assert page.texts["h1"] == [f"Word vectors for {shown} and tools"]
    assert len(page.texts["h2"]) == 3
    assert len(page.texts["table"]) == 2
    cells = [cell.strip() for cell in page.texts["td"]]
    assert (cells[0], cells[3], cells[6:]) == (shown, "tools", ["pivots", shown])
    tree = ast.parse(page.texts["pre"][0])
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert sorted(constants) == sorted(["path/to/this/folder", word, name, word])


def test_says_how_much_text_there_was_and_how_the_model_was_learned(model):
    page = page_of(model, {"dimension": 8, "window": 10})
    rows = np.reshape([cell.strip() for cell in page.texts["td"][:6]], (2, 3)).tolist()
    for row, (domain, vectors), counts in zip(
        rows, model.vectors_.items(), model.vocabulary_.counts, strict=True
    ):
        assert row == [domain, str(len(vectors)), str(counts.sum())]
    text = " ".join(page.texts["p"])
    dimension = model.vectors_["films"].vectors.shape[1]
    assert f"One vector of {dimension} numbers" in text
    assert [cell.strip() for cell in page.texts["td"][6:]] == ["dimension", "8", "window", "10"]


def test_says_whether_the_folder_holds_raw_text(model):
    assert any("holds raw text" in item for item in page_of(model).texts["li"])
    without = page_of(model, holds_text=False).texts["li"]
    assert any("no raw text" in item for item in without)


def test_use_is_code_that_runs_for_both_methods(model, tmp_path):
    model.save(tmp_path / "default")
    paper = PaperEmbedding(n_pivots=2, n_non_pivots=2, min_count=5, dimension=4, epochs=1)
    paper.fit(CORPORA).save(tmp_path / "paper")
    for name in ("default", "paper"):
        card = (tmp_path / name / "README.md").read_text()
        code = rendered(card).texts["pre"][0].replace("path/to/this/folder", str(tmp_path / name))
        exec(compile(code, "card", "exec"), {})
        assert ("ACL 2015" in card) == (name == "paper")

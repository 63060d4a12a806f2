import ast
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from crosslex.learn.card import model_card
from crosslex.learn.fitting import FittedModel
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.learn import Epoch

EXPECTED_TAGS = {"h1", "h2", "p", "em", "code", "pre", "ul", "li"}
EXPECTED_TAGS |= {"table", "thead", "tbody", "tr", "th", "td"}


class Page(HTMLParser):
    """The rendered card: its tags, and the text of every element of a kind."""

    def __init__(self, card: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(MarkdownIt("commonmark").enable("table").render(card))

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self._open.append(tag)
        self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        for tag in self._open:
            self.texts[tag][-1] += data


def fitted(**settings) -> CrossDomainEmbedding:
    films = Corpus.from_texts(["good plot bad", "nice plot", "bad actor"] * 10, name="films")
    tools = Corpus.from_texts(["good saw bad", "nice saw", "bad drill"] * 10, name="tools")
    return CrossDomainEmbedding(
        **{"trainer": "auto", "dimension": 8, "n_pivots": 2} | settings
    ).fit([films, tools])


@pytest.fixture(scope="module")
def model() -> CrossDomainEmbedding:
    return fitted()


def with_names(model: FittedModel, domain: str, pivot: str) -> FittedModel:
    """The same model, its first domain and its first pivot called otherwise."""
    old = model.vocabulary.pivots[0]

    def renamed(words):
        return tuple(pivot if word == old else word for word in words)

    vocabulary, learned = model.vocabulary, model.fit.learned
    domains = (domain, "tools")
    return replace(
        model,
        vocabulary=replace(
            vocabulary,
            domains=domains,
            features=renamed(vocabulary.features),
            pivots=renamed(vocabulary.pivots),
        ),
        fit=replace(
            model.fit,
            learned=replace(
                learned,
                domains=domains,
                pivots=renamed(learned.pivots),
                words=tuple(renamed(words) for words in learned.words),
            ),
        ),
    )


MARKUP = [
    "<img src=x>", "<script>", "</td>", "|", "\\", "\\|", "`", "```", "*", "**", "_", "__", "~~",
    "[a](b)", "![a](b)", "<http://a.b>", "#", "&lt;", "&amp;", "$", "\n", "\n\n", "\r", "- ", "1. ",
    "---", "===", "> ", "x", "ü", " ", "\u2028", "(", ")", '"', "'", "{", "}", ":", "|---|",
]  # fmt: skip
readable = st.characters(blacklist_categories=("Cs", "Cc"))
pieces = st.lists(st.sampled_from(MARKUP) | st.text(readable, max_size=3), max_size=8)
# A domain may have any name; a word holds no white space.
names = pieces.map("".join).filter(str.strip).filter(lambda name: name != "tools")
words = pieces.map(lambda parts: "".join("".join(parts).split())).filter(
    lambda word: word and word not in {"good", "plot", "bad", "nice", "actor", "saw", "drill"}
)


@given(names, words)
@example("<img src=x>", "|")
@example("a|b", "<img src=x onerror=alert(1)>")
@example("films\n\n# Buy this", "*")
@example("films\n```\n<b>", "```")
@example("\\", "\\")
def test_names_are_shown_as_they_are_and_never_become_markup(model, name, pivot):
    page = Page(model_card(with_names(model._fitted(), name, pivot), {"pivots": name}))
    assert page.tags <= EXPECTED_TAGS
    shown = " ".join(name.split())
    assert page.texts["h1"] == [f"Word vectors for {shown} and tools"]
    assert len(page.texts["h2"]) == 3
    assert len(page.texts["table"]) == 2
    first_cells = [cell.strip() for cell in page.texts["td"]]
    assert first_cells[0] == shown
    assert first_cells[3] == "tools"
    assert first_cells[6:] == ["pivots", shown]
    assert page.texts["em"][0] == pivot
    tree = ast.parse(page.texts["pre"][0])
    constants = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert sorted(constants) == sorted(["path/to/this/folder", pivot, name, pivot])


def test_says_what_the_model_saw_and_how_it_was_learned(model):
    page = Page(model_card(model._fitted(), {"dimension": 8, "n_pivots": 2}))
    rows = np.reshape([cell.strip() for cell in page.texts["td"][:6]], (2, 3)).tolist()
    for row, (domain, vectors), counts in zip(
        rows, model.vectors_.items(), model.vocabulary_.counts, strict=True
    ):
        assert row == [domain, str(len(vectors)), str(counts.sum())]
    text = " ".join(page.texts["p"])
    assert "One vector of 8 numbers" in text
    assert "2 pivots" in text
    assert page.texts["em"] == list(model.vocabulary_.pivots)
    assert [cell.strip() for cell in page.texts["td"][6:]] == ["dimension", "8", "n_pivots", "2"]


@pytest.mark.parametrize(
    ("curve", "sentence"),
    [
        (
            (Epoch(0, 1.0, 1.0), Epoch(1, 0.25, 0.5), Epoch(2, 0.125, 0.75)),
            "Loss 1.000 at the start, 0.500 at its best, over 2 passes.",
        ),
        ((Epoch(1, 9.0, None),), "Loss 9.000 in the first pass, 9.000 at its best, over 1 pass."),
        (
            (Epoch(1, 9.0, None), Epoch(2, 4.5, None)),
            "Loss 9.000 in the first pass, 4.500 at its best, over 2 passes.",
        ),
    ],
)
def test_tells_how_the_loss_fell(model, curve, sentence):
    copy = model._fitted()
    fit = replace(copy.fit, learned=replace(copy.fit.learned, curve=curve))
    copy = replace(copy, fit=fit)
    assert sentence in Page(model_card(copy, {})).texts["p"]


def test_says_whether_the_folder_holds_raw_text(model):
    assert any(
        "raw sentences" in item for item in Page(model_card(model._fitted(), {})).texts["li"]
    )
    without = Page(model_card(fitted(max_examples=0)._fitted(), {})).texts["li"]
    assert any("no raw text" in item for item in without)
    assert not any("examples.jsonl" in item for item in without)


def test_of_three_domains_lists_all(model):
    food = Corpus.from_texts(["good soup bad", "nice soup"] * 10, name="food")
    [heading] = Page(model_card(fitted().update(food)._fitted(), {})).texts["h1"]
    assert heading == "Word vectors for films, tools and food"


def test_use_is_code_that_runs(model, tmp_path):
    model.save(tmp_path / "model")
    card = (tmp_path / "model" / "README.md").read_text()
    code = Page(card).texts["pre"][0].replace("path/to/this/folder", str(tmp_path / "model"))
    exec(compile(code, "card", "exec"), {})


def test_is_the_same_for_the_same_model_whatever_its_function_of_pivots(tmp_path):
    def own(counts):
        return np.min([domain.documents for domain in counts], axis=0)

    for name in ("one", "two"):
        fitted(pivots=own).save(tmp_path / name)
    first, second = ((tmp_path / name / "README.md").read_text() for name in ("one", "two"))
    assert first == second
    assert "own" in first
    assert " at 0x" not in first

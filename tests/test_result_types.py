"""Every result of the public API prints, shows itself in a notebook, and has a frame and a dict."""

import inspect
import json
import warnings
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, get_args

import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

import crosslex
from crosslex import CrossDomainClassifier, CrossDomainEmbedding
from html_elements import Elements

pytest.importorskip("pandas", reason="pandas is not installed")


def public_results() -> set[str]:
    """The names of the classes of crosslex that public methods and functions return."""
    public = [getattr(crosslex, name) for name in crosslex.__all__]
    called = list(filter(inspect.isfunction, public))
    for kind in (CrossDomainEmbedding, CrossDomainClassifier):
        called += [each for name, each in inspect.getmembers(kind, inspect.isfunction)]
    found = set()
    for each in called:
        annotated = inspect.signature(each).return_annotation
        for returned in get_args(annotated) if isinstance(annotated, UnionType) else [annotated]:
            ours = str(getattr(returned, "__module__", "")).startswith("crosslex.")
            name = returned.__name__ if ours else returned
            if isinstance(name, str) and not each.__name__.startswith("_"):
                found.add(name)
    # `calibrate` is a step of `fit` that the bench replaces.
    return found - {"Self", "CrossDomainClassifier", "CrossDomainEmbedding", "Calibration"}


@pytest.fixture(scope="module")
def results(
    ordered: CrossDomainEmbedding,
    groups: CrossDomainEmbedding,
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Any]:
    """One result of each type."""
    folder = tmp_path_factory.mktemp("results")
    random = Random(0)
    texts = [f"{random.choice(['good', 'dull'])} plot {random.choice('xyz')}" for _ in range(60)]
    labels = [int(text.startswith("good")) for text in texts]
    classifier = CrossDomainClassifier("none", target="tools").fit(
        [*texts, *(text.replace("plot", "saw") for text in texts)],
        [*labels, *[-1] * len(texts)],
        sample_domain=["films"] * len(texts) + ["tools"] * len(texts),
    )
    made = [
        ordered.compare("plant"),
        ordered.shifts(domains=("1900", "1950"), resamples=20),
        ordered.timeline("plant"),
        ordered.turns(),
        groups.timeline("plant"),
        groups.turns(),
        ordered.senses("plant"),
        ordered.concordance("plant", domain="1900"),
        ordered.distinctive_words(),
        ordered.export(folder / "export"),
        ordered.explore(folder / "page.html", words=20, senses=1),
        classifier.explain("a good saw"),
    ]
    words = make_pipeline(CountVectorizer(), LogisticRegression())
    target = [text.replace("plot", "saw") for text in texts]
    with warnings.catch_warnings(action="ignore"):  # so few words are not compared
        made.append(crosslex.audit(words, source=(texts, labels), target=target))
    return {type(each).__name__: each for each in made}


def test_the_list_is_complete(results: dict[str, Any]) -> None:
    assert set(results) == public_results()


@pytest.mark.parametrize("name", sorted(public_results()))
def test_a_result_prints_shows_itself_and_has_a_frame_and_a_dict(
    results: dict[str, Any], name: str
) -> None:
    result = results[name]
    lines = str(result).splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) < 250
    assert not str(result).startswith(f"{name}(")
    assert repr(result) == str(result)
    elements = Elements(result._repr_html_())
    tables = row_lengths(elements.tags)
    assert tables
    assert all(len(rows) > 1 and len(set(rows)) == 1 for rows in tables)
    shown = "".join(str(result).split())
    cells = [text for tag in ("th", "td") for text in elements.texts.get(tag, [])]
    assert all("".join(cell.split()) in shown for cell in cells)
    held = result.to_dict()
    assert json.loads(json.dumps(held, allow_nan=False)) == as_lists(held)
    frame = result.to_frame()
    assert len(frame) > 0
    assert all(isinstance(column, str) for column in frame.columns)


def as_lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_lists(each) for key, each in value.items()}
    return [as_lists(each) for each in value] if isinstance(value, list | tuple) else value


def row_lengths(tags: list[str]) -> list[list[int]]:
    """The number of cells of each row of each table."""
    tables: list[list[int]] = []
    for tag in tags:
        if tag == "table":
            tables.append([])
        elif tag == "tr":
            tables[-1].append(0)
        elif tag in ("td", "th"):
            tables[-1][-1] += 1
    return tables


def test_one_call_writes_the_page_and_the_files(results: dict[str, Any]) -> None:
    page, exported = results["WrittenPage"], results["Exported"]
    assert Path(page.page).stat().st_size == page.bytes
    assert page.domains == tuple(file.domain for file in exported.files)
    for file in exported.files:
        first = Path(file.path).read_bytes().split(b"\n", 1)[0]
        assert first == b"%d 12" % file.words

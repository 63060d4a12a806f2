"""`crosslex neighbors` and `crosslex compare` against the vectors themselves."""

import re
from pathlib import Path

import numpy as np
import pytest
from cli_runs import AMBIGUOUS, FILM, Program

from crosslex import CrossDomainEmbedding, DomainVectors
from crosslex.lookup import MIN_COUNT


def nearest(
    here: DomainVectors, word: str, there: DomainVectors, min_count: int = MIN_COUNT
) -> list[tuple[str, float]]:
    """All single words that occur so often, by cosine, the slow and obvious way."""
    query = here[word] / np.linalg.norm(here[word])
    found = []
    for other, count in zip(there.words, there.counts, strict=True):
        if count >= min_count and " " not in other and not (there is here and other == word):
            found.append((other, float(there[other] @ query / np.linalg.norm(there[other]))))
    return sorted(found, key=lambda pair: -pair[1])


def test_neighbors_are_those_of_the_domain_asked_for(run: Program, model: Path) -> None:
    told = run("neighbors", model, "plot", "--domain", "films", "--top", 4, "--json").json
    films = CrossDomainEmbedding.load(model).vectors_["films"]
    [found] = told["neighborhoods"]
    assert (told["word"], found["domain"], found["among"]) == ("plot", "films", "films")
    assert found["occurrences"] == films.counts[films.words.index("plot")]
    expected = nearest(films, "plot", films)[:4]
    assert [near["word"] for near in found["neighbors"]] == [word for word, _ in expected]
    assert [near["cosine"] for near in found["neighbors"]] == pytest.approx(
        [cosine for _, cosine in expected], abs=1e-5
    )


def test_without_a_domain_every_domain_that_has_the_word_is_shown(
    run: Program, model: Path
) -> None:
    shared = run("neighbors", model, AMBIGUOUS, "--json").json["neighborhoods"]
    single = run("neighbors", model, "plot", "--json").json["neighborhoods"]
    assert [each["domain"] for each in shared] == ["films", "tools"]
    assert [each["domain"] for each in single] == ["films"]


def test_neighbors_may_be_looked_for_among_another_domains_words(run: Program, model: Path) -> None:
    told = run(
        "neighbors", model, AMBIGUOUS, "--domain", "films", "--among", "tools", "--json"
    ).json
    vectors = CrossDomainEmbedding.load(model).vectors_
    [found] = told["neighborhoods"]
    expected = nearest(vectors["films"], AMBIGUOUS, vectors["tools"])[:10]
    assert [near["word"] for near in found["neighbors"]] == [word for word, _ in expected]


@pytest.mark.parametrize("minimum", [30, 10**6])
def test_rare_neighbors_may_be_left_out(run: Program, model: Path, minimum: int) -> None:
    told = run("compare", model, "sharp", "--min-count", minimum, "--top", 50, "--json").json
    vectors = CrossDomainEmbedding.load(model).vectors_
    for column in told["domains"]:
        domain = vectors[column["domain"]]
        expected = [word for word, _ in nearest(domain, "sharp", domain, minimum)]
        assert [near["word"] for near in column["neighbors"]] == expected


def test_compare_shows_every_domain_and_how_alike_the_word_is(run: Program, model: Path) -> None:
    told = run("compare", model, AMBIGUOUS, "--top", 3, "--json").json
    vectors = CrossDomainEmbedding.load(model).vectors_
    assert [column["domain"] for column in told["domains"]] == ["films", "tools"]
    for column in told["domains"]:
        domain = vectors[column["domain"]]
        expected = [word for word, _ in nearest(domain, AMBIGUOUS, domain)[:3]]
        assert [near["word"] for near in column["neighbors"]] == expected
    [pair] = told["likeness"]
    a, b = vectors["films"][AMBIGUOUS], vectors["tools"][AMBIGUOUS]
    assert pair["domains"] == ["films", "tools"]
    assert pair["cosine"] == pytest.approx(a @ b / np.linalg.norm(a) / np.linalg.norm(b), abs=1e-5)


def test_a_word_of_one_domain_is_compared_with_nothing(run: Program, model: Path) -> None:
    told = run("compare", model, "plot", "--json").json
    assert told["domains"][1]["neighbors"] is None
    assert told["likeness"] == []
    assert "no vector" in run("compare", model, "plot").out


def test_tables_hold_the_words_and_their_cosines(run: Program, model: Path) -> None:
    films = CrossDomainEmbedding.load(model).vectors_["films"]
    word, cosine = nearest(films, "plot", films)[0]
    assert re.search(rf"{word} +{cosine:.3f} ", run("neighbors", model, "plot").out)
    assert f"{cosine:.2f} {word}" in run("compare", model, "plot").out


@pytest.mark.parametrize("columns", [30, 60, 200])
@pytest.mark.parametrize("command", ["neighbors", "compare", "info"])
def test_tables_fit_the_terminal(
    run: Program, model: Path, monkeypatch: pytest.MonkeyPatch, command: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    word = [] if command == "info" else [AMBIGUOUS]
    lines = run(command, model, *word).out.splitlines()
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("typed", ["PLOT", "  plot ", "Plots", "plots"])
def test_a_word_is_found_in_the_form_that_the_texts_were_analyzed_to(
    run: Program, model: Path, typed: str
) -> None:
    assert run("compare", model, typed, "--json").json["word"] == "plot"


def test_two_words_are_one_feature(run: Program, model: Path) -> None:
    films = CrossDomainEmbedding.load(model).vectors_["films"]
    bigram = next(word for word in films if word.split()[0] in FILM and " " in word)
    assert run("neighbors", model, bigram.upper(), "--json").json["word"] == bigram


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "shrap"], "'shrap' has no vector in any domain; near spellings: 'sharp'"),
        (["neighbors", "blaed"], "'blaed' has no vector in any domain; near spellings: 'blade'"),
        (["compare", "zzz"], "'zzz' has no vector in any domain"),
        (["compare", "the"], "'the' has no vector in any domain"),
        (["compare", ""], "'' has no vector in any domain"),
        (
            ["neighbors", "blaed", "--domain", "tools"],
            "'blaed' has no vector in domain 'tools'; near spellings: 'blade'",
        ),
        (
            ["neighbors", "blade", "--domain", "films"],
            "'blade' has no vector in domain 'films'; it has one in tools",
        ),
        (
            ["neighbors", "sharp", "--domain", "kitchen"],
            "--domain: found 'kitchen'; give one of films, tools",
        ),
        (
            ["neighbors", "sharp", "--among", "kitchen"],
            "--among: found 'kitchen'; give one of films, tools",
        ),
    ],
)
def test_an_unknown_word_or_domain_is_one_line(
    run: Program, model: Path, arguments: list[str], message: str
) -> None:
    command, word, *options = arguments
    ran = run(command, model, word, *options)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"crosslex: error: {message}")
    assert ran.err.count("\n") == 1


def test_phrases_are_neighbors_if_one_asks_for_them(run: Program, model: Path) -> None:
    def words(*options: str) -> list[str]:
        told = run("neighbors", model, "plot", "--top", 500, "--json", *options).json
        return [near["word"] for near in told["neighborhoods"][0]["neighbors"]]

    assert not any(" " in word for word in words())
    phrases = [word for word in words("--phrases") if " " in word]
    assert phrases
    assert [word for word in words("--phrases") if " " not in word] == words()


def test_what_is_borrowed_is_said_where_it_is_most_of_a_vector(run: Program, model: Path) -> None:
    vectors = CrossDomainEmbedding.load(model).vectors_
    for word in (AMBIGUOUS, "good", "plot"):
        shown = run("compare", model, word).out
        for name, domain in vectors.items():
            if word in domain:
                share = domain.domain_weight(word)
                said = f"{name}: {1 - share:.0%} of its vector is borrowed" in " ".join(
                    shown.split()
                )
                assert said == (share <= 0.5)

"""Words that change meaning, through the estimator."""

import numpy as np
import pytest

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.counts.samples import sample_sentences
from crosslex.errors import InputError
from crosslex.results import Interval
from crosslex.shifts import ComparedDomains, Shift, Shifts, all_pairs, are_known, domain_pair
from crosslex.shifts.compared import is_name
from crosslex.text import TextSettings
from planted_domains import CHANGED, TOPICS, planted_corpora


@pytest.fixture(scope="module")
def found(model):
    return model.shifts(top=None)


def test_the_changed_word_is_found_and_no_other(found):
    singles = [shift for shift in found if " " not in shift.word]
    assert singles[0].word == CHANGED
    assert singles[0].q < 0.01
    assert found.different == 1
    assert found.min_effect > 0
    assert (found.strong, found.by_chance) == (1, 0)
    assert found.verdict == (
        f"first and second use words alike: 1 of {found.tested} words differs; "
        "between random halves of the same texts, 0 do."
    )
    others = [shift for shift in singles if shift.word != CHANGED]
    assert len(others) > 40
    assert np.mean([shift.p <= 0.05 for shift in others]) < 0.15


def test_the_ranking_is_by_change_and_top_cuts_the_words_that_differ(model, found):
    certain = [shift for shift in found if shift.q <= 0.05]
    assert list(found[: len(certain)]) == certain
    for part in (found[: len(certain)], found[len(certain) :]):
        values = [shift.change.value for shift in part]
        assert values == sorted(values, reverse=True)
    assert [shift.word for shift in model.shifts(top=3)] == [each.word for each in certain[:3]]
    assert found.tested == len(found)
    assert found.typical == np.median([shift.change.value for shift in found])


def test_random_halves_of_one_corpus_differ_in_nothing():
    [corpus, _] = planted_corpora()
    texts = [corpus.texts[place] for place in range(len(corpus))]
    halves = [Corpus.from_texts(texts[at::2], name=f"half {at}") for at in (0, 1)]
    found = CrossDomainEmbedding(dimension=12, min_documents=5).fit(halves).shifts()
    assert (len(found), found.different) == (0, 0)


def test_words_asked_for_by_name_are_all_returned(model, found):
    words = [shift.word for shift in found[:7]]
    assert {shift.word for shift in model.shifts(words=words, top=2)} == set(words)
    [alone] = model.shifts(words=CHANGED)
    assert alone.word == CHANGED


def test_words_that_are_too_rare_are_left_out_with_a_warning(model, found, caplog):
    frequent, rare = sorted(found, key=lambda shift: -min(shift.counts))[:: len(found) - 1]
    least = min(rare.counts) + 1
    [alone] = model.shifts(words=[frequent.word, rare.word], min_count=least)
    assert alone.word == frequent.word
    assert f"left out words: '{rare.word}', which occurs" in caplog.text
    with pytest.raises(InputError, match=f"^words: '{rare.word}', .*; lower min_count, or give"):
        model.shifts(words=[rare.word], min_count=least)


def test_any_difference_may_be_asked_for_instead(model, found):
    any_at_all = model.shifts(top=None, min_effect=0)
    assert any_at_all.min_effect == 0
    one = {shift.word: shift for shift in found}
    for shift in any_at_all:
        assert shift.change == one[shift.word].change
    changed = next(shift for shift in any_at_all if shift.word == CHANGED)
    assert changed.p < one[CHANGED].p
    far = model.shifts(top=None, min_effect=0.5)
    assert far.different == 0


def test_few_words_are_compared_with_a_warning(model, found, caplog):
    counts = sorted(min(shift.counts) for shift in found)
    assert len(counts) >= 100
    model.shifts(top=1, neighbors=0, examples=0)
    assert not caplog.records
    few = model.shifts(top=1, min_count=counts[-30], neighbors=0, examples=0)
    assert caplog.messages[0].startswith(f"only {few.tested} words of first and second")


def test_threads_change_nothing(model, found):
    assert model.shifts(top=None, n_jobs=3) == found


def test_neighbors_and_examples_show_both_sides(model, found):
    [shift] = [shift for shift in found if shift.word == CHANGED]
    for side, topic in ((0, TOPICS[0]), (1, TOPICS[3])):
        assert {word for word, _ in shift.neighbors[side][:8]} == set(topic)
        [(word, cosine), *_] = shift.neighbors[side]
        domain = model.vectors_[shift.domains[side]]
        assert cosine == pytest.approx(domain.similarity(CHANGED, word), abs=1e-5)
        assert 1 <= len(shift.examples[side]) <= 3
        for sentence in shift.examples[side]:
            assert CHANGED in sentence
            assert set(sentence.split()) & set(topic)
    bare = model.shifts(top=1, neighbors=0, examples=0)[0]
    assert (bare.neighbors, bare.examples) == (((), ()), ((), ()))


def test_a_text_that_comes_up_again_counts_once_and_is_shown_once():
    corpora = [
        Corpus.from_texts([text for text in corpus.texts for _ in range(2)], name=corpus.name)
        for corpus in planted_corpora(documents=480)
    ]
    model = CrossDomainEmbedding(dimension=12).fit(corpora)
    kept = model.examples(CHANGED, corpora[0].name)
    assert len(set(kept)) < len(kept)
    once = CrossDomainEmbedding(dimension=12).fit(planted_corpora(documents=480)).shifts(top=None)
    shift = next(s for s in model.shifts(top=None, examples=20) if s.word == CHANGED)
    apart = np.log10([shift.p, next(s.p for s in once if s.word == CHANGED)])
    assert apart[0] == pytest.approx(apart[1], abs=1)
    assert sorted(shift.examples[0]) == sorted(set(kept))


def test_documents_that_repeat_another_do_not_make_a_word_frequent():
    texts = ["echo red", "echo fox", "echo cat", *["echo"] * 10, *["plot"] * 9]
    sample = sample_sentences(Corpus.from_texts(texts, name="one"), ["echo", "plot", "red", "fox"])
    counts = np.array([sample.count_occurrences(4)] * 2)
    for least, expected in ((1, [True, False]), (4, [True, False]), (5, [False, False])):
        assert are_known(counts, [sample] * 2, np.arange(2), least).tolist() == expected


def made(word, change, q, **details):
    return Shift(word, ("a", "b"), (12, 3400), Interval(change, change, change), q, q, **details)


def test_a_word_prints_one_line_per_fact():
    near, examples = ((("oven", 0.5), ("pan", 0.4)), ()), (("A hot plate.",), ())
    word = made("plate", 0.5, 0.01, neighbors=near, examples=examples, mark="x")
    assert str(word).split("\n") == [
        "plate: change 0.50 (0.50 to 0.50), q 0.01, x",
        "a, 12 times; near there only: oven, pan",
        "  A hot plate.",
        "b, 3,400 times",
    ]


def test_strong_weak_and_uncertain_words_come_under_their_own_headings():
    none = {"neighbors": ((), ()), "examples": ((), ())}
    words = [
        made("x", 0.5, 0.01, **none),
        made("y", 0.4, 0.05, **none),
        made("Ann", 0.7, 0.01, mark="name in a and b", **none),
        made("z", 0.9, 0.2, **none),
    ]
    found = Shifts(("a", "b"), tuple(words), 4)
    assert [(title[:6], [s.word for s in part]) for title, part in found.parts()] == [
        ("", ["x"]),
        ("Weaker", ["y"]),
        ("Names ", ["Ann"]),
        ("Not ce", ["z"]),
    ]
    lines = str(found).split("\n")
    assert [line.split()[0] for line in lines[1:4]] == ["word", "x", "Weaker"]
    assert "<td>z</td>" in found._repr_html_()


def test_a_name_is_recognized_by_uses_all_over_the_texts_not_by_the_first():
    plain = [f"a cheap {thing} for {number} days" for thing in ("pen", "cup") for number in "abcde"]
    band = [f"the band Cheap Trick in {place}" for place in ("rome", "paris", "oslo") * 20]
    capitals = ["I SAID A CHEAP PEN", "BUY CHEAP CUPS"] * 20
    corpora = [
        Corpus.from_texts(texts, name=name)
        for name, texts in {"music": plain + band, "shop": plain * 3 + capitals}.items()
    ]
    model = CrossDomainEmbedding(dimension=4).fit(corpora)
    marks = ComparedDomains(model._fitted(), ("music", "shop"))
    assert marks.mark("cheap") == "name in music"
    german = TextSettings(language="de")
    assert not is_name("haus", ["Das ist ein Haus.", "Ein altes Haus.", "Im Haus."], german)


def test_names_and_words_of_no_dictionary_are_marked_and_may_be_left_out():
    corpora = []
    for name, word in (("songs", "Trick"), ("cards", "trick")):
        rng = np.random.default_rng(len(corpora))
        topic = ["song", "band", "album", "tour"] if name == "songs" else ["card", "game", "deal"]
        texts = [
            f"The {rng.choice(topic)} of a {word} with a {rng.choice(topic)} and a xylq {extra}, "
            f"{' and '.join(rng.permutation(['red', 'blue', 'green', 'white']))}"
            for extra in ("table", "chair", "window", "door", "floor", "wall", "roof", "lamp") * 20
        ]
        corpora.append(Corpus.from_texts(texts, name=name))
    model = CrossDomainEmbedding(dimension=8).fit(corpora)
    marks = {shift.word: shift.mark for shift in model.shifts(top=None)}
    assert (marks["trick"], marks["xylq"]) == ("name in songs", "in no dictionary")
    assert marks["table"] == ""
    hidden = model.shifts(top=None, names=False)
    assert not {"trick", "xylq"} & {shift.word for shift in hidden}
    assert hidden.verdict.endswith("Names and words in no dictionary count but are not shown.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"domains": ("first", "fifth")}, "domains: found 'fifth'; choose two of first, second"),
        ({"domains": ("first", "first")}, "domains: found first and first; give two different"),
        ({"domains": "first"}, "domains: found first; give two different"),
        ({"domains": ("first",)}, "domains: found first; give two different"),
        ({"min_count": 10**6}, "min_count: 0 words occur at least 1000000 times"),
        ({"resamples": 3}, "resamples: found 3; give a whole number from 20 on"),
        ({"top": 0}, "top: found 0"),
        ({"min_effect": -1}, "min_effect: found -1; give a distance from 0 on"),
        ({"min_effect": "x"}, "min_effect: found 'x'; give a distance from 0 on"),
        ({"n_jobs": 0}, "n_jobs: found 0"),
    ],
)
def test_mistakes_are_named(model, arguments, message):
    with pytest.raises(InputError, match=message):
        model.shifts(**arguments)


def test_two_of_three_domains_must_be_named_and_not_too_many_pairs_compared() -> None:
    with pytest.raises(InputError, match="the model has 3; name two of first, second, third"):
        domain_pair(("first", "second", "third"), None)
    assert len(all_pairs("abcdefghij")) == 45
    with pytest.raises(InputError, match=r"^domains: the model has 11, which are 55 pairs, and up"):
        all_pairs("abcdefghijk")

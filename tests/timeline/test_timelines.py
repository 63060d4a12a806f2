"""Where words turn, by hand and in texts with a known turn, and timelines as people see them."""

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from periods import CITY, DOCUMENTS, FARM, NAMES, TURN, periods

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.cli import main
from crosslex.errors import InputError, StorageError
from crosslex.figures import draw_timeline, draw_trajectory, save_figure
from crosslex.results import Interval
from crosslex.timeline import Period, Timeline
from crosslex.timeline.kernels import measure_steps
from crosslex.timeline.result import are_rare, contrast
from crosslex.timeline.turns import _errors


@pytest.fixture(scope="module")
def plant(ordered: CrossDomainEmbedding) -> Timeline:
    return ordered.timeline("plant", top=3)


def test_periods_have_uses_documents_and_rates_and_similarities_fall_and_rise_at_the_turn(
    ordered: CrossDomainEmbedding, plant: Timeline
) -> None:
    for corpus, period in zip(periods(), plant.periods, strict=True):
        assert period.uses == ordered.vectors_[period.name].count("plant")
        assert period.per_million == pytest.approx(1e6 * period.uses / corpus.n_tokens)
        assert 0 < period.documents <= min(period.uses, 2 * DOCUMENTS)
        assert len(period.neighbors) == 3
    to_last = [period.to_last.value for period in plant.periods if period.to_last]
    assert min(to_last[TURN:]) > max(to_last[:TURN])
    first, *_, last = plant.periods
    assert (first.to_first.value, last.to_last.value, first.to_previous) == (1, 1, None)
    assert first.to_last.value == pytest.approx(last.to_first.value)
    for period in plant.periods[1:]:
        assert -1 <= period.to_previous.low <= period.to_previous.value <= period.to_previous.high


def test_an_absent_word_is_shown_as_absent(ordered: CrossDomainEmbedding) -> None:
    found = ordered.timeline("airport")
    gone = found.periods[0]
    assert (gone.uses, gone.documents, gone.neighbors, gone.to_last) == (0, 0, (), None)
    # Compared with the first period that has it.
    assert found.periods[4].to_first.value == 1
    assert (found.turn, found.change, found.q) == (None, None, None)
    # The rule that it fails, with its numbers.
    assert found.verdict == (
        "airport is not tested for a turn: fewer than 3 periods have 3 uses in both halves of "
        "their documents; rare before 1940"
    )
    assert ordered.timeline("carriage").verdict.endswith("; went out of use after 1910")
    assert "absent" in str(found)


def test_the_turn_is_marked_in_tables(plant: Timeline) -> None:
    frame = plant.to_frame()
    assert frame["period"].tolist() == list(NAMES)
    assert frame[frame["turn"]]["period"].tolist() == [NAMES[TURN]]
    assert str(plant).count("→") == 1


@pytest.mark.parametrize(("name", "saved"), [("ordered", "folder"), ("groups", "groups_folder")])
def test_a_saved_model_tells_the_same(
    request: pytest.FixtureRequest, name: str, saved: str
) -> None:
    model = request.getfixturevalue(name)
    loaded = CrossDomainEmbedding.load(request.getfixturevalue(saved))
    assert loaded.ordered
    assert loaded.timeline("plant") == model.timeline("plant")
    assert loaded.turns() == model.turns()


def test_domains_without_an_order_have_no_timeline(ordered: CrossDomainEmbedding) -> None:
    model = CrossDomainEmbedding()
    model._keep(replace(ordered.fitted_, turns=None))
    with pytest.raises(InputError, match=r"^the model's domains have no order; learn it with ord"):
        model.timeline("plant")
    with pytest.raises(InputError, match=r"^top: found 0"):
        ordered.turns(top=0)


@pytest.mark.parametrize("ending", ["svg", "pdf"])
def test_figures_hold_periods_neighbors_and_the_turn_as_text(
    ordered: CrossDomainEmbedding, plant: Timeline, tmp_path: Path, ending: str
) -> None:
    pytest.importorskip("matplotlib")
    save_figure(draw_timeline(plant), tmp_path / f"timeline.{ending}")
    save_figure(draw_trajectory(plant, ordered.vectors_), tmp_path / f"way.{ending}")
    near = [word for word, _ in plant.periods[0].neighbors]
    timeline = text_of(tmp_path / f"timeline.{ending}")
    assert all(period in timeline for period in NAMES)
    assert f"plant turns in {NAMES[TURN]}" in timeline
    assert ", ".join(near) in timeline
    first = plant.periods[0]
    assert f"{first.uses} ({first.per_million:,.0f})" in timeline
    way = text_of(tmp_path / f"way.{ending}")
    assert all(period in way for period in NAMES)
    assert "orange: its turn" in way
    assert near[0] in way


def test_figures_of_words_with_few_frequent_periods_are_drawn_or_refused(
    ordered: CrossDomainEmbedding, plant: Timeline, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    rare = [
        each if each.name == plant.last else replace(each, to_last=None) for each in plant.periods
    ]
    save_figure(draw_timeline(replace(plant, periods=tuple(rare))), tmp_path / "rare.svg")
    assert f"plant turns in {NAMES[TURN]}" in text_of(tmp_path / "rare.svg")
    alone = [replace(each, domain_weight=None) for each in plant.periods[1:]]
    once = replace(plant, periods=(plant.periods[0], *alone))
    with pytest.raises(InputError, match=r"^trajectory: 'plant' is used in one period"):
        draw_trajectory(once, ordered.vectors_)


def text_of(figure: Path) -> str:
    """Return what a figure says, read as others read it; a PDF must embed its fonts."""
    if figure.suffix == ".svg":
        return "\n".join("".join(each.itertext()) for each in ElementTree.parse(figure).iter())
    pypdf = pytest.importorskip("pypdf")
    [page] = pypdf.PdfReader(figure).pages
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    for font in fonts:
        [descendant] = font["/DescendantFonts"]
        assert "/FontFile2" in descendant.get_object()["/FontDescriptor"]
    return str(page.extract_text())


def test_a_notebook_shows_a_figure_as_a_picture(ordered: CrossDomainEmbedding) -> None:
    shell = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    shown, _ = shell.display_formatter.format(draw_timeline(ordered.timeline("airport")))
    assert shown["image/png"].startswith(b"\x89PNG")


def test_the_command_prints_draws_and_exports(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    drawn = ["--plot", str(tmp_path / "a.svg"), "--trajectory", str(tmp_path / "b.svg")]
    assert main(["timeline", str(folder), "plants", *drawn]) == 0
    assert f"plant turns in {NAMES[TURN]}" in capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} == {"a.svg", "b.svg"}
    assert main(["timeline", str(folder), "--top", "1"]) == 0
    told = capsys.readouterr().out
    assert "words turn" in told
    assert "Only came: airport (1940)" in told
    assert main(["timeline", str(folder), "plant", "soil", "--csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 2 * len(NAMES)
    assert lines[0].startswith("word,period,uses,per_million,documents,domain_weight,to_first")
    assert main(["timeline", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turns"]["words"][0]["word"] == "plant"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["plantt"], "'plantt' has no vector in any domain"),
        (["--plot", "a.svg"], "--plot draws one word; name it after the model"),
        (
            ["plant", "--plot", "a.svg", "--trajectory", "./a.svg"],
            "both write a.svg; name two files",
        ),
        (["plant", "--plot", "a.txt"], "the ending must be .png, .svg or .pdf"),
    ],
)
def test_a_mistake_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    pytest.importorskip("matplotlib")
    assert main(["timeline", str(folder), *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


def test_damaged_tables_are_refused(
    ordered: CrossDomainEmbedding, groups: CrossDomainEmbedding, tmp_path: Path
) -> None:
    table, both = ordered.fitted_.turns, groups.fitted_.turns
    assert np.isfinite(table.spreads).all()
    odd = [(ordered, {"turns": table.turns + 9}), (ordered, {"q": -table.q})]
    odd += [(ordered, {"totals": table.totals[:2]}), (groups, {"pairs": both.pairs + 99})]
    odd += [(groups, {"p": both.p[1:]}), (groups, {"groups": ("left",) * 11})]
    for model, parts in odd:
        broken = CrossDomainEmbedding(dimension=model.dimension, ordered=True)
        broken._keep(replace(model.fitted_, turns=replace(model.fitted_.turns, **parts)))
        broken.save(tmp_path / "m")
        with pytest.raises(StorageError, match=r"parts do not fit together: .*(timeline|group)"):
            CrossDomainEmbedding.load(tmp_path / "m")


def measured(
    halves: np.ndarray, weights: np.ndarray, orders: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the sizes of steps and the changes there, given words × halves × dimensions."""
    shape = (len(orders), len(halves), orders.shape[1] // 2 - 1)
    sizes, changes = np.zeros(shape), np.zeros(shape)
    measure_steps(halves @ halves.transpose(0, 2, 1), weights, orders, sizes, changes)
    return sizes, changes


def test_the_size_of_a_step_is_the_one_calculated_by_hand() -> None:
    halves = np.repeat(np.array([[[1.0, 0], [1, 0], [0, 1], [0, 1]]]), 2, axis=1)
    sizes, changes = measured(halves, np.ones((1, 8)), np.arange(8)[None])
    # Step 2: (1, 0) and (0, 1) are 2 apart, weights 4 and 4. Step 1: (1, 0) and (1/3, 2/3).
    assert sizes[0, 0] == pytest.approx([8 / 9 * 12 / 8, 2 * 16 / 8, 8 / 9 * 12 / 8])
    assert changes[0, 0] == pytest.approx([1 - 1 / np.sqrt(5), 1, 1 - 1 / np.sqrt(5)])


def twin(halves: np.ndarray, weights: np.ndarray, step: int) -> tuple[float, float]:
    """Return one step's size and change: mean profiles by definition, lengths by both halves."""
    pairs, mass = halves.reshape(-1, 2, halves.shape[-1]), weights.reshape(-1, 2).sum(axis=1)
    sums = (halves * weights[:, None]).reshape(pairs.shape).sum(axis=1)
    sides = []
    for part in (slice(None, step), slice(step, None)):
        total, of_part = sums[part].sum(axis=0), mass[part].sum()
        own = sum(
            m**2 * a @ b - s @ s
            for m, (a, b), s in zip(mass[part], pairs[part], sums[part], strict=True)
        )
        sides.append((total / of_part, (total @ total + own) / of_part**2, of_part))
    (one, left, before), (other, right, after) = sides
    size = (left + right - 2 * one @ other) * before * after / (before + after)
    lengths = np.sqrt(max(left * before**2, 1e-12) * max(right * after**2, 1e-12))
    return size, 1 - np.clip(one @ other * before * after / lengths, -1, 1)


def test_the_compiled_steps_are_those_of_their_numpy_twin() -> None:
    random = np.random.default_rng(0)
    halves, weights = random.normal(size=(5, 10, 7)), random.uniform(0.2, 1, (5, 10))
    orders = np.array([np.arange(10), *(random.permutation(10) for _ in range(3))])
    sizes, changes = measured(halves, weights, orders)
    for at, word, step in np.ndindex(sizes.shape):
        order = orders[at]
        expected = twin(halves[word, order], weights[word, order], step + 1)
        assert (sizes[at, word, step], changes[at, word, step]) == pytest.approx(expected)


def test_standard_errors_of_changes_are_how_much_these_vary() -> None:
    random = np.random.default_rng(5)
    n_words, n_halves, size = 600, 10, 40
    truth = np.zeros((n_halves, size))
    truth[:6, 0] = truth[6:, 1] = 1
    truth[6:, 0] = 0.5
    halves = truth + random.normal(scale=0.15, size=(n_words, n_halves, size))
    uses = np.full((n_words, n_halves), 30)
    weights, best = np.full((n_words, n_halves), 0.75), np.full(n_words, 2)
    _, changes = measured(halves, weights, np.arange(n_halves)[None])
    errors = _errors(halves @ halves.transpose(0, 2, 1), weights, uses, best)
    assert np.sqrt(np.mean(errors**2)) == pytest.approx(changes[0, :, 2].std(), rel=0.3)
    # With a quarter of the noise, a quarter of the error.
    halves = truth + (halves - truth) / 4
    less = _errors(halves @ halves.transpose(0, 2, 1), weights, uses, best)
    assert np.median(less) == pytest.approx(np.median(errors) / 4, rel=0.3)


def test_dot_products_of_profiles_are_correlations_of_cosines(
    ordered: CrossDomainEmbedding,
) -> None:
    reference = ordered._ordered().reference
    numbers, anchors = reference.anchors
    vectors = np.random.default_rng(1).normal(size=(2, 12)).astype(np.float32)
    one, other = reference.profiles(vectors, ["x", "y"])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    assert one @ other == pytest.approx(np.corrcoef(unit @ anchors.T)[0, 1], abs=1e-5)
    assert reference.profiles(vectors[:1], ["plant"])[0, numbers["plant"]] == 0


def test_a_word_turns_in_the_period_in_which_its_text_does(ordered: CrossDomainEmbedding) -> None:
    found = ordered.timeline("Plants")
    assert (found.word, found.turn) == ("plant", NAMES[TURN])
    assert found.q is not None
    assert found.q <= 0.05
    assert found.change is not None
    assert 0.5 < found.change.low < found.change.value < found.change.high
    turns = ordered.turns(top=5)
    assert (turns[0].word, turns[0].period, turns.tested) == ("plant", NAMES[TURN], 19)
    assert turns.verdict.startswith(f"{sum(turns.turned)} of 19 words turn, most of them in ")
    assert turns[0].before[0][0] in {*FARM, "soil"}
    assert turns[0].after[0][0] in {*CITY, "street"}
    # Its neighbors of old lose one word, which is little beside.
    assert all(turn.change.value < found.change.value / 2 for turn in turns[1:])
    for turn in turns:
        assert not {word for word, _ in turn.before} & {word for word, _ in turn.after}
    assert ordered.timeline(FARM[0]).turn is None
    # Words that only came or went are apart.
    turns = ordered.turns()
    assert [(each.word, each.period) for each in turns.came] == [("airport", NAMES[4])]
    assert [(each.word, each.period) for each in turns.went] == [("carriage", NAMES[2])]
    assert {"airport", "carriage"}.isdisjoint(turn.word for turn in turns)


def test_without_change_at_most_one_word_in_twenty_turns() -> None:
    turned = tested = 0
    for seed in range(3):
        model = CrossDomainEmbedding(dimension=12, ordered=True).fit(
            periods(seed=seed, turning=False)
        )
        found = model.turns(min_count=1)
        turned, tested = turned + sum(found.turned), tested + found.tested
    assert tested >= 50
    assert turned <= tested / 20


def rare_at_the_end(seed: int = 0) -> list[Corpus]:
    """Return the periods of `periods`, in the last of which all but three uses of plant are gone.

    Thrice a period, `bloom` stands where plant does; `rose` does eight times in the third alone.
    """
    found = []
    for at, corpus in enumerate(periods(seed=seed)):
        texts, kept = [], 0
        for text in corpus.texts:
            kept += (uses := text.count("plant"))
            text = text.replace("plant", "other") if at == 5 and kept > 3 else text
            if uses and kept <= 3:
                text += " bloom"
            if uses and at == 2 and kept <= 8:
                text += " rose"
            texts.append(text)
        found.append(Corpus.from_texts(texts, name=corpus.name))
    return found


def test_a_word_is_compared_with_the_last_period_that_uses_it_often_enough() -> None:
    settings = {"dimension": 12, "min_documents": 3, "ordered": True}
    model = CrossDomainEmbedding(**settings).fit(rare_at_the_end())
    found = model.timeline("plant")
    assert (found.periods[-1].uses, found.last) == (3, "1940")
    assert found.periods[-1].to_last is None
    assert found.periods[-2].to_last == Interval(1.0, 1.0, 1.0)
    # The turn is before that period, and what is compared with it shows so.
    assert found.periods[0].to_last is not None
    assert found.periods[0].to_last.high < 0.9
    [head, *rows] = found.rows()
    assert head[4] == "like 1940"
    assert [row[4] for row in rows][-2:] == ["1.00", "borrowed"]
    assert found.verdict.endswith("; rare after 1940")
    # A word that no period uses often enough is compared with nothing.
    rose = model.timeline("rose")
    assert (rose.last, [each.to_last for each in rose.periods]) == (None, [None] * len(NAMES))
    assert {row[4] for row in rose.rows()[1:]} == {"borrowed", "–"}
    assert model.timeline("bloom").last is None


def test_an_interval_is_wider_for_fewer_uses_and_contains_the_similarity_of_many() -> None:
    """Of words with one use in text of a known kind, most of whose uses one period loses."""
    full = CrossDomainEmbedding(dimension=12, ordered=True).fit(periods())
    thinned = []
    for at, corpus in enumerate(periods()):
        texts, seen = [], dict.fromkeys(FARM, 0)
        for text in corpus.texts:
            words = text.split()
            for place, word in enumerate(words):
                if at == 2 and word in seen:
                    seen[word] += 1
                    words[place] = word if seen[word] <= 12 else "other"
            texts.append(" ".join(words))
        thinned.append(Corpus.from_texts(texts, name=corpus.name))
    thin = CrossDomainEmbedding(dimension=12, ordered=True).fit(thinned)
    contained, wide, narrow = 0, 0.0, 0.0
    for word in FARM:
        many, few = (model.timeline(word).periods[2] for model in (full, thin))
        assert few.uses == 12
        assert many.uses > 80
        wide += few.to_last.high - few.to_last.low
        narrow += many.to_last.high - many.to_last.low
        contained += few.to_last.low <= many.to_last.value <= few.to_last.high
    assert wide > 1.5 * narrow
    assert contained >= len(FARM) - 1


def test_words_are_ranked_by_the_lower_end_of_their_change(ordered: CrossDomainEmbedding) -> None:
    known = ordered._ordered()
    number = known.vocabulary.number
    changes, errors = np.zeros_like(known.table.changes), np.full_like(known.table.errors, 0.01)
    changes[[number["soil"], number["street"]]] = 0.9, 0.5
    table = replace(known.table, changes=changes, errors=errors, q=np.zeros_like(changes))
    sure = replace(known, table=table).turns()
    assert [turn.word for turn in sure] == ["soil", "street"]
    # The larger change has become the less certain one.
    errors[number["soil"]] = 0.3
    doubtful = replace(known, table=table).turns()
    assert [turn.word for turn in doubtful] == ["street", "soil"]
    first, second = (turn.change for turn in doubtful)
    assert second.low < first.low < first.value == 0.5 < second.value
    assert [row[2][:5] for row in doubtful.rows()[1:]] == ["0.50 ", "0.90 "]


def test_words_came_or_went_when_their_rate_rose_or_fell() -> None:
    # Of ten million words in each of four periods; the first use is not the rise.
    rates = np.array([[7, 2, 9, 0], [3, 90, 9, 0], [80, 95, 4, 8], [90, 97, 0, 0]]) / 1e7
    assert are_rare(rates).T.tolist() == [
        [False, True, False, False],
        [True, False, False, False],
        [False, False, False, True],
        [True, True, False, True],
    ]


def test_a_difference_is_what_is_near_on_one_side_only() -> None:
    one = [(word, 0.5) for word in "abcdefghijkl"]
    other = [(word, 0.5) for word in "axbykzcdefghijkl"]
    first, second = contrast(one, other, 3)
    # l is not among the ten nearest on the other side, where it comes last.
    assert [word for word, _ in first] == ["g", "h", "i"]
    assert [word for word, _ in second] == ["x", "y", "k"]


def test_a_phrase_is_told_as_typed_and_is_not_near_its_own_words() -> None:
    texts = [f"civil rights {word} law" for word in ("equal", "fair", "new", "old") * 15]
    corpora = [Corpus.from_texts(texts, name=name) for name in NAMES[:3]]
    found = CrossDomainEmbedding(dimension=4, ordered=True).fit(corpora).timeline("Civil  Rights")
    told = "Civil Rights is not tested for a turn: only single words are"
    assert (found.word, found.verdict) == ("Civil Rights", told)
    near = {word for each in found.periods for word, _ in each.neighbors}
    assert "law" in near
    assert not near & {"civil", "right"}


def test_a_turn_among_few_uses_and_one_that_is_undone_are_told_as_such():
    def verdict(uses: tuple[int, ...], alike: tuple[float, ...]) -> str:
        shown = [
            Period(str(1900 + at), used, 1.0, used, to_first=Interval(value, value, value))
            for at, (used, value) in enumerate(zip(uses, alike, strict=True))
        ]
        return Timeline("gun", tuple(shown), "1901", Interval(0.5, 0.4, 0.6), 0.01).verdict

    assert verdict((40, 40, 40), (1, 0.5, 0.4)) == "gun turns in 1901 (change 0.50, q 0.01)"
    assert verdict((40, 6, 40), (1, 0.5, 0.4)).startswith("gun turns in or near 1901 (")
    told = verdict((40, 40, 40), (1, 0.5, 0.9))
    assert told.endswith(", and comes back: at the end more like its first use")

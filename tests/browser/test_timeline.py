"""Ordered domains on the page: turns first, and a timeline for any word."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from page_data import IMAGE, PERIODS, SCRIPT, WORDS, in_groups
from page_views import PHONE, headline

from crosslex.explore import write_page


def test_the_page_opens_on_the_words_that_turn_and_on_each_period(visit, pages):
    page = visit(pages / "order.html")
    assert page.locator("#verdict").inner_text() == "1 of 3 words turns, in 1900s"
    card = page.locator("#turns li")
    assert card.locator("h4").all_inner_texts() == ["light 1900s"]
    assert card.locator("p").inner_text() == "book → knife and steel"
    assert page.get_by_role("img", name="light to its last period").count() == 1
    rows = [row.locator("td").all_inner_texts() for row in page.locator("#by-period tr").all()]
    assert [row[0].strip() for row in rows] == ["", "0", "1", "0"]
    assert rows[0][1:] == ["book, plot, novel, light", "", ""]
    assert rows[2][2:] == ["drill", "novel"]
    for absent in ("#ranking-body", "#distinctive", "#map", "#plane", "#change"):
        assert page.locator(absent).count() == 0
    card.locator("a").click()
    assert headline(page) == "“light” turns in 1900s"
    page.go_back()
    assert page.locator("#turns").is_visible()


def test_typing_a_word_draws_its_timeline(visit, pages):
    page = visit(pages / "order.html")
    page.keyboard.press("/")
    page.keyboard.type("light")
    assert page.get_by_role("option").first.inner_text().split() == ["light", "3,200", "uses"]
    page.keyboard.press("Enter")
    told = page.locator("#deck").inner_text()
    assert told.startswith("Near it only before: book; only after: knife and steel.")
    drawn = page.locator("#timeline svg")
    assert "1800s: 0.40, 1850s: 0.50, 1900s: 0.90, 1950s: 1.00" in drawn.get_attribute("aria-label")
    points = [
        tuple(float(point.get_attribute(name)) for name in ("cx", "cy"))
        for point in drawn.locator(".point").all()
    ]
    # Periods from left to right in equal steps, similarities upward on one scale.
    steps = [after[0] - before[0] for before, after in pairwise(points)]
    assert steps == pytest.approx([steps[0]] * 3)
    heights = [points[0][1] - y for _, y in points]
    assert heights == pytest.approx([heights[3] * part / 60 for part in (0, 10, 50, 60)], abs=0.5)
    turn = float(drawn.locator(".turn").get_attribute("x1"))
    assert turn == pytest.approx((points[1][0] + points[2][0]) / 2)
    # The band of the first two periods: from 0.3 to 0.6 where the scale has 0.4 and 0.5.
    ends = [
        float(y) for y in re.findall(r" ([\d.]+)", drawn.locator(".band").first.get_attribute("d"))
    ]
    assert max(ends) - min(ends) == pytest.approx(3 * heights[1], abs=0.5)


def test_uses_neighbors_and_sentences_stand_by_period(visit, pages):
    page = visit(pages / "order.html", "#word=light")
    # 900 and 700 uses among 100,000 words, and of 200,000 in the last period.
    drawn = page.locator("#timeline text").all_text_contents()
    rates = [each for each in drawn if each.endswith(("000", "500"))]
    assert rates == ["9,000", "9,000", "7,000", "3,500"]
    assert page.locator("#neighbors h4 bdi").all_inner_texts() == list(PERIODS)
    columns = [
        each.locator("a").all_inner_texts() for each in page.locator("#neighbors ol ol").all()
    ]
    assert columns == [["lamp", "book"]] * 2 + [["lamp", "knife"]] * 2
    assert page.locator("#neighbors .new").all_inner_texts() == ["knife"]
    assert page.locator("#neighbors .turns h4").inner_text().startswith("1900s")
    assert page.locator("#examples h4").all_inner_texts() == list(PERIODS)
    assert page.locator("#examples mark").all_inner_texts() == ["lights", "light"]
    assert page.locator("#examples .absent").count() == 2


HEADLINES = {
    "order.html#word=sharp": "“sharp” changes little at any step",
    "order.html#word=book": "“book” does not turn: no step is beyond chance",
    "order.html#word=rare": "“rare” is not tested for a turn: fewer than three periods have enough "
    "uses",
    "groups.html#word=sharp": "“sharp” is not known to be used differently by the groups in any "
    "period",
    "groups.html#word=plot": "“plot” is too rare to compare the groups",
}


def test_words_that_do_not_turn_or_differ_are_rare_or_absent_say_so(visit, pages):
    for address, sentence in HEADLINES.items():
        name, _, state = address.partition("#")
        page = visit(pages / name, f"#{state}")
        assert headline(page) == sentence
        assert page.locator("#timeline .turn, #timeline .differs").count() == 0
    page = visit(pages / "order.html", "#word=novel")
    assert page.locator("#neighbors .absent").all_inner_texts() == ["absent"] * 2
    assert page.locator("#timeline text").all_text_contents().count("absent") == 2


def test_a_word_beyond_the_list_has_what_is_near_before_and_after_its_turn(visit, pages):
    page = visit(pages / "order.html", "#word=lamp")
    told = page.locator("#deck").inner_text()
    # 0.5145 is 0.51: rounded once.
    assert told.startswith("Near it only before: wick; only after: bulb. Change\u00a00.51, ")


def test_a_turn_in_a_period_with_too_few_uses_is_drawn_between_the_others(visit, pages):
    page = visit(pages / "order.html", "#word=steel")
    drawn = page.locator("#timeline")
    places = [float(point.get_attribute("cx")) for point in drawn.locator(".point").all()]
    step = places[1] - places[0]
    turn = float(drawn.locator(".turn").get_attribute("x1"))
    assert [each - turn for each in places] == pytest.approx([-1.5 * step, -step / 2, 1.5 * step])
    assert [drawn.locator(f".point.{kind}").count() for kind in "ab"] == [2, 1]


def test_labels_of_periods_never_lie_on_each_other(visit, pages):
    page = visit(pages / "order.html", "#word=light", **PHONE)
    boxes = [each.bounding_box() for each in page.locator("#timeline .name").all()]
    assert len(boxes) >= 2
    for before, after in pairwise(boxes):
        assert before["x"] + before["width"] <= after["x"]


@pytest.mark.parametrize("word", [IMAGE, SCRIPT])
def test_hostile_text_of_periods_is_shown_as_text(visit, pages, word):
    page = visit(pages / "hostile-order.html")
    assert f"c{IMAGE}" in page.locator("#turns").inner_text()
    page.locator("#search").fill(word)
    page.keyboard.press("Enter")
    assert f"“{word}”" in headline(page)
    assert page.locator("#neighbors h4").first.inner_text().startswith(f"a{IMAGE}")
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2


def test_groups_have_a_line_each_and_periods_in_which_they_differ_are_shaded(visit, pages):
    page = visit(pages / "groups.html")
    card = page.locator("#turns li")
    assert card.locator("h4").all_inner_texts() == ["light 1900s"]
    assert card.locator("p").inner_text() == "book | knife and steel"
    assert "The words on which groups differ most" in page.locator("#turns-title").inner_text()
    rows = [row.locator("td").all_inner_texts() for row in page.locator("#by-period tr").all()]
    # The number of words is the period's, and not its first group's.
    assert [row[0].strip() for row in rows if len(row) == 2] == ["0", "0", "1"]
    cells = page.locator("#by-period .bar-cell").all()
    assert [each.get_attribute("rowspan") for each in cells] == ["1", "2", "2"]
    card.locator("a").click()
    assert headline(page) == "“light” is used differently by the groups in 1900s"
    drawn = page.locator("#timeline svg")
    places = {}
    for kind in "ab":
        points = drawn.locator(f".point.{kind}").all()
        places[kind] = [float(point.get_attribute("cx")) for point in points]
    assert places["b"] == places["a"][1:]
    shade = drawn.locator(".differs")
    assert shade.count() == 1
    left, width = (float(shade.get_attribute(name)) for name in ("x", "width"))
    assert left + width / 2 == pytest.approx(places["a"][2])
    heads = page.locator("#neighbors h4 bdi").all_text_contents()
    assert heads[:3] == ["whigs 1800s", "whigs 1850s", "whigs 1900s"]
    assert heads[3] == "\u2068tories \u202e\u2069 1800s"
    assert page.locator("#neighbors .period").nth(3).locator(".absent").inner_text() == "no text"


def test_groups_do_not_compare_phrases_and_the_page_does_not_call_them_rare(visit, tmp_path):
    words = tuple("light lamp" if word == "lamp" else word for word in WORDS)
    write_page(tmp_path / "page.html", replace(in_groups(), words=words))
    page = visit(tmp_path / "page.html", "#word=light+lamp")
    assert headline(page) == "“light lamp” is not compared: only single words are"
    page.evaluate("location.hash = '#word=rare'")
    page.locator("#headline").get_by_text("too rare").wait_for()


PLACES = """([selector, text]) => {
  const found = document.querySelector(selector);
  const walker = document.createTreeWalker(found, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.textContent.indexOf(text);
    if (at < 0) continue;
    return [0, text.length - 1].map((letter) => {
      const range = document.createRange();
      range.setStart(node, at + letter);
      range.setEnd(node, at + letter + 1);
      return range.getBoundingClientRect().left;
    });
  }
}"""
"""Where the first and the last letter of a text are drawn."""


@pytest.mark.parametrize(
    ("page", "selector", "text"),
    [
        ("groups.html#word=light", "#deck", "knife"),
        ("groups.html#word=light", "#timeline .note", "shaded"),
        ("reversing.html", "#imprint", "kitchen"),
        ("reversing.html#word=light", "#headline", "kitchen"),
    ],
)
def test_a_name_that_reverses_text_does_not_reverse_what_follows(
    visit, pages, page, selector, text
):
    name, _, state = page.partition("#")
    first, last = visit(pages / name, f"#{state}").evaluate(PLACES, [selector, text])
    assert first < last

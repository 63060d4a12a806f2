"""The first view of two or more domains: the verdict, and words to begin with."""

import re
from dataclasses import replace

import pytest
from page_data import VERDICT, WORDS, hand_made
from page_views import PHONE, headline, ranked

from crosslex.explore import write_page


def test_the_page_opens_on_the_verdict_and_the_words_that_change_most(visit, pages):
    page = visit(pages / "two.html")
    assert page.locator("#verdict").inner_text() == VERDICT
    assert not page.locator("#word-view").is_visible()
    assert ranked(page) == ["sharp", "light", "steel", "plot", "book", "knife"]
    # Three are certain, and the others have their own heading.
    rows = page.locator("#ranking-body tr").all_inner_texts()
    assert rows[3] == "Not certain (q above .05)"
    near = page.locator("#ranking-body tr").first.locator(".contrast").all_inner_texts()
    assert near == ["plot, novel", "steel"]
    marks = page.locator("#ranking-body small").all_inner_texts()
    assert marks == ["name in kitchen", "in no dictionary"]
    page.locator("#ranking-body a", has_text="steel").click()
    assert headline(page) == "“steel” is used differently in books and kitchen"
    assert "mostly written as a name in kitchen" in page.locator("#deck").inner_text()
    assert page.locator("#standfirst").inner_text() == VERDICT
    assert not page.locator("#overview").is_visible()
    page.get_by_role("button", name="Overview").click()
    assert page.locator("#verdict").is_visible()
    assert "word" not in page.url


def test_distinctive_words_are_listed_by_domain_and_lead_to_the_word(visit, pages):
    page = visit(pages / "two.html")
    books, kitchen = page.locator("#distinctive ol").all()
    assert books.locator("a").all_inner_texts() == ["book", "plot", "novel", "light"]
    assert kitchen.locator("a").all_inner_texts() == ["knife", "steel", "drill", "sharp", "lamp"]
    assert page.locator("#distinctive li small").first.inner_text() == "9.0"
    page.locator("#distinctive a", has_text="knife").click()
    assert "“knife”" in headline(page)
    page.go_back()
    assert page.locator("#distinctive").is_visible()


def test_columns_sort_both_ways_and_filters_narrow_the_list(visit, pages):
    page = visit(pages / "two.html")
    head = page.locator("#ranking-head")
    head.get_by_role("button", name="Word").click()
    assert ranked(page) == ["book", "knife", "light", "plot", "sharp", "steel"]
    assert head.locator("th").first.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button", name="Word").click()
    assert ranked(page) == ["steel", "sharp", "plot", "light", "knife", "book"]
    head.get_by_role("button", name="uses in kitchen").click()
    assert ranked(page) == ["light", "knife", "steel", "sharp", "book", "plot"]
    page.go_back()
    assert ranked(page)[0] == "steel"
    page = visit(pages / "two.html")
    page.get_by_label("only q < .05").check()
    assert ranked(page) == ["sharp", "light", "steel"]
    page.get_by_label("no names").check()
    assert ranked(page) == ["sharp", "light"]
    page.get_by_label("no names").uncheck()
    page.get_by_label("only q < .05").uncheck()
    page.get_by_label("Uses in each, from").fill("30")
    assert ranked(page) == ["sharp", "light", "book"]
    page.get_by_label("Contains").fill("OO")
    assert ranked(page) == ["book"]
    assert "1 of 6 words" in page.locator("#ranking-note").inner_text()
    assert "min=30" in page.url


def test_the_scale_of_changes_stands_over_their_dots_or_with_them_is_not_shown(visit, pages):
    page = visit(pages / "two.html")
    zero, one = (
        box["x"] + box["width"] / 2
        for box in (each.bounding_box() for each in page.locator(".scale text").all())
    )
    for line in page.locator("#ranking-body .zero").all():
        assert line.bounding_box()["x"] == pytest.approx(zero, abs=1)
    dots = [each.bounding_box() for each in page.locator("#ranking-body .point").all()]
    # The changes of sharp, light and steel.
    for dot, change in zip(dots, (0.9, 0.6, 0.2), strict=False):
        place = zero + change * (one - zero)
        assert dot["x"] + dot["width"] / 2 == pytest.approx(place, abs=1)
    phone = visit(pages / "two.html", **PHONE)
    assert phone.locator("#ranking-body .point").count() == 6
    assert not any(each.is_visible() for each in phone.locator(".ranking svg").all())


def test_phrases_are_left_out_until_asked_for_and_come_last_in_completions(visit, tmp_path):
    words = tuple({"sharp": "light sharp", "plot": "Light-year"}.get(word, word) for word in WORDS)
    write_page(tmp_path / "page.html", hand_made(words))
    page = visit(tmp_path / "page.html")
    assert ranked(page) == ["light", "steel", "Light-year", "book", "knife"]
    assert "5 of 5 words, 1 phrase left out" in page.locator("#ranking-note").inner_text()
    assert page.locator("#map .label").all_text_contents().count("light") == 1
    assert "light sharp" not in page.locator("#map .label").all_text_contents()
    page.get_by_label("phrases too").check()
    assert ranked(page)[0] == "light sharp"
    assert "light sharp" in page.locator("#map .label").all_text_contents()
    assert "phrases=1" in page.url
    page.locator("#search").fill("light")
    options = page.get_by_role("option").locator("span:first-child").all_inner_texts()
    assert options == ["light", "Light-year", "light sharp"]


def test_domains_without_a_word_to_compare_have_no_empty_table_or_axes(visit, tmp_path):
    given = hand_made()
    [pair] = given.pairs
    alone = replace(pair, verdict="They share too few.", tested=0, shifts=(None,) * len(WORDS))
    scores = ((0.0,) * len(WORDS), (0.0, 0.0, 3.0, *(0.0,) * 7))
    domains = [
        replace(each, distinctive=found) for each, found in zip(given.domains, scores, strict=True)
    ]
    write_page(tmp_path / "page.html", replace(given, pairs=(alone,), domains=tuple(domains)))
    page = visit(tmp_path / "page.html")
    assert page.locator("#verdict").inner_text() == "They share too few."
    for empty in ("#filters", "#ranking-head", ".switch"):
        assert not page.locator(empty).is_visible()
    assert page.locator("#distinctive h4").all_inner_texts() == ["books", "kitchen 1 word"]
    # Words can still be drawn by their frequency.
    assert page.locator("#map .label").all_text_contents() == ["book"]
    page.locator("#search").fill("light")
    page.keyboard.press("Enter")
    assert headline(page) == "“light” is not compared between books and kitchen"
    assert page.locator("#change").inner_text() == "It was not tested: They share too few."
    neither = [replace(each, distinctive=scores[0]) for each in given.domains]
    write_page(tmp_path / "page.html", replace(given, pairs=(alone,), domains=tuple(neither)))
    assert not visit(tmp_path / "page.html").locator("#distinctive").is_visible()


def test_the_map_answers_the_pointer(visit, pages):
    page = visit(pages / "two.html")
    drawn = page.locator("#map svg")
    drawn.scroll_into_view_if_needed()
    places = drawn.locator("path.dots.significant").get_attribute("d")
    x, y = map(float, re.match(r"M([\d.]+) ([\d.]+)", places).groups())
    drawn.hover(position={"x": x + 3, "y": y + 3})
    assert drawn.locator("g .label").text_content() == "sharp"
    drawn.click(position={"x": x + 3, "y": y + 3})
    assert headline(page).startswith("“sharp”")
    page.go_back()
    assert page.locator("#verdict").is_visible()


def test_words_of_two_domains_are_drawn_by_how_often_each_uses_them(visit, pages):
    page = visit(pages / "two.html", "#map=rates")
    drawn = page.locator("#map svg")
    drawn.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#map-spoken").inner_text() == "book, typical of books"
    page.keyboard.press("ArrowRight")
    assert page.locator("#map-spoken").inner_text() == "plot, typical of books"
    page.keyboard.press("Enter")
    assert "“plot”" in headline(page)
    page.go_back()
    points = {
        kind: re.findall(r"M([\d.]+) ([\d.]+)", drawn.locator(f"path.{kind}").get_attribute("d"))
        for kind in ("a", "b")
    }
    assert [len(each) for each in points.values()] == [4, 5]
    # What is typical of books stands to the right of, and below, what is typical of kitchen.
    middle = {
        kind: [sum(float(point[axis]) for point in each) / len(each) for axis in (0, 1)]
        for kind, each in points.items()
    }
    assert middle["a"][0] > middle["b"][0]
    assert middle["a"][1] > middle["b"][1]


def test_no_label_of_the_map_lies_on_what_its_axes_say(visit, tmp_path):
    """The word that changes most stands highest, where the upper axis has its words."""
    write_page(tmp_path / "page.html", hand_made(tuple(f"{word} in a long word" for word in WORDS)))
    page = visit(tmp_path / "page.html", "#phrases=1", **PHONE)
    boxes = {
        kind: [each.bounding_box() for each in page.locator(f"#map text.{kind}").all()]
        for kind in ("label", "axis-label")
    }
    assert boxes["label"]
    assert len(boxes["axis-label"]) > 4
    for one in boxes["label"]:
        for other in boxes["axis-label"]:
            across, down = (
                min(each[at] + each[size] for each in (one, other)) - max(one[at], other[at])
                for at, size in (("x", "width"), ("y", "height"))
            )
            # Boxes of text hold some air above and below the letters.
            assert across <= 0 or down <= 4

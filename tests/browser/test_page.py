"""The explorer page in a real browser, opened from a file."""

import re
from dataclasses import replace
from itertools import pairwise
from urllib.parse import quote

import pytest
from page_data import IMAGE, SCRIPT, hand_made
from page_views import PHONE, headline, ranked

from crosslex.cli import main
from crosslex.explore import write_page, write_report
from docs_pages import write_small_texts


@pytest.mark.parametrize(
    ("width", "view"), [(360, ""), (360, "#word=light"), (1280, "#word=light")]
)
def test_names_of_domains_are_never_cut_off(visit, tmp_path, width, view):
    names = ("products", "administrative correspondence", "Donaudampfschiffahrtsgesellschaft")
    write_page(tmp_path / "page.html", hand_made(names=names))
    viewport = {"width": width, "height": 900}
    page = visit(tmp_path / "page.html", view, viewport=viewport)
    cut = page.evaluate(
        """(names) => [...document.querySelectorAll("main *")]
          .filter((node) => node.children.length === 0 && names.includes(node.textContent)
            && node.getClientRects().length)
          .filter((node) => {
            for (let box = node; box.id !== "main"; box = box.parentElement) {
              const style = getComputedStyle(box);
              const wide = box.scrollWidth > box.clientWidth;
              if (style.textOverflow === "ellipsis" && wide) return true;
            }
            const own = node.getBoundingClientRect();
            return own.right > innerWidth + 1 && !node.closest("#matrix");
          }).map((node) => node.outerHTML)""",
        list(names),
    )
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_what_is_done_and_what_its_link_opens_are_the_same(visit, pages):
    page = visit(pages / "three.html")
    assert ranked(page)[0] == "sharp"
    page.get_by_label("Domains compared").select_option(label="books and dvd")
    assert ranked(page)[0] == "steel"
    page.go_back()
    assert ranked(page)[0] == "sharp"
    page.go_forward()
    page.get_by_role("button", name="q", exact=True).click()
    page.get_by_label("Contains").fill("e")
    page.get_by_label("Uses in each, from").fill("5")
    page.get_by_role("button", name="By frequency").click()
    seen = page.locator("main").inner_text()
    again = visit(pages / "three.html", "#" + page.url.partition("#")[2])
    assert again.locator("main").inner_text() == seen
    assert again.locator("#pair option:checked").inner_text() == "books and dvd"
    assert again.get_by_label("Contains").input_value() == "e"
    assert again.get_by_label("Uses in each, from").input_value() == "5"
    assert again.get_by_role("button", name="By frequency").get_attribute("aria-pressed") == "true"
    alone = visit(pages / "two.html")
    assert not alone.get_by_label("Domains compared").is_visible()


def test_everything_can_be_done_with_the_keyboard(visit, pages):
    page = visit(pages / "two.html")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Skip to the content"
    page.keyboard.press("/")
    page.keyboard.type("k")
    page.keyboard.press("ArrowDown")
    search = page.get_by_role("combobox", name="Look up a word")
    assert search.get_attribute("aria-expanded") == "true"
    active = page.locator(f"#{search.get_attribute('aria-activedescendant')}")
    assert active.get_attribute("aria-selected") == "true"
    page.keyboard.press("Enter")
    assert "“knife”" in headline(page)
    assert search.get_attribute("aria-expanded") == "false"
    page.locator("#plane svg").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator("#plane-spoken").inner_text() == "lamp, near it in books"
    page.keyboard.press("Enter")
    assert "“lamp”" in headline(page)
    page.locator("#home").focus()
    page.keyboard.press("Enter")
    assert page.locator(":focus").get_attribute("id") == "verdict"
    page.locator("#ranking-head button").first.focus()
    page.keyboard.press("Enter")
    assert ranked(page)[0] == "book"
    page.keyboard.press("Enter")
    assert ranked(page)[0] == "steel"
    page.locator("#search").fill("l")
    assert page.get_by_role("listbox").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("listbox").is_visible()
    assert page.locator("#search").input_value() == "l"


@pytest.mark.parametrize("word", [IMAGE, SCRIPT])
def test_hostile_text_is_shown_as_text(visit, pages, word):
    page = visit(pages / "hostile.html", "#phrases=1")
    assert page.locator("h1").inner_text() == f"{SCRIPT}{IMAGE}"
    page.locator("#search").fill(word)
    assert word in page.get_by_role("option").first.inner_text()
    page.keyboard.press("Enter")
    assert f"“{word}”" in headline(page)
    assert f"differently in a{IMAGE} and b{SCRIPT}" in headline(page)
    assert word in page.locator("#examples").inner_text()
    page.reload()
    assert f"“{word}”" in headline(page)
    page.get_by_role("button", name="Overview").click()
    assert word in ranked(page)
    page.get_by_label("Contains").fill(word)
    assert ranked(page) == [word]
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2


@pytest.mark.parametrize("name", ["three.html", "order.html", "hostile.html", "hostile-order.html"])
def test_a_phone_scrolls_down_alone(visit, pages, name):
    page = visit(pages / name, **PHONE)
    for state in ("", "map=rates", "word=light", f"word={quote(IMAGE)}"):
        page.goto(f"{(pages / name).as_uri()}#{state}")
        width = "document.documentElement.scrollWidth"
        assert page.evaluate(width) <= 360
        page.locator("#search").fill("l")
        assert page.evaluate(width) <= 360


def test_a_phone_keeps_long_neighbors_on_one_line_and_shows_the_headline_after_a_click(
    visit, pages
):
    page = visit(pages / "three.html", "#word=light", **PHONE)
    link = page.locator("#neighbors ol a").first
    link.evaluate("link => { link.textContent = 'documentation'; link.style.fontWeight = 700; }")
    assert link.evaluate("link => link.getClientRects().length") == 1
    assert link.bounding_box()["height"] < 30
    page.get_by_role("button", name="Overview").click()
    page.locator("#ranking-body a", has_text="steel").click()
    assert 0 <= page.locator("#headline").bounding_box()["y"] < 740


def test_a_report_keeps_its_columns_on_a_screen_and_stacks_wide_tables_on_a_phone(visit, tmp_path):
    sentence = "A sentence of the target with the word in it, and with some more words behind it."
    wide = [("word", "texts", "evidence", "used like", "a sentence")]
    wide += [("lyric", "136", "0.3 %", "", sentence), ("dance", "52", "0.1 %", "song", sentence)]
    narrow = [("cause", "points"), ("the rest", "+0.1")]
    write_report(tmp_path / "page.html", "Title", "Verdict", (), [("Wide", wide), ("Few", narrow)])
    screen = visit(tmp_path / "page.html")
    tops = [each.bounding_box()["y"] for each in screen.locator("tr").nth(2).locator("td").all()]
    assert len(set(tops)) == 1
    page = visit(tmp_path / "page.html", **PHONE)
    cells = page.locator("td:visible")
    assert cells.count() == 11
    for cell in cells.all():
        box = cell.bounding_box()
        assert box["x"] + box["width"] <= 360
        assert box["height"] < 80
    content = "cell => getComputedStyle(cell, '::before').content"
    assert "texts" in cells.nth(1).evaluate(content)
    assert cells.last.evaluate(content) == "none"
    assert page.locator("th:visible").all_inner_texts() == ["cause", "points"]


def lightness(node, style):
    color = node.evaluate(f"node => getComputedStyle(node).{style}")
    parts = [int(part) / 255 for part in re.findall(r"\d+", color)[:3]]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground_in_light_and_dark(visit, pages, scheme):
    page = visit(pages / "two.html", "#word=light", color_scheme=scheme)
    body = page.locator("body")
    assert (lightness(body, "backgroundColor") > 0.5) == (scheme == "light")
    selectors = "#headline", "#standfirst", "#headline .a", "#headline .b", "#how-title"
    pairs = [(page.locator(selector), body) for selector in selectors]
    for text, ground in [*pairs, *((cut, cut) for cut in page.locator("#senses .cut").all()[:2])]:
        shades = lightness(text, "color"), lightness(ground, "backgroundColor")
        # WCAG 2, AA, for text of any size.
        assert (max(shades) + 0.05) / (min(shades) + 0.05) >= 4.5, text


def test_the_theme_can_be_turned(visit, pages):
    page = visit(pages / "two.html", color_scheme="light")
    # The button says what it turns the page to.
    page.get_by_role("button", name="Dark").click()
    assert page.locator("#theme").inner_text() == "Light"
    assert lightness(page.locator("body"), "backgroundColor") < 0.1
    page.reload()
    assert page.get_by_role("button", name="Light").is_visible()
    assert lightness(page.locator("body"), "backgroundColor") < 0.1


def test_a_word_alone_after_the_sign_opens_it(visit, pages):
    assert "light" in headline(visit(pages / "two.html", "#light"))
    # In other capitals, or in another form, as the search box takes it.
    for given in ("#Light", "#word=LIGHT", "#word=Lights"):
        assert "“light”" in headline(visit(pages / "two.html", given))
    page = visit(pages / "two.html", "#nowhere")
    assert page.locator("#search-note").inner_text() == "“nowhere” is not on this page."
    assert visit(pages / "two.html", "#sort=word").locator("#overview").is_visible()


def test_neighbors_that_are_not_on_the_page_are_plain_text(visit, pages, tmp_path):
    given = hand_made()
    far = len(given.words)
    first, *rest = given.domains
    near = first.neighborhoods[0]._replace(words=(far, 4))
    first = replace(first, neighborhoods=(near, *first.neighborhoods[1:]))
    [pair] = given.pairs
    contrasts = ((far,), pair.shifts[0].contrasts[1])
    pair = replace(pair, shifts=(pair.shifts[0]._replace(contrasts=contrasts), *pair.shifts[1:]))
    others = replace(given, domains=(first, *rest), pairs=(pair,), others=("wick",))
    write_page(tmp_path / "others.html", others)
    page = visit(tmp_path / "others.html", "#light")
    column = page.locator("#neighbors .column").first
    assert [each.split()[0] for each in column.locator("li").all_inner_texts()] == ["wick", "lamp"]
    assert column.locator("a").all_inner_texts() == ["lamp"]
    assert "wick" in page.locator("#plane text").all_text_contents()
    assert page.locator(".contrast-line").first.inner_text().endswith(": wick")
    assert page.locator(".contrast-line a").all_inner_texts() == ["knife"]
    assert "it is near wick." in page.locator("#deck").inner_text()
    column.locator("li").first.click()
    assert "light" in headline(page)
    page.get_by_role("button", name="Overview").click()
    row = page.locator("#ranking-body tr", has_text="light")
    assert row.locator(".contrast").all_inner_texts() == ["wick", "knife"]


@pytest.mark.parametrize("name", ["three.html", "order.html"])
@pytest.mark.parametrize("view", ["", "#word=light"])
def test_everything_to_act_on_has_a_name_and_the_page_has_landmarks(visit, pages, name, view):
    page = visit(pages / name, view)
    page.locator("#search").fill("l")
    for role in ("banner", "search", "main", "contentinfo", "listbox"):
        assert page.get_by_role(role).count() == 1, role
    assert page.get_by_role("article").count() == (1 if view else 0)
    nameless = page.evaluate(
        """() => [...document.querySelectorAll("a, button, input, select, svg[role]")]
          .filter((node) => !(node.getAttribute("aria-label") || node.textContent.trim()
            || node.labels?.length))
          .map((node) => node.outerHTML)"""
    )
    assert nameless == []
    broken = page.evaluate(
        """() => [...document.querySelectorAll("[aria-labelledby], [aria-controls], [for]")]
          .map((node) => node.getAttribute("aria-labelledby") ?? node.getAttribute("aria-controls")
            ?? node.getAttribute("for")).filter((id) => !document.getElementById(id))"""
    )
    assert broken == []
    ids = page.evaluate("() => [...document.querySelectorAll('[id]')].map((node) => node.id)")
    assert len(ids) == len(set(ids))
    levels = page.evaluate(
        "() => [...document.querySelectorAll('h1,h2,h3,h4')].map((node) => Number(node.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_the_policy_lets_no_foreign_script_run(browser, pages, tmp_path):
    text = (pages / "two.html").read_text(encoding="utf-8")
    tampered = tmp_path / "tampered.html"
    tampered.write_text(text.replace("</h1>", "</h1><img src='data:,' onerror='document.title=1'>"))
    page = browser.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(tampered.as_uri())
    assert page.title() != "1"
    assert any("Content Security Policy" in message for message in refused)
    page.close()


def test_what_the_program_writes_opens(visit, tmp_path):
    write_small_texts(tmp_path)
    domains = [f"{name}={tmp_path / name}.jsonl" for name in ("books", "kitchen")]
    model, out = tmp_path / "model", tmp_path / "page.html"
    assert main(["learn", *domains, "--out", str(model), "--dimension", "8", "--jobs", "1"]) == 0
    options = ["--title", "Books & knives", "--senses", "2"]
    assert main(["explore", str(model), "--out", str(out), *options]) == 0
    page = visit(out, "#word=sharp")
    assert page.locator("h1").inner_text() == "Books & knives"
    assert page.locator("#neighbors ol").count() == 2
    assert page.locator("#examples mark").first.inner_text() == "sharp"

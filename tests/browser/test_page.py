"""The explorer page in a real browser, opened from a file."""

import re
from itertools import pairwise

import pytest
from page_data import IMAGE, SCRIPT, WORDS, hand_made, hostile

from crosslex.cli import main
from crosslex.explore import write_page
from docs_pages import write_small_texts


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    write_page(folder / "two.html", hand_made())
    write_page(folder / "three.html", hand_made(names=("books", "kitchen", "dvd")))
    write_page(folder / "hostile.html", hostile())
    return folder


def headline(page):
    return page.locator("#headline").inner_text()


def ranked(page):
    return page.locator("#ranking-body td.word").all_inner_texts()


def test_the_page_opens_on_the_word_that_changes_most(visit, pages):
    page = visit(pages / "two.html")
    assert headline(page) == "“sharp” is used differently in books and kitchen"
    assert "6 words here are used often enough" in page.locator("#standfirst").inner_text()
    assert (
        "3 of them differ by more than a word usually does within one of the two"
        in page.locator("#standfirst").inner_text()
    )
    assert ranked(page) == ["sharp", "light", "plot", "book", "knife", "steel"]


def test_search_completes_knows_forms_and_says_which_word_is_not_there(visit, pages):
    page = visit(pages / "two.html")
    page.get_by_role("combobox", name="Look up a word").fill("li")
    options = page.get_by_role("option")
    assert options.locator("span:first-child").all_inner_texts() == ["light"]
    options.first.click()
    assert headline(page).startswith("“light”")
    assert "word=light" in page.url
    page.evaluate("location.hash = '#word=knife'")
    # In a sentence it has another form.
    page.locator("#search").fill("Lights")
    assert page.get_by_role("option").inner_text().startswith("lights → light")
    page.keyboard.press("Enter")
    assert headline(page).startswith("“light”")
    page.locator("#search").fill("zebra")
    page.keyboard.press("Enter")
    assert "No word on this page" in page.locator("#search-note").inner_text()
    page.goto((pages / "two.html").as_uri() + "#word=zebra")
    assert "“zebra” is not on this page" in page.locator("#search-note").inner_text()


def test_neighbors_are_side_by_side_common_ones_marked_and_a_click_opens_one(visit, pages):
    page = visit(pages / "two.html", "#word=light")
    books, kitchen = page.locator("#neighbors ol").all()
    assert books.locator("a").all_inner_texts() == ["lamp", "book"]
    assert kitchen.locator("a").all_inner_texts() == ["lamp", "knife"]
    assert books.locator("small").all_inner_texts() == ["0.90", "0.89"]
    assert page.locator("#neighbors .common a").all_inner_texts() == ["lamp", "lamp"]
    assert page.locator("#neighbors line").count() == 1
    page.locator("#neighbors ol a", has_text="knife").click()
    assert "“knife”" in headline(page)
    page.go_back()
    assert "“light”" in headline(page)
    page.go_forward()
    assert "“knife”" in headline(page)
    three = visit(pages / "three.html", "#word=light")
    columns = [each.locator("a").all_inner_texts() for each in three.locator("#neighbors ol").all()]
    assert columns == [["lamp", "book"], ["lamp", "knife"], ["lamp", "book"]]
    common = three.locator("#neighbors .common a").all_inner_texts()
    assert common == ["lamp", "book", "lamp", "lamp", "book"]


def test_the_change_is_written_and_drawn_with_its_interval(visit, pages):
    page = visit(pages / "two.html", "#word=light")
    assert (
        "Change 2.0 (1.5 to 2.5): it differs more than most words"
        in page.locator("#change").inner_text()
    )
    tested = "Distance 0.040 (0.030 to 0.050), more than the 0.010 that is usual within one domain"
    # Its parts stay on one line.
    assert f"{tested} (q\u00a0=\u00a0.030)" in page.locator("#change").inner_text()
    assert "Place 2 of 6" in page.locator("#change").inner_text()
    drawn = page.get_by_role("img", name="Change 2.0 (1.5 to 2.5)")
    ends = [float(drawn.locator(".whisker").get_attribute(name)) for name in ("x1", "x2")]
    middle = float(drawn.locator(".point").get_attribute("cx"))
    assert ends[0] < middle < ends[1]
    assert middle == pytest.approx(sum(ends) / 2)
    # Words are marked at their places, whatever comes before them.
    assert page.locator("#examples mark").all_inner_texts() == ["lights", "light", "light"]


HEADLINES = {
    "sharp": "“sharp” is used differently in books and kitchen",
    "steel": "“steel” is used differently in books and kitchen",
    "plot": "“plot” is used much alike in books and kitchen",
    "book": "“book” may be used differently in books and kitchen: the texts do not tell",
    "lamp": "“lamp” is too rare to compare books and kitchen",
    "novel": "Only books uses “novel”, not kitchen",
}


def test_the_headline_says_what_the_figures_say(visit, pages):
    for word, says in HEADLINES.items():
        page = visit(pages / "two.html", f"#word={word}")
        assert headline(page) == says
        assert page.locator("#neighbors ol").count() >= 1


def bars(page):
    """The share that each bar shows of each sense, by its width, in percent of the bar."""
    found = []
    for bar in page.locator("#senses .stack").all():
        widths = [each.bounding_box()["width"] for each in bar.locator(".cut").all()]
        found.append([round(100 * width / sum(widths)) for width in widths])
    return found


def test_senses_are_bars_as_long_as_their_shares_in_each_domain(visit, pages):
    page = visit(pages / "two.html", "#word=light")
    assert page.locator("#senses .bar-name").all_inner_texts() == ["books", "kitchen"]
    assert bars(page) == [[75, 25], [25, 75]]
    assert page.get_by_role("img", name="books: 75% lamp, 25% pan").count() == 1
    assert page.locator(".sense").all_inner_texts() == ["lamp, dark", "pan, heavy"]
    assert "books 75% (65–85)" in page.locator(".shares").first.inner_text()
    three = visit(pages / "three.html", "#word=light")
    assert bars(three) == [[75, 25], [25, 75], [75, 25]]


def test_a_chosen_sense_shows_its_sentences_and_is_in_the_link(visit, pages):
    page = visit(pages / "two.html", "#word=light")
    page.get_by_role("button", name="pan, heavy").focus()
    page.keyboard.press("Enter")
    assert page.locator("#examples mark").all_inner_texts() == ["light"]
    assert "Uses with pan and heavy" in page.locator("#examples").inner_text()
    assert "sense=2" in page.url
    assert page.locator(":focus").inner_text() == "pan, heavy"
    again = visit(pages / "two.html", "#" + page.url.partition("#")[2])
    assert again.locator("main").inner_text() == page.locator("main").inner_text()
    page.keyboard.press("Enter")
    assert page.locator("#examples mark").count() == 3
    page.locator("#senses .cut").first.click()
    assert "sense=1" in page.url
    page.locator("#neighbors a").first.click()
    assert "sense" not in page.url


def test_one_group_none_and_groups_that_may_be_topics_are_called_so(visit, pages):
    page = visit(pages / "two.html", "#word=sharp")
    assert "form one group" in page.locator("#senses").inner_text()
    assert bars(page) == [[100], [100]]
    assert not visit(pages / "two.html", "#word=book").locator("#senses").is_visible()
    page = visit(pages / "two.html", "#word=plot")
    assert "form 2 groups. They may be topics. Choose one" in page.locator("#senses").inner_text()
    assert page.locator("#senses-title").inner_text() == "Groups of its uses"
    page.get_by_role("button", name="no typical contexts").click()
    assert "Uses with no typical contexts." in page.locator("#examples").inner_text()
    page.evaluate("location.hash = '#word=light'")
    page.locator("#senses-title").get_by_text("Its senses").wait_for()
    assert "form 2 groups. Choose one" in page.locator("#senses").inner_text()


def test_three_domains_have_a_matrix_of_changes_that_chooses_the_pair(visit, pages):
    page = visit(pages / "three.html", "#word=light")
    cells = page.locator("#matrix button")
    assert [text.removesuffix("●") for text in cells.all_inner_texts()] == ["2.0", "−2.0", "−2.0"]
    assert page.locator("#matrix thead th").all_inner_texts() == ["kitchen", "dvd"]
    assert page.locator("#matrix tbody th").all_inner_texts() == ["books", "kitchen"]
    assert cells.first.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="kitchen and dvd: −2.0, q = .030").focus()
    page.keyboard.press("Enter")
    assert page.locator("#pair option:checked").inner_text() == "kitchen and dvd"
    assert page.locator(":focus").get_attribute("aria-label").startswith("kitchen and dvd")
    assert "in kitchen and dvd" in headline(page)
    untested = visit(pages / "three.html", "#word=lamp")
    assert untested.locator("#matrix button").all_inner_texts() == ["–"] * 3
    assert not visit(pages / "two.html").locator("#matrix").is_visible()


def test_vectors_and_neighbors_that_are_not_to_be_trusted_are_marked(visit, pages):
    page = visit(pages / "two.html", "#word=rare")
    assert page.locator("#neighbors .caution").count() == 2
    assert "80% of its vector here is borrowed" in page.locator("#neighbors").inner_text()
    assert visit(pages / "two.html", "#word=light").locator(".caution").count() == 0
    [caution] = visit(pages / "two.html", "#word=plot").locator(".caution").all_inner_texts()
    assert caution == "With other texts about 2 of 10 neighbors would be the same."


def test_distinctive_words_are_listed_by_domain_and_lead_to_the_word(visit, pages):
    page = visit(pages / "two.html", "#word=light")
    page.get_by_role("button", name="Distinctive words").click()
    assert not page.locator("#headline").is_visible()
    columns = [
        each.locator("a").all_inner_texts() for each in page.locator("#distinctive ol").all()
    ]
    assert columns == [
        ["book", "plot", "novel", "light"],
        ["knife", "steel", "drill", "sharp", "lamp"],
    ]
    assert page.locator("#distinctive small").first.inner_text() == "9.0"
    assert "view=distinctive" in page.url
    page.locator("#distinctive a", has_text="knife").click()
    assert "“knife”" in headline(page)
    assert "view" not in page.url
    page.go_back()
    assert page.locator("#distinctive").is_visible()


def test_words_of_two_domains_are_drawn_by_how_often_each_uses_them(visit, pages):
    page = visit(pages / "two.html", "#view=distinctive&word=light")
    drawn = page.locator("#rates svg")
    drawn.focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#rates-spoken").inner_text() == "book, typical of books"
    page.keyboard.press("ArrowRight")
    assert page.locator("#rates-spoken").inner_text() == "plot, typical of books"
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


@pytest.mark.parametrize(("width", "view"), [(360, "word"), (1280, "word"), (360, "distinctive")])
def test_names_of_domains_are_never_cut_off(visit, tmp_path, width, view):
    names = ("products", "administrative correspondence", "Donaudampfschiffahrtsgesellschaft")
    write_page(tmp_path / "page.html", hand_made(names=names))
    viewport = {"width": width, "height": 900}
    page = visit(tmp_path / "page.html", f"#word=light&view={view}", viewport=viewport)
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


def test_columns_sort_both_ways(visit, pages):
    page = visit(pages / "two.html")
    head = page.locator("#ranking-head")
    head.get_by_role("button", name="Word").click()
    assert ranked(page) == ["book", "knife", "light", "plot", "sharp", "steel"]
    assert head.locator("th").first.get_attribute("aria-sort") == "ascending"
    head.get_by_role("button", name="Word").click()
    assert ranked(page) == ["steel", "sharp", "plot", "light", "knife", "book"]
    head.get_by_role("button", name="kitchen").click()
    assert ranked(page) == ["light", "knife", "steel", "sharp", "book", "plot"]
    page.go_back()
    assert ranked(page)[0] == "steel"


def test_filters_narrow_the_list(visit, pages):
    page = visit(pages / "two.html")
    page.get_by_label("only q < .05").check()
    assert ranked(page) == ["sharp", "light", "steel"]
    page.get_by_label("only q < .05").uncheck()
    page.get_by_label("Uses in each, from").fill("30")
    assert ranked(page) == ["sharp", "light", "book"]
    page.get_by_label("Contains").fill("OO")
    assert ranked(page) == ["book"]
    assert "1 of 6 words" in page.locator("#ranking-note").inner_text()
    assert "min=30" in page.url


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
    page.get_by_role("button", name="All words").click()
    page.locator("#ranking-body a").first.click()
    seen = page.locator("main").inner_text()
    again = visit(pages / "three.html", "#" + page.url.partition("#")[2])
    assert again.locator("main").inner_text() == seen
    assert again.locator("#pair option:checked").inner_text() == "books and dvd"
    assert again.get_by_label("Contains").input_value() == "e"
    assert again.get_by_label("Uses in each, from").input_value() == "5"
    assert again.get_by_role("button", name="All words").get_attribute("aria-pressed") == "true"
    alone = visit(pages / "two.html")
    assert not alone.get_by_label("Domains compared").is_visible()


def test_the_map_has_two_modes_and_answers_the_pointer(visit, pages):
    page = visit(pages / "two.html", "#word=light")
    assert page.locator("#map .shape").count() == 6
    page.get_by_role("button", name="All words").click()
    assert "map=all" in page.url
    drawn = page.locator("#map svg")
    drawn.scroll_into_view_if_needed()
    places = drawn.locator("path.dots.significant").get_attribute("d")
    x, y = map(float, re.match(r"M([\d.]+) ([\d.]+)", places).groups())
    drawn.hover(position={"x": x + 3, "y": y + 3})
    assert drawn.locator("g .label").text_content() == "sharp"
    drawn.click(position={"x": x + 3, "y": y + 3})
    assert headline(page).startswith("“sharp”")
    page.go_back()
    page.go_back()
    assert page.locator("#map .shape").count() == 6


def test_everything_can_be_done_with_the_keyboard(visit, pages):
    page = visit(pages / "two.html")
    page.keyboard.press("Tab")
    assert page.locator(":focus").inner_text() == "Skip to the word"
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
    page.locator("#map svg").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.locator("#map-spoken").inner_text() == "lamp, near it in books"
    page.keyboard.press("Enter")
    assert "“lamp”" in headline(page)
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
    assert word in ranked(page)
    page.get_by_role("button", name="All words").click()
    page.get_by_label("Contains").fill(word)
    assert ranked(page) == [word]
    page.reload()
    assert f"“{word}”" in headline(page)
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2


PHONE = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}


@pytest.mark.parametrize("name", ["three.html", "hostile.html"])
def test_a_phone_scrolls_down_alone(visit, pages, name):
    page = visit(pages / name, **PHONE)
    for state in ("map=word", "map=all", "view=distinctive", "word=light"):
        page.goto(f"{(pages / name).as_uri()}#{state}")
        width = "document.documentElement.scrollWidth"
        assert page.evaluate(width) <= 360
        page.locator("#search").fill("l")
        assert page.evaluate(width) <= 360


def test_a_phone_keeps_long_neighbors_on_one_line_and_shows_the_headline_after_a_click(
    visit, pages
):
    page = visit(pages / "three.html", "#word=light", **PHONE)
    link = page.locator("#neighbors a").first
    link.evaluate("link => { link.textContent = 'documentation'; link.style.fontWeight = 700; }")
    assert link.evaluate("link => link.getClientRects().length") == 1
    assert link.bounding_box()["height"] < 30
    page.locator("#ranking-body a", has_text="steel").click()
    assert 0 <= page.locator("#headline").bounding_box()["y"] < 740


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
    ground = lightness(page.locator("body"), "backgroundColor")
    assert (ground > 0.5) == (scheme == "light")
    for selector in ("#headline", "#standfirst", "#headline .a", "#headline .b", "#how-title"):
        text = lightness(page.locator(selector), "color")
        # WCAG 2, AA, for text of any size.
        assert (max(text, ground) + 0.05) / (min(text, ground) + 0.05) >= 4.5, selector
    for place in (0, 1):
        cut = page.locator("#senses .cut").nth(place)
        text, ground = lightness(cut, "color"), lightness(cut, "backgroundColor")
        assert (max(text, ground) + 0.05) / (min(text, ground) + 0.05) >= 4.5, place


def test_the_theme_can_be_turned(visit, pages):
    page = visit(pages / "two.html", color_scheme="light")
    button = page.get_by_role("button", name="Dark")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    assert button.get_attribute("aria-pressed") == "true"
    assert lightness(page.locator("body"), "backgroundColor") < 0.1
    page.reload()
    assert lightness(page.locator("body"), "backgroundColor") < 0.1


def test_everything_to_act_on_has_a_name_and_the_page_has_landmarks(visit, pages):
    page = visit(pages / "three.html")
    page.locator("#search").fill("l")
    for role in ("banner", "search", "main", "contentinfo", "article", "listbox"):
        assert page.get_by_role(role).count() == 1, role
    assert page.get_by_role("table").count() == 2
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


def test_phrases_are_left_out_until_asked_for_and_come_last_in_completions(visit, tmp_path):
    words = tuple({"sharp": "light sharp", "plot": "Light-year"}.get(word, word) for word in WORDS)
    write_page(tmp_path / "page.html", hand_made(words))
    page = visit(tmp_path / "page.html", "#map=all")
    assert headline(page).startswith("“light”")
    assert ranked(page) == ["light", "Light-year", "book", "knife", "steel"]
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


def test_no_label_of_the_map_lies_on_what_its_axes_say(visit, tmp_path):
    """The word that changes most stands highest, where the upper axis has its words."""
    write_page(tmp_path / "page.html", hand_made(tuple(f"{word} in a long word" for word in WORDS)))
    page = visit(tmp_path / "page.html", "#map=all&phrases=1", **PHONE)
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

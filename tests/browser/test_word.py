"""One word in two or more domains."""

from urllib.parse import quote

import pytest
from page_data import WORDS, hand_made
from page_views import headline

from crosslex.explore import write_page


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
    assert page.locator("#verdict").is_visible()


def test_neighbors_are_side_by_side_common_ones_marked_and_a_click_opens_one(visit, pages):
    page = visit(pages / "two.html", "#word=light")
    books, kitchen = page.locator("#neighbors ol").all()
    assert books.locator("a").all_inner_texts() == ["lamp", "book"]
    assert kitchen.locator("a").all_inner_texts() == ["lamp", "knife"]
    assert books.locator("small").all_inner_texts() == ["0.90", "0.89"]
    assert page.locator("#neighbors .common a").all_inner_texts() == ["lamp", "lamp"]
    assert page.locator("#neighbors line").count() == 1
    contrasts = "Nearer in books than in kitchen: book", "Nearer in kitchen than in books: knife"
    assert page.locator(".contrast-line").all_inner_texts() == list(contrasts)
    said = "In books (900 times) it is near book. In kitchen (700 times) it is near knife."
    assert page.locator("#deck").inner_text() == said
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
    said = page.locator("#change").inner_text()
    assert "Change 0.60 (0.55 to 0.65); a typical word has 0.45." in said
    # The parts of q stay on one line.
    assert "differ more than those of words do within one domain (q\u00a0=\u00a0.030)" in said
    assert "Place 2 of 6" in said
    drawn = page.get_by_role("img", name="Change 0.60 (0.55 to 0.65)")
    ends = [float(drawn.locator(".whisker").get_attribute(name)) for name in ("x1", "x2")]
    middle = float(drawn.locator(".point").get_attribute("cx"))
    assert ends[0] < middle < ends[1]
    assert middle == pytest.approx(sum(ends) / 2)
    # Words are marked at their places, whatever comes before them.
    assert page.locator("#examples mark").all_inner_texts() == ["lights", "light", "light"]


HEADLINES = {
    "sharp": "“sharp” is used differently in books and kitchen",
    "steel": "“steel” is used differently in books and kitchen",
    "plot": "“plot” is not known to be used differently in books and kitchen",
    "lamp": "“lamp” is too rare to compare books and kitchen",
    "novel": "Only books uses “novel”, not kitchen",
}


def test_the_headline_says_what_the_figures_say(visit, pages):
    for word, says in HEADLINES.items():
        page = visit(pages / "two.html", f"#word={word}")
        assert headline(page) == says
        assert page.locator("#neighbors ol").count() >= 1


@pytest.mark.parametrize("left_out", ["lamp light", "7", "x", "<number>"])
def test_phrases_numbers_and_letters_are_called_not_compared_and_not_rare(
    visit, tmp_path, left_out
):
    words = tuple(left_out if word == "lamp" else word for word in WORDS)
    write_page(tmp_path / "page.html", hand_made(words))
    page = visit(tmp_path / "page.html", f"#word={quote(left_out)}")
    assert headline(page) == f"“{left_out}” is not compared between books and kitchen"
    assert "Phrases, numbers and single letters are not" in page.locator("#deck").inner_text()
    says = f'It was not tested; crosslex shifts MODEL --words "{left_out}" tests it.'
    assert page.locator("#change").inner_text() == says
    page.evaluate("location.hash = '#word=rare'")
    page.locator("#headline").get_by_text("too rare").wait_for()
    assert "rarely" in page.locator("#change").inner_text()
    write_page(tmp_path / "three.html", hand_made(words, ("books", "kitchen", "dvd")))
    page = visit(tmp_path / "three.html", f"#word={quote(left_out)}")
    assert '--domains "books,kitchen" --words' in page.locator("#change").inner_text()


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
    assert page.locator("#senses").inner_text().endswith("its uses form one group.")
    none = "Senses were not computed for this word; crosslex senses MODEL book shows them."
    assert visit(pages / "two.html", "#word=book").locator("#senses").inner_text() == none
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
    assert [text.removesuffix("●") for text in cells.all_inner_texts()] == ["0.60", "0.40", "0.40"]
    assert page.locator("#matrix thead th").all_inner_texts() == ["kitchen", "dvd"]
    assert page.locator("#matrix tbody th").all_inner_texts() == ["books", "kitchen"]
    assert cells.first.get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="kitchen and dvd: 0.40, q = .030").focus()
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

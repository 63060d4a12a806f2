"""What tests read from a page that is open."""

PHONE = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}


def headline(page):
    return page.locator("#headline").inner_text()


def ranked(page):
    return page.locator("#ranking-body td.word a").all_inner_texts()

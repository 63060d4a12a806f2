"""The page as a file: one, whole, and never in place of what is not ours."""

import re

import pytest

from crosslex.errors import StorageError
from crosslex.explore import write_page
from crosslex.explore.data import PageData
from crosslex.explore.page import render

EMPTY = PageData('A "title" of $data & <b>', "1")


def test_the_page_names_nothing_outside_itself_and_its_policy_allows_nothing_else():
    page = render(EMPTY)
    assert not re.search(r"""(src|href)\s*=\s*["']?(?!data:)[\w/.]""", page.partition("<script")[0])
    assert "@import" not in page
    assert "url(" not in page
    assert "innerHTML" not in page
    assert "<title>A &quot;title&quot; of $data &amp; &lt;b&gt;</title>" in page
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy


def test_a_page_is_replaced_and_anything_else_is_refused(tmp_path):
    page = tmp_path / "deep" / "page.html"
    write_page(page, EMPTY)
    write_page(page, EMPTY)
    assert page.read_text(encoding="utf-8") == render(EMPTY)
    assert [path.name for path in page.parent.iterdir()] == ["page.html"]
    thesis = tmp_path / "thesis.html"
    thesis.write_text("<!doctype html><p>all my work")
    with pytest.raises(StorageError, match="choose another name"):
        write_page(thesis, EMPTY)
    assert "all my work" in thesis.read_text()
    with pytest.raises(StorageError, match="is a folder"):
        write_page(tmp_path, EMPTY)

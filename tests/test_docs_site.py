"""The documentation builds as a site on which every link leads somewhere."""

import re
import runpy
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

ROOT = Path(__file__).resolve().parents[1]
HOOK = runpy.run_path(str(ROOT / "docs" / "outside_pages.py"))
OUTSIDE, links_on_the_site = HOOK["OUTSIDE"], HOOK["links_on_the_site"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    build(load_config(str(ROOT / "mkdocs.yml"), strict=True, site_dir=str(folder)))
    return folder


def test_every_page_is_on_the_site_and_found_by_the_search(site: Path) -> None:
    pages = [*(path.name for path in (ROOT / "docs").glob("*.md")), *OUTSIDE]
    search = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    for page in pages:
        name = "index.html" if page == "README.md" else page.replace(".md", ".html")
        assert (site / name).is_file()
        assert f'"location":"{name}"' in search


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|link|img)\b[^>]*(?:src|href)="(https?:[^"]*)', text)
        assert not loaded, (page.name, loaded)


def test_links_of_the_readme_lead_to_pages_and_headings(site: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(docs/(\w+)\.md(?:#([\w-]+))?\)", readme)
    assert links
    for page, heading in links:
        name = "index" if page == "README" else page
        text = (site / f"{name}.html").read_text(encoding="utf-8")
        assert not heading or f'id="{heading}"' in text, (page, heading)


def test_links_to_pages_outside_lead_to_them_on_the_site() -> None:
    text = "[a](../CHANGELOG.md) [b](../CONTRIBUTING.md#rules) [c](docs/start.md) [d](api.md)"
    moved = "[a](CHANGELOG.md) [b](CONTRIBUTING.md#rules) [c](start.md) [d](api.md)"
    assert links_on_the_site(text) == moved


@pytest.mark.parametrize(
    ("link", "pages", "passes"),
    [
        ("other.md#heading", ["other.md"], True),
        ("absent.md", ["other.md"], False),
        ("other.md#absent", ["other.md"], False),
        ("/other.md", ["other.md"], False),
        ("../outside.md", ["other.md"], False),
        ("other.md", ["other.md", "not_in_the_navigation.md"], False),
    ],
)
def test_a_link_that_leads_nowhere_or_a_page_left_out_fails(
    link: str, pages: list[str], passes: bool, tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "README.md").write_text(f"# Start\n\n[link]({link})\n")
    for page in pages:
        (docs / page).write_text("# Other\n\n## Heading\n")
    (tmp_path / "mkdocs.yml").write_text(
        f"INHERIT: {ROOT / 'mkdocs.yml'}\n"
        "theme: {name: mkdocs}\nplugins: []\nhooks: []\nextra_css: []\n"
        "nav: [README.md, other.md]\n"
    )
    config = load_config(str(tmp_path / "mkdocs.yml"), strict=True)
    if passes:
        build(config)
    else:
        with pytest.raises(Abort):
            build(config)

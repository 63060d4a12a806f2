"""The documentation builds as a site; what pages name exists."""

import ast
import inspect
import re
from pathlib import Path

import pytest
import typer
from mkdocs.commands.build import build
from mkdocs.config import load_config

import crosslex
from crosslex.cli.app import app
from docs_pages import PAGES, ROOT

DOCS = ROOT / "docs"
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
PAPER = (DOCS / "explanation" / "paper.md").read_text(encoding="utf-8")
TESTS = sorted(set(re.findall(r"`((?:bench/)?tests/[\w/]+\.py(?:::\w+)*)`", PAPER)))
FILES = sorted(set(re.findall(r"`((?:src/crosslex/)?[a-z_/]+\.py)`", PAPER)))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built as `make docs` builds it: a broken link or anchor is an error."""
    folder = tmp_path_factory.mktemp("site")
    build(load_config(str(ROOT / "mkdocs.yml"), strict=True, site_dir=str(folder)))
    return folder


def test_every_page_is_on_the_site_and_found_by_the_search(site: Path) -> None:
    search = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    pages = [str(page.relative_to(DOCS)) for page in PAGES if page.is_relative_to(DOCS)]
    for page in [*pages, "CHANGELOG.md", "CONTRIBUTING.md", "tutorials/notebook.md"]:
        name = page.replace(".md", ".html")
        assert (site / name).is_file()
        assert f'"location":"{name}"' in search


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|link|img)\b[^>]*(?:src|href)="(https?:[^"]*)', text)
        assert not loaded, (page.name, loaded)


def test_the_api_pages_have_every_public_name_with_its_docstring(site: Path) -> None:
    pages = {page: page.read_text(encoding="utf-8") for page in site.rglob("api/*.html")}
    for name in crosslex.__all__:
        if not name.startswith("_"):
            found = [
                text for text in pages.values() if re.search(rf'id="crosslex[\w.]*{name}"', text)
            ]
            first = getattr(crosslex, name).__doc__.strip().splitlines()[0]
            assert any(first.split("`")[0] in text for text in found), name


@pytest.mark.parametrize("name", [each for each in crosslex.__all__ if each[0].isupper()])
def test_parameters_described_together_have_the_same_default(name: str) -> None:
    # The API pages show the default of the first for all of them.
    shown = getattr(crosslex, name)
    members = [member for key, member in inspect.getmembers(shown) if not key.startswith("_")]
    for described in [shown, *filter(inspect.isroutine, members)]:
        document = inspect.getdoc(described) or ""
        for together in re.findall(r"^[a-z_]+(?:, [a-z_]+)+$", document, re.MULTILINE):
            parameters = inspect.signature(described).parameters
            names = [each for each in together.split(", ") if each in parameters]
            assert len({repr(parameters[each].default) for each in names}) <= 1, together


def test_the_page_of_the_command_line_has_every_option(site: Path) -> None:
    written = (DOCS / "reference" / "command-line.md").read_text(encoding="utf-8")
    built = (site / "reference" / "command-line.html").read_text(encoding="utf-8")
    for name, command in COMMANDS.items():
        assert f"| `{name}` |" in written
        for each in command.params:
            if each.param_type_name == "option":
                assert f"<code>{each.opts[0]}</code>" in built, (name, each.opts)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_options_that_a_page_names_exist(page: Path) -> None:
    known = {
        name
        for each in COMMANDS.values()
        for option in each.params
        for name in [*option.opts, *option.secondary_opts]
    } | {"--version", "--help", "--install-completion", "--local-directory"}
    text = page.read_text(encoding="utf-8")
    for line in re.finditer(r"^crosslex (?!-).*$|`--[a-z][^`]*`", text, re.MULTILINE):
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", line[0]):
            assert option in known, line[0]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_and_pictures_of_a_page_exist(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link


@pytest.mark.parametrize("named", TESTS + FILES)
def test_a_test_or_file_that_the_page_of_the_paper_names_exists(named: str) -> None:
    path, *names = named.split("::")
    if named in FILES:
        path = path if "/" in path else f"src/crosslex/paper/{path}"
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    for name in names:
        [found] = [each for each in body if getattr(each, "name", None) == name]
        body = getattr(found, "body", [])


def test_every_sentence_of_the_paper_names_a_test() -> None:
    tables = PAPER.partition("## Every sentence")[2].partition("## Where the paper is silent")[0]
    rows = [
        line for line in tables.splitlines() if line.startswith("| ") and "| test |" not in line
    ]
    assert len(rows) > 35
    for row in rows:
        named = row.rsplit("|", 2)[1]
        assert "tests/" in named or "the same" in named, row


def test_contributing_names_every_folder_of_the_package() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for folder in (ROOT / "src" / "crosslex").iterdir():
        if (folder / "__init__.py").is_file():
            assert f"`{folder.name}/`" in text

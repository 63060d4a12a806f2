"""What MkDocs adds to the pages of `docs/` while it builds the site (a hook, see `mkdocs.yml`).

- The options of every command, on the page of the command line, from the commands themselves.
- The notebook as a page.
- CHANGELOG, CONTRIBUTING and SECURITY, which are in the folder above, with their links adapted.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from crosslex.cli.app import app

DOCS = Path(__file__).resolve().parent
OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
NOTEBOOK = "tutorials/notebook"
MARKER = "<!-- options of all commands"
SHARED_PANEL = "Output"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not Markdown files of `docs/`."""
    for name in OUTSIDE:
        text = (DOCS.parent / name).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=text))
    notebook = json.loads((DOCS / f"{NOTEBOOK}.ipynb").read_text(encoding="utf-8"))
    files.append(File.generated(config, f"{NOTEBOOK}.md", content=notebook_page(notebook)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return a page with links and tables as the site needs them."""
    if MARKER in markdown:
        markdown = markdown.partition(MARKER)[0] + "\n\n".join(command_sections())
    return links_on_the_site(markdown)


def links_on_the_site(markdown: str) -> str:
    """Return Markdown whose links lead to the generated pages.

    >>> links_on_the_site("[index](docs/index.md), [notebook](tutorials/notebook.ipynb)")
    '[index](index.md), [notebook](tutorials/notebook.md)'
    """
    return markdown.replace("](docs/", "](").replace("notebook.ipynb)", "notebook.md)")


def notebook_page(notebook: dict[str, Any]) -> str:
    """Return a notebook's cells as Markdown, with the text that each printed."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        for output in cell.get("outputs", ()):
            text = "".join(output.get("text") or output["data"]["text/plain"])
            parts.append(f"```text\n{text.rstrip()}\n```")
    return "\n\n".join(parts)


def command_sections() -> Iterator[str]:
    """Yield one section per command: its usage, what it does, its options."""
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name, command in commands.items():
        arguments = " ".join(
            each.metavar or each.name.upper()
            for each in command.params
            if each.param_type_name == "argument"
        )
        yield f"## `crosslex {name}`"
        yield f"```text\ncrosslex {name} {arguments} [options]\n```"
        yield re.sub(r"\s*\n\s*\n\s*", "\n\n", command.help or "")
        yield _options(command)


def _options(command: Any) -> str:
    rows = ["| option | meaning | default |", "|---|---|---|"]
    for each in command.params:
        shared = each.rich_help_panel == SHARED_PANEL or each.name == "help"
        if each.param_type_name == "option" and not shared:
            names = ", ".join(f"`{name}`" for name in [*each.opts, *each.secondary_opts])
            meaning, _, in_words = (each.help or "").partition(" [dim]\\[default: ")
            default = in_words.removesuffix("][/dim]") or _shown(each)
            rows.append(f"| {names} | {_escaped(meaning)} | {_escaped(default)} |")
    return "\n".join(rows)


def _shown(option: Any) -> str:
    """Return an option's default as a reader would type it."""
    if option.required:
        return "**required**"
    if option.secondary_opts:
        return f"`{(option.opts if option.default else option.secondary_opts)[0]}`"
    if option.is_flag or option.default in (None, ()):
        return ""
    return f"`{option.default}`"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")

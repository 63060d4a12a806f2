"""Pages of the documentation site that lie outside `docs/`; a hook of MkDocs (`mkdocs.yml`).

On a code host a page of `docs/` links to `../CONTRIBUTING.md`, and CONTRIBUTING to `docs/start.md`.
On the site all pages lie next to each other, so these links are changed while it is built.
"""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = ("CHANGELOG.md", "CONTRIBUTING.md")
LINK = re.compile(rf"\]\((?:docs/|\.\./(?={'|'.join(map(re.escape, OUTSIDE))}))")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside."""
    for name in OUTSIDE:
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Return a page whose links lead to where the linked pages are on the site."""
    return links_on_the_site(markdown)


def links_on_the_site(markdown: str) -> str:
    """Return Markdown with links between pages that lie next to each other.

    >>> links_on_the_site("[rules](../CONTRIBUTING.md#rules), [start](docs/start.md)")
    '[rules](CONTRIBUTING.md#rules), [start](start.md)'
    """
    return LINK.sub("](", markdown)

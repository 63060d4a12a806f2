"""Write the API page from the docstrings: `python -m crosslex_bench.benchmarks.api > docs/api.md`."""

import inspect
import re
from collections.abc import Callable
from typing import Any

import crosslex
from crosslex import (
    Corpus,
    CrossDomainClassifier,
    CrossDomainEmbedding,
    CrosslexError,
    CrosslexWarning,
    DomainVectors,
    TextSettings,
)
from crosslex.classify import Contribution, ExpectedAccuracy, Explanation
from crosslex.comparison import Comparison, Neighborhood
from crosslex.errors import InputError, StorageError, UnknownWordError
from crosslex.shifts import Estimate, Interval, Sense, Senses, Share, Shift, Shifts

SECTIONS: tuple[tuple[str, tuple[type, ...]], ...] = (
    ("Texts", (Corpus, TextSettings)),
    ("Vectors", (CrossDomainEmbedding, DomainVectors, Comparison, Neighborhood)),
    ("Changes of meaning", (Shifts, Shift, Interval, Estimate, Senses, Sense, Share)),
    ("Classifier", (CrossDomainClassifier, ExpectedAccuracy, Explanation, Contribution)),
    (
        "Errors and warnings",
        (CrosslexError, InputError, UnknownWordError, StorageError, CrosslexWarning),
    ),
)
FURTHER = (
    "crosslex.learn.settings.TrainingSettings",
    "crosslex.export.export",
    "crosslex.explore.gather",
    "crosslex.explore.write_page",
    "crosslex.corpus.options.ReadOptions",
    "crosslex.counts.dask.DaskEngine",
    "crosslex.pivots.distinctive.distinctive_words",
    "crosslex_bench.run_benchmark",
    "crosslex.corpus.docstrings.fetch_docstrings",
    "crosslex.corpus.hutto2014.fetch_hutto2014",
)
"""What pages of the documentation use besides."""
INHERITED = ("get_params", "set_params", "get_metadata_routing", "set_fit_request")


def main() -> None:
    print(render(), end="")


def render() -> str:
    """Return the whole page in Markdown."""
    lines = [
        "# API",
        "",
        "Import "
        + ", ".join(f"`{name}`" for name in crosslex.__all__ if not name.startswith("_"))
        + " from `crosslex`; the other classes on this page are what their methods return or "
        "raise. The page is made from the docstrings by `python -m crosslex_bench.benchmarks.api > docs/api.md`.",
        "",
        "Further names for which Python's `help` has the description: "
        + ", ".join(f"`{name}`" for name in FURTHER)
        + ".",
    ]
    for title, classes in SECTIONS:
        lines += ["", f"## {title}"]
        for each in classes:
            lines += ["", *_class(each)]
    return "\n".join(lines) + "\n"


def _class(described: type) -> list[str]:
    lines = [f"### `{described.__name__}`", "", *_text(described)]
    for name, member in vars(described).items():
        function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if isinstance(member, property) and not name.startswith("_"):
            lines += ["", f"#### `{described.__name__}.{name}`", "", *_text(member)]
        elif inspect.isfunction(function) and not name.startswith("_") and name not in INHERITED:
            if not inspect.getdoc(function):
                continue
            lines += ["", f"#### `{described.__name__}.{name}{_names(function)}`"]
            lines += ["", *_text(function)]
    return lines


def _names(function: Callable[..., Any]) -> str:
    """Return a signature with names and defaults, without types."""
    parts, keyword = [], False
    for name, parameter in inspect.signature(function).parameters.items():
        if name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword:
            keyword = True
            parts.append("*")
        default = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
        parts.append(f"{name}{default}")
    return f"({', '.join(parts)})"


def _text(described: Any) -> list[str]:
    """Return a numpydoc docstring as Markdown."""
    lines: list[str] = []
    section, code = "", False
    given = (inspect.getdoc(described) or "").splitlines()
    for line, following in zip(given, [*given[1:], ""], strict=True):
        example = line.startswith((">>>", "...")) or (code and bool(line))
        if example != code:
            lines += ["```pycon"] if example else ["```"]
            code = example
        if re.fullmatch("-{3,}", following):
            section = line
            lines += [f"**{line}**", ""]
        elif section in ("Parameters", "Attributes", "Raises") and line.strip("-"):
            lines.append(f"  {line.strip()}" if line.startswith(" ") else f"- `{line}`:")
        elif not re.fullmatch("-{3,}", line):
            lines.append(line)
    return [*lines, "```"] if code else lines


if __name__ == "__main__":
    main()

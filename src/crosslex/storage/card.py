"""The model card: a description for people who find a model's folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from crosslex.counts.vocabulary import Vocabulary
from crosslex.tables import plain
from crosslex.vectors import DomainVectors

LEARNED = {
    "crosslex": "Learned by crosslex from context counts: a singular value decomposition of the "
    "positive PMI of all domains, onto which each domain's counts are projected.",
    "paper": "Learned by the method of Bollegala, Maehara and Kawarabayashi (ACL 2015).",
}


def model_card(
    method: str,
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    settings: Mapping[str, Any],
    *,
    holds_text: bool,
) -> str:
    """Return a model's description in Markdown: its texts, how it was learned, how to use it."""
    first = vocabulary.domains[0]
    dimension = vectors[first].vectors.shape[1]
    shown = _shown_word(vocabulary)
    module, name = ("crosslex", "CrossDomainEmbedding")
    if method == "paper":
        module, name = ("crosslex.paper", "PaperEmbedding")
    rows = [
        f"| {plain(domain)} | {len(vectors[domain]):,} | {int(counts.sum()):,} |"
        for domain, counts in zip(vocabulary.domains, vocabulary.counts, strict=True)
    ]
    return "\n".join(
        [
            f"# Word vectors for {_listed([plain(name) for name in vocabulary.domains])}",
            "",
            f"One vector of {dimension} numbers for each word in each domain, all in one space, so "
            "that a word's meaning can be compared between domains, learned without labels.",
            LEARNED[method],
            "",
            "| domain | words with a vector | occurrences counted |",
            "|---|---:|---:|",
            *rows,
            "",
            *_domain_weights(vectors),
            "## Use",
            "",
            "```python",
            f"from {module} import {name}",
            "",
            f'model = {name}.load("path/to/this/folder")',
            f"model.compare({shown!r})",
            f"model.vectors_[{first!r}].neighbors({shown!r})",
            "```",
            "",
            "## Settings",
            "",
            "| setting | value |",
            "|---|---|",
            *(f"| `{name}` | {plain(str(value))} |" for name, value in sorted(settings.items())),
            "",
            "## Limits",
            "",
            "- A vector describes the contexts of a word in these texts, not what it means "
            "everywhere; rare words' vectors are the least certain.",
            "- Vectors carry over whatever bias the texts have.",
            "- The folder holds raw sentences of the texts (`examples.jsonl`); mind their license."
            if holds_text
            else "- The folder holds no raw text, only counts of words.",
            "",
        ]
    )


def _shown_word(vocabulary: Vocabulary) -> str:
    """Return the first word that all domains have, or the first of all."""
    return vocabulary.features[int(vocabulary.present.all(axis=0).argmax())]


def _domain_weights(vectors: Mapping[str, DomainVectors]) -> list[str]:
    """Return a paragraph that says how much of the vectors comes from each domain itself."""
    weights = {domain: each.domain_weights for domain, each in vectors.items()}
    shares = [
        f"{plain(domain)} {found.mean():.0%}"
        for domain, found in weights.items()
        if found is not None
    ]
    if not shares:
        return []
    return [
        "The share of a word's vector that comes from its own domain, on average: "
        f"{', '.join(shares)}. The rest is shrunk toward the word's vector in all texts.",
        "",
    ]


def _listed(items: Sequence[str]) -> str:
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)

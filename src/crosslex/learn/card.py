"""The model card: what a person wants to know who finds a model's folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from crosslex.learn.fitting import FittedModel
from crosslex.learn.learned import Epoch
from crosslex.markdown import plain


def model_card(model: FittedModel, settings: Mapping[str, Any]) -> str:
    """Return a model's description in Markdown: its texts, how it was learned, how to use it."""
    vocabulary, learned = model.vocabulary, model.learned
    first = vocabulary.domains[0]
    rows = [
        f"| {plain(domain)} | {len(vectors):,} | {int(counts.sum()):,} |"
        for (domain, vectors), counts in zip(model.vectors.items(), vocabulary.counts, strict=True)
    ]
    examples = any(sample.sentences for sample in model.examples)
    return "\n".join(
        [
            f"# Word vectors for {_listed([plain(name) for name in vocabulary.domains])}",
            "",
            f"One vector of {learned.pivot_vectors.shape[-1]} numbers for each word in each "
            "domain, all in one space, so that a word's meaning can be compared between domains. "
            "Learned without labels by crosslex, after Bollegala, Maehara and Kawarabayashi "
            "(ACL 2015).",
            "",
            "| domain | words with a vector | occurrences counted |",
            "|---|---:|---:|",
            *rows,
            "",
            f"{len(vocabulary.pivots):,} pivots tie the domains together, among them "
            f"{_listed([f'*{plain(pivot)}*' for pivot in vocabulary.pivots[:8]])}.",
            "",
            "## Use",
            "",
            "```python",
            "from crosslex import CrossDomainEmbedding",
            "",
            'model = CrossDomainEmbedding.load("path/to/this/folder")',
            f"model.compare({vocabulary.pivots[0]!r})",
            f"model.vectors_[{first!r}].neighbors({vocabulary.pivots[0]!r})",
            "```",
            "",
            "## How it was learned",
            "",
            _loss_sentence(learned.curve),
            "",
            "| setting | value |",
            "|---|---|",
            *(f"| `{name}` | {plain(str(value))} |" for name, value in sorted(settings.items())),
            "",
            "## Limits",
            "",
            "- A vector says in which contexts a word stands in these texts, not what it means "
            "everywhere; rare words' vectors are the least certain.",
            "- Vectors carry over whatever bias the texts have.",
            "- The folder holds raw sentences of the texts (`examples.jsonl`); mind their licence."
            if examples
            else "- The folder holds no raw text, only counts of words.",
            "",
        ]
    )


def _listed(items: list[str]) -> str:
    return f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)


def _loss_sentence(curve: Sequence[Epoch]) -> str:
    """Return a sentence that says how the loss fell."""
    losses = [epoch.loss for epoch in curve]
    if not losses:
        return ""
    begun = "at the start" if curve[0].epoch == 0 else "in the first pass"
    passes = f"{curve[-1].epoch} pass{'' if curve[-1].epoch == 1 else 'es'}"
    return f"Loss {losses[0]:.3f} {begun}, {min(losses):.3f} at its best, over {passes}."

"""The model card: what a person wants to know who finds a model's folder."""

from collections.abc import Mapping, Sequence
from typing import Any

from crosslex.learn.fitting import FittedModel
from crosslex.learn.learned import Epoch
from crosslex.learn.ranking import RankingFit
from crosslex.learn.spectral import SpectralFit
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.tables import plain


def model_card(model: FittedModel, settings: Mapping[str, Any]) -> str:
    """Return a model's description in Markdown: its texts, how it was learned, how to use it."""
    vocabulary = model.vocabulary
    first = vocabulary.domains[0]
    shown = _shown_word(vocabulary)
    rows = [
        f"| {plain(domain)} | {len(vectors):,} | {int(counts.sum()):,} |"
        for (domain, vectors), counts in zip(model.vectors.items(), vocabulary.counts, strict=True)
    ]
    examples = any(sample.sentences for sample in model.examples)
    return "\n".join(
        [
            f"# Word vectors for {_listed([plain(name) for name in vocabulary.domains])}",
            "",
            f"One vector of {model.fit.learned.dimension} numbers for each word in each "
            "domain, all in one space, so that a word's meaning can be compared between domains. "
            "Learned without labels by crosslex, after Bollegala, Maehara and Kawarabayashi "
            "(ACL 2015).",
            "",
            "| domain | words with a vector | occurrences counted |",
            "|---|---:|---:|",
            *rows,
            "",
            _ties(model),
            "",
            "## Use",
            "",
            "```python",
            "from crosslex import CrossDomainEmbedding",
            "",
            'model = CrossDomainEmbedding.load("path/to/this/folder")',
            f"model.compare({shown!r})",
            f"model.vectors_[{first!r}].neighbors({shown!r})",
            "```",
            "",
            "## How it was learned",
            "",
            _how(model),
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


def _shown_word(vocabulary: Vocabulary) -> str:
    """Return the first word that all domains have, or the first of all."""
    shared = (vocabulary.counts > 0).all(axis=0)
    return vocabulary.features[int(shared.argmax())]


def _ties(model: FittedModel) -> str:
    """Return a sentence that says what makes the domains comparable."""
    if isinstance(model.fit, SpectralFit):
        size = len(model.fit.projection.contexts)
        return f"{size:,} context words, the same in every domain, make the domains comparable."
    pivots = model.vocabulary.pivots
    return (
        f"{len(pivots):,} pivots tie the domains together, among them "
        f"{_listed([f'*{plain(pivot)}*' for pivot in pivots[:8]])}."
    )


def _how(model: FittedModel) -> str:
    if isinstance(model.fit, RankingFit):
        return _loss_sentence(model.fit.learned.curve)
    shares = ", ".join(
        f"{plain(domain)} {own.mean():.0%}"
        for domain, own in zip(
            model.vocabulary.domains, model.fit.learned.domain_weights, strict=True
        )
    )
    return f"How much of a word's vector is its domain's own evidence, on average: {shares}."


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

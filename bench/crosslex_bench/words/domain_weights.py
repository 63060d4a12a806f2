"""How much of a word's vector is its own, by how often the word is used, as a picture.

Run `python -m crosslex_bench.words.domain_weights --plot docs/images/own-shares.png`.
"""

import argparse
from pathlib import Path

import numpy as np

from crosslex import CrossDomainEmbedding, DomainVectors
from crosslex_bench.data.mdsd import FOLDER
from crosslex_bench.words.datasets import read_corpora

LABELED = ("sharp", "christmas", "money")
COLORS = ("#3b6ea5", "#b5532a")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="books,kitchen", help="two, with a comma")
    parser.add_argument("--plot", type=Path, required=True, help="picture to write")
    options = parser.parse_args()
    corpora = read_corpora(options.domains, options.data)
    model = CrossDomainEmbedding(max_examples=0).fit(corpora)
    draw(list(model.vectors_.values()), options.plot)


def draw(domains: list[DomainVectors], path: Path) -> None:
    """Draw every shared single word as a dot, and name some."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), dpi=150, layout="constrained")
    for axes, own, color in zip(
        figure.subplots(1, len(domains), sharey=True), domains, COLORS, strict=True
    ):
        assert own.counts is not None
        assert own.domain_weights is not None
        shared = np.array(
            [" " not in word and all(word in each for each in domains) for word in own.words]
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
    figure.savefig(path)


if __name__ == "__main__":
    main()

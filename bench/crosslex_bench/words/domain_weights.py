"""Domain weights of vectors by the uses of words, as a picture."""

import numpy as np

from crosslex import CrossDomainEmbedding
from crosslex_bench.command import Data, Domains, Report, picture
from crosslex_bench.data.mdsd import read_corpora
from crosslex_bench.places import MDSD

LABELED = ("sharp", "christmas", "money")
COLORS = ("#3b6ea5", "#b5532a")


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

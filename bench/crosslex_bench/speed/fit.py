"""CPU time of a default fit, against gensim's skip-gram on the same words."""

from itertools import pairwise

from crosslex import CrossDomainEmbedding
from crosslex_bench.command import Data, Domains, Report, Rounds
from crosslex_bench.data.mdsd import read_corpora
from crosslex_bench.measure import interleaved, machine
from crosslex_bench.places import MDSD
from crosslex_bench.speed.suite import figures_table

DIMENSION = 300


def fit(data: Data = MDSD, domains: Domains = "books,kitchen", rounds: Rounds = 5) -> Report:
    """Compare a default `fit` of encoded corpora with five epochs of gensim's skip-gram."""
    from gensim.models import Word2Vec

    corpora = read_corpora(domains, data)
    sentences = [
        [corpus.words[number] for number in corpus.ids[start:stop]]
        for corpus in corpora
        for start, stop in pairwise(corpus.sentence_offsets.tolist())
    ]

    def ours() -> CrossDomainEmbedding:
        return CrossDomainEmbedding(dimension=DIMENSION).fit(corpora)

    def gensim() -> Word2Vec:
        return Word2Vec(
            sentences, sg=1, negative=5, vector_size=DIMENSION, workers=1, epochs=5, seed=1
        )

    ours()  # compiles
    seconds = interleaved({"crosslex": ours, "gensim": gensim}, rounds=rounds)
    result = {
        "machine": machine(),
        "ratio": seconds["gensim"].cpu / seconds["crosslex"].cpu,
        "crosslex_cpu_seconds": seconds["crosslex"].cpu,
        "gensim_cpu_seconds": seconds["gensim"].cpu,
        "tokens": sum(corpus.n_tokens for corpus in corpora),
    }
    return Report("A default fit", [figures_table(result)], result)

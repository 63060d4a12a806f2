"""The domains of a model: two or more corpora that can be compared."""

from collections.abc import Sequence

from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import ShardedCorpus
from crosslex.errors import InputError

AnyCorpus = Corpus | ShardedCorpus


def check_domains(corpora: Sequence[AnyCorpus]) -> None:
    """Refuse domains that cannot be compared."""
    if not isinstance(corpora, Sequence) or not all(
        isinstance(each, AnyCorpus) for each in corpora
    ):
        raise InputError("domains: give a list of Corpus objects, one per domain")
    if len(corpora) < 2:
        raise InputError(f"domains: found {len(corpora)}; give two or more")
    names = [corpus.name for corpus in corpora]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"domains: the name {name!r} stands twice; give each its own")
    described = corpora[0].text_settings.describe()
    for corpus in corpora:
        if corpus.n_tokens == 0:
            raise InputError(f"domain {corpus.name!r}: no words were found; check its file")
        if corpus.text_settings.describe() != described:
            raise InputError(
                f"domain {corpus.name!r} was analyzed with other text settings than "
                f"{names[0]!r}; encode all domains with the same"
            )

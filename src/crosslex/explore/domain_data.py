"""What the page knows of each domain: counts, neighbors, distinctive words, domain weight."""

from collections.abc import Sequence

import numpy as np

from crosslex.arrays import Float32s
from crosslex.counts.vocabulary import Vocabulary
from crosslex.distinctive import distinctive_words
from crosslex.explore.data import DomainData
from crosslex.explore.neighbors import find_neighborhood, lay_in_plane
from crosslex.progress import progress
from crosslex.vectors import DomainVectors


def find_distinctive(vocabulary: Vocabulary, words: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """Return by domain the z-scores of the page's words."""
    found = distinctive_words(vocabulary.domains, vocabulary.features, vocabulary.counts)
    places = [vocabulary.number[word] for word in words]
    scores = np.round(found.z_scores[:, places], 1).tolist()
    return dict(zip(found.domains, map(tuple, scores), strict=True))


def domain_data(
    vectors: DomainVectors, words: Sequence[str], top: int, distinctive: tuple[float, ...]
) -> DomainData:
    """Return what the page knows of one domain."""
    number = {word: place for place, word in enumerate(words)}
    counts = dict.fromkeys(words, 0)
    if vectors.counts is not None:
        counts |= dict(zip(vectors.words, vectors.counts.tolist(), strict=True))
    neighborhoods = []
    with progress(f"neighbors in {vectors.domain}", total=len(words)) as advance:
        for word in words:
            neighborhoods.append(find_neighborhood(vectors, word, number, top))
            advance(1)
    return DomainData(
        vectors.domain,
        tuple(counts.values()),
        tuple(neighborhoods),
        distinctive,
        _hundredths(vectors, vectors.domain_weights, words),
        _hundredths(vectors, vectors.neighbor_stability, words),
    )


def _hundredths(
    vectors: DomainVectors, shares: Float32s | None, words: Sequence[str]
) -> tuple[int | None, ...]:
    """Return the shares of the page's words; None for words that the domain does not have."""
    if shares is None:
        return (None,) * len(words)
    known = dict(zip(vectors.words, np.rint(100 * shares).astype(int).tolist(), strict=True))
    return tuple(known.get(word) for word in words)


def find_planes(
    vectors: Sequence[DomainVectors], domains: Sequence[DomainData], words: Sequence[str]
) -> tuple[tuple[int, ...], ...]:
    """Return for each word the points of its neighborhoods in all domains."""
    planes = []
    for place, word in enumerate(words):
        drawn = []
        for own, domain in zip(vectors, domains, strict=True):
            near = domain.neighborhoods[place]
            if near is not None:
                drawn.append([own[word], *(own[words[other]] for other in near.words)])
        planes.append(lay_in_plane(drawn))
    return tuple(planes)

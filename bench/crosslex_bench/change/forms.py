"""Forms of the change score, judged on words that were not used to choose the form."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosslex import CrossDomainEmbedding
from crosslex.shifts import (
    PartWeights,
    ShiftSettings,
    collect_uses,
    context_vectors,
    find_tested,
    measure_changes,
)
from crosslex_bench.change.methods import MIN_COUNT
from crosslex_bench.change.ranking import ChangeData
from crosslex_bench.change.scoring import with_least
from crosslex_bench.command import Report, Seed
from crosslex_bench.data.judged_change import SIDES, TITLES, read_judged
from crosslex_bench.engine.statistics import (
    draw_items,
    interval_of,
    rank_correlations,
    show_interval,
)
from crosslex_bench.pages import Block, Paragraph, Table
from crosslex_bench.places import CHANGE

Doubles = NDArray[np.float64]

FOLDS = 10
REPEATS = 50
DIMENSIONS = (25, 50)
"""Of single occurrences."""
DISTANCES = ((1, 0), (0, 1), (1, 1))
"""What the distance between domains and the gap weigh."""
SHARPNESS = (1, 2, 3)


@dataclass(frozen=True, order=True)
class Form:
    """One form of the score."""

    dimension: int
    between: int
    gap: int
    sharpness: int

    def __str__(self) -> str:
        return (
            f"{self.dimension} dimensions, {self.between} × between + {self.gap} × gap, "
            f"sharpness {self.sharpness}"
        )


@dataclass(frozen=True, eq=False)
class Candidates:
    """The judged words' scores in every form, forms × words, and how much they changed."""

    scores: Doubles
    graded: Doubles

    def rhos(self, words: NDArray[np.bool_]) -> Doubles:
        """Return the rho of every form on some words."""
        chosen = np.flatnonzero(words)[None]
        return np.array([rank_correlations(row, self.graded, chosen)[0] for row in self.scores])


FORMS = [
    Form(dimension, *distance, sharpness)
    for dimension, distance, sharpness in product(DIMENSIONS, DISTANCES, SHARPNESS)
]


def score_all(name: str, folder: Path, seed: int) -> Candidates:
    """Score the words of one set in every form."""
    judged = read_judged(name, folder)
    model = CrossDomainEmbedding(min_documents=MIN_COUNT, random_state=seed)
    evidence = model.fit(list(judged.domains))._compared()
    vocabulary = evidence.vocabulary
    settings = ShiftSettings(window=model.window, min_count=MIN_COUNT)
    tested = find_tested(evidence, settings, ())
    names = [vocabulary.features[feature] for feature in tested]
    places = [names.index(word) if word in names else -1 for word in judged.words]
    contexts = context_vectors(vocabulary, evidence.vectors, window=settings.window)
    vectors = evidence.word_vectors(names)
    rows = {}
    for dimension in DIMENSIONS:
        first, second = (
            collect_uses(
                sample, tested, len(vocabulary.features), contexts, occurrence_dimension=dimension
            )
            for sample in evidence.samples
        )
        for form in (form for form in FORMS if form.dimension == dimension):
            weights = PartWeights(form.between, form.gap, sharpness=form.sharpness)
            values = measure_changes(first, second, vectors, weights).values
            rows[form] = with_least(np.where(np.array(places) >= 0, values[places], np.nan))
    return Candidates(np.array([rows[form] for form in FORMS]), judged.graded)


def held_out_scores(sets: list[Candidates], seed: int) -> tuple[list[Doubles], list[int]]:
    """Return scores of words that were not used to choose the form, and the form of every fold."""
    generator = np.random.default_rng(seed)
    folds = [generator.permutation(len(each.graded)) % FOLDS for each in sets]
    scores, chosen = [np.empty(len(each.graded)) for each in sets], []
    for fold in range(FOLDS):
        rhos = [each.rhos(of != fold) for each, of in zip(sets, folds, strict=True)]
        best = int(np.average(rhos, axis=0, weights=[len(of) for of in folds]).argmax())
        chosen.append(best)
        for each, of, found in zip(sets, folds, scores, strict=True):
            found[of == fold] = each.scores[best, of == fold]
    return scores, chosen


def forms(data: ChangeData = CHANGE, seed: Seed = 0) -> Report:
    """Judge the form of the change score by cross-validation over words.

    In every fold, the form of the score that agrees best with people on the other words of both
    sets, all words weighing the same, scores the words of the fold.
    """
    sets = [score_all(name, data, seed) for name in SIDES]
    titles = [TITLES[name] for name in SIDES]
    everything = [each.rhos(np.ones(len(each.graded), bool)) for each in sets]
    rows = tuple(
        (str(form), *(f"{rho:.3f}" for rho in rhos))
        for form, *rhos in zip(FORMS, *everything, strict=True)
    )
    runs = [held_out_scores(sets, seed + repeat) for repeat in range(REPEATS)]
    chosen, counts = np.unique([form for _, found in runs for form in found], return_counts=True)
    times = "; ".join(f"{FORMS[f]} {n}" for f, n in zip(chosen, counts, strict=True))
    held_out = []
    for place, each in enumerate(sets):
        drawn = draw_items(len(each.graded))
        draws = [rank_correlations(scores[place], each.graded, drawn) for scores, _ in runs]
        interval = show_interval(interval_of(np.mean(draws, axis=0)))
        held_out.append(Paragraph(f"{titles[place]}, words held out: {interval}"))
    blocks: list[Block] = [Table(("form", *titles), rows), Paragraph(f"chosen: {times}"), *held_out]
    return Report("Forms of the change score", blocks)

"""Every method on one planted task, with what it costs."""

import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from benchmarks.shift import peers
from benchmarks.shift.planting import Planted
from benchmarks.shift.scoring import Result, judge
from crosslex import CrossDomainEmbedding
from crosslex.shift import Shifts

OURS = "crosslex"

Made = TypeVar("Made")


def find_ours(planted: Planted, seed: int) -> tuple[Shifts, float, float]:
    """Learn a model and rank its words; return the ranking and the seconds of both.

    It has as many dimensions as the others' vectors; the ranking does not depend on them.
    """
    model, learning = _timed(
        lambda: CrossDomainEmbedding(dimension=peers.DIMENSION, random_state=seed).fit(
            list(planted.domains)
        )
    )
    shifts, ranking = _timed(
        lambda: model.shifts(top=None, neighbors=0, examples=0, random_state=seed)
    )
    return shifts, learning, ranking


def change_scores(planted: Planted, shifts: Shifts) -> NDArray[np.float64]:
    """Return the planted task's words' change; the lowest of all if a word was not tested."""
    scores = {shift.word: shift.change.value for shift in shifts}
    least = min(scores.values())
    return np.array([scores.get(word, least) for word in planted.words])


def run_task(planted: Planted, seed: int) -> dict[str, Result]:
    """Judge ours and all peers on one planted task."""
    shifts, learning, ranking = find_ours(planted, seed)
    ours = change_scores(planted, shifts)
    results = {
        OURS: judge(planted, ours, learning + ranking),
        f"{OURS}, ranking a learned model": judge(planted, ours, ranking),
    }
    texts, judged = peers.read_texts(planted)

    def add(name: str, scores: NDArray[np.float64], seconds: float) -> None:
        results[name] = judge(planted, scores[judged], seconds)

    apart, apart_seconds = _timed(lambda: peers.skipgrams(texts, seed))
    turned, seconds = _timed(lambda: peers.procrustes(apart))
    add("skip-gram + Procrustes", turned, apart_seconds + seconds)
    apart_neighbors, seconds = _timed(lambda: peers.neighbor_overlap(apart))
    add("neighbor overlap", apart_neighbors, apart_seconds + seconds)
    frozen, frozen_seconds = _timed(lambda: peers.compass(texts, seed))
    raw = peers.cosine_scores(frozen)
    add("compass", raw, frozen_seconds)
    add("compass, our standardizing", peers.by_frequency(raw, texts), frozen_seconds)
    scores, seconds = _timed(lambda: peers.left_out(frozen, texts))
    add("compass, our leave-one-out", scores, frozen_seconds + seconds)
    add("PPMI rows", *_timed(lambda: peers.information_rows(texts)))
    add("frequency difference", *_timed(lambda: peers.frequency_difference(texts)))
    add("burstiness difference", *_timed(lambda: peers.burstiness_difference(texts)))
    literal, seconds = _timed(lambda: peers.literal_vectors(planted, seed))
    results["the paper's vectors"] = judge(planted, literal, seconds)
    return results


def _timed(work: Callable[[], Made]) -> tuple[Made, float]:
    started = time.process_time()
    made = work()
    return made, time.process_time() - started

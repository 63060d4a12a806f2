"""Every method on one planted task, with what it costs."""

import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from crosslex import CrossDomainEmbedding
from crosslex.shifts import Shifts
from crosslex_bench.peers import change_scores
from crosslex_bench.peers.compass import compass, temporal_referencing
from crosslex_bench.peers.skipgram import skipgram
from crosslex_bench.shifts import peers
from crosslex_bench.shifts.planting import Planted
from crosslex_bench.shifts.scoring import Result, judge

OURS = "crosslex"

Made = TypeVar("Made")


def find_ours(planted: Planted, seed: int) -> tuple[Shifts, float, float]:
    """Learn a model with default settings and rank its words, with the seconds of both."""
    model, learning = _timed(
        lambda: CrossDomainEmbedding(random_state=seed).fit(list(planted.domains))
    )
    shifts, ranking = _timed(
        lambda: model.shifts(top=None, neighbors=0, examples=0, random_state=seed)
    )
    return shifts, learning, ranking


def our_scores(planted: Planted, shifts: Shifts) -> NDArray[np.float64]:
    """Return the planted task's words' change; the lowest of all if a word was not tested."""
    scores = {shift.word: shift.change.value for shift in shifts}
    least = min(scores.values())
    return np.array([scores.get(word, least) for word in planted.words])


def run_task(planted: Planted, seed: int, *, peers_too: bool = True) -> dict[str, Result]:
    """Judge ours on one planted task, and all peers."""
    shifts, learning, ranking = find_ours(planted, seed)
    ours = our_scores(planted, shifts)
    results = {
        OURS: judge(planted, ours, learning + ranking),
        f"{OURS}, ranking a learned model": judge(planted, ours, ranking),
    }
    if not peers_too:
        return results
    texts, judged = peers.read_texts(planted)

    def add(name: str, scores: NDArray[np.float64], seconds: float) -> None:
        results[name] = judge(planted, scores[judged], seconds)

    settings = peers.skipgram_settings(seed)
    apart, apart_seconds = _timed(lambda: [skipgram([text], settings)[0] for text in texts])
    turned, seconds = _timed(lambda: change_scores.procrustes_distance(*apart))
    add("skip-gram + Procrustes", turned, apart_seconds + seconds)
    apart_neighbors, seconds = _timed(lambda: change_scores.lost_neighbors(apart[0], apart[1]))
    add("neighbor overlap", apart_neighbors, apart_seconds + seconds)
    tagged, seconds = _timed(lambda: temporal_referencing(texts, judged, settings))
    add("temporal referencing", change_scores.cosine_distance(*tagged), seconds)
    frozen, frozen_seconds = _timed(lambda: compass(texts, settings))
    raw = change_scores.cosine_distance(*frozen)
    add("compass", raw, frozen_seconds)
    counts = np.array([text.counts for text in texts])
    standardized = change_scores.among_like_frequency(raw, counts)
    add("compass among like frequency", standardized, frozen_seconds)
    add("PPMI rows", *_timed(lambda: change_scores.information_distance(texts)))
    add("frequency difference", *_timed(lambda: change_scores.frequency_difference(texts)))
    add("burstiness difference", *_timed(lambda: change_scores.burstiness_difference(texts)))
    literal, seconds = _timed(lambda: peers.literal_vectors(planted, seed))
    results["the paper's vectors"] = judge(planted, literal, seconds)
    return results


def _timed(work: Callable[[], Made]) -> tuple[Made, float]:
    started = time.process_time()
    made = work()
    return made, time.process_time() - started

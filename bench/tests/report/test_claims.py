"""The paper's claims, judged on numbers made by hand."""

from collections.abc import Mapping

import pytest

from crosslex_bench.engine import results as r
from crosslex_bench.engine.results import Contrast, Difference
from crosslex_bench.report.claims import (
    Finding,
    judge_claims,
)

RIVALS = ("none", "sfa", "scl", "glove", "cs")
OURS = "crosslex-paper"
PAIRS = ("a->b", "b->a")


def results(
    accuracies: Mapping[str, tuple[float, float]], contrasts: tuple[Contrast, ...] = ()
) -> r.Results:
    methods = {}
    for name, of_pairs in accuracies.items():
        pairs = {
            pair: r.PairResult(0, 100, accuracy, 0.0, 1.0, None, 1.0)
            for pair, accuracy in zip(PAIRS, of_pairs, strict=True)
        }
        mean = r.MeanResult(sum(of_pairs) / 2, 0.0, 1.0, None, None, None, 1.0)
        methods[name] = r.MethodResult(mean, pairs)
    variants = (r.VariantResult("", None, methods),)
    panel = r.PanelResult("methods", "methods", "names", None, variants, {}, contrasts)
    return r.Results("main", "main", "", r.Setup("made", "mark", PAIRS, 1, {}), (panel,), {})


def judged(found: list[Finding], claim: str, method: str = OURS) -> tuple[str, str]:
    (one,) = [each for each in found if (each.claim, each.method) == (claim, method)]
    return one.verdict, one.numbers


def compared(
    a: str, b: str, difference: float, low: float, high: float, variant: str = ""
) -> Contrast:
    return Contrast(variant, Difference(a, b, difference, low, high, 0.5), {})


def test_nothing_is_said_of_what_was_not_measured() -> None:
    found = judge_claims(results({"none": (0.7, 0.7)}), {})
    assert {each.verdict for each in found} == {"not measured"}
    assert len(found) == 2 * 13


@pytest.mark.parametrize(
    ("second", "p", "verdict", "told"),
    [
        (0.75, 0.01, "holds", "on 2 of 2 pairs"),
        (0.7, 1.0, "undecided", "on 1 of 2 pairs"),  # a tie is no win
        (0.69, 0.3, "undecided", "on 1 of 2 pairs"),
        (0.6, 0.04, "does not hold", "on 1 of 2 pairs; a rival is above with p<0.05 on 1"),
    ],
)
def test_best_on_all_pairs(second: float, p: float, verdict: str, told: str) -> None:
    difference = r.PairDifference(0.7 - second, p)
    contrast = Contrast("", Difference("sfa", OURS, 0.0, 0.0, 0.0, 0.5), {"b->a": difference})
    accuracies = {**dict.fromkeys(RIVALS, (0.7, 0.7)), OURS: (0.8, second)}
    found = judge_claims(results(accuracies, (contrast,)), {})
    said, numbers = judged(found, "best on all pairs")
    assert (said, numbers.endswith(told)) == (verdict, True)


@pytest.mark.parametrize(
    ("low", "high", "above", "comparable"),
    [
        (0.005, 0.015, "holds", "holds"),
        (0.021, 0.04, "holds", "does not hold"),
        (0.01, 0.03, "holds", "undecided"),
        (-0.01, 0.03, "undecided", "undecided"),
        (-0.01, 0.015, "does not hold", "holds"),
        (-0.03, -0.01, "does not hold", "undecided"),
        (-0.05, -0.021, "does not hold", "does not hold"),
    ],
)
def test_above_and_comparable_go_by_the_interval_whichever_way_it_was_compared(
    low: float, high: float, above: str, comparable: str
) -> None:
    middle = (low + high) / 2
    table = results(
        dict.fromkeys((*RIVALS, OURS), (0.7, 0.7)),
        (
            compared(OURS, "none", middle, low, high),
            compared("glove", OURS, -middle, -high, -low),
            compared(OURS, "sfa", middle, low, high),
        ),
    )
    found = judge_claims(table, {})
    told = f"{100 * middle:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"
    for claim, verdict in (
        ("significantly above none", above),
        ("significantly above glove", above),
        ("comparable with sfa", comparable),
    ):
        said, numbers = judged(found, claim)
        assert (said, numbers.partition(", power")[0]) == (verdict, told)
        assert (", power" in numbers) == (verdict == "undecided")
    assert judged(found, "comparable with scl")[0] == "not measured"

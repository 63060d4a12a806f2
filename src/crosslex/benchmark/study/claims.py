"""The claims of the paper, each judged by what a benchmark and its studies found.

The studies' results are read as they were written, so that a report can be put together from
folders that were computed one by one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from crosslex.benchmark.results import Results

Verdict = Literal["holds", "does not hold", "not measured"]

PAPERS_ROWS: Final = ("none", "sfa", "scl", "glove", "cs")
"""What the paper compares its method with."""
JUDGED: Final = ("crosslex-paper", "crosslex-expansion")
"""The paper's method to the letter, and the paper's way to classify with crosslex's vectors."""
FLAT: Final = 0.01
"""Mean accuracies that lie no further apart than this are flat."""

Studies = Mapping[str, Mapping[str, Any]]
"""What studies found, by their names: the content of "study" in their results.json."""


@dataclass(frozen=True)
class Finding:
    """A claim, whether it holds of a method, and the numbers that say so."""

    claim: str
    method: str
    verdict: Verdict
    numbers: str


def judge_claims(results: Results, studies: Studies) -> list[Finding]:
    """Judge every claim for the paper's method, and for Eq. score with crosslex's vectors."""
    judges: list[tuple[str, Callable[[str], tuple[Verdict, str]]]] = [
        ("best on all pairs", lambda name: _best_everywhere(results, name)),
        *(
            (f"significantly above {rival}", lambda name, rival=rival: _above(results, name, rival))
            for rival in ("none", "glove", "cs")
        ),
        *(
            (f"comparable with {rival}", lambda name, rival=rival: _as_good(results, name, rival))
            for rival in ("sfa", "scl")
        ),
        ("above glove at every dimensionality", lambda name: _above_glove(studies, name)),
        ("accuracy saturates at 200–600 dimensions and falls beyond", lambda n: _peak(studies, n)),
        ("flat in λ from 0.001 to 1,000", lambda name: _flat(studies, name)),
        ("weighting domains by size has no effect", lambda name: _no_effect(studies, name)),
        ("5 negatives are enough", lambda name: _enough(studies, name, "negatives", "5")),
        ("cosine is the best similarity", lambda name: _best_similarity(studies, name)),
        ("fewer than 100 epochs are enough", lambda name: _few_epochs(studies, name)),
    ]
    return [Finding(claim, method, *judge(method)) for claim, judge in judges for method in JUDGED]


_UNKNOWN: Final[tuple[Verdict, str]] = ("not measured", "–")


def _best_everywhere(results: Results, method: str) -> tuple[Verdict, str]:
    if not {method, *PAPERS_ROWS} <= set(results.methods):
        return _UNKNOWN
    lead = [
        results.methods[method][pair].accuracy
        - max(results.methods[rival][pair].accuracy for rival in PAPERS_ROWS)
        for pair in results.pairs
    ]
    won = sum(each >= 0 for each in lead)
    return (
        _verdict(won == len(lead)),
        f"best of {', '.join(PAPERS_ROWS)} on {won} of {len(lead)} pairs",
    )


def _above(results: Results, method: str, rival: str) -> tuple[Verdict, str]:
    found = _compared(results, method, rival)
    return _UNKNOWN if found is None else (_verdict(found[1] > 0), _points(*found))


def _as_good(results: Results, method: str, rival: str) -> tuple[Verdict, str]:
    found = _compared(results, method, rival)
    return _UNKNOWN if found is None else (_verdict(found[2] >= 0), _points(*found))


def _above_glove(studies: Studies, method: str) -> tuple[Verdict, str]:
    panel = _panel(studies, "dimension", "dimension")
    found = [
        (each["variant"], each["mean"])
        for each in (panel or {}).get("contrasts", ())
        if (each["mean"]["a"], each["mean"]["b"]) == (method, "glove")
    ]
    if not found:
        return _UNKNOWN
    label, least = min(found, key=lambda each: float(each[1]["difference"]))
    verdict = _verdict(all(each["difference"] > 0 for _, each in found))
    return verdict, f"least at {label} of {len(found)} dimensionalities: {_difference(least)}"


def _peak(studies: Studies, method: str) -> tuple[Verdict, str]:
    means = _means(studies, "dimension", "dimension", method)
    if len(means) < 3:
        return _UNKNOWN
    best, last = max(means, key=lambda label: means[label]), list(means)[-1]
    told = f"best at {best} ({100 * means[best]:.1f})"
    if best == last:
        return "does not hold", f"{told}, the most that was tried"
    low, high, difference = _between(studies, "dimension", "dimension", method, last, best)
    verdict = _verdict(200 <= float(best) <= 600 and high < 0)
    return verdict, f"{told}; {last} − {best}: {_points(difference, low, high)}"


def _flat(studies: Studies, method: str) -> tuple[Verdict, str]:
    means = _means(studies, "lambda", "lambda", method)
    if len(means) < 2:
        return _UNKNOWN
    best, worst = (choose(means, key=lambda each: means[each]) for choose in (max, min))
    if best == worst:
        return "holds", f"{100 * means[best]:.1f} everywhere"
    low, high, difference = _between(studies, "lambda", "lambda", method, best, worst)
    told = f"best λ={best}, worst λ={worst}: {_points(difference, low, high)}"
    return _verdict(low <= 0 or difference <= FLAT), told


def _no_effect(studies: Studies, method: str) -> tuple[Verdict, str]:
    if not _means(studies, "claims", "domain_weights", method).keys() >= {"size", "nothing"}:
        return _UNKNOWN
    low, high, difference = _between(studies, "claims", "domain_weights", method, "size", "nothing")
    return _verdict(low <= 0 <= high), f"by size − unweighted: {_points(difference, low, high)}"


def _enough(studies: Studies, method: str, panel: str, label: str) -> tuple[Verdict, str]:
    means = _means(studies, "claims", panel, method)
    more = [each for each in means if float(each) > float(label)]
    if label not in means or not more:
        return _UNKNOWN
    low, high, difference = _between(studies, "claims", panel, method, more[-1], label)
    return _verdict(low <= 0), f"{more[-1]} − {label}: {_points(difference, low, high)}"


def _few_epochs(studies: Studies, method: str) -> tuple[Verdict, str]:
    means = _means(studies, "claims", "epochs", method)
    fewer = {label: mean for label, mean in means.items() if float(label) < 100}
    if "100" not in means or not fewer:
        return _UNKNOWN
    return _enough(studies, method, "epochs", max(fewer, key=lambda label: fewer[label]))


def _best_similarity(studies: Studies, method: str) -> tuple[Verdict, str]:
    means = _means(studies, "claims", "similarity", method)
    rivals = {label: mean for label, mean in means.items() if label != "cosine"}
    if "cosine" not in means or not rivals:
        return _UNKNOWN
    rival = max(rivals, key=lambda label: rivals[label])
    low, high, difference = _between(studies, "claims", "similarity", method, "cosine", rival)
    return _verdict(difference >= 0), f"cosine − {rival}: {_points(difference, low, high)}"


def _compared(results: Results, a: str, b: str) -> tuple[float, float, float] | None:
    for each in results.comparisons:
        if (each.a, each.b) == (a, b):
            return each.difference, each.low, each.high
        if (each.a, each.b) == (b, a):
            return -each.difference, -each.high, -each.low
    return None


def _panel(studies: Studies, study: str, name: str) -> Mapping[str, Any] | None:
    panels: Sequence[Mapping[str, Any]] = studies.get(study, {}).get("panels", ())
    return next((panel for panel in panels if panel["name"] == name), None)


def _means(studies: Studies, study: str, panel: str, method: str) -> dict[str, float]:
    """Return the mean accuracies of a method by the labels of the variants, in their order."""
    found = _panel(studies, study, panel)
    return {
        variant["label"]: float(variant["methods"][method]["mean"]["accuracy"])
        for variant in (found or {}).get("variants", ())
        if method in variant["methods"]
    }


def _between(
    studies: Studies, study: str, panel: str, method: str, a: str, b: str
) -> tuple[float, float, float]:
    """Return low, high and difference of a variant less another."""
    found = _panel(studies, study, panel)
    assert found is not None
    for each in found["differences"][method]:
        if (each["a"], each["b"]) == (a, b):
            return each["low"], each["high"], each["difference"]
        if (each["a"], each["b"]) == (b, a):
            return -each["high"], -each["low"], -each["difference"]
    raise KeyError((a, b))


def _verdict(holds: bool) -> Verdict:
    return "holds" if holds else "does not hold"


def _difference(each: Mapping[str, float]) -> str:
    return _points(each["difference"], each["low"], each["high"])


def _points(difference: float, low: float, high: float) -> str:
    return f"{100 * difference:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"

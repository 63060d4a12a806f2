"""The claims of the paper, each judged by a main table and the studies next to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from crosslex.benchmark.engine.results import Difference, PanelResult, Results
from crosslex.benchmark.report.pages import Table

Verdict = Literal["holds", "does not hold", "not measured"]
Judged = tuple[Verdict, str]
Judge = Callable[[str], Judged]
Holds = Callable[[Difference], bool]

PAPERS_ROWS: Final = ("none", "sfa", "scl", "glove", "cs")
"""What the paper compares its method with."""
JUDGED: Final = ("crosslex-paper", "crosslex-expansion")
"""The paper's method to the letter, and the paper's way to classify with crosslex's vectors."""
FLAT: Final = 0.01
"""Mean accuracies that differ by no more than this are flat."""
JUDGING: Final = (
    "crosslex-paper is the paper's method to the letter, crosslex-expansion the paper's way to "
    "classify with crosslex's vectors. Differences are in percentage points with intervals of "
    "95 %. Significantly above: the interval lies above 0. Comparable: it does not lie below 0. "
    "Flat: best and worst differ by no more than a point, or their interval contains 0. No effect, "
    "and enough: the interval of the difference does not exclude it. Best, and above at every "
    "dimensionality, are judged by the means. What is not measured needs further methods in this "
    "run, or a study in a folder next to this one."
)

_UNKNOWN: Final[Judged] = ("not measured", "–")


@dataclass(frozen=True)
class Finding:
    """A claim, whether it holds for a method, and the numbers that say so."""

    claim: str
    method: str
    verdict: Verdict
    numbers: str


def judge_claims(results: Results, studies: Mapping[str, Results]) -> list[Finding]:
    """Judge every claim for the paper's method, and for Eq. score with crosslex's vectors.

    What the main table does not tell is looked up in the studies, given by their names.
    """

    def panel(study: str, name: str) -> PanelResult | None:
        found = studies[study].panels if study in studies else ()
        return next((each for each in found if each.name == name), None)

    def against(rival: str, holds: Holds) -> Judge:
        means = [each.mean for each in results.contrasts]
        return lambda method: _judge(_between(means, method, rival), holds)

    def curve(study: str, name: str, judge: Callable[[_Curve], Judged]) -> Judge:
        return lambda method: judge(_Curve.of(panel(study, name), method))

    judges: dict[str, Judge] = {
        "best on all pairs": partial(_best_everywhere, results),
        **{
            f"significantly above {rival}": against(rival, lambda each: each.low > 0)
            for rival in ("none", "glove", "cs")
        },
        **{
            f"comparable with {rival}": against(rival, lambda each: each.high >= 0)
            for rival in ("sfa", "scl")
        },
        "above glove at every dimensionality": partial(
            _above_glove, panel("dimension", "dimension")
        ),
        "accuracy saturates at 200–600 dimensions and falls beyond": curve(
            "dimension", "dimension", _peak
        ),
        "flat in λ from 0.001 to 1,000": curve("lambda", "lambda", _flat),
        "weighting domains by size has no effect": curve("claims", "domain_weights", _no_effect),
        "5 negatives are enough": curve("claims", "negatives", _five_negatives),
        "cosine is the best similarity": curve("claims", "similarity", _best_similarity),
        "fewer than 100 epochs are enough": curve("claims", "epochs", _few_epochs),
    }
    return [
        Finding(claim, method, *judge(method))
        for claim, judge in judges.items()
        for method in JUDGED
    ]


def claim_table(findings: Sequence[Finding]) -> Table:
    """Return the claims and their verdicts as a table."""
    rows = tuple((each.claim, each.method, each.verdict, each.numbers) for each in findings)
    strong = frozenset((row, 2) for row, each in enumerate(findings) if each.verdict == "holds")
    return Table(("claim", "method", "verdict", "numbers"), rows, strong)


@dataclass(frozen=True)
class _Curve:
    """A method's mean accuracies by variant, in their order, and differences between them."""

    means: Mapping[str, float]
    differences: Sequence[Difference]

    @classmethod
    def of(cls, panel: PanelResult | None, method: str) -> "_Curve":
        if panel is None:
            return cls({}, ())
        means = {
            variant.label: variant.methods[method].mean.accuracy
            for variant in panel.variants
            if method in variant.methods
        }
        return cls(means, panel.differences.get(method, ()))

    def best(self, *, without: str | None = None) -> str:
        labels = (label for label in self.means if label != without)
        return max(labels, key=lambda label: self.means[label], default="")

    def judge(self, a: str, b: str, holds: Holds, numbers: str = "") -> Judged:
        """Judge one variant less another."""
        return _judge(_between(self.differences, a, b), holds, numbers or f"{a} − {b}: ")


def _best_everywhere(results: Results, method: str) -> Judged:
    found, pairs = results.methods, results.setup.pairs
    if not {method, *PAPERS_ROWS} <= set(found):
        return _UNKNOWN
    rivals = [found[name].pairs for name in PAPERS_ROWS]
    won = sum(
        found[method].pairs[pair].accuracy >= max(rival[pair].accuracy for rival in rivals)
        for pair in pairs
    )
    numbers = f"best of {', '.join(PAPERS_ROWS)} on {won} of {len(pairs)} pairs"
    return _verdict(won == len(pairs)), numbers


def _above_glove(panel: PanelResult | None, method: str) -> Judged:
    found = [
        each
        for each in (panel.contrasts if panel else ())
        if (each.mean.a, each.mean.b) == (method, "glove")
    ]
    if not found:
        return _UNKNOWN
    least = min(found, key=lambda each: each.mean.difference)
    numbers = f"least at {least.variant} of {len(found)} dimensionalities: {_points(least.mean)}"
    return _verdict(least.mean.difference > 0), numbers


def _peak(curve: _Curve) -> Judged:
    if len(curve.means) < 3:
        return _UNKNOWN
    best, last = curve.best(), list(curve.means)[-1]
    numbers = f"best at {best} ({100 * curve.means[best]:.1f})"
    if best == last:
        return "does not hold", f"{numbers}, the most that was tried"
    in_range = 200 <= float(best) <= 600
    return curve.judge(
        last, best, lambda fall: in_range and fall.high < 0, f"{numbers}; {last} − {best}: "
    )


def _flat(curve: _Curve) -> Judged:
    if len(curve.means) < 2:
        return _UNKNOWN
    best, worst = curve.best(), min(curve.means, key=lambda label: curve.means[label])
    if best == worst:
        return "holds", f"{100 * curve.means[best]:.1f} everywhere"
    numbers = f"best λ={best}, worst λ={worst}: "
    return curve.judge(best, worst, lambda d: d.low <= 0 or d.difference <= FLAT, numbers)


def _no_effect(curve: _Curve) -> Judged:
    numbers = "by size − unweighted: "
    return curve.judge("size", "nothing", lambda each: each.low <= 0 <= each.high, numbers)


def _five_negatives(curve: _Curve) -> Judged:
    return curve.judge(max(curve.means, key=float, default=""), "5", lambda each: each.low <= 0)


def _best_similarity(curve: _Curve) -> Judged:
    return curve.judge("cosine", curve.best(without="cosine"), lambda each: each.difference >= 0)


def _few_epochs(curve: _Curve) -> Judged:
    return curve.judge("100", curve.best(without="100"), lambda each: each.low <= 0)


def _between(differences: Sequence[Difference], a: str, b: str) -> Difference | None:
    """Return the difference of `a` less `b`, whichever way it was computed."""
    for each in differences:
        if (each.a, each.b) == (a, b):
            return each
        if (each.a, each.b) == (b, a):
            return each.reversed()
    return None


def _judge(found: Difference | None, holds: Holds, numbers: str = "") -> Judged:
    """Judge a difference, unless it was not measured."""
    return _UNKNOWN if found is None else (_verdict(holds(found)), f"{numbers}{_points(found)}")


def _verdict(holds: bool) -> Verdict:
    return "holds" if holds else "does not hold"


def _points(each: Difference) -> str:
    return f"{100 * each.difference:+.1f} ({100 * each.low:+.1f} to {100 * each.high:+.1f})"

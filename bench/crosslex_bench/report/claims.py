"""The claims of the paper, each judged by its own protocol and the studies next to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from scipy.stats import norm

from crosslex_bench.engine.results import Difference, PanelResult, Results
from crosslex_bench.engine.statistics import LEVEL
from crosslex_bench.engine.study import PAPERS
from crosslex_bench.pages import Table
from crosslex_bench.report.tables import SIGNIFICANT

Verdict = Literal["holds", "does not hold", "undecided", "does not apply", "not measured"]
Judged = tuple[Verdict, str]
Judge = Callable[[str], Judged]
Decide = Callable[[Difference], tuple[Verdict, float]]
"""From a difference to a verdict and the power there was to find that the claim holds."""

RIVALS: Final = ("none", "sfa", "scl", "glove", "cs")
"""What the paper compares its method with."""
MARGIN: Final = 0.02
"""Mean accuracies that differ by less are equivalent; stated before any was measured."""
JUDGING: Final = (
    "crosslex-paper is the paper's method to the letter, crosslex-released what its authors' "
    "program does. Differences are in percentage points with intervals of 95 %; two accuracies "
    "are equivalent if they differ by less than 2 points. Significantly above, and above at every "
    "dimensionality: holds if the interval lies above 0, not if it lies below 2 points. "
    "Comparable and flat: holds if the interval lies within 2 points of 0, not if it lies beyond "
    "them. Enough, no gain, and no better similarity: holds if the interval of what more, or "
    "another, gains lies below 2 points, not if it lies above. Best on all pairs: ties are not "
    "wins; does not hold if a rival is above on some pair with p<0.05 by McNemar's test. What is "
    "neither is undecided. The power is the chance that the claim would have been found to hold, "
    "with intervals as wide as these, if the true difference were 2 points (significantly above) "
    "or none (all others); best on all pairs has no such number. What does not "
    "apply has no such setting in the released program. What is not measured needs further "
    "methods in this run, or a study by the same protocol in a folder next to this one."
)

_UNKNOWN: Final[Judged] = ("not measured", "–")
_NO_SETTING: Final[Judged] = ("does not apply", "it has no such setting")
_QUANTILE: Final = float(norm.ppf((1 + LEVEL) / 2))


@dataclass(frozen=True)
class Finding:
    """A claim, whether it holds for a method, and the numbers that say so."""

    claim: str
    method: str
    verdict: Verdict
    numbers: str


def judge_claims(results: Results, studies: Mapping[str, Results]) -> list[Finding]:
    """Judge every claim for the paper's method, and for the released program.

    What the main table does not tell is looked up in the studies, given by their names.
    """

    def panel(study: str, name: str) -> PanelResult | None:
        found = studies[study].panels if study in studies else ()
        return next((each for each in found if each.name == name), None)

    def against(rival: str, decide: Decide) -> Judge:
        means = [each.mean for each in results.contrasts]
        return lambda method: _judge(_between(means, method, rival), decide)

    def curve(study: str, name: str, judge: Callable[[_Curve], Judged]) -> Judge:
        def found(method: str) -> Judged:
            own = panel(study, name)
            if own is not None and not _has(own, method):
                others = studies[study].panels
                return _NO_SETTING if any(_has(each, method) for each in others) else _UNKNOWN
            return judge(_Curve.of(own, method))

        return found

    judges: dict[str, Judge] = {
        "best on all pairs": partial(_best_everywhere, results),
        **{
            f"significantly above {rival}": against(rival, above)
            for rival in ("none", "glove", "cs")
        },
        **{f"comparable with {rival}": against(rival, equivalent) for rival in ("sfa", "scl")},
        "above glove at every dimensionality": partial(
            _above_glove, panel("dimension", "dimension")
        ),
        "accuracy saturates at 200–600 dimensions and falls beyond": curve(
            "dimension", "dimension", _peak
        ),
        "flat in λ from 0.001 to 1,000": curve("lambda", "lambda", _flat),
        "weighting domains by size brings no gain": curve("claims", "domain_weights", _by_size),
        "5 negatives are enough": curve("claims", "negatives", _five_negatives),
        "no similarity is better than cosine": curve("claims", "similarity", _best_similarity),
        "fewer than 100 epochs are enough": curve("claims", "epochs", _few_epochs),
    }
    return [
        Finding(claim, method, *judge(method))
        for claim, judge in judges.items()
        for method in PAPERS
    ]


def claim_table(findings: Sequence[Finding]) -> Table:
    """Return the claims and their verdicts as a table."""
    rows = tuple((each.claim, each.method, each.verdict, each.numbers) for each in findings)
    strong = frozenset((row, 2) for row, each in enumerate(findings) if each.verdict == "holds")
    return Table(("claim", "method", "verdict", "numbers"), rows, strong)


def above(found: Difference) -> tuple[Verdict, float]:
    """Judge whether the first is above the second.

    >>> above(Difference("a", "b", 0.01, -0.01, 0.03, 0.3))[0]
    'undecided'
    """
    power = float(norm.cdf(MARGIN / _deviation(found) - _QUANTILE))
    return _decided(found.low > 0, found.high < MARGIN), power


def equivalent(found: Difference) -> tuple[Verdict, float]:
    """Judge whether two are equivalent, neither being above by the margin.

    >>> equivalent(Difference("a", "b", 0.01, 0.005, 0.015, 0.01))[0]
    'holds'
    """
    within = found.low > -MARGIN and found.high < MARGIN
    beyond = found.low > MARGIN or found.high < -MARGIN
    chance = 2 * norm.cdf(MARGIN / _deviation(found) - _QUANTILE) - 1
    return _decided(within, beyond), max(0.0, float(chance))


def no_gain(found: Difference) -> tuple[Verdict, float]:
    """Judge whether the first is not above the second by the margin."""
    power = float(norm.cdf(MARGIN / _deviation(found) - _QUANTILE))
    return _decided(found.high < MARGIN, found.low > MARGIN), power


def _deviation(found: Difference) -> float:
    """Return the standard deviation of a difference, as wide as its interval is."""
    return max((found.high - found.low) / (2 * _QUANTILE), 1e-9)


def _decided(holds: bool, fails: bool) -> Verdict:
    return "holds" if holds else "does not hold" if fails else "undecided"


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

    def judge(self, a: str, b: str, decide: Decide, numbers: str = "") -> Judged:
        """Judge one variant less another."""
        return _judge(_between(self.differences, a, b), decide, numbers or f"{a} − {b}: ")


def _has(panel: PanelResult, method: str) -> bool:
    """Return whether a panel has a method in any of its variants."""
    return any(method in variant.methods for variant in panel.variants)


def _best_everywhere(results: Results, method: str) -> Judged:
    found, pairs = results.methods, results.setup.pairs
    if not {method, *RIVALS} <= set(found):
        return _UNKNOWN
    rivals = [found[name].pairs for name in RIVALS]
    won = sum(
        found[method].pairs[pair].accuracy > max(rival[pair].accuracy for rival in rivals)
        for pair in pairs
    )
    numbers = f"best of {', '.join(RIVALS)} on {won} of {len(pairs)} pairs"
    lost = {pair for pair in pairs for rival in RIVALS if _lost(results, method, rival, pair)}
    if lost:
        numbers += f"; a rival is above with p<{SIGNIFICANT} on {len(lost)}"
    return _decided(won == len(pairs), bool(lost)), numbers


def _lost(results: Results, method: str, rival: str, pair: str) -> bool:
    """Return whether McNemar's test finds a rival above on a pair."""
    for each in results.contrasts:
        if {each.mean.a, each.mean.b} == {method, rival} and pair in each.pairs:
            found = each.pairs[pair]
            gain = found.difference if each.mean.a == method else -found.difference
            return gain < 0 and found.p is not None and found.p < SIGNIFICANT
    return False


def _above_glove(panel: PanelResult | None, method: str) -> Judged:
    found = [
        each.mean
        for each in (panel.contrasts if panel else ())
        if (each.mean.a, each.mean.b) == (method, "glove")
    ]
    if not found or panel is None:
        return _UNKNOWN
    labels = [each.variant for each in panel.contrasts if each.mean in found]
    verdicts = [above(each)[0] for each in found]
    least = min(range(len(found)), key=lambda place: found[place].difference)
    numbers = f"least at {labels[least]} of {len(found)} dimensionalities: {_points(found[least])}"
    everywhere = all(each == "holds" for each in verdicts)
    verdict = _decided(everywhere, "does not hold" in verdicts)
    if verdict == "undecided":
        numbers += f", power {above(found[least])[1]:.2f}"
    return verdict, numbers


def _peak(curve: _Curve) -> Judged:
    middle = {k: v for k, v in curve.means.items() if 200 <= float(k) <= 600}
    if len(curve.means) < 3 or not middle:
        return _UNKNOWN
    best, last = curve.best(), list(curve.means)[-1]
    peak = max(middle, key=lambda label: middle[label])
    numbers = f"best at {best} ({100 * curve.means[best]:.1f}); {last} − {peak}: "

    def falls(found: Difference) -> tuple[Verdict, float]:
        _, power = above(found.reversed())
        return _decided(best in middle and found.high < 0, found.low > -MARGIN), power

    return curve.judge(last, peak, falls, numbers)


def _flat(curve: _Curve) -> Judged:
    if len(curve.means) < 2:
        return _UNKNOWN
    best, worst = curve.best(), min(curve.means, key=lambda label: curve.means[label])
    if best == worst:
        return "holds", f"{100 * curve.means[best]:.1f} everywhere"
    return curve.judge(best, worst, equivalent, f"best λ={best}, worst λ={worst}: ")


def _by_size(curve: _Curve) -> Judged:
    return curve.judge("size", "nothing", no_gain, "by size − unweighted: ")


def _five_negatives(curve: _Curve) -> Judged:
    return curve.judge(max(curve.means, key=float, default=""), "5", no_gain)


def _best_similarity(curve: _Curve) -> Judged:
    return curve.judge(curve.best(without="cosine"), "cosine", no_gain)


def _few_epochs(curve: _Curve) -> Judged:
    return curve.judge("100", curve.best(without="100"), no_gain)


def _between(differences: Sequence[Difference], a: str, b: str) -> Difference | None:
    """Return the difference of `a` less `b`, whichever way it was computed."""
    for each in differences:
        if (each.a, each.b) == (a, b):
            return each
        if (each.a, each.b) == (b, a):
            return each.reversed()
    return None


def _judge(found: Difference | None, decide: Decide, numbers: str = "") -> Judged:
    """Judge a difference, unless it was not measured."""
    if found is None:
        return _UNKNOWN
    verdict, power = decide(found)
    told = f"{numbers}{_points(found)}"
    return verdict, f"{told}, power {power:.2f}" if verdict == "undecided" else told


def _points(each: Difference) -> str:
    return f"{100 * each.difference:+.1f} ({100 * each.low:+.1f} to {100 * each.high:+.1f})"

"""The claims of the paper, each judged by a main table and the studies next to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from crosslex.benchmark.engine.results import Difference, PanelResult, Results
from crosslex.benchmark.report.pages import Table

Verdict = Literal["holds", "does not hold", "not measured"]
Judged = tuple[Verdict, str]

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

    Parameters
    ----------
    results
        A main table.
    studies
        The results of studies, by their names.
    """

    def panel(study: str, name: str) -> PanelResult | None:
        found = studies[study].panels if study in studies else ()
        return next((each for each in found if each.name == name), None)

    def curve(study: str, name: str, judge: Callable[[_Curve], Judged]) -> Callable[[str], Judged]:
        return lambda method: judge(_Curve.of(panel(study, name), method))

    judges: dict[str, Callable[[str], Judged]] = {
        "best on all pairs": partial(_best_everywhere, results),
        **{
            f"significantly above {rival}": partial(_above, results, rival)
            for rival in ("none", "glove", "cs")
        },
        **{
            f"comparable with {rival}": partial(_as_good, results, rival)
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
        "5 negatives are enough": curve("claims", "negatives", partial(_enough, "5")),
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

    @property
    def best(self) -> str:
        return max(self.means, key=lambda label: self.means[label])

    def less(self, a: str, b: str) -> Difference:
        """Return the difference of one variant less another."""
        found = _between(self.differences, a, b)
        assert found is not None, (a, b)
        return found

    def without(self, label: str) -> "_Curve":
        means = {each: mean for each, mean in self.means.items() if each != label}
        return _Curve(means, self.differences)


def _best_everywhere(results: Results, method: str) -> Judged:
    found = results.methods
    if not {method, *PAPERS_ROWS} <= set(found):
        return _UNKNOWN
    pairs = results.setup.pairs
    won = sum(
        all(
            found[method].pairs[pair].accuracy >= found[rival].pairs[pair].accuracy
            for rival in PAPERS_ROWS
        )
        for pair in pairs
    )
    numbers = f"best of {', '.join(PAPERS_ROWS)} on {won} of {len(pairs)} pairs"
    return _verdict(won == len(pairs)), numbers


def _above(results: Results, rival: str, method: str) -> Judged:
    found = _between([each.mean for each in results.contrasts], method, rival)
    return _UNKNOWN if found is None else (_verdict(found.low > 0), _points(found))


def _as_good(results: Results, rival: str, method: str) -> Judged:
    found = _between([each.mean for each in results.contrasts], method, rival)
    return _UNKNOWN if found is None else (_verdict(found.high >= 0), _points(found))


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
    best, last = curve.best, list(curve.means)[-1]
    numbers = f"best at {best} ({100 * curve.means[best]:.1f})"
    if best == last:
        return "does not hold", f"{numbers}, the most that was tried"
    fall = curve.less(last, best)
    verdict = _verdict(200 <= float(best) <= 600 and fall.high < 0)
    return verdict, f"{numbers}; {last} − {best}: {_points(fall)}"


def _flat(curve: _Curve) -> Judged:
    if len(curve.means) < 2:
        return _UNKNOWN
    best, worst = curve.best, min(curve.means, key=lambda label: curve.means[label])
    if best == worst:
        return "holds", f"{100 * curve.means[best]:.1f} everywhere"
    found = curve.less(best, worst)
    numbers = f"best λ={best}, worst λ={worst}: {_points(found)}"
    return _verdict(found.low <= 0 or found.difference <= FLAT), numbers


def _no_effect(curve: _Curve) -> Judged:
    if not curve.means.keys() >= {"size", "nothing"}:
        return _UNKNOWN
    found = curve.less("size", "nothing")
    return _verdict(found.low <= 0 <= found.high), f"by size − unweighted: {_points(found)}"


def _enough(label: str, curve: _Curve) -> Judged:
    more = [each for each in curve.means if float(each) > float(label)]
    if label not in curve.means or not more:
        return _UNKNOWN
    found = curve.less(more[-1], label)
    return _verdict(found.low <= 0), f"{more[-1]} − {label}: {_points(found)}"


def _few_epochs(curve: _Curve) -> Judged:
    fewer = curve.without("100")
    if "100" not in curve.means or not fewer.means:
        return _UNKNOWN
    return _enough(fewer.best, curve)


def _best_similarity(curve: _Curve) -> Judged:
    rivals = curve.without("cosine")
    if "cosine" not in curve.means or not rivals.means:
        return _UNKNOWN
    found = curve.less("cosine", rivals.best)
    return _verdict(found.difference >= 0), f"cosine − {rivals.best}: {_points(found)}"


def _between(differences: Sequence[Difference], a: str, b: str) -> Difference | None:
    """Return the difference of `a` less `b`, whichever way it was computed."""
    for each in differences:
        if (each.a, each.b) == (a, b):
            return each
        if (each.a, each.b) == (b, a):
            return each.reversed()
    return None


def _verdict(holds: bool) -> Verdict:
    return "holds" if holds else "does not hold"


def _points(each: Difference) -> str:
    return f"{100 * each.difference:+.1f} ({100 * each.low:+.1f} to {100 * each.high:+.1f})"

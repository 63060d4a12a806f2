"""The results as tables, for the report and for the screen."""

from collections.abc import Sequence

from crosslex.benchmark.figures import CEILING
from crosslex.benchmark.pages import Table
from crosslex.benchmark.results import BASELINE, OURS, Comparison, Results
from crosslex.benchmark.study.claims import Finding
from crosslex.benchmark.tuning.tuning import Tuning

SIGNIFICANT = 0.05


def mean_table(results: Results) -> Table:
    """Tabulate every method's mean, the best first."""
    ranked = sorted(results.means, key=lambda name: -results.means[name].accuracy)
    rows = tuple(
        (
            name,
            percent(mean.accuracy),
            f"{percent(mean.low)}–{percent(mean.high)}",
            "–" if mean.auc is None else percent(mean.auc),
            f"{mean.cpu_seconds:.1f}",
        )
        for name, mean in ((name, results.means[name]) for name in ranked)
    )
    return Table(("method", "accuracy", "95 % interval", "AUC", "CPU s a pair"), rows)


def pair_table(results: Results, methods: Sequence[str] | None = None) -> Table:
    """Tabulate accuracies, a row a pair and a column a method; the best without labels is bold."""
    methods = list(results.methods) if methods is None else methods
    rows, strong = [], set()
    rivals = [name for name in results.methods if name != CEILING]
    for number, pair in enumerate(results.pairs):
        found = {name: results.methods[name][pair].accuracy for name in results.methods}
        best = max((found[name] for name in rivals), default=None)
        rows.append((pair, *(percent(found[name]) for name in methods)))
        strong |= {
            (number, column + 1)
            for column, name in enumerate(methods)
            if name in rivals and found[name] == best
        }
    rows.append(("mean", *(percent(results.means[name].accuracy) for name in methods)))
    return Table(("pair", *methods), tuple(rows), frozenset(strong))


def comparison_table(comparisons: Sequence[Comparison]) -> Table:
    """Tabulate differences of means with their intervals, and on how many pairs they are sure."""
    rows = tuple(
        (
            f"{each.a} − {each.b}",
            f"{100 * each.difference:+.1f}",
            f"{100 * each.low:+.1f} to {100 * each.high:+.1f}",
            f"{each.p:.4f}" if each.p >= 0.001 else "<0.001",
            f"{sum(p < SIGNIFICANT for p in each.mcnemar.values())} of {len(each.mcnemar)}",
        )
        for each in comparisons
    )
    headers = ("methods", "gain", "95 % interval", "p", f"p<{SIGNIFICANT} on")
    return Table(headers, rows)


def told_comparisons(results: Results) -> list[Comparison]:
    """Choose the comparisons that matter most: with our method, and with no adaptation."""
    return [each for each in results.comparisons if each.a == OURS or each.b == BASELINE]


def size_table(results: Results) -> Table:
    """Tabulate how many texts every domain has."""
    rows = tuple(
        (name, f"{size.labeled:,}", f"{size.unlabeled:,}", f"{size.test:,}")
        for name, size in results.protocol.domains.items()
    )
    return Table(("domain", "labeled", "unlabeled", "test"), rows)


def claim_table(findings: Sequence[Finding]) -> Table:
    """Tabulate the paper's claims, and what became of them."""
    rows = tuple((each.claim, each.method, each.verdict, each.numbers) for each in findings)
    strong = frozenset((row, 2) for row, each in enumerate(findings) if each.verdict == "holds")
    return Table(("claim", "method", "verdict", "numbers"), rows, strong)


def tuning_table(tuning: Tuning) -> Table:
    """Tabulate what was chosen for every method, and how much the settings matter."""
    rows = []
    for method, label in tuning.chosen.items():
        scores = tuning.tried[method]
        found = scores[label]
        worst = min(score.accuracy for score in scores.values())
        auc = "–" if found.auc is None else percent(found.auc)
        rows.append((method, label, percent(found.accuracy), auc, percent(worst)))
    headers = ("method", "chosen", "validation accuracy", "AUC", "worst tried")
    return Table(headers, tuple(rows))


def percent(share: float) -> str:
    """Write a share as a percentage.

    >>> percent(0.8447)
    '84.5'
    """
    return f"{100 * share:.1f}"

"""Results as tables, for the report and for the screen."""

from collections.abc import Mapping, Sequence

from crosslex_bench.engine.results import (
    Contrast,
    Difference,
    MethodResult,
    PanelResult,
    Results,
    Tuning,
)
from crosslex_bench.engine.study import BASELINE, OURS, PAPERS
from crosslex_bench.pages import Table

CEILING = "in_domain"
SIGNIFICANT = 0.05

_INTERVAL = "95 % interval"


def mean_table(panel: PanelResult) -> Table:
    """Return accuracy, AUC and time of every method at every variant.

    Of a single variant, the best method comes first.
    """
    if not panel.varied:
        ranked = sorted(panel.methods.items(), key=lambda item: -item[1].mean.accuracy)
        return _numbers_table(("method",), {(name,): each for name, each in ranked})
    found = [(each.label, *item) for each in panel.variants for item in each.methods.items()]
    if panel.scale == "steps":
        return _numbers_table(("step",), {(label,): result for label, _, result in found})
    rows: dict[tuple[str, ...], MethodResult] = {(label, name): each for label, name, each in found}
    return _numbers_table((panel.axis, "method"), rows)


def reference_table(references: Mapping[str, MethodResult]) -> Table:
    """Return accuracy, AUC and time of the references."""
    return _numbers_table(("method",), {(name,): found for name, found in references.items()})


def pair_table(panel: PanelResult, methods: Sequence[str] | None = None) -> Table:
    """Return accuracies by pair and method; the best without labels of the target is bold."""
    found = panel.methods
    methods = list(found) if methods is None else methods
    rows, strong = [], set()
    rivals = [name for name in found if name != CEILING]
    pairs = next(iter(found.values())).pairs
    for number, pair in enumerate(pairs):
        accuracies = {name: each.pairs[pair].accuracy for name, each in found.items()}
        best = max((accuracies[name] for name in rivals), default=None)
        rows.append((pair, *(percent(accuracies[name]) for name in methods)))
        strong |= {
            (number, column + 1)
            for column, name in enumerate(methods)
            if name in rivals and accuracies[name] == best
        }
    means = {name: each.mean.accuracy for name, each in found.items()}
    rows.append(("mean", *(percent(means[name]) for name in methods)))
    return Table(("pair", *methods), tuple(rows), frozenset(strong))


def contrast_table(contrasts: Sequence[Contrast]) -> Table:
    """Return two methods against each other: in the mean, and on how many pairs for sure."""
    rows = tuple(
        (
            f"{each.mean.a} − {each.mean.b}" + (f", {each.variant}" if each.variant else ""),
            *_difference_cells(each.mean),
            *(_significant(each, sign) for sign in (1, -1)),
        )
        for each in contrasts
    )
    return Table(("methods", "gain", _INTERVAL, "p", "pairs above", "pairs below"), rows)


def main_contrasts(panel: PanelResult) -> list[Contrast]:
    """Return the contrasts to show: of a single variant, with the baseline and our method.

    A table of the paper's protocol, which has not ours, shows the paper's instead.
    """
    if panel.varied:
        return list(panel.contrasts)
    leads = (OURS,) if OURS in panel.methods else PAPERS
    return [each for each in panel.contrasts if each.mean.a in leads or each.mean.b == BASELINE]


def step_table(panel: PanelResult) -> Table:
    """Return what each variant gains over the default, or each step over the one before."""
    labels = [variant.label for variant in panel.variants]
    found = [(name, each) for name, some in panel.differences.items() for each in some]
    if panel.scale == "steps":
        rows = tuple(
            (each.a, *_difference_cells(each))
            for _, each in found
            if labels.index(each.a) == labels.index(each.b) + 1
        )
        return Table(("step", "gain", _INTERVAL, "p"), rows)
    turned = (
        (method, each.reversed() if each.a == panel.shipped else each) for method, each in found
    )
    rows = tuple(
        (f"{method}: {each.a} − {each.b}", *_difference_cells(each))
        for method, each in turned
        if panel.shipped not in labels or each.b == panel.shipped
    )
    return Table(("difference", "gain", _INTERVAL, "p"), rows)


def size_table(results: Results) -> Table:
    """Return how many texts every domain has."""
    rows = tuple(
        (name, f"{size.labeled:,}", f"{size.unlabeled:,}", f"{size.test:,}")
        for name, size in results.setup.domains.items()
    )
    return Table(("domain", "labeled", "unlabeled", "test"), rows)


def tuning_table(tuning: Tuning) -> Table:
    """Return what was chosen for every method, and how much the settings matter."""
    rows = []
    for method, label in tuning.chosen.items():
        scores = tuning.tried[method]
        worst = min(score.accuracy for score in scores.values())
        chosen = scores[label]
        rows.append((method, label, percent(chosen.accuracy), percent(chosen.auc), percent(worst)))
    headers = ("method", "chosen", "validation accuracy", "AUC", "worst tried")
    return Table(headers, tuple(rows))


def percent(share: float | None) -> str:
    """Return a share as a percentage.

    >>> percent(0.8447), percent(None)
    ('84.5', '–')
    """
    return "–" if share is None else f"{100 * share:.1f}"


def _numbers_table(
    headers: tuple[str, ...], results: Mapping[tuple[str, ...], MethodResult]
) -> Table:
    """Return one row per result, without AUC if there is none."""
    rows, with_auc = [], any(each.mean.auc is not None for each in results.values())
    for names, result in results.items():
        mean = result.mean
        cells = [percent(mean.accuracy), _interval(mean.low, mean.high)]
        if with_auc:
            cells += [percent(mean.auc), _interval(mean.auc_low, mean.auc_high)]
        rows.append((*names, *cells, f"{mean.cpu_seconds:.1f}"))
    auc = ("AUC", _INTERVAL) if with_auc else ()
    return Table((*headers, "accuracy", _INTERVAL, *auc, "CPU s per pair"), tuple(rows))


def _interval(low: float | None, high: float | None) -> str:
    return "–" if low is None else f"{percent(low)}–{percent(high)}"


def _difference_cells(each: Difference) -> tuple[str, str, str]:
    return (
        f"{100 * each.difference:+.1f}",
        f"{100 * each.low:+.1f} to {100 * each.high:+.1f}",
        f"{each.p:.4f}" if each.p >= 0.001 else "<0.001",
    )


def _significant(contrast: Contrast, sign: int) -> str:
    """Count the pairs on which the first method is significantly above, or below, the second."""
    pairs = contrast.pairs.values()
    return str(sum(each.p < SIGNIFICANT and sign * each.difference > 0 for each in pairs))

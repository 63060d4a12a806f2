"""A whole benchmark: all cells of all methods, kept as they finish, and what comes of them."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from crosslex.benchmark.completing import complete_cells
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.folder import BenchmarkFolder
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import Protocol, list_cells
from crosslex.benchmark.results import Results, summarize
from crosslex.benchmark.rules import Rules
from crosslex.benchmark.tuning.tuning import TuningRules, tune, tuned_cells, without_variants


def run_benchmark(
    dataset: Dataset,
    pairs: Sequence[Pair],
    methods: Sequence[str],
    folder: Path,
    *,
    protocol: Protocol | None = None,
    seeds: int = 1,
    validation: Sequence[str] = (),
    tune_on: Sequence[Pair] = (),
    resume: bool = False,
    n_jobs: int = 1,
) -> Results:
    """Compute every cell that is not there yet, write results.json, and return the results.

    Parameters
    ----------
    dataset
        Encoded domains.
    pairs
        From which domains to which.
    methods
        Names of `crosslex.adapt.METHODS`.
    folder
        Where cells and results are kept. One that is not empty is refused, unless it holds an
        earlier run of the same settings and `resume` says to go on with it.
    protocol
        What every method is given.
    seeds
        How many seeds each method runs with, those apart that have no use for one.
    validation
        Domains that are for tuning, to be told beside the results.
    tune_on
        Validation pairs to choose every method's settings and the threshold rule on; what was
        chosen is written to tuning.json. Without them the shipped settings apply.
    resume
        Whether to go on with the cells that an earlier run left in the folder.
    n_jobs
        How many cells are computed at once, each in a process of its own; results do not
        depend on it. With more than one, a script must protect its entry point with
        `if __name__ == "__main__"`.

    Examples
    --------
    >>> import tempfile
    >>> from crosslex.benchmark.data.datasets import encode_dataset
    >>> from crosslex.benchmark.data.reviews import Review
    >>> reviews = [
    ...     Review(f"a {word} {thing} and a {word} price", domain, label, part)
    ...     for domain, thing in (("books", "plot"), ("kitchen", "knife"))
    ...     for word, label in (("good", 1), ("bad", 0))
    ...     for part in ["train"] * 10 + ["test"] * 2
    ... ]
    >>> dataset = encode_dataset("tiny", reviews)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = run_benchmark(dataset, [Pair(("books",), "kitchen")], ["none"], Path(folder))
    >>> results.methods["none"]["books->kitchen"].accuracy
    1.0
    """
    protocol = protocol or Protocol()
    rules: Rules = TuningRules(protocol, tuple(validation)) if tune_on else protocol
    opened = BenchmarkFolder.resume if resume else BenchmarkFolder.start
    kept = opened(folder, rules.settings(dataset))
    complete = partial(complete_cells, kept, dataset, rules=rules, n_jobs=n_jobs)
    tuning = None
    if tune_on:
        tuning = tune(methods, tune_on, partial(complete, task="tune"))
        kept.write_text("tuning.json", tuning.to_json())
        cells = without_variants(complete(tuned_cells(tuning, methods, pairs, seeds)))
    else:
        cells = complete(list_cells(list(pairs), tuple(methods), seeds))
    results = summarize(
        dataset,
        protocol,
        cells,
        pairs=pairs,
        methods=methods,
        seeds=seeds,
        validation=validation,
        tuning=tuning,
    )
    kept.write_text("results.json", results.to_json())
    return results

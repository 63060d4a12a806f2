"""`crosslex shifts`: which words change meaning between two domains."""

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, Plot, flag, number, option
from crosslex.cli.output import Screen, to_json
from crosslex.cli.paths import check_output_file
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.shifts import Shifts


@dataclass(frozen=True)
class FoundShifts:
    """What `shifts` found: one entry per pair of domains."""

    pairs: "tuple[Shifts, ...]"


def show_shifts(screen: Screen, found: FoundShifts) -> None:
    """Print the words that change most, one table per pair of domains."""
    for pair in found.pairs:
        show_pair(screen, pair)


def show_pair(screen: Screen, found: "Shifts") -> None:
    """Print the verdict, and the words that change most between two domains."""
    first, second = found.domains
    screen.title(found.verdict)
    for title, shown in found.parts():
        if title:
            screen.indented(title)
        screen.table(
            ("word", "change", "q", first, second, ""),
            [
                (
                    shift.word,
                    f"{shift.change.value:.2f} ±{(shift.change.high - shift.change.low) / 2:.2f}",
                    f"{shift.q:.1g}",
                    *(", ".join(word for word, _ in near[:2]) for near in shift.neighbors),
                    shift.mark,
                )
                for shift in shown
            ],
        )
    if not len(found) and found.different:
        screen.indented("All of them are names or in no dictionary, which --no-names leaves out.")
    if len(found):
        screen.indented(
            "change: 1 minus the correlation of its similarities to all shared words, here and "
            "there, with half its 95 % interval: 0 if near the same words, 1 if near unrelated "
            f"ones; a typical word has {found.typical:.2f}. q: share of false discoveries among "
            "words with a q no larger. "
            f"Then the words that are near it in {first} only, and in {second} only",
            style="dim",
        )


def found_csv(found: FoundShifts) -> str:
    """Return what was found as CSV, one line per word and pair of domains."""
    from crosslex.shifts import shifts_csv

    return shifts_csv(found.pairs)


@command(show_shifts, found_csv)
def shifts(
    model: ModelFolder,
    domains: Annotated[
        str | None,
        option(help="The two domains to compare.", default="every pair", metavar="A,B"),
    ] = None,
    words: Annotated[
        str | None,
        option(help="Show these words only, whatever their change.", metavar="WORD,WORD"),
    ] = None,
    top: Annotated[
        str, option("--top", "-n", help="How many to show: a number, or `all`.", metavar="N")
    ] = "20",
    resamples: Annotated[int, number("Permutations of each word's documents.", least=20)] = 200,
    min_effect: Annotated[
        float | None,
        option(
            help="Distance of mean uses above which a word counts as different; 0 tests for any.",
            default="the median distance between two halves of one domain, divided by topic",
            metavar="DISTANCE",
        ),
    ] = None,
    min_count: Annotated[int, number("How often a word must occur in each domain.")] = 10,
    numbers: Annotated[
        bool, flag("--numbers", help="Rank numbers and words of one letter too.")
    ] = False,
    phrases: Annotated[bool, flag("--phrases", help="Rank two-word phrases too.")] = False,
    no_names: Annotated[
        bool,
        flag("--no-names", help="Leave out names, and words in no dictionary of the language."),
    ] = False,
    out: Annotated[
        Path | None,
        option(
            "--out",
            "-o",
            help="Also write every tested word, or those of --words, to a .json or .csv file.",
            metavar="FILE",
        ),
    ] = None,
    plot: Plot = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
) -> FoundShifts:
    """Show which words change meaning between two domains, and how certain that is."""
    from crosslex import CrossDomainEmbedding
    from crosslex.figures import check_figure, draw_shifts, save_figure
    from crosslex.shifts import all_pairs, shifts_csv
    from crosslex.storage import write_file

    if plot is not None:
        check_figure(plot)
    if out is not None:
        check_output_file(out, ".json", ".csv")
    named = None if words is None else options.split_names("--words", words)
    limit = _top(top) if named is None else None
    learned = CrossDomainEmbedding.load(model)
    known = learned.vocabulary_.domains
    pairs = all_pairs(known) if domains is None else [_named_pair(domains, known)]
    if plot is not None and len(pairs) > 1:
        raise InputError(
            f"--plot draws two domains; name them with --domains, two of "
            f"{', '.join(learned.vocabulary_.domains)}"
        )
    of_pair = dict.fromkeys(pairs, named)
    if named is not None and len(pairs) > 1:
        of_pair = dict(_frequent_in_both(named, pairs, learned, min_count))
    find = partial(
        learned.shifts,
        min_count=min_count,
        resamples=resamples,
        min_effect=min_effect,
        numbers=numbers,
        phrases=phrases,
        names=not no_names,
        random_state=seed,
        n_jobs=options.useful_jobs(jobs),
    )
    full = [
        find(domains=pair, words=asked, top=None if out is not None else limit)
        for pair, asked in of_pair.items()
    ]
    found = FoundShifts(tuple(full if limit is None else (pair.first(limit) for pair in full)))
    if out is not None:
        as_csv = out.suffix.lower() == ".csv"
        text = shifts_csv(full) if as_csv else to_json(FoundShifts(tuple(full))) + "\n"
        write_file(out, partial(Path.write_text, data=text, encoding="utf-8"))
    if plot is not None:
        save_figure(draw_shifts(found.pairs[0]), plot)
    return found


def _named_pair(text: str, domains: Sequence[str]) -> tuple[str, str]:
    """Return the two domains that are named with a comma between; their names may hold commas."""
    for name in domains:
        rest = text.strip().removeprefix(name).lstrip()
        if text.strip().startswith(name) and rest[:1] == "," and rest[1:].strip() in domains:
            return name, rest[1:].strip()
    names = options.split_names("--domains", text)
    if len(names) != 2:
        raise InputError(f"--domains: found {text!r}; give two names with a comma between")
    return names[0], names[1]


def _top(text: str) -> int | None:
    """Return how many words to show, None for all."""
    if text == "all":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise InputError(f"--top: found {text!r}; give a number from 1 on, or `all`")
    return int(text)


def _frequent_in_both(
    words: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    model: "CrossDomainEmbedding",
    min_count: int,
) -> Iterator[tuple[tuple[str, str], list[str] | None]]:
    """Yield the pairs of domains in which some of the words are frequent enough, and these."""
    import numpy as np

    from crosslex.lookup import known_form
    from crosslex.shifts import MIN_DOCUMENTS, are_known

    vocabulary = model.vocabulary_
    number_of = {word: vocabulary.number[known_form(word, model.vectors_)] for word in words}
    numbers = np.unique(list(number_of.values()))
    frequent_in = {}
    for pair in pairs:
        places = [vocabulary.domains.index(domain) for domain in pair]
        samples = [model.sentence_samples_[place] for place in places]
        known = numbers[are_known(vocabulary.counts[places], samples, numbers, min_count)]
        frequent_in[pair] = [word for word in words if number_of[word] in known]
    if left := set(words).difference(*frequent_in.values()):
        raise InputError(
            f"--words: {', '.join(map(repr, sorted(left)))} occurs {min_count} times and in "
            f"{MIN_DOCUMENTS} documents in no two domains; lower --min-count or give other words"
        )
    for pair, frequent in frequent_in.items():
        if missing := [repr(word) for word in words if word not in frequent]:
            warnings.warn(
                f"{' and '.join(pair)}: {', '.join(missing)} not compared, because it does not "
                f"occur {min_count} times and in {MIN_DOCUMENTS} documents in both",
                CrosslexWarning,
                stacklevel=2,
            )
        if frequent:
            yield pair, frequent

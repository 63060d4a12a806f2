"""Checks of arguments that every stage shares; each says what was found and what to give."""

import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from numbers import Integral, Real

from crosslex.errors import InputError

LARGEST_WHOLE = 2**31 - 1
"""The largest count or size: kernels number things in 32 bits."""
LARGEST_NUMBER = 1e9
"""The largest weight or step: vectors beyond what float32 holds are of no use."""
LARGEST_DIMENSION = 10_000
WIDEST_WINDOW = 1_000
"""Positions: wider windows add cost and no information."""
MAX_EXAMPLES = 1_000
"""Sentences per word and domain."""
MOST_COMPARED = 100_000
"""Names that are searched for a similar one; each takes microseconds."""


def check_whole(
    name: str,
    value: object,
    *,
    least: int,
    most: int | None = LARGEST_WHOLE,
    optional: bool = False,
) -> None:
    """Refuse anything but a whole number of at least `least`; True and False are refused.

    >>> check_whole("n_pivots", True, least=1)
    Traceback (most recent call last):
    crosslex.errors.InputError: n_pivots: found True; give a whole number from 1 on
    """
    if optional and value is None:
        return
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise InputError(f"{name}: found {value!r}; give a whole number from {least} on")
    if most is not None and int(value) > most:
        raise InputError(f"{name}: found {value!r}; give at most {most}")


def check_jobs(n_jobs: int) -> int:
    """Return how many processes or threads to use: `n_jobs`, or one per core if it is -1.

    >>> check_jobs(2)
    2
    >>> check_jobs(0)
    Traceback (most recent call last):
    crosslex.errors.InputError: n_jobs: found 0; give a whole number from 1 on, or -1 for all cores
    """
    whole = isinstance(n_jobs, Integral) and not isinstance(n_jobs, bool)
    if not whole or not (n_jobs == -1 or 1 <= n_jobs <= LARGEST_WHOLE):
        raise InputError(
            f"n_jobs: found {n_jobs!r}; give a whole number from 1 on, or -1 for all cores"
        )
    if n_jobs > 0:
        return int(n_jobs)
    # The cores that this process may use, which may be fewer than the machine has.
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_dimension(value: object) -> None:
    """Refuse anything but a length that vectors may have."""
    check_whole("dimension", value, least=1, most=LARGEST_DIMENSION)


def check_window(value: object) -> None:
    """Refuse anything but a number of positions that a window may have."""
    check_whole("window", value, least=1, most=WIDEST_WINDOW)


def check_number(
    name: str, value: object, *, above_zero: bool = False, optional: bool = False
) -> None:
    """Refuse anything but a finite number of at least 0, or above 0.

    >>> check_number("learning_rate", 0.0, above_zero=True)
    Traceback (most recent call last):
    crosslex.errors.InputError: learning_rate: found 0.0; give a number above 0
    """
    if optional and value is None:
        return
    number = isinstance(value, Real) and not isinstance(value, bool) and value == value
    if not number or not isinstance(value, Real) or value < 0 or (above_zero and value == 0):
        least = "above 0" if above_zero else "of at least 0"
        raise InputError(f"{name}: found {value!r}; give a number {least}")
    if not value <= LARGEST_NUMBER:
        raise InputError(f"{name}: found {value!r}; give at most {LARGEST_NUMBER:g}")


def check_choice(name: str, value: object, choices: Iterable[object]) -> None:
    """Refuse a value that is not among the choices, and name those that resemble it.

    >>> check_choice("context", "windw", ("window", "sentence"))
    Traceback (most recent call last):
    crosslex.errors.InputError: context: found 'windw' (did you mean window?); give one of window, sentence
    """  # noqa: E501 - a doctest's message cannot be broken
    offered = list(choices)
    # Not `in`: an array compares with each choice element by element.
    if not any(type(value) is type(each) and value == each for each in offered):
        near = did_you_mean(value, [each for each in offered if isinstance(each, str)])
        names = ", ".join(map(str, offered))
        raise InputError(f"{name}: found {value!r}{near}; give one of {names}")


def did_you_mean(name: object, choices: Sequence[str]) -> str:
    """Return the choices that resemble a name, as the end of a sentence.

    >>> did_you_mean("txet", ["text", "label"])
    ' (did you mean text?)'
    >>> did_you_mean("body", ["text", "label"])
    ''
    """
    few = choices[:MOST_COMPARED]
    near = get_close_matches(name, few, n=3) if isinstance(name, str) else []
    # A column's name may contain line breaks; a message must not.
    shown = " or ".join(" ".join(each.split()) for each in near)
    return f" (did you mean {shown}?)" if near else ""

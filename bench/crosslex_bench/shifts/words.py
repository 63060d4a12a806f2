"""The words that change most between two domains of reviews, as a Markdown table."""

import argparse

from crosslex import CrossDomainEmbedding
from crosslex.shifts import Shift
from crosslex.tables import plain
from crosslex_bench.data.mdsd import FOLDER, read_domain

LONGEST = 110


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="dvd,electronics", help="two, separated by a comma")
    parser.add_argument("--min-count", type=int, default=50)
    parser.add_argument("--top", type=int, default=20)
    options = parser.parse_args()
    first, second = options.domains.split(",")
    model = CrossDomainEmbedding(random_state=0)
    model.fit([read_domain(options.data, name).without_labels() for name in (first, second)])
    shifts = model.shifts(top=None, min_count=options.min_count, neighbors=0, examples=1)
    print(
        f"{shifts.tested:,} words tested, of which {shifts.different:,} differ by more than "
        f"{shifts.min_effect:.2g} (q ≤ 0.05).\n"
    )
    print(f"| word | change | q | {first} | {second} |")
    print("|---|---:|---:|---|---|")
    for shift in shifts[: options.top]:
        low, value, high = shift.change.low, shift.change.value, shift.change.high
        print(
            f"| {plain(shift.word)} | {value:.1f} ({low:.1f} to {high:.1f}) "
            f"| {shift.q:.1g} | {_sentence(shift, 0)} | {_sentence(shift, 1)} |"
        )


def _sentence(shift: Shift, side: int) -> str:
    """Return the best example, cut around the word where it is long."""
    if not shift.examples[side]:
        return ""
    text = " ".join(shift.examples[side][0].split())
    if len(text) > LONGEST:
        stem = shift.word.split(" ")[0][:4]
        place = max(0, text.lower().find(stem) - LONGEST // 2)
        cut = text[place : place + LONGEST]
        text = ("…" if place else "") + cut + ("…" if place + LONGEST < len(text) else "")
    return plain(text)


if __name__ == "__main__":
    main()

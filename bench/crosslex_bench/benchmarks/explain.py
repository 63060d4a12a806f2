"""Explanations of the classification of three real reviews, as Markdown."""

import argparse
import gzip
import json
from pathlib import Path

from crosslex import CrossDomainClassifier
from crosslex.markdown import plain
from crosslex_bench.benchmarks.mdsd import FOLDER, read_pair

REVIEWS = ("kitchen/pos/815", "kitchen/neg/805", "kitchen/neg/849")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--source", default="books")
    parser.add_argument("--target", default="kitchen")
    parser.add_argument("--reviews", default=",".join(REVIEWS), help="ids, separated by commas")
    options = parser.parse_args()
    classifier = CrossDomainClassifier(target=options.target, random_state=0)
    classifier.fit(read_pair(options.data, options.source, options.target))
    with gzip.open(Path(options.data) / "labelled.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = {row["id"]: row for row in map(json.loads, lines)}
    for review in options.reviews.split(","):
        row = rows[review]
        print(f"> **{plain(row['title'])}** {plain(row['text'])} (labeled {row['label']})\n")
        print(f"```\n{classifier.explain(row['title'] + '. ' + row['text'])}\n```\n")


if __name__ == "__main__":
    main()

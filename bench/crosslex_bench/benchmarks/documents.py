"""Whether documents as sums of the space's word vectors classify better than what is shipped.

Run `python -m crosslex_bench.benchmarks.documents`. AUC in percent on all labeled reviews of a validation domain,
music or video, with the labels of another domain; no review of the target's is learned from with
its label.
"""

import argparse
import time
from dataclasses import dataclass
from typing import Self

import numpy as np
from sklearn.base import clone
from sklearn.metrics import roc_auc_score

from crosslex import Corpus, CrossDomainClassifier, CrossDomainEmbedding
from crosslex.adapt.crosslex import Crosslex
from crosslex.adapt.crosslex_documents import DocumentVectors
from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.representation import fit_scaler
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskVectors
from crosslex_bench.benchmarks.mdsd import FOLDER, read_domain

PAIRS = "books->music,kitchen->video,electronics->music,dvd->video"


@dataclass(kw_only=True, eq=False, repr=False)
class SpaceDocuments(DocumentVectors):
    """Document vectors whose words are placed in the default space of `CrossDomainEmbedding`."""

    def learn(self, task: AdaptationTask) -> Self:
        """Learn the space, and mean and deviation of the documents."""
        corpora = [each.corpus for each in task.domains]
        model = CrossDomainEmbedding(dimension=self.dimension, max_examples=0).fit(corpora)
        of_domain = []
        for corpus in corpora:
            vectors = model.vectors_[corpus.name]
            place = {word: number for number, word in enumerate(vectors.words)}
            rows = np.array([place.get(feature, -1) for feature in task.features])
            found = np.where(rows[:, None] >= 0, vectors.vectors[rows], 0)
            of_domain.append(found.astype(np.float32))
        self.vectors_ = TaskVectors(tuple(of_domain), task.pivots)
        self.scaler_ = fit_scaler(
            [self._sums(each.documents, place) for place, each in enumerate(task.domains)]
        )
        return self


@dataclass(kw_only=True, eq=False, repr=False)
class SpaceCrosslex(Crosslex):
    """The default method with its second view replaced."""

    learn = SpaceDocuments.learn


METHODS: dict[str, str | AdaptationMethod] = {
    "none": "none",
    "document vectors": "crosslex-documents",
    "document vectors, space": SpaceDocuments(),
    "crosslex": "crosslex",
    "crosslex, space as second view": SpaceCrosslex(),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--pairs", default=PAIRS, help="source->target, with commas")
    options = parser.parse_args()
    pairs = [tuple(pair.split("->")) for pair in options.pairs.split(",")]
    print("| method |", " | ".join(options.pairs.split(",")), "| mean | CPU s |")
    print("|---|" + "---:|" * (len(pairs) + 2))
    corpora = {name: read_domain(options.data, name) for pair in pairs for name in pair}
    for name, method in METHODS.items():
        started = time.process_time()
        found = [auc(method, corpora[source], corpora[target]) for source, target in pairs]
        seconds = (time.process_time() - started) / len(pairs)
        cells = " | ".join(f"{100 * each:.1f}" for each in [*found, float(np.mean(found))])
        print(f"| {name} | {cells} | {seconds:.0f} |", flush=True)


def auc(method: str | AdaptationMethod, source: Corpus, target: Corpus) -> float:
    """Return the AUC of a classifier of the target that saw labels of the source alone."""
    chosen = method if isinstance(method, str) else clone(method)
    classifier = CrossDomainClassifier(chosen, target.name, random_state=0)
    classifier.fit([source, target.without_labels()])
    labeled = target.labels >= 0
    return float(
        roc_auc_score(target.labels[labeled], classifier.decision_function(target)[labeled])
    )


if __name__ == "__main__":
    main()

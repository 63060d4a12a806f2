"""A trained classifier as a folder, and back."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from crosslex.adapt import LinearDecision, Weighting
from crosslex.classify.card import classifier_card
from crosslex.errors import InputError, StorageError
from crosslex.storage import Archive, read_archive, write_archive
from crosslex.text import TextSettings

if TYPE_CHECKING:
    from crosslex.classify.classifier import CrossDomainClassifier

# Settings that JSON can hold; a scikit-learn classifier or a function of the user's is not kept,
# for only learning anew would need it.
_SETTINGS: Final = (
    "method",
    "target",
    "weighting",
    "min_documents",
    "n_pivots",
    "min_pivot_documents",
    "threshold",
    "random_state",
    "n_jobs",
)
_DECISIONS: Final = {LinearDecision.kind: LinearDecision.of_arrays}


def save_classifier(classifier: "CrossDomainClassifier", folder: str | Path) -> None:
    """Write all that a classifier has learned."""
    header = {
        "settings": {name: getattr(classifier, name) for name in _SETTINGS},
        "text": classifier.text_settings_.describe(),
        "features": list(classifier.features_),
        "classes": classifier.classes_.tolist(),
        "weighting": classifier.weighting_.name,
        "sources": list(classifier.sources_),
        "target": classifier.target_,
        "decision": classifier.decision_.kind,
    }
    learned = {
        "idf": classifier.weighting_.idf,
        "offset": classifier.offset_,
        "prior": classifier.prior_,
    }
    arrays = {"learned": learned, "decision": classifier.decision_.arrays()}
    texts = {"README.md": classifier_card(classifier)}
    write_archive(folder, Archive("classifier", header, arrays, texts))


def load_classifier(
    folder: str | Path, text_settings: TextSettings | None
) -> "CrossDomainClassifier":
    """Read a classifier; anything in it that does not fit together is a StorageError."""
    archive = read_archive(folder, "classifier")
    try:
        return _restore(archive, text_settings)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise StorageError(
            f"{folder}: the classifier's parts do not fit together ({error})"
        ) from error


def _restore(archive: Archive, text_settings: TextSettings | None) -> "CrossDomainClassifier":
    from crosslex.classify.classifier import CrossDomainClassifier

    header, learned = archive.header, archive.arrays["learned"]
    settings: dict[str, Any] = dict(header["settings"])
    classifier = CrossDomainClassifier(**settings)
    classifier.text_settings_ = TextSettings.restore(header["text"], text_settings)
    classifier.classes_ = np.array(header["classes"])
    classifier.features_ = tuple(header["features"])
    classifier.sources_ = tuple(header["sources"])
    classifier.target_ = header["target"]
    classifier.weighting_ = Weighting(header["weighting"], learned["idf"])
    classifier.offset_ = learned["offset"]
    classifier.prior_ = learned["prior"]
    classifier.decision_ = _DECISIONS[header["decision"]](archive.arrays["decision"])
    n_features, n_classes = len(classifier.features_), len(classifier.classes_)
    shapes = (learned["idf"].shape, learned["offset"].shape, learned["prior"].shape)
    if shapes != ((n_features,), (n_classes,), (n_classes,)):
        raise ValueError(f"shapes {shapes} for {n_features} features and {n_classes} classes")
    return classifier

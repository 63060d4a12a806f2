"""A trained classifier as a folder, and back if everything in it fits together."""

from collections.abc import Mapping
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.classify import WeightingName
from crosslex.classify.calibration import Calibration, ExpectedAccuracy
from crosslex.classify.decision import LinearDecision, SourceNeighbors, require_linear
from crosslex.classify.encoder import Encoder, EncoderView
from crosslex.classify.fitted import FittedClassifier, Refinement
from crosslex.classify.task import Weighting
from crosslex.errors import InputError
from crosslex.results import plain
from crosslex.storage.reading import (
    Archive,
    Arrays,
    TextDescription,
    check_offsets,
    check_within,
    checked_array,
    checked_names,
    read_archive,
    refusing_misfits,
    require,
)
from crosslex.storage.writing import described_setting, write_archive
from crosslex.text.settings import TextSettings


class SavedSettings(msgspec.Struct, forbid_unknown_fields=True):
    """The settings of a classifier, but for its text settings.

    Not saved: the scikit-learn classifier, which only `fit` needs, and the number of
    processes, which changes no result.
    """

    method: str
    target: str | None
    min_documents: int
    n_pivots: int | None
    class_prior: Literal["balanced", "pool"] | list[tuple[int | str, float]]
    random_state: int


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    settings: SavedSettings
    text: TextDescription
    stop_words: bool
    features: list[str]
    classes: list[int | str]
    weighting: WeightingName
    sources: list[str]
    target: str
    encoder: str | None


def save_classifier(
    fitted: FittedClassifier, settings: Mapping[str, Any], folder: str | Path
) -> None:
    """Write all that a classifier has learned, and the settings it was made with."""
    given = settings["method"]
    method = given if isinstance(given, str) else type(given).__name__
    decision = require_linear(fitted.decision)
    described = {
        name: described_setting(settings[name]) for name in SavedSettings.__struct_fields__
    }
    described["method"] = method
    if isinstance(settings["class_prior"], Mapping):
        described["class_prior"] = list(settings["class_prior"].items())
    if described["target"] is not None:
        described["target"] = fitted.target
    header = {
        "settings": described,
        "text": fitted.text_settings.describe(),
        "stop_words": fitted.stop_words,
        "features": list(fitted.features),
        "classes": fitted.classes.tolist(),
        "weighting": fitted.weighting.name,
        "sources": list(fitted.sources),
        "target": fitted.target,
        "encoder": None if fitted.encoder is None else fitted.encoder.name,
    }
    texts = {"README.md": _card(fitted, method)}
    arrays = _arrays(fitted, decision)
    write_archive(folder, Archive("classifier", header, arrays, texts))


def _arrays(fitted: FittedClassifier, decision: LinearDecision) -> dict[str, Arrays]:
    calibration, accuracy = fitted.calibration, fitted.calibration.accuracy
    own: dict[str, NDArray[Any]] = {"weights": decision.weights, "intercept": decision.intercept}
    if decision.neighbors is not None:
        own["neighbor_features"] = decision.neighbors.features
        own["neighbor_cosines"] = decision.neighbors.cosines
    if decision.views:
        own["view_weights"] = np.stack([view.weights for view in decision.views])
        own["view_intercepts"] = np.stack([view.intercept for view in decision.views])
    arrays: dict[str, Arrays] = {
        "learned": {
            "idf": fitted.weighting.idf,
            "label_shares": fitted.label_shares,
            "slope": np.array([calibration.slope]),
            "offset": calibration.offset,
            "class_prior": calibration.class_prior,
            "accuracy": np.array(astuple(accuracy)),
            "center": fitted.center,
        },
        "decision": own,
    }
    if fitted.encoder is not None:
        arrays["encoder"] = {"mean": fitted.encoder.mean, "scale": fitted.encoder.scale}
    if fitted.refinement is not None:
        documents = fitted.refinement.documents
        arrays["refinement"] = {
            "starts": documents.indptr.astype(np.int64),
            "features": documents.indices.astype(np.int32),
            "values": documents.data.astype(np.float64),
            "labels": fitted.refinement.labels,
            "weights": fitted.refinement.change.weights,
            "intercept": fitted.refinement.change.intercept,
        }
    return arrays


def _card(fitted: FittedClassifier, method: str) -> str:
    """Return the README of a saved classifier: what it does, and how to load it."""
    sources = ", ".join(plain(name) for name in fitted.sources)
    classes = ", ".join(f"`{plain(str(label))}`" for label in fitted.classes)
    return "\n".join(
        [
            f"# A text classifier for {plain(fitted.target)}",
            "",
            f"Decides between {classes}. Learned by crosslex with method "
            f"`{plain(method)}` from labels of {sources or plain(fitted.target)} and "
            f"unlabeled texts of {plain(fitted.target)}; "
            f"{len(fitted.features):,} words and bigrams.",
            "",
            f"Expected accuracy in {plain(fitted.target)}, estimated without its labels: "
            f"{fitted.calibration.accuracy}.",
            "",
            "```python",
            "from crosslex import CrossDomainClassifier",
            "",
            'classifier = CrossDomainClassifier.load("path/to/this/folder")',
            'classifier.predict(["a text"])',
            'print(classifier.explain("a text"))',
            "```",
            "",
        ]
    )


def load_classifier(
    folder: str | Path, text_settings: TextSettings | None, encoder: Encoder | None = None
) -> tuple[FittedClassifier, dict[str, Any]]:
    """Return what was learned and the settings; what does not fit together is a StorageError."""
    archive = read_archive(folder, "classifier")
    with refusing_misfits(folder, "classifier"):
        header = msgspec.convert(archive.header, _Header)
        require(header.settings.method != "", "method is empty")
        fitted = _restore(header, archive.arrays)
    # Not within: what is wrong here is what the caller gave, not the folder.
    restored = TextSettings.restore(archive.header["text"], text_settings)
    settings = msgspec.structs.asdict(header.settings)
    if isinstance(header.settings.class_prior, list):
        settings["class_prior"] = dict(header.settings.class_prior)
    settings["text_settings"] = None if restored == TextSettings() else restored
    if encoder is not None:
        if fitted.encoder is None:
            raise InputError("encoder: this classifier was learned without one; leave it out")
        fitted = replace(fitted, encoder=replace(fitted.encoder, encoder=encoder))
    return replace(fitted, text_settings=restored), settings


def _restore(header: _Header, arrays: Mapping[str, Arrays]) -> FittedClassifier:
    """Rebuild all but the text settings."""
    numbers, classes = arrays["learned"], _checked_classes(header.classes)
    features = checked_names(header.features, "features")
    encoder = _read_encoder(header.encoder, arrays)
    width = len(features) + (0 if encoder is None else len(encoder.mean))
    per_class = (len(classes),)
    positive = {
        name: checked_array(numbers, name, np.float64, shape)
        for name, shape in {
            "idf": (len(features),),
            "label_shares": per_class,
            "slope": (1,),
            "class_prior": per_class,
        }.items()
    }
    for name, array in positive.items():
        require((array > 0).all(), f"{name} is not above 0")
    accuracy = checked_array(numbers, "accuracy", np.float64, (5,))
    require(((accuracy >= 0) & (accuracy <= 1)).all(), "accuracy is not from 0 to 1")
    return FittedClassifier(
        text_settings=TextSettings(),
        stop_words=header.stop_words,
        classes=classes,
        features=features,
        weighting=Weighting(header.weighting, positive["idf"]),
        target=checked_names([header.target], "target")[0],
        # In domain, no source has labels.
        sources=checked_names(header.sources, "sources") if header.sources else (),
        decision=_read_decision(arrays["decision"], width, len(classes), n_words=len(features)),
        label_shares=positive["label_shares"],
        calibration=Calibration(
            float(positive["slope"][0]),
            checked_array(numbers, "offset", np.float64, per_class),
            positive["class_prior"],
            ExpectedAccuracy(*map(float, accuracy)),
        ),
        center=checked_array(numbers, "center", np.float64, (width,)),
        encoder=encoder,
        refinement=(
            _read_refinement(arrays["refinement"], width, len(classes))
            if "refinement" in arrays
            else None
        ),
    )


def _read_decision(
    arrays: Arrays, n_features: int, n_classes: int, *, n_words: int
) -> LinearDecision:
    neighbors = None
    views: tuple[LinearDecision, ...] = ()
    if "neighbor_features" in arrays:
        found = checked_array(arrays, "neighbor_features", np.int32, (n_words, None))
        check_within(found, -1, n_words, "neighbor_features")
        cosines = checked_array(arrays, "neighbor_cosines", np.float32, found.shape)
        neighbors = SourceNeighbors(found, cosines)
    if "view_weights" in arrays:
        shape = (None, n_features, n_classes)
        weights = checked_array(arrays, "view_weights", np.float64, shape)
        per_view = (len(weights), n_classes)
        intercepts = checked_array(arrays, "view_intercepts", np.float64, per_view)
        views = tuple(map(LinearDecision, weights, intercepts))
    return LinearDecision(
        checked_array(arrays, "weights", np.float64, (n_features, n_classes)),
        checked_array(arrays, "intercept", np.float64, (n_classes,)),
        neighbors,
        views,
    )


def _read_encoder(name: str | None, arrays: Mapping[str, Arrays]) -> EncoderView | None:
    if name is None:
        return None
    require(name != "", "encoder has no name")
    mean = checked_array(arrays["encoder"], "mean", np.float64, (None,))
    scale = checked_array(arrays["encoder"], "scale", np.float64, mean.shape)
    require((scale > 0).all(), "scale is not above 0")
    return EncoderView(name, mean, scale)


def _read_refinement(arrays: Arrays, n_features: int, n_classes: int) -> Refinement:
    labels = checked_array(arrays, "labels", np.int32, (None,))
    starts = checked_array(arrays, "starts", np.int64, (len(labels) + 1,))
    features = checked_array(arrays, "features", np.int32, (None,))
    values = checked_array(arrays, "values", np.float64, features.shape)
    check_within(labels, 0, n_classes, "labels")
    check_within(features, 0, n_features, "features")
    check_offsets(starts, len(features), "starts")
    return Refinement(
        csr_array((values, features, starts), shape=(len(labels), n_features)),
        labels,
        LinearDecision(
            checked_array(arrays, "weights", np.float64, (n_features, n_classes)),
            checked_array(arrays, "intercept", np.float64, (n_classes,)),
        ),
    )


def _checked_classes(classes: list[int | str]) -> NDArray[Any]:
    kinds = {type(label) for label in classes}
    require(len(kinds) == 1, "classes are neither numbers nor words")
    require(len(set(classes)) == len(classes) > 1, "classes are not two or more")
    return np.array(classes, np.int64 if kinds == {int} else None)

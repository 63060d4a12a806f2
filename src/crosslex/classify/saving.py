"""A trained classifier as a folder, and back if everything in it fits together."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.classify.calibration import Calibration
from crosslex.classify.decision import LinearDecision
from crosslex.classify.encoder import Encoder, EncoderView
from crosslex.classify.learned import LearnedClassifier
from crosslex.classify.methods import method_name
from crosslex.classify.names import Threshold, WeightingName
from crosslex.classify.refinement import read_refinement
from crosslex.classify.score_mixture import ExpectedAccuracy
from crosslex.classify.task import Weighting
from crosslex.errors import InputError
from crosslex.storage import (
    Archive,
    TextDescription,
    checked_array,
    checked_names,
    described_setting,
    read_archive,
    refusing_misfits,
    require,
    write_archive,
)
from crosslex.tables import plain
from crosslex.text.settings import TextSettings


class SavedSettings(msgspec.Struct, forbid_unknown_fields=True):
    """The settings of a classifier, but for its text settings.

    Not saved: the scikit-learn classifier, which only `fit` needs, and the number of
    processes, which changes no result.
    """

    method: str
    target: str | None
    weighting: WeightingName | None
    min_documents: int
    pivots: str
    n_pivots: int | None
    min_pivot_documents: int
    min_count: int
    min_pivot_count: int
    threshold: Threshold
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
    learned: LearnedClassifier, settings: Mapping[str, Any], folder: str | Path
) -> None:
    """Write all that a classifier has learned, and the settings it was made with."""
    method = method_name(settings["method"])
    if not isinstance(learned.decision, LinearDecision):
        raise InputError(f"method {method}: only classifiers with linear decisions can be saved")
    names = SavedSettings.__struct_fields__
    plain_settings = dict(settings)
    if isinstance(settings["class_prior"], Mapping):
        plain_settings["class_prior"] = list(settings["class_prior"].items())
    described = {name: described_setting(plain_settings[name]) for name in names}
    if described["target"] is not None:
        described["target"] = learned.target
    header = {
        "settings": described | {"method": method},
        "text": learned.text_settings.describe(),
        "stop_words": learned.stop_words,
        "features": list(learned.features),
        "classes": learned.classes.tolist(),
        "weighting": learned.weighting.name,
        "sources": list(learned.sources),
        "target": learned.target,
        "encoder": None if learned.encoder is None else learned.encoder.name,
    }
    calibration, accuracy = learned.calibration, learned.calibration.accuracy
    numbers = {
        "idf": learned.weighting.idf,
        "label_shares": learned.label_shares,
        "slope": np.array([calibration.slope]),
        "offset": calibration.offset,
        "class_prior": calibration.class_prior,
        "accuracy": np.array([accuracy.value, accuracy.low, accuracy.high, accuracy.guessing]),
    }
    numbers["center"] = learned.center
    arrays = {"learned": numbers, "decision": learned.decision.arrays()}
    if learned.encoder is not None:
        arrays["encoder"] = {"mean": learned.encoder.mean, "scale": learned.encoder.scale}
    if learned.refinement is not None:
        arrays["refinement"] = learned.refinement.arrays()
    texts = {"README.md": _card(learned, method)}
    write_archive(folder, Archive("classifier", header, arrays, texts))


def _card(learned: LearnedClassifier, method: str) -> str:
    """Return the README of a saved classifier: what it does, and how to load it."""
    sources = ", ".join(plain(name) for name in learned.sources)
    classes = ", ".join(f"`{plain(str(label))}`" for label in learned.classes)
    return "\n".join(
        [
            f"# A text classifier for {plain(learned.target)}",
            "",
            f"Decides between {classes}. Learned by crosslex with method "
            f"`{plain(method)}` from labels of {sources or plain(learned.target)} and "
            f"unlabeled texts of {plain(learned.target)}; "
            f"{len(learned.features):,} words and bigrams.",
            "",
            f"Expected accuracy in {plain(learned.target)}, estimated without its labels: "
            f"{learned.calibration.accuracy}.",
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
) -> tuple[LearnedClassifier, dict[str, Any]]:
    """Return what was learned and the settings; what does not fit together is a StorageError."""
    archive = read_archive(folder, "classifier")
    with refusing_misfits(folder, "classifier"):
        header = msgspec.convert(archive.header, _Header)
        require(header.settings.method != "", "method is empty")
        learned = _restore(header, archive.arrays)
    # Not within: what is wrong here is what the caller gave, not the folder.
    restored = TextSettings.restore(archive.header["text"], text_settings)
    settings = msgspec.structs.asdict(header.settings)
    if isinstance(header.settings.class_prior, list):
        settings["class_prior"] = dict(header.settings.class_prior)
    settings["text_settings"] = None if restored == TextSettings() else restored
    if encoder is not None:
        if learned.encoder is None:
            raise InputError("encoder: this classifier was learned without one; leave it out")
        learned = replace(learned, encoder=replace(learned.encoder, encoder=encoder))
    return replace(learned, text_settings=restored), settings


def _restore(
    header: _Header, arrays: Mapping[str, Mapping[str, NDArray[Any]]]
) -> LearnedClassifier:
    """Rebuild all but the text settings."""
    numbers, classes = arrays["learned"], _checked_classes(header.classes)
    features = checked_names(header.features, "features")
    encoder = _read_encoder(header.encoder, arrays)
    width = len(features) + (0 if encoder is None else len(encoder.mean))
    idf = checked_array(numbers, "idf", np.float64, (len(features),))
    label_shares = checked_array(numbers, "label_shares", np.float64, (len(classes),))
    slope = checked_array(numbers, "slope", np.float64, (1,))
    class_prior = checked_array(numbers, "class_prior", np.float64, (len(classes),))
    accuracy = checked_array(numbers, "accuracy", np.float64, (4,))
    positive = {
        "idf": idf,
        "label_shares": label_shares,
        "slope": slope,
        "class_prior": class_prior,
    }
    for name, array in positive.items():
        require((array > 0).all(), f"{name} is not above 0")
    require(((accuracy >= 0) & (accuracy <= 1)).all(), "accuracy is not from 0 to 1")
    return LearnedClassifier(
        text_settings=TextSettings(),
        stop_words=header.stop_words,
        classes=classes,
        features=features,
        weighting=Weighting(header.weighting, idf),
        target=checked_names([header.target], "target")[0],
        # In domain, no source has labels.
        sources=checked_names(header.sources, "sources") if header.sources else (),
        decision=_read_decision(arrays["decision"], width, len(classes), n_words=len(features)),
        label_shares=label_shares,
        calibration=Calibration(
            float(slope[0]),
            checked_array(numbers, "offset", np.float64, (len(classes),)),
            class_prior,
            ExpectedAccuracy(*map(float, accuracy)),
        ),
        center=checked_array(numbers, "center", np.float64, (width,)),
        encoder=encoder,
        refinement=(
            read_refinement(arrays["refinement"], width, len(classes))
            if "refinement" in arrays
            else None
        ),
    )


def _read_decision(
    arrays: Mapping[str, NDArray[Any]], n_features: int, n_classes: int, *, n_words: int
) -> LinearDecision:
    checked_array(arrays, "intercept", np.float64, (n_classes,))
    checked_array(arrays, "weights", np.float64, (n_features, n_classes))
    if "neighbor_features" in arrays:
        found = checked_array(arrays, "neighbor_features", np.int32, (n_words, None))
        checked_array(arrays, "neighbor_cosines", np.float32, found.shape)
        require(((found >= -1) & (found < n_words)).all(), "neighbor_features are no features")
    if "view_weights" in arrays:
        shape = (None, n_features, n_classes)
        views = len(checked_array(arrays, "view_weights", np.float64, shape))
        checked_array(arrays, "view_intercepts", np.float64, (views, n_classes))
        checked_array(arrays, "mix", np.float64, (views,))
        checked_array(arrays, "self_trained", np.bool_, (views,))
    return LinearDecision.of_arrays(arrays)


def _read_encoder(
    name: str | None, arrays: Mapping[str, Mapping[str, NDArray[Any]]]
) -> EncoderView | None:
    if name is None:
        return None
    require(name != "", "encoder has no name")
    mean = checked_array(arrays["encoder"], "mean", np.float64, (None,))
    scale = checked_array(arrays["encoder"], "scale", np.float64, mean.shape)
    require((scale > 0).all(), "scale is not above 0")
    return EncoderView(name, mean, scale)


def _checked_classes(classes: list[int | str]) -> NDArray[Any]:
    kinds = {type(label) for label in classes}
    require(len(kinds) == 1, "classes are neither numbers nor words")
    require(len(set(classes)) == len(classes) > 1, "classes are not two or more")
    return np.array(classes, np.int64 if kinds == {int} else None)

"""A trained classifier as a folder, and back if everything in it fits together."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import NoneType
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import DTypeLike, NDArray

from crosslex.adapt import Decision, LinearDecision, Weighting, WeightingName, method_name
from crosslex.adapt.msda import LayeredDecision
from crosslex.classify.card import classifier_card
from crosslex.classify.learned import LearnedClassifier
from crosslex.errors import StorageError
from crosslex.storage import Archive, read_archive, write_archive
from crosslex.text import TextSettings
from crosslex.text.settings import REPLACEABLE

Arrays = Mapping[str, NDArray[Any]]

# Not saved: a scikit-learn classifier, which only `fit` needs; the number of processes, which
# changes no result. Text settings are saved separately.
_SETTINGS: Final = (
    "method",
    "target",
    "weighting",
    "min_documents",
    "pivots",
    "n_pivots",
    "min_pivot_documents",
    "threshold",
    "random_state",
)


def save_classifier(
    learned: LearnedClassifier, settings: Mapping[str, Any], folder: str | Path
) -> None:
    """Write all that a classifier has learned, with the settings it was made with."""
    method = method_name(settings["method"])
    described = {name: _describe(settings[name]) for name in _SETTINGS}
    header = {
        "settings": described | {"method": method},
        "text": learned.text_settings.describe(),
        "stop_words": learned.stop_words,
        "features": list(learned.features),
        "classes": learned.classes.tolist(),
        "weighting": learned.weighting.name,
        "sources": list(learned.sources),
        "target": learned.target,
        "decision": learned.decision.kind,
    }
    arrays = {
        "learned": {
            "idf": learned.weighting.idf,
            "offset": learned.offset,
            "prior": learned.prior,
        },
        "decision": learned.decision.arrays(),
    }
    texts = {"README.md": classifier_card(learned, method)}
    write_archive(folder, Archive("classifier", header, arrays, texts))


def _describe(value: Any) -> Any:
    """Return a setting as JSON holds it; of a function, its name."""
    if callable(value):
        kind = value if hasattr(value, "__qualname__") else type(value)
        return f"{kind.__module__}:{kind.__qualname__}"
    return value.item() if isinstance(value, np.generic) else value


def load_classifier(
    folder: str | Path, text_settings: TextSettings | None
) -> tuple[LearnedClassifier, dict[str, Any]]:
    """Return what was learned and the settings; whatever does not fit is a StorageError."""
    archive = read_archive(folder, "classifier")
    try:
        learned, settings = _restore(archive)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        what = f"there is no {error}" if isinstance(error, KeyError) else error
        raise StorageError(
            f"{folder}: the classifier's parts do not fit together: {what}"
        ) from error
    # Outside of `try`: an error here is about the caller's argument, not about the folder.
    restored = TextSettings.restore(archive.header["text"], text_settings)
    settings["text_settings"] = None if restored == TextSettings() else restored
    return replace(learned, text_settings=restored), settings


def _restore(archive: Archive) -> tuple[LearnedClassifier, dict[str, Any]]:
    """Rebuild all but the text settings, which are only checked."""
    header, numbers = archive.header, archive.arrays["learned"]
    _check_text(header["text"])
    settings = dict(header["settings"])
    _require(sorted(settings) == sorted(_SETTINGS), "its settings are others")
    _require(isinstance(settings["method"], str) and settings["method"] != "", "method is no name")
    _require(isinstance(header["stop_words"], bool), "stop_words is neither true nor false")
    _require(header["weighting"] in get_args(WeightingName), "its weighting is unknown")
    features, classes = _names(header["features"], "features"), _read_classes(header["classes"])
    _require(len(features) > 0, "it knows no features")
    idf = _array(numbers, "idf", np.float64, (len(features),))
    prior = _array(numbers, "prior", np.float64, (len(classes),))
    _require((idf > 0).all() and (prior > 0).all(), "idf and prior are not above 0")
    (target,) = _names([header["target"]], "target")
    learned = LearnedClassifier(
        text_settings=TextSettings(),
        stop_words=header["stop_words"],
        classes=classes,
        features=features,
        weighting=Weighting(header["weighting"], idf),
        target=target,
        sources=_names(header["sources"], "sources"),
        decision=_read_decision(
            header["decision"], archive.arrays["decision"], len(features), len(classes)
        ),
        prior=prior,
        offset=_array(numbers, "offset", np.float64, (len(classes),)),
    )
    return learned, settings


def _read_decision(kind: Any, arrays: Arrays, n_features: int, n_classes: int) -> Decision:
    _array(arrays, "intercept", np.float64, (n_classes,))
    if kind == LayeredDecision.kind:
        outputs = arrays["first"].shape[-1]
        _array(arrays, "first", np.float32, (n_features + 1, outputs))
        _array(arrays, "deeper", np.float32, (len(arrays["deeper"]), outputs + 1, outputs))
        _array(arrays, "scale", np.float64, ())
        width = n_features + outputs * (1 + len(arrays["deeper"]))
        _array(arrays, "weights", np.float64, (width, n_classes))
        return LayeredDecision.of_arrays(arrays)
    _require(kind == LinearDecision.kind, "its kind of decision is unknown")
    _array(arrays, "weights", np.float64, (n_features, n_classes))
    if "neighbor_features" in arrays:
        found = arrays["neighbor_features"]
        _array(arrays, "neighbor_features", np.int32, (n_features, found.shape[-1]))
        _array(arrays, "neighbor_cosines", np.float32, found.shape)
        _require(((found >= -1) & (found < n_features)).all(), "neighbor_features are no features")
    return LinearDecision.of_arrays(arrays)


def _check_text(text: Mapping[str, Any]) -> None:
    kinds = {
        "language": (str,),
        "lemmatize": (bool,),
        "stop_words": (list, NoneType),
        "bigrams": (bool,),
        **dict.fromkeys(REPLACEABLE, (str, NoneType)),
    }
    _require(set(text) == set(kinds), "its text settings are not complete")
    for name, allowed in kinds.items():
        _require(isinstance(text[name], allowed), f"its text setting {name} is of another kind")
    _names(text["stop_words"] or [], "stop_words")


def _read_classes(classes: list[Any]) -> NDArray[Any]:
    kinds = {type(label) for label in classes}
    _require(kinds in ({int}, {str}), "classes are neither numbers nor words")
    _require(len(set(classes)) == len(classes) > 1, "classes are not two or more")
    return np.array(classes, np.int64 if kinds == {int} else None)


def _names(names: Any, what: str) -> tuple[str, ...]:
    fits = isinstance(names, list) and all(isinstance(each, str) and each for each in names)
    _require(fits and len(set(names)) == len(names), f"{what} is no list of different names")
    return tuple(names)


def _array(arrays: Arrays, name: str, dtype: DTypeLike, shape: tuple[int, ...]) -> NDArray[Any]:
    array = arrays[name]
    _require(
        array.dtype == dtype and array.shape == shape,
        f"{name} has type {array.dtype} and shape {array.shape}, not {shape}",
    )
    _require(np.isfinite(array).all(), f"{name} is not finite")
    return array


def _require(holds: bool | np.bool_, what: str) -> None:
    if not holds:
        raise ValueError(what)

"""A trained classifier as a folder, and back if everything in it fits together."""

from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np
from numpy.typing import DTypeLike, NDArray

from crosslex.adapt import METHODS, Decision, LinearDecision, Weighting, WeightingName
from crosslex.adapt.msda import LayeredDecision
from crosslex.classify.card import classifier_card
from crosslex.errors import StorageError
from crosslex.storage import Archive, read_archive, write_archive
from crosslex.text import TextSettings
from crosslex.text.settings import REPLACEABLE

if TYPE_CHECKING:
    from crosslex.classify.classifier import CrossDomainClassifier

Arrays = Mapping[str, NDArray[Any]]

# A scikit-learn classifier is not kept, for only learning anew would need it, nor is the number
# of processes, which is no part of what was learned. Text settings stand by themselves.
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


def save_classifier(classifier: "CrossDomainClassifier", folder: str | Path) -> None:
    """Write all that a classifier has learned."""
    header = {
        "settings": {name: _describe(getattr(classifier, name)) for name in _SETTINGS},
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


def _describe(value: Any) -> Any:
    """Return a setting as JSON holds it; a function is known by its name alone."""
    if callable(value):
        kind = value if hasattr(value, "__qualname__") else type(value)
        return f"{kind.__module__}:{kind.__qualname__}"
    return value.item() if isinstance(value, np.generic) else value


def load_classifier(
    folder: str | Path, text_settings: TextSettings | None
) -> "CrossDomainClassifier":
    """Read a classifier; anything in it that does not fit together is a StorageError."""
    archive = read_archive(folder, "classifier")
    try:
        classifier = _restore(archive)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        what = f"there is no {error}" if isinstance(error, KeyError) else error
        raise StorageError(
            f"{folder}: the classifier's parts do not fit together: {what}"
        ) from error
    # Outside, for what is wrong here is what the caller gave.
    restored = TextSettings.restore(archive.header["text"], text_settings)
    classifier.text_settings_ = restored
    classifier.text_settings = None if restored == TextSettings() else restored
    return classifier


def _restore(archive: Archive) -> "CrossDomainClassifier":
    """Rebuild a classifier but for its text settings, which are only checked."""
    from crosslex.classify.classifier import CrossDomainClassifier

    header, learned = archive.header, archive.arrays["learned"]
    _check_text(header["text"])
    settings = header["settings"]
    _require(sorted(settings) == sorted(_SETTINGS), "its settings are others")
    _require(settings["method"] in METHODS, "its method is unknown")
    classifier = CrossDomainClassifier(**settings)
    classifier.features_ = _names(header["features"], "features")
    classifier.classes_ = _read_classes(header["classes"])
    n_features, n_classes = len(classifier.features_), len(classifier.classes_)
    _require(n_features > 0, "it knows no features")
    classifier.sources_ = _names(header["sources"], "sources")
    (classifier.target_,) = _names([header["target"]], "target")
    _require(header["weighting"] in get_args(WeightingName), "its weighting is unknown")
    idf = _array(learned, "idf", np.float64, (n_features,))
    classifier.weighting_ = Weighting(header["weighting"], idf)
    classifier.offset_ = _array(learned, "offset", np.float64, (n_classes,))
    classifier.prior_ = _array(learned, "prior", np.float64, (n_classes,))
    _require((idf > 0).all() and (classifier.prior_ > 0).all(), "idf and prior are not above 0")
    classifier.decision_ = _read_decision(
        header["decision"], archive.arrays["decision"], n_features, n_classes
    )
    return classifier


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
    if "company_features" in arrays:
        company = arrays["company_features"]
        _array(arrays, "company_features", np.int32, (n_features, company.shape[-1]))
        _array(arrays, "company_cosines", np.float32, company.shape)
        _require(((company >= -1) & (company < n_features)).all(), "company_features are none")
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

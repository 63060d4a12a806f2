"""What `crosslex info` shows of a classifier."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crosslex.cli.screen import Screen


@dataclass(frozen=True)
class ClassifierInfo:
    """What a classifier contains, and how it was learned."""

    folder: str
    bytes: int
    method: str
    target: str
    sources: tuple[str, ...]
    classes: tuple[int | str, ...]
    shares: tuple[float, ...]
    features: int
    settings: dict[str, Any]
    text_settings: dict[str, Any]
    libraries: dict[str, str]


def is_classifier(folder: Path) -> bool:
    """Return whether a folder contains a classifier and no model."""
    return (folder / "classifier.json").exists() and not (folder / "model.json").exists()


def describe_classifier(folder: Path) -> ClassifierInfo:
    """Load a classifier, which checks it, and return what it contains."""
    from crosslex.cli.output_folder import size_on_disk
    from crosslex.storage import read_archive

    archive = read_archive(folder, "classifier")
    # Imported after the folder is known to be a classifier: a mistake should not wait for it.
    from crosslex import CrossDomainClassifier

    classifier = CrossDomainClassifier.load(folder)
    return ClassifierInfo(
        folder=str(folder),
        bytes=size_on_disk(folder),
        method=classifier.method,
        target=classifier.target_,
        sources=classifier.sources_,
        classes=tuple(classifier.classes_.tolist()),
        shares=tuple(classifier.prior_.tolist()),
        features=len(classifier.features_),
        settings=dict(archive.header["settings"]),
        text_settings=classifier.text_settings_.describe(),
        libraries=dict(archive.libraries),
    )


def show_classifier(screen: "Screen", found: ClassifierInfo) -> None:
    """Print what a classifier contains."""
    from crosslex.cli.output_folder import megabytes

    screen.title(
        f"A classifier for {found.target}",
        note=f"{megabytes(found.bytes)}, written by crosslex {found.libraries['crosslex']}",
    )
    screen.indented(
        f"method {found.method}, labels of {', '.join(found.sources) or found.target}, "
        f"{found.features:,} words and bigrams"
    )
    screen.line()
    screen.title("Classes", note="and their shares among the labels")
    screen.table(
        ("class", "share"),
        [
            (str(label), f"{share:.1%}")
            for label, share in zip(found.classes, found.shares, strict=True)
        ],
    )
    screen.settings(found.settings)

"""`crosslex info`: what a model or a classifier contains."""

from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, flag
from crosslex.cli.output import Screen, megabytes, plain
from crosslex.cli.paths import size_on_disk


@dataclass(frozen=True)
class ModelDomain:
    """One domain of a model: words that have a vector, and their occurrences."""

    name: str
    words: int
    occurrences: int


@dataclass(frozen=True)
class ModelInfo:
    """What a model contains, and how it was learned."""

    folder: str
    bytes: int
    dimension: int
    domains: tuple[ModelDomain, ...]
    method: str
    contexts: int
    settings: dict[str, Any]
    text_settings: dict[str, Any]
    libraries: dict[str, str]


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
    class_prior: tuple[float, ...]
    expected_accuracy: str
    advice: str | None
    features: int
    target_labels: int
    settings: dict[str, Any]
    text_settings: dict[str, Any]
    libraries: dict[str, str]


def show_info(screen: Screen, found: "ModelInfo | ClassifierInfo | Methods") -> None:
    """Print what a model or a classifier contains, or how it was learned."""
    if isinstance(found, Methods):
        for line in found.methods.split("\n"):
            # Not wrapped: it goes into a paper, not on a screen.
            typer.echo(plain(line))
        return
    written = f"{megabytes(found.bytes)}, written by crosslex {found.libraries['crosslex']}"
    if isinstance(found, ModelInfo):
        _show_model(screen, found, written)
    else:
        _show_classifier(screen, found, written)
    screen.title("Settings")
    settings = [(name, str(value)) for name, value in sorted(found.settings.items())]
    screen.table(("setting", "value"), settings)
    screen.title("Text settings", note="which all commands follow that read the words of a text")
    text = [(name, _short(value)) for name, value in sorted(found.text_settings.items())]
    screen.table(("setting", "value"), text)


def _short(value: object) -> str:
    """Return a setting in a cell; a list by its length."""
    return f"{len(value):,} words" if isinstance(value, list) else str(value)


def _show_model(screen: Screen, found: ModelInfo, written: str) -> None:
    learned = f"{found.contexts:,} context words" if found.contexts else "the paper's method"
    screen.title(
        f"{len(found.domains)} domains, {learned}, {found.dimension} dimensions",
        note=written,
    )
    screen.table(
        ("domain", "words with a vector", "occurrences"),
        [astuple(domain) for domain in found.domains],
    )


def _show_classifier(screen: Screen, found: ClassifierInfo, written: str) -> None:
    screen.title(f"A classifier for {found.target}", note=written)
    refined = f", refined with {found.target_labels:,} labels" if found.target_labels else ""
    screen.indented(
        f"method {found.method}, labels of {', '.join(found.sources) or found.target}, "
        f"{found.features:,} words and bigrams{refined}"
    )
    screen.title(
        "Classes", note=f"their shares among the labels, and as assumed for {found.target}"
    )
    shares = zip(found.classes, found.shares, found.class_prior, strict=True)
    screen.table(
        ("class", "among the labels", "assumed"),
        [(str(label), f"{share:.1%}", f"{assumed:.1%}") for label, share, assumed in shares],
    )
    screen.title("Expected accuracy", note=f"in {found.target}, estimated without its labels")
    screen.indented(found.expected_accuracy)
    if found.advice:
        screen.indented(found.advice)


@dataclass(frozen=True)
class Methods:
    """How a model or a classifier was learned, as a paragraph for a paper."""

    methods: str


@command(show_info)
def info(
    model: ModelFolder,
    methods: Annotated[
        bool, flag("--methods", help="Write a paragraph for the methods section of a paper.")
    ] = False,
) -> ModelInfo | ClassifierInfo | Methods:
    """Show what a model or a classifier contains and how it was learned."""
    if (model / "classifier.json").exists() and not (model / "model.json").exists():
        return Methods(_classifier_methods(model)) if methods else _describe_classifier(model)
    if methods:
        from crosslex.methods_paragraph import model_paragraph
        from crosslex.storage import SavedVectors

        return Methods(model_paragraph(SavedVectors.read(model)))
    return _describe_model(model)


def _describe_model(folder: Path) -> ModelInfo:
    from crosslex.storage import SavedVectors

    saved = SavedVectors.read(folder)
    vocabulary = saved.vocabulary
    sizes = zip(vocabulary.domains, vocabulary.present, vocabulary.counts, strict=True)
    return ModelInfo(
        folder=str(folder),
        bytes=size_on_disk(folder),
        dimension=saved.dimension,
        domains=tuple(
            ModelDomain(name, int(present.sum()), int(counts.sum()))
            for name, present, counts in sizes
        ),
        method=saved.method,
        contexts=len(saved.contexts),
        settings=dict(saved.settings),
        text_settings=dict(saved.text),
        libraries=dict(saved.libraries),
    )


def _describe_classifier(folder: Path) -> ClassifierInfo:
    from crosslex import CrossDomainClassifier
    from crosslex.storage import read_archive

    classifier = CrossDomainClassifier.load(folder)
    archive = read_archive(folder, "classifier", only=())
    expected = classifier.expected_accuracy_
    return ClassifierInfo(
        folder=str(folder),
        bytes=size_on_disk(folder),
        method=classifier.method,
        target=classifier.target_,
        sources=classifier.sources_,
        classes=tuple(classifier.classes_.tolist()),
        shares=tuple(classifier.label_shares_.tolist()),
        class_prior=tuple(classifier.class_prior_.values()),
        expected_accuracy=f"{expected}; balanced accuracy {100 * expected.balanced:.0f} %",
        advice=expected.advice,
        features=len(classifier.features_),
        target_labels=classifier.n_target_labels_,
        settings=dict(archive.header["settings"]),
        text_settings=classifier.text_settings_.describe(),
        libraries=dict(archive.libraries),
    )


def _classifier_methods(folder: Path) -> str:
    from crosslex import CrossDomainClassifier
    from crosslex.methods_paragraph import classifier_paragraph
    from crosslex.storage import read_archive

    learned = CrossDomainClassifier.load(folder)
    libraries = read_archive(folder, "classifier", only=()).libraries
    return classifier_paragraph(
        learned.fitted_, str(learned.method), learned.random_state, libraries
    )

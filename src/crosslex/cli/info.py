"""`crosslex info`: what a model or a classifier contains."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crosslex.cli.classifier_info import (
    ClassifierInfo,
    describe_classifier,
    is_classifier,
    show_classifier,
)
from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.screen import Screen

SHOWN_PIVOTS = 30


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
    pivots: tuple[str, ...]
    losses: tuple[float, ...]
    settings: dict[str, Any]
    text_settings: dict[str, Any]
    libraries: dict[str, str]


def show_info(screen: "Screen", found: ModelInfo | ClassifierInfo) -> None:
    """Print what a model or a classifier contains."""
    from crosslex.cli.output_folder import megabytes

    if isinstance(found, ClassifierInfo):
        show_classifier(screen, found)
        return
    screen.title(
        f"{len(found.domains)} domains, {len(found.pivots):,} pivots, {found.dimension} dimensions",
        note=f"{megabytes(found.bytes)}, written by crosslex {found.libraries['crosslex']}",
    )
    screen.table(
        ("domain", "words with a vector", "occurrences"),
        [(domain.name, domain.words, domain.occurrences) for domain in found.domains],
    )
    screen.list_words("Pivots", found.pivots, top=SHOWN_PIVOTS)
    screen.title("Loss", note="start, then after each pass, on held-out pairs where there are any")
    screen.indented(", ".join(f"{loss:.3f}" for loss in found.losses))
    screen.line()
    screen.settings(found.settings)


@command(show_info)
def info(model: ModelFolder) -> ModelInfo | ClassifierInfo:
    """Show what a model or a classifier contains and how it was learned."""
    return describe_classifier(model) if is_classifier(model) else describe_model(model)


def describe_model(folder: Path) -> ModelInfo:
    """Load a model, which checks it, and return what it contains."""
    from crosslex.cli.output_folder import size_on_disk
    from crosslex.storage import read_archive

    archive = read_archive(folder, "model")
    # Imported after the folder is known to be a model: a mistake should not wait for it.
    from crosslex import CrossDomainEmbedding

    model = CrossDomainEmbedding.load(folder)
    vocabulary = model.vocabulary_
    return ModelInfo(
        folder=str(folder),
        bytes=size_on_disk(folder),
        dimension=model.dimension,
        domains=tuple(
            ModelDomain(name, len(vectors), int(counts.sum()))
            for (name, vectors), counts in zip(
                model.vectors_.items(), vocabulary.counts, strict=True
            )
        ),
        pivots=vocabulary.pivots,
        losses=losses_of(model),
        settings=model.get_params(),
        text_settings=model.text_settings_.describe(),
        libraries=dict(archive.libraries),
    )


def losses_of(model: "CrossDomainEmbedding") -> tuple[float, ...]:
    """Return the loss before training and after each pass, on held-out pairs if there are any."""
    return tuple(
        epoch.training_loss if epoch.heldout_loss is None else epoch.heldout_loss
        for epoch in model.learned_.curve
    )

"""`crosslex info`: what a model or a classifier contains."""

from dataclasses import astuple, dataclass
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
        [astuple(domain) for domain in found.domains],
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
    """Return what a model's folder says of it, without what only learning on needs."""
    from crosslex.cli.output_folder import size_on_disk
    from crosslex.learn.saved import SavedModel

    saved = SavedModel.read(folder)
    return ModelInfo(
        folder=str(folder),
        bytes=size_on_disk(folder),
        dimension=saved.learned.pivot_vectors.shape[-1],
        domains=tuple(
            ModelDomain(name, words, occurrences)
            for name, words, occurrences in saved.domain_sizes()
        ),
        pivots=saved.vocabulary.pivots,
        losses=tuple(epoch.loss for epoch in saved.learned.curve),
        settings=dict(saved.settings),
        text_settings=dict(saved.text),
        libraries=dict(saved.libraries),
    )

"""`crosslex info` and `crosslex export`: a model as a whole."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from crosslex.cli.options import Debug, Json, ModelFolder, Quiet, Verbose


@dataclass(frozen=True)
class ModelDomain:
    """One domain of a model: words that have a vector, and their occurrences."""

    name: str
    words: int
    occurrences: int


@dataclass(frozen=True)
class ModelInfo:
    """What `info` tells of a model."""

    folder: str
    bytes: int
    dimension: int
    domains: tuple[ModelDomain, ...]
    pivots: tuple[str, ...]
    losses: tuple[float, ...]
    settings: dict[str, Any]
    text_settings: dict[str, Any]
    libraries: dict[str, str]


@dataclass(frozen=True)
class ExportedFile:
    """The vectors of one domain in a file of their own."""

    domain: str
    path: str
    words: int


@dataclass(frozen=True)
class Exported:
    """What `export` wrote."""

    folder: str
    format: str
    files: tuple[ExportedFile, ...]


def info(
    model: ModelFolder,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Tell what a model, or a classifier, holds and how it was learned."""
    from crosslex.cli.classifier_info import describe_classifier, is_classifier, show_classifier
    from crosslex.cli.output import megabytes
    from crosslex.cli.show import Screen, give_json

    if is_classifier(model):
        told = describe_classifier(model)
        give_json(told) if as_json else show_classifier(Screen(), told)
        return
    found = describe_model(model)
    if as_json:
        give_json(found)
        return
    screen = Screen()
    screen.title(
        f"{len(found.domains)} domains, {len(found.pivots):,} pivots, {found.dimension} dimensions",
        note=f"{megabytes(found.bytes)}, written by crosslex {found.libraries['crosslex']}",
    )
    screen.table(
        ("domain", "words with a vector", "occurrences"),
        [(domain.name, domain.words, domain.occurrences) for domain in found.domains],
    )
    screen.title("Pivots")
    screen.indented(f"{', '.join(found.pivots[:30])}{', …' if len(found.pivots) > 30 else ''}")
    screen.line()
    screen.title("Loss", note="start, then after each pass, on held-out pairs where there are any")
    screen.indented(", ".join(f"{loss:.3f}" for loss in found.losses))
    screen.line()
    screen.title("Settings")
    screen.table(
        ("setting", "value"),
        [(name, str(value)) for name, value in sorted(found.settings.items())],
    )


def export(
    model: ModelFolder,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", help="Folder to write to.", show_default=False),
    ],
    format: Annotated[
        Literal["word2vec", "word2vec-text", "npz"],
        typer.Option("--format", "-f", help="word2vec's binary or text form, or numpy's."),
    ] = "word2vec",
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Write the vectors in a form that other programs read, one file a domain."""
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.show import Screen, give_json
    from crosslex.export import export as export_vectors

    learned = CrossDomainEmbedding.load(model)
    export_vectors(learned.vectors_, format, out)
    listed = json.loads((out / "export.json").read_bytes())["domains"]
    written = Exported(
        str(out),
        format,
        tuple(
            ExportedFile(domain, str(out / entry["file"]), entry["words"])
            for domain, entry in listed.items()
        ),
    )
    if as_json:
        give_json(written)
        return
    Screen().table(
        ("domain", "file", "words"),
        [(file.domain, file.path, file.words) for file in written.files],
    )


def describe_model(folder: Path) -> ModelInfo:
    """Load a model, which checks it, and tell what it holds."""
    from crosslex.cli.output import size_on_disk
    from crosslex.storage import read_archive

    archive = read_archive(folder, "model")
    # Not before it is known to be a model: a mistake should not wait for scikit-learn.
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
        losses=tuple(
            epoch.training_loss if epoch.heldout_loss is None else epoch.heldout_loss
            for epoch in model.learned_.curve
        ),
        settings=model.get_params(),
        text_settings=model.text_settings_.describe(),
        libraries=dict(archive.libraries),
    )

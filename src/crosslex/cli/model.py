"""`crosslex info`, `explore` and `export`: what a model holds, as a page, for other programs."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from crosslex.cli.command import command, use_one_thread
from crosslex.cli.domains import check_writable, size_on_disk
from crosslex.cli.output import Screen, megabytes
from crosslex.results import listed

if TYPE_CHECKING:
    from crosslex import CrossDomainClassifier


@command()
def info(screen: Screen, model: Path, methods: bool = False) -> dict[str, Any]:
    """Show what a model or a classifier contains and how it was learned."""
    is_classifier = (model / "classifier.json").exists() and not (model / "model.json").exists()
    if methods:
        paragraph = _methods(model, is_classifier)
        screen.raw(paragraph)
        return {"methods": paragraph}
    found = _classifier_info(screen, model) if is_classifier else _model_info(screen, model)
    for title, note, name in (
        ("Settings", "", "settings"),
        ("Text settings", "followed wherever the words of a text are read", "text_settings"),
    ):
        screen.title(title, note=note)
        # A list, such as of stop words, is shown by its length.
        rows = [
            (name, f"{len(value):,} words" if isinstance(value, list) else str(value))
            for name, value in sorted(found[name].items())
        ]
        screen.table(("setting", "value"), rows)
    return found


def _written(folder: Path, libraries: Mapping[str, str]) -> str:
    return f"{megabytes(size_on_disk(folder))}, written by crosslex {libraries['crosslex']}"


def _model_info(screen: Screen, folder: Path) -> dict[str, Any]:
    from crosslex.storage import SavedVectors

    saved = SavedVectors.read(folder)
    words = saved.vocabulary
    sizes = zip(words.domains, words.present, words.counts, strict=True)
    domains = [
        {"domain": name, "vectors": int(known.sum()), "occurrences": int(counts.sum())}
        for name, known, counts in sizes
    ]
    learned = f"{len(saved.contexts):,} context words" if saved.contexts else "the paper's method"
    screen.title(
        f"{len(domains)} domains, {learned}, {saved.dimension} dimensions",
        note=_written(folder, saved.libraries),
    )
    screen.records(domains)
    return {
        "folder": str(folder),
        "bytes": size_on_disk(folder),
        "dimension": saved.dimension,
        "domains": domains,
        "method": saved.method,
        "contexts": len(saved.contexts),
        "settings": dict(saved.settings),
        "text_settings": dict(saved.text),
        "libraries": dict(saved.libraries),
    }


def _classifier_info(screen: Screen, folder: Path) -> dict[str, Any]:
    from crosslex import CrossDomainClassifier
    from crosslex.storage import read_archive

    loaded = CrossDomainClassifier.load(folder)
    archive = read_archive(folder, "classifier", only=())
    screen.title(f"A classifier for {loaded.target_}", note=_written(folder, archive.libraries))
    return {
        "folder": str(folder),
        "bytes": size_on_disk(folder),
        **show_classifier(screen, loaded),
        "settings": dict(archive.header["settings"]),
        "text_settings": loaded.text_settings_.describe(),
        "libraries": dict(archive.libraries),
    }


def show_classifier(screen: Screen, fitted: "CrossDomainClassifier") -> dict[str, Any]:
    """Print and return what a classifier learned, and the accuracy to expect of it."""
    expected, target, labels = fitted.expected_accuracy_, fitted.target_, fitted.n_target_labels_
    prior = {str(label): share for label, share in fitted.class_prior_.items()}
    shares = dict(zip(prior, fitted.label_shares_.tolist(), strict=True))
    refined = f", refined with {labels:,} labels" if labels else ""
    screen.indented(
        f"method {fitted.method}, labels of {', '.join(fitted.sources_) or target}, "
        f"{len(fitted.features_):,} words and bigrams{refined}"
    )
    screen.title("Classes", note=f"their shares among the labels, and as assumed for {target}")
    rows = [(name, f"{shares[name]:.1%}", f"{prior[name]:.1%}") for name in prior]
    screen.table(("class", "among the labels", "assumed"), rows)
    screen.title(f"Expected accuracy in {target}", note="estimated without its labels")
    held = ""
    if max(prior.values()) - min(prior.values()) < 1e-6:
        held = f" if {listed(list(prior)) if len(prior) == 2 else 'all'} are equally frequent"
    screen.indented(f"{expected}{held}; balanced accuracy {100 * expected.balanced:.0f} %")
    if expected.advice:
        screen.indented(f"Careful: {expected.advice}.")
    return {
        "method": fitted.method,
        "target": target,
        "sources": list(fitted.sources_),
        "classes": fitted.classes_.tolist(),
        "shares": shares,
        "class_prior": prior,
        "expected_accuracy": {"shown": str(expected), **asdict(expected)},
        "advice": expected.advice,
        "features": len(fitted.features_),
        "target_labels": labels,
    }


def _methods(folder: Path, is_classifier: bool) -> str:
    from crosslex import CrossDomainClassifier
    from crosslex.methods_paragraph import classifier_paragraph, model_paragraph
    from crosslex.storage import SavedVectors, read_archive

    if not is_classifier:
        return model_paragraph(SavedVectors.read(folder))
    loaded = CrossDomainClassifier.load(folder)
    # The versions that wrote it, not those that read it.
    libraries = read_archive(folder, "classifier", only=()).libraries
    return classifier_paragraph(loaded.fitted_, str(loaded.method), loaded.random_state, libraries)


@command()
def explore(
    screen: Screen,
    model: Path,
    out: Path,
    words: int = 5000,
    senses: int = 100,
    examples: int | None = None,
    title: str | None = None,
) -> Any:
    """Write an HTML page that shows how domains use words."""
    check_writable(out)
    use_one_thread()
    from crosslex import CrossDomainEmbedding

    learned = CrossDomainEmbedding.load(model)
    written = learned.explore(out, words=words, senses=senses, examples=examples, title=title)
    screen.title(f"Wrote {written.verdict}", note=megabytes(written.bytes))
    if written.sentences and screen.advice:
        screen.line(
            f"It contains {written.sentences:,} sentences of your texts: share it only with "
            "people who may read them, or leave them out with --examples 0.",
            style="dim",
        )
    return written


@command()
def export(
    screen: Screen,
    model: Path,
    out: Path,
    format: Literal["word2vec", "word2vec-text"] = "word2vec",
) -> Any:
    """Write the vectors for other programs, one file per domain."""
    from crosslex.export import export as export_vectors
    from crosslex.storage import SavedVectors

    written = export_vectors(SavedVectors.read(model).vectors(), format, out)
    screen.result(written)
    return written

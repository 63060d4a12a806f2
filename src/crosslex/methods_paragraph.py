"""A paragraph for the methods section of a paper, from what a model or a classifier contains."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from crosslex.results import listed
from crosslex.storage.vectors import SavedVectors
from crosslex.timeline.result import MIN_PERIODS, GroupTables
from crosslex.timeline.turns import PERMUTATIONS

if TYPE_CHECKING:
    from crosslex.classify.fitted import FittedClassifier

PAPER = (
    "Bollegala, D., Maehara, T., Kawarabayashi, K. (2015). Unsupervised Cross-Domain Word "
    "Representation Learning. ACL-IJCNLP 2015, 730-740."
)
SEGMENTER_NAMES = {"zh": "jieba", "ja": "SudachiPy", "ko": "Kiwi", "th": "PyThaiNLP"}
FDR = (
    "Benjamini, Y., Hochberg, Y. (1995). Controlling the False Discovery Rate. Journal of the "
    "Royal Statistical Society B 57, 289-300."
)


def model_paragraph(saved: SavedVectors) -> str:
    """Return how a model's vectors were learned, with sizes, settings, tests and references."""
    # A group in a period is a domain, but no period.
    is_period = saved.settings.get("ordered") and not isinstance(saved.turns, GroupTables)
    kind = "period" if is_period else "domain"
    sentences = [
        f"Word vectors of {saved.dimension} dimensions were learned with "
        f"{_software(saved.libraries)} from texts of {len(saved.vocabulary.domains)} {kind}s: "
        f"{_sizes(saved)}.",
        _analysis(saved.text),
    ]
    if saved.method == "paper":
        settings = ", ".join(f"{name} {value}" for name, value in sorted(saved.settings.items()))
        sentences.append(f"The method is that of Bollegala et al. (2015), with {settings}.")
        return _with_references(sentences, saved.libraries)
    return _with_references([*sentences, *_learning(saved, kind)], saved.libraries, FDR)


def classifier_paragraph(
    fitted: "FittedClassifier", method: str, random_state: int, libraries: Mapping[str, str]
) -> str:
    """Return how a classifier was trained, with sizes, settings and the accuracy to expect."""
    target, calibration = fitted.target, fitted.calibration
    labels = f"labeled texts of {listed(fitted.sources)}" if fitted.sources else "its labeled texts"
    seen = "no labels" if fitted.refinement is None else f"{len(fitted.refinement.labels):,} labels"
    learned_from, assumed = (
        listed([f"{s:.0%} ({label})" for s, label in zip(shares, fitted.classes, strict=True)])
        for shares in (fitted.label_shares, calibration.class_prior)
    )
    text = fitted.text_settings.describe()
    if fitted.stop_words and text["stop_words"] is None:
        text["stop_words"] = []
    sentences = [
        f"Texts of {target} were classified with {_software(libraries)} (method {method}, seed "
        f"{random_state}), trained on {labels} and on texts of {target}, of which {seen} were "
        f"used, by {len(fitted.features):,} words and phrases.",
        _analysis(text),
        f"The shares of the classes were {learned_from} among the labels and were taken to be "
        f"{assumed} in {target}.",
        f"The accuracy expected in {target}, estimated without its labels, is "
        f"{calibration.accuracy} (90 % interval).",
    ]
    return _with_references(sentences, libraries)


def _software(libraries: Mapping[str, str]) -> str:
    others = [f"{name} {version}" for name, version in libraries.items() if name != "crosslex"]
    return f"crosslex {libraries['crosslex']} ({', '.join(others)})"


def _sizes(saved: SavedVectors) -> str:
    known = saved.vocabulary
    single = [" " not in feature for feature in known.features]
    sizes = zip(known.domains, known.present, known.counts, strict=True)
    first, *others = [
        (domain, f"{int(present.sum()):,}", f"{int(counts[single].sum()):,}")
        for domain, present, counts in sizes
    ]
    # What the numbers are is said once.
    told = "{} ({} words and phrases with a vector, {} occurrences of words)".format(*first)
    return listed([told, *("{} ({}, {})".format(*each) for each in others)])


def _analysis(text: Mapping[str, Any]) -> str:
    """Return how texts were analyzed, in a sentence."""
    own = [f"{name} {text[name]}" for name in ("analyzer", "tokenizer", "lemmatizer") if text[name]]
    words = "words as separated by spaces" if text["tokens"] == "whitespace" else "words"
    segmenter = SEGMENTER_NAMES.get(text["language"])
    lemmas = ", which were lemmatized with simplemma" if text["lemmatize"] else ""
    lemmas = f", with {segmenter}" if segmenter else lemmas
    how = f"analyzed with {listed(own)}" if own else f"split into sentences and {words}{lemmas}"
    chosen = text["stop_words"]
    stop_words = "the language's stop words" if chosen is None else f"{len(chosen):,} stop words"
    stop_words = "stop words were kept" if chosen == [] else f"{stop_words} got no vector"
    phrases = ", and two adjacent words count as a phrase" if text["bigrams"] else ""
    terms = f"; {len(text['terms']):,} given terms count as one word each" if text["terms"] else ""
    return f"Texts (language {text['language']}) were {how}; {stop_words}{phrases}{terms}."


def _learning(saved: SavedVectors, kind: str) -> list[str]:
    settings = saved.settings
    rare = f"fewer than {settings['min_documents']} documents"
    if settings["min_count"] > 1:
        rare += f" or with fewer than {settings['min_count']} occurrences"
    shares = [float(table["domain_weights"].mean()) for table in saved.tables]
    own = " to ".join(dict.fromkeys(f"{share:.0%}" for share in (min(shares), max(shares))))
    sentences = [
        f"Words in {rare}, over all {kind}s, were left out.",
        f"Co-occurrences with {len(saved.contexts):,} context words within {settings['window']} "
        "positions were weighted by positive pointwise mutual information; a truncated singular "
        "value decomposition of all texts together gave one space, onto which each word's "
        f"counts in each {kind} were projected and shrunk toward its vector in all texts (seed "
        f"{settings['random_state']}).",
        f"On average over its words, {own} of a vector comes from the {kind} itself.",
        f"Differences between two {kind}s were tested by permuting documents between them, with "
        "q-values that control the false discovery rate (Benjamini and Hochberg 1995).",
    ]
    if saved.n_pretrained:
        sentences.append(f"{saved.n_pretrained:,} words had pre-trained vectors, too.")
    turns = saved.turns
    if turns is not None and len(saved.vocabulary.domains) >= MIN_PERIODS:
        grouped = isinstance(turns, GroupTables)
        tables = [*turns.turns.values()] if isinstance(turns, GroupTables) else [turns]
        tested = sum(int((table.turns >= 0).sum()) for table in tables)
        sentences.append(
            f"Turns of {tested:,} words were tested by {PERMUTATIONS} permutations of the halves "
            f"of periods, with q-values over all of them{' per group' if grouped else ''}."
        )
    return sentences


def _with_references(sentences: Sequence[str], libraries: Mapping[str, str], *more: str) -> str:
    own = f"crosslex: word vectors that know their domain ({libraries['crosslex']})."
    references = ("References", f"The crosslex developers. {own}", PAPER, *more)
    return "\n\n".join([" ".join(sentences), "\n".join(references)])

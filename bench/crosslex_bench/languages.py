"""Chinese and Japanese: neighbors and changed words of real corpora, checked with dictionaries."""

import csv
import html
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Annotated, Final

import typer

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.errors import InputError
from crosslex_bench.command import Report, split_names
from crosslex_bench.pages import Block, Heading, Paragraph, Table

FREQUENT = 50
"""Uses that a word needs in a domain for its neighbors to be checked."""
TOP = 5
N_SHIFTS = 40

_TAG: Final = re.compile(r"<[^>]*>")
_BLOCK: Final = re.compile(r"(?s)<(?:p|li|dt|dd|h\d)\b[^>]*>(.*?)</(?:p|li|dt|dd|h\d)>")
_HAN: Final = re.compile(r"[一-鿿]+")
_KANA_OR_HAN: Final = re.compile(r"[぀-ヿ一-鿿]")

Texts = list[str]
Glosses = Mapping[str, frozenset[str]]
"""English words by which a dictionary explains a word."""


def news(folder: Path) -> Texts:
    """Return the paragraphs of the People's Daily of January 1998, without its word boundaries."""
    lines = _file(folder, "199801.txt").read_text("utf-8").splitlines()
    return ["".join(token.rpartition("/")[0] for token in line.split()) for line in lines]


def reviews(folder: Path) -> Texts:
    """Return reviews, mostly of books."""
    files = (_file(folder, name) for name in ("pos.txt", "neg.txt"))
    return [line for file in files for line in file.read_text("utf-8").splitlines()]


def manual(folder: Path) -> Texts:
    """Return the paragraphs of the Japanese HTML pages below a folder, each once."""
    texts: dict[str, None] = {}
    for page in sorted(folder.rglob("*.html")):
        if "ja" not in re.split(r"[/.]", page.relative_to(folder).as_posix()):
            continue
        for block in _BLOCK.findall(page.read_text("utf-8", errors="replace")):
            text = " ".join(html.unescape(_TAG.sub("", block)).split())
            if len(_KANA_OR_HAN.findall(text)) > len(text) / 3:
                texts[text] = None
    return list(texts)


def chinese_glosses(folder: Path) -> Glosses:
    """Return the English words whose translation lists a Chinese word."""
    found: dict[str, set[str]] = {}
    with _file(folder, "EnWords.csv").open(encoding="utf-8") as lines:
        for english, translation in csv.reader(lines):
            for word in _HAN.findall(translation):
                found.setdefault(word, set()).add(english.lower())
    return {word: frozenset(glosses) for word, glosses in found.items()}


def japanese_glosses(folder: Path) -> Glosses:
    """Return the content words of the English glosses of EDICT."""
    found: dict[str, set[str]] = {}
    for line in _file(folder, "edict").read_text("euc-jp", errors="replace").splitlines():
        head, _, gloss = line.partition("/")
        words = set(re.findall(r"[a-z]{4,}", re.sub(r"\([^)]*\)", "", gloss)))
        for word in re.findall(r"[^\s\[\];()]+", head):
            found.setdefault(word, set()).update(words)
    return {word: frozenset(glosses) for word, glosses in found.items()}


def neighbors_in_dictionary(
    model: CrossDomainEmbedding, glosses: Glosses, domain: str
) -> tuple[int, float, float]:
    """Return how many words were checked, how many of their neighbors share a gloss, and by chance.

    By chance: as many words drawn from those that could have been neighbors.
    """
    vectors = model.vectors_[domain]
    words = [word for word in vectors if vectors.count(word) >= FREQUENT and glosses.get(word)]
    random, shared, by_chance = Random(0), 0, 0
    for word in words:
        near = [other for other, _ in vectors.neighbors(word, 50, min_count=FREQUENT)]
        near = [other for other in near if glosses.get(other)][:TOP]
        drawn = random.sample([other for other in words if other != word], len(near))
        shared += sum(bool(glosses[word] & glosses[other]) for other in near)
        by_chance += sum(bool(glosses[word] & glosses[other]) for other in drawn)
    return len(words), shared / (TOP * len(words)), by_chance / (TOP * len(words))


def check(language: str, domains: Mapping[str, Texts], glosses: Glosses) -> list[Block]:
    """Return a report about two domains of one language."""
    settings = TextSettings(language=language)
    corpora = [
        Corpus.from_texts(texts, name=name, text_settings=settings)
        for name, texts in domains.items()
    ]
    model = CrossDomainEmbedding().fit(corpora)
    sizes, changed = [], []
    for corpus in corpora:
        number, share, chance = neighbors_in_dictionary(model, glosses, corpus.name)
        size = (f"{len(corpus):,}", f"{corpus.n_tokens:,}", f"{number:,}")
        sizes.append((corpus.name, *size, f"{share:.1%}", f"{chance:.1%}"))
    found = model.shifts(top=N_SHIFTS)
    for shift in found:
        lists = (vectors.neighbors(shift.word, TOP) for vectors in model.vectors_.values())
        near = (", ".join(word for word, _ in nearest) for nearest in lists)
        changed.append((shift.word, f"{len(glosses.get(shift.word, ()))}", *near))
    frequent = [word for word in model.vectors_[corpora[0].name] if glosses.get(word)]
    usual = fmean(len(glosses[word]) for word in frequent)
    return [
        Heading(language),
        Table(("domain", "texts", "words", "checked", "share a gloss", "by chance"), (*sizes,)),
        Paragraph(f"{found.verdict} Glosses per word of the dictionary: {usual:.1f}."),
        Table(("word", "glosses", *domains), (*changed,)),
    ]


def languages(
    packages: Annotated[Path, typer.Option(help="Folder of the packages; see the report.")],
    only: Annotated[str, typer.Option(help="zh, ja or both.")] = "zh,ja",
) -> Report:
    """Check neighbors and changed words of Chinese and Japanese corpora with dictionaries.

    Neighbors: the share of a frequent word's five nearest words that a dictionary explains by a
    word in common, and the same for words drawn by chance.
    """
    blocks = []
    for language in split_names("--only", only, ("zh", "ja")):
        if language == "zh":
            texts = {"news": news(packages), "reviews": reviews(packages)}
            glosses = chinese_glosses(packages)
        else:
            names = {"music": "lilypond-doc-html-ja", "images": "gimp-help-ja"}
            texts = {name: manual(packages / folder) for name, folder in names.items()}
            glosses = japanese_glosses(packages)
        blocks += check(language, texts, glosses)
    return Report("Chinese and Japanese", blocks)


def _file(packages: Path, name: str) -> Path:
    found = next((path for path in packages.rglob(name) if path.is_file()), None)
    if found is None:
        raise InputError(f"{packages}: has no file {name}; see bench/reports/languages.md")
    return found

"""Tagged sentences of several genres, read from a folder."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.errors import InputError
from crosslex_bench.data.reviews import Name, find_jsonl, read_records

FILE: Final = "pos.jsonl"
Split = Literal["train", "dev", "test"]


@dataclass(frozen=True)
class Sentence:
    """The words of a sentence, the tag of each, and the document it is in."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    document: str


Sentences = Sequence[Sentence]

_Texts = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class _Line(msgspec.Struct):
    genre: Name
    split: Split
    doc: Name
    words: _Texts
    upos: _Texts


@dataclass(frozen=True, eq=False)
class TaggingDataset:
    """Sentences of every genre, for training, for choosing settings, and for testing.

    `sha256` is that of the file they were read from.
    """

    name: str
    sha256: str
    train: Mapping[str, Sentences]
    dev: Mapping[str, Sentences]
    test: Mapping[str, Sentences]

    @property
    def genres(self) -> tuple[str, ...]:
        """The genres' names, in alphabetical order."""
        return tuple(sorted(self.train))


def read_tagging_folder(folder: Path) -> TaggingDataset:
    """Read `pos.jsonl` or `pos.jsonl.gz`.

    A line is an object with `genre`, `split` (train, dev or test), `doc`, `words`, and `upos`, a
    tag for each word; other keys are ignored.
    """
    path = find_jsonl(folder, FILE)
    if path is None:
        raise InputError(f"{folder}: no {FILE} in this folder; the tagging study needs it")
    found: dict[str, dict[str, list[Sentence]]] = {
        name: defaultdict(list) for name in get_args(Split)
    }
    for where, line in read_records(path, _Line):
        if len(line.words) != len(line.upos):
            raise InputError(
                f"{where}: {len(line.words)} words have {len(line.upos)} tags; give one each"
            )
        found[line.split][line.genre].append(Sentence(line.words, line.upos, line.doc))
    for genre in sorted(set().union(*found.values())):
        for split in ("train", "test"):
            if genre not in found[split]:
                raise InputError(f"{path}: genre {genre!r} has no sentences to {split} on")
    if len(found["train"]) < 2:
        raise InputError(f"{path}: found {len(found['train'])} genres; two or more are needed")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return TaggingDataset(folder.resolve().name, digest, **found)


def tokens(sentences: Sentences) -> Iterator[str]:
    """Yield all words as they are written."""
    return (word for sentence in sentences for word in sentence.words)


def unknown_words(train: Sentences, test: Sentences) -> NDArray[np.bool_]:
    """Return which tokens of the test have a form that does not occur in the training text.

    >>> train = [Sentence(("The", "cat"), ("DET", "NOUN"), "a")]
    >>> test = [Sentence(("the", "cat", "sat"), ("DET", "NOUN", "VERB"), "b")]
    >>> unknown_words(train, test)
    array([ True, False,  True])
    """
    known = set(tokens(train))
    return np.array([word not in known for word in tokens(test)], np.bool_)

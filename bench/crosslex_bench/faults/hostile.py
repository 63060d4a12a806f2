"""Files that are damaged, or small and ask for much; tables and word vectors among them."""

import gzip
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.corpus import ReadOptions, ReadReport, encode_batch, read_documents
from crosslex.export import export
from crosslex.results import csv_line
from crosslex.space import check_vectors, read_vectors
from crosslex.vectors import DomainVectors

Trial = Callable[[random.Random], object]

TOKENS = [
    b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n", b"\r\n", b'"', b"'", b",", b"\t", b"{", b"}",
    b"[" * 2000, b"\\ud800", b"\\u0000", b"1e999", b"-1", b"99999999999999999999", b"NaN", b"null",
    b"true", b"\x1f\x8b\x08\x00",
    b"PAR1", b"A" * 70_000, "\N{LINE SEPARATOR}".encode(), "\N{COMBINING ACUTE ACCENT}".encode(),
    b"&#xD800;", b"&#1114112;", b"&lt;",
]  # fmt: skip
ROWS = [b'"ab\n",', b"ab,", b",", b'"",', b'"\n', b"a\r,", b'""']
VALUES = [b"[],", b"{},", b'{"a":[]},', b"[", b'{"a":', b"1,", b'"",', b'"', b'\\"', b"-"]
LINES = [b"ab ", b"a.", b"\xf0\x9f\x98\x80", b"<a ", b"&#", b"a'", b"a@", b"www.", b"1,", b"x"]
MARKS = "\u0301\u0316\uff9e\u0f73\u0344\u0327"
SETTINGS = ["window", "dimension", "n_contexts", "min_count", "min_documents", "max_examples"]
WORDS = ["good", "bad", "not good", "windows 95", ". . .", "café"]
PIECES = [*"'=@\t\r\n\",;\0＝ ", "+1", "-a", "\r\n", "saw"]


def mutated(content: bytes, chance: random.Random) -> bytes:
    """Return data with changed bits, bytes or tokens, and with pieces cut, doubled or moved."""
    data = bytearray(content)
    for _ in range(chance.choice([1, 1, 1, 2, 4, 8])):
        place = chance.randrange(len(data) + 1)
        end = min(len(data), place + chance.choice([1, 2, 8, 64, 512]))
        match chance.randrange(8):
            case 0 if place < len(data):
                data[place] ^= 1 << chance.randrange(8)
            case 1 if place < len(data):
                data[place] = chance.randrange(256)
            case 2:
                data[place:place] = chance.choice(TOKENS)
            case 3:
                data[place:end] = chance.choice(TOKENS)
            case 4:
                del data[place:end]
            case 5:
                data[place:place] = data[place:end]
            case 6:
                del data[place:]
            case _:
                data[place:end] = chance.randbytes(end - place)
    return bytes(data)


def packed(path: Path, start: bytes, unit: bytes, size: int) -> Path:
    """Write a small gzip file that holds `size` bytes of one unit, again and again."""
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(start)
        chunk = unit * (2**16 // len(unit))
        for _ in range(max(1, size // len(chunk))):
            file.write(chunk)
    return path


def read(path: Path, on_error: str = "stop") -> int:
    """Return how many documents a file has."""
    options = ReadOptions(on_error="skip" if on_error == "skip" else "stop")
    return sum(1 for _ in read_documents(path, options, ReadReport()))


def hostile(folder: Path) -> dict[str, Trial]:
    """Return one trial per kind of input, by its name."""
    folder.mkdir()

    def size(chance: random.Random, largest: int) -> int:
        return int(2 ** chance.uniform(10, np.log2(largest)))

    def rows(chance: random.Random) -> object:
        unit, policy = chance.choice(ROWS), chance.choice(["stop", "skip"])
        ending = chance.choice(["csv", "tsv"])
        header = {"csv": b"text,label\n", "tsv": b"text\tlabel\n"}[ending]
        path = folder / f"a.{ending}.gz"
        return read(packed(path, header, unit, size(chance, 2**23)), policy)

    def values(chance: random.Random) -> object:
        unit, policy = chance.choice(VALUES), chance.choice(["stop", "skip"])
        start = chance.choice([b'{"text": [', b"[", b'{"text": "a", "more": ['])
        return read(packed(folder / "a.jsonl.gz", start, unit, size(chance, 2**25)), policy)

    def lines(chance: random.Random) -> object:
        path = packed(folder / "a.txt.gz", b"", chance.choice(LINES), size(chance, 2**20))
        texts = [document.text for document in read_documents(path)]
        return encode_batch(texts, TextSettings())

    def marks(chance: random.Random) -> object:
        unit = "".join(chance.choices(MARKS, k=chance.randrange(1, 8)))
        return encode_batch([unit * (size(chance, 2**20) // len(unit))], TextSettings())

    texts = ["a dull plot good music", "good actor new plot", "bad old film"] * 4
    corpora = [Corpus.from_texts(texts, name=name) for name in ("films", "tools")]

    def settings(chance: random.Random) -> object:
        given = {chance.choice(SETTINGS): 2 ** chance.randrange(8, 80)}
        return CrossDomainEmbedding(**({"dimension": 4} | given)).fit(corpora)

    def word(chance: random.Random) -> None:
        words = ("a" * size(chance, 2**22), *(str(number) for number in range(2000)))
        vectors = DomainVectors("films", words, np.ones((len(words), 1), np.float32))
        export({"films": vectors}, "word2vec", folder / "vectors")

    trials = [rows, values, lines, marks, settings, word]
    return {trial.__name__: trial for trial in trials}


def vectors() -> dict[str, bytes]:
    """Return small valid files of word vectors: of word2vec, as text and binary, and of GloVe."""
    numbers = np.linspace(-1, 1, 4 * len(WORDS), dtype="<f4").reshape(len(WORDS), 4)
    lines = [
        " ".join([word, *(f"{each:.4f}" for each in row)])
        for word, row in zip(WORDS, numbers, strict=True)
    ]
    counts = f"{len(WORDS)} 4"
    rows = zip(WORDS, numbers, strict=True)
    binary = b"".join(word.encode() + b" " + row.tobytes() + b"\n" for word, row in rows)
    return {
        "word2vec": "\n".join([counts, *lines]).encode(),
        "glove": "\n".join(lines[:3]).encode(),
        "word2vec binary": f"{counts}\n".encode() + binary,
    }


def of_vectors(path: Path, content: bytes) -> Trial:
    """Return a trial that reads a damaged file of word vectors."""

    def trial(chance: random.Random) -> object:
        data = mutated(content, chance)
        path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
        check_vectors(path)
        return read_vectors(path)

    return trial


def read_back(path: Path) -> Trial:
    """Return a trial of texts that are written as a table for spreadsheets and read back."""
    options = ReadOptions(escaped_formulas=True)

    def trial(chance: random.Random) -> None:
        texts = ["".join(chance.choices(PIECES, k=chance.randrange(12))) for _ in range(9)]
        rows = [("text", "label"), *((text, "1") for text in texts)]
        path.write_text("".join(map(csv_line, rows)), encoding="utf-8", newline="")
        read = [each.text for each in read_documents(path, options, ReadReport())]
        if read != [text.replace("\0", "\N{REPLACEMENT CHARACTER}") for text in texts]:
            raise AssertionError(f"written {texts}, read {read}")

    return trial


def wide_vectors(path: Path) -> Trial:
    """Return a trial of a small file that holds endless vectors, or endless numbers."""

    def trial(chance: random.Random) -> object:
        start = chance.choice([b"9 16384\na", b"a", b"9" * 5000 + b" 2\na", b"99999999 2\na"])
        unit = chance.choice([b" 1", b" 1 1\na", b"a", b" ", b"\n", b"\0"])
        packed(path, start, unit, int(2 ** chance.uniform(10, 22)))
        return read_vectors(path)

    return trial

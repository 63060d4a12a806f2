"""An encoder of the user's as one more view: any function, or a folder of sentence-transformers."""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, hstack
from sklearn.linear_model import LogisticRegression

from crosslex.arrays import Float64s
from crosslex.classify.decision import (
    CalibrationData,
    LinearDecision,
    add_views,
    require_linear,
)
from crosslex.classify.method import held_out_scores
from crosslex.classify.profiles import fit_scaler
from crosslex.classify.task import AdaptationTask
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED
from crosslex.errors import InputError
from crosslex.imports import import_optional
from crosslex.text.settings import function_name
from crosslex.workers import single_threaded

STRENGTH = 3.0
"""C of the logistic regression on encodings of length 1; chosen with music and video as targets."""
MOST_POOL_TEXTS = 500
"""Texts of the target that are encoded to find the threshold: encoders are slow."""


@runtime_checkable
class TextEncoder(Protocol):
    """Anything that turns texts into vectors, such as a model of sentence-transformers."""

    def encode(self, texts: list[str]) -> Any:
        """Return texts × dimensions."""


Encoder: TypeAlias = TextEncoder | Callable[[list[str]], Any]


def encode_texts(encoder: Encoder, texts: Sequence[str], width: int | None = None) -> Float64s:
    """Return one row of finite numbers per text, as the encoder gives them.

    >>> encode_texts(lambda texts: [[len(text), 1.0] for text in texts], ["a", "bcd"])
    array([[1., 1.],
           [3., 1.]])
    """
    # A string has a method of that name, too.
    if isinstance(encoder, str) or not (isinstance(encoder, TextEncoder) or callable(encoder)):
        raise InputError(
            f"encoder: found {encoder!r}; give an object with a method encode, or a function"
        )
    found = encoder.encode if isinstance(encoder, TextEncoder) else encoder
    try:
        rows = np.asarray(found(list(texts)), np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"encoder: it failed on {len(texts)} texts ({error})") from error
    fits = rows.ndim == 2 and len(rows) == len(texts) and width in (None, rows.shape[1])
    if not fits or not np.isfinite(rows).all():
        wanted = "finite numbers" if width is None else f"{width} finite numbers, as in training,"
        raise InputError(
            f"encoder: it made an array of shape {rows.shape} of {len(texts)} texts; it must "
            f"return one row of {wanted} per text"
        )
    return rows


def texts_of(corpus: Corpus, rows: NDArray[np.integer]) -> list[str]:
    """Return some raw texts of a corpus, which must have kept them."""
    if corpus.texts is None:
        raise InputError(
            f"encoder: corpus {corpus.name!r} has no texts to encode; give texts, or corpora "
            "made with keep_texts=True"
        )
    return [corpus.texts[int(row)] for row in rows]


@dataclass(frozen=True, eq=False)
class EncoderView:
    """Encodings as columns of documents: standardized, of length 1 on average.

    `encoder` is None after loading, until the user brings it again.
    """

    name: str
    mean: Float64s
    scale: Float64s
    encoder: Encoder | None = None

    def beside(self, documents: csr_array, texts: Sequence[str]) -> csr_array:
        """Return documents with the texts' encodings as further columns."""
        if self.encoder is None:
            raise InputError(
                f"encoder: this classifier was learned with {self.name}; bring it again, as in "
                "CrossDomainClassifier.load(folder, encoder=…)"
            )
        # Some encoders refuse an empty list.
        width = len(self.mean)
        rows = encode_texts(self.encoder, texts, width) if len(texts) else np.empty((0, width))
        return csr_array(hstack([documents, (rows - self.mean) / self.scale], format="csr"))


def join_encoder(
    encoder: Encoder, task: AdaptationTask, data: CalibrationData
) -> tuple[EncoderView, CalibrationData]:
    """Return the encoder's view, learned from the same labeled texts, and calibration data with it.

    It is a logistic regression on standardized encodings. Its scores deviate, over labeled
    documents, as much as those of the other views do on average. Of the target's texts, at most
    500 random ones are encoded, to find the threshold.
    """
    others = require_linear(data.decision)
    texts: list[str] = []
    for domain in task.domains:
        texts += texts_of(domain.corpus, np.flatnonzero(domain.labels != UNLABELED))
    rows = encode_texts(encoder, texts)
    scaler = fit_scaler([rows])
    name = encoder.name if isinstance(encoder, EncoderFolder) else str(function_name(encoder))
    view = EncoderView(name, scaler.mean_, scaler.scale_, encoder)
    columns = scaler.transform(rows)
    with single_threaded():  # the encoder itself may use as many as it likes
        fitted = LogisticRegression(C=STRENGTH, max_iter=5000).fit(columns, data.labels)
        [held_out] = held_out_scores(fitted, columns, data.labels)
    deviation = held_out.std(axis=0).mean()
    usual = data.held_out.std(axis=0).mean() / len(others.as_views())
    part = usual / deviation if deviation > 0 else 0.0
    own = LinearDecision.of_classifier(fitted, columns.shape[1])

    target = task.domains[task.target]
    order = np.random.default_rng(task.random_state).permutation(target.documents.shape[0])
    chosen = np.sort(order[:MOST_POOL_TEXTS])
    pool = view.beside(csr_array(target.documents[chosen]), texts_of(target.corpus, chosen))
    encodings = csr_array(pool[:, len(task.features) :])
    views = [_padded(each, 0, columns.shape[1]) for each in others.as_views()]
    views.append(_padded(own.times(part), len(task.features), 0))
    return view, replace(
        data,
        decision=replace(add_views(views), neighbors=others.neighbors),
        pool=pool,
        pool_scores=data.pool_scores[chosen] + part * own.scores(encodings),
        held_out=data.held_out + part * held_out,
    )


def _padded(decision: LinearDecision, before: int, after: int) -> LinearDecision:
    """Return the decision with weights of 0 for further columns before and after its own."""
    weights = np.pad(decision.weights, ((before, after), (0, 0)))
    return LinearDecision(weights, decision.intercept)


MODULES = "modules.json"
WEIGHTS = "model.safetensors"
ALLOWED: Final = re.compile(
    r"sentence_transformers\.(models|(base|sentence_transformer)\.modules\.\w+)"
    r"\.(Transformer|Pooling|Normalize|Dense)"
)
"""The classes of modules that are loaded, by the names that versions 2 to 6 give them."""
REFUSED: Final = (".py", ".bin", ".pt", ".pth", ".pkl", ".pickle")
"""Endings of files with code, or with pickles, which can hold it."""
CODE_SETTINGS: Final = re.compile(
    "auto_map|trust_remote_code|_?attn_implementation|model_args|model_kwargs"
)
"""Settings that can name code, or say how transformers loads a model."""
HARMLESS: Final[tuple[object, ...]] = (None, False, {}, "eager", "sdpa")
ACTIVATIONS: Final = tuple(
    f"torch.nn.modules.{name}"
    for name in ("linear.Identity", "activation.Tanh", "activation.ReLU", "activation.GELU")
)
"""What a dense layer may call; its configuration could name anything else of torch."""
_NAME = re.compile(r"sentence-transformers sha256:([0-9a-f]{64}) (.+)")


class EncoderFolder:
    """A model of sentence-transformers in a folder, loaded when the first text is encoded.

    Nothing in the folder is executed: weights must be in safetensors' format, modules must be some
    of sentence-transformers' own, and a folder with code, pickles or settings that name code is
    refused.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).resolve()
        try:
            fault = _find_fault(self.path)
        except (OSError, ValueError, TypeError, LookupError, RecursionError) as error:
            fault = f"it cannot be read ({error})"
        if fault is not None:
            raise InputError(
                f"encoder: {self.path} is not loaded: {fault}; give the folder of a model of "
                f"sentence-transformers with weights in {WEIGHTS}, and without any code"
            )

    @classmethod
    def remembered(cls, name: str, given: str | Path | None) -> "EncoderFolder":
        """Return the encoder in a given folder, if it is the one a classifier was learned with.

        `name` is what the classifier remembers. Its path is shown and never opened: the classifier
        may be a stranger's. A folder with another checksum is refused.
        """
        known = _NAME.fullmatch(name)
        if known is None:
            raise InputError(
                f"encoder: this classifier was learned with {name}, which is no folder; use Python"
            )
        checksum, path = known.groups()
        if given is None:
            raise InputError(f"the classifier needs the encoder {path}; give --encoder FOLDER")
        found = cls(given)
        if found.checksum != checksum:
            raise InputError(
                f"encoder: {found.path} is not the encoder that the classifier was learned with; "
                "give the same"
            )
        return found

    @cached_property
    def checksum(self) -> str:
        """SHA-256 over the names and contents of all files."""
        digest = hashlib.sha256()
        for path in sorted(each for each in self.path.rglob("*") if each.is_file()):
            digest.update(path.relative_to(self.path).as_posix().encode() + b"\0")
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        return digest.hexdigest()

    @property
    def name(self) -> str:
        """What a classifier remembers."""
        return f"sentence-transformers sha256:{self.checksum} {self.path}"

    @cached_property
    def _model(self) -> Any:
        library = import_optional("sentence_transformers", needed_for="encoder")
        return library.SentenceTransformer(
            str(self.path),
            device="cpu",
            local_files_only=True,
            trust_remote_code=False,
            model_kwargs={"use_safetensors": True},
        )

    def encode(self, texts: list[str]) -> Any:
        """Return texts × dimensions."""
        return self._model.encode(texts, show_progress_bar=False)


def _find_fault(folder: Path) -> str | None:
    """Return what in a folder could run code, lead out of it, or is missing; None if nothing."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        nested = path.name in (MODULES, "adapter_config.json") and name != MODULES
        linked = path.is_symlink() and path.is_dir()
        if nested or linked or path.suffix.lower() in REFUSED:
            return f"it holds {name}, which could run code or load other files"
        if path.suffix == ".json" and "config" in path.name:
            for key, value in _settings(path):
                calls = key == "activation_function" and "." in str(value)
                named = CODE_SETTINGS.fullmatch(key) and value not in HARMLESS
                if named or (calls and value not in ACTIVATIONS):
                    return f"{name} has the setting {key!r}, which could run code"
    for module in json.loads((folder / MODULES).read_text(encoding="utf-8")):
        known = ALLOWED.fullmatch(module["type"])
        if known is None:
            return f"it asks for the module {module['type']}"
        path = (folder / module["path"]).resolve()
        if not path.is_relative_to(folder):
            return f"{MODULES} names {module['path']!r}, outside the folder"
        if known[3] in ("Transformer", "Dense") and not (path / WEIGHTS).is_file():
            return f"{path} has no {WEIGHTS}"
    return None


def _settings(path: Path) -> list[tuple[str, Any]]:
    """Return all settings of a file and their values, also those within others."""
    found: list[tuple[str, Any]] = []

    def keep(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found.extend(pairs)
        return dict(pairs)

    json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=keep)
    return found

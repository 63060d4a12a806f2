"""EncoderFolder: a model of sentence-transformers on disk, known by its checksum."""

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from crosslex.errors import InputError
from crosslex.imports import import_optional

MODULES = "modules.json"
WEIGHTS = "model.safetensors"
ALLOWED: Final = {
    f"sentence_transformers.{place}": kind
    for kind in ("Transformer", "Pooling", "Normalize", "Dense")
    for place in (
        f"models.{kind}",
        f"base.modules.{kind.lower()}.{kind}",
        f"sentence_transformer.modules.{kind.lower()}.{kind}",
    )
}
"""The classes of modules that are loaded, by the names that versions 2 to 6 give them."""
WEIGHTED: Final = ("Transformer", "Dense")
ACTIVATIONS: Final = tuple(
    f"torch.nn.modules.{name}"
    for name in ("linear.Identity", "activation.Tanh", "activation.ReLU", "activation.GELU")
)
"""What a dense layer may call; its configuration could name anything else of torch."""
REFUSED: Final = (".py", ".bin", ".pt", ".pth", ".pkl", ".pickle")
"""Endings of files with code, or with pickles, which can hold it."""
ADAPTER = "adapter_config.json"
CODE_SETTINGS: Final = (
    "auto_map",
    "trust_remote_code",
    "attn_implementation",
    "_attn_implementation",
    "model_args",
    "model_kwargs",
)
"""Settings that can name code, or say how transformers loads a model."""
HARMLESS: Final[tuple[object, ...]] = (None, False, {}, "eager", "sdpa")
_NAME = re.compile(r"sentence-transformers sha256:([0-9a-f]{64}) (.+)")


class EncoderFolder:
    """A model of sentence-transformers in a folder, loaded when the first text is encoded.

    Nothing in the folder is executed: weights must be in safetensors' format, modules must be some
    of sentence-transformers' own, and a folder with code, pickles or settings that name code is
    refused.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).resolve()
        if not (self.path / MODULES).is_file():
            raise InputError(
                f"encoder: no {MODULES} in {self.path}; give the folder of a model of "
                "sentence-transformers"
            )
        _check_files(self.path)
        _check_modules(self.path)

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


def _check_files(folder: Path) -> None:
    """Refuse files that could run code or lead out of the folder, and settings that name code."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        nested = path.name == MODULES and name != MODULES
        linked = path.is_symlink() and path.is_dir()
        if nested or linked or path.suffix.lower() in REFUSED or path.name == ADAPTER:
            raise InputError(
                f"encoder: {folder} holds {name}, which could run code or load other files; only "
                f"models whose weights are in {WEIGHTS} alone are loaded"
            )
        if path.suffix == ".json" and "config" in path.name:
            for key, value in _settings(_read_json(path)):
                if key in CODE_SETTINGS and value not in HARMLESS:
                    raise InputError(
                        f"encoder: {path} has the setting {key!r}, which could run code; give "
                        "a model without it"
                    )


def _check_modules(folder: Path) -> None:
    """Refuse modules of other classes, outside the folder, or without weights in safetensors."""
    try:
        modules = [(str(each["type"]), str(each["path"])) for each in _read_json(folder / MODULES)]
    except (KeyError, TypeError) as error:
        raise InputError(f"encoder: {folder / MODULES} cannot be read ({error!r})") from None
    for name, place in modules:
        if name not in ALLOWED:
            raise InputError(
                f"encoder: {folder} asks for the module {name}; only Transformer, Pooling, "
                "Normalize and Dense of sentence-transformers are loaded"
            )
        path = (folder / place).resolve()
        if not path.is_relative_to(folder):
            raise InputError(f"encoder: {folder / MODULES} names {place!r}, outside the folder")
        if ALLOWED[name] in WEIGHTED and not (path / WEIGHTS).is_file():
            raise InputError(f"encoder: no {WEIGHTS} in {path}; other weights are not read")
        if ALLOWED[name] == "Dense":
            settings = _read_json(path / "config.json")
            called = settings.get("activation_function") if isinstance(settings, dict) else None
            if called not in ACTIVATIONS:
                raise InputError(
                    f"encoder: {path / 'config.json'} asks for the activation function {called}; "
                    f"only {', '.join(ACTIVATIONS)} are loaded"
                )


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError(f"encoder: {path} cannot be read ({error})") from None


def _settings(found: Any) -> Iterator[tuple[str, Any]]:
    """Yield all settings and their values, also those within others."""
    waiting = [found]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield from each.items()
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each

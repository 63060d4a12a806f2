"""EncoderFolder: a model of sentence-transformers on disk, known by its path and checksum."""

import hashlib
import json
import re
from functools import cached_property
from pathlib import Path
from typing import Any

from crosslex.errors import InputError
from crosslex.imports import import_optional

MODULES = "modules.json"
WEIGHTS = "model.safetensors"
ALLOWED = "sentence_transformers."
"""What the class of every module must begin with: no code of the folder's own."""
_NAME = re.compile(r"sentence-transformers sha256:([0-9a-f]{64}) (.+)")


class EncoderFolder:
    """A model of sentence-transformers in a folder, loaded when the first text is encoded.

    Nothing in the folder is executed: weights must be in safetensors' format, and modules must be
    of sentence-transformers itself.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path).resolve()
        if not (self.path / MODULES).is_file():
            raise InputError(
                f"encoder: no {MODULES} in {self.path}; give the folder of a model of "
                "sentence-transformers"
            )
        if not any(self.path.rglob(WEIGHTS)):
            raise InputError(f"encoder: no {WEIGHTS} in {self.path}; other weights are not read")
        try:
            modules = json.loads((self.path / MODULES).read_text(encoding="utf-8"))
            types = [str(each["type"]) for each in modules]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"encoder: {self.path / MODULES} cannot be read ({error})") from None
        foreign = [each for each in types if not each.startswith(ALLOWED)]
        if foreign:
            raise InputError(
                f"encoder: {self.path} asks for the module {foreign[0]}; only those of "
                "sentence-transformers are loaded"
            )

    @classmethod
    def remembered(cls, name: str, given: str | Path | None = None) -> "EncoderFolder":
        """Return the encoder that a classifier was learned with, from its folder or a given one.

        `name` is what the classifier remembers. A folder with another checksum is refused.
        """
        known = _NAME.fullmatch(name)
        if known is None:
            raise InputError(
                f"encoder: this classifier was learned with {name}, which is no folder; use Python"
            )
        checksum, path = known.groups()
        if given is None and not Path(path).is_dir():
            raise InputError(
                f"encoder: the classifier was learned with the encoder of {path}, which is not "
                "there; give its folder"
            )
        found = cls(path if given is None else given)
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

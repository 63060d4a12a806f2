"""An encoder in a folder: remembered by path and checksum, nothing in it is executed."""

import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from test_few_labels import FILM_LABELS, FILMS, TOOLS, UNSEEN

from crosslex import CrossDomainClassifier
from crosslex.classify import EncoderFolder
from crosslex.cli import main
from crosslex.errors import InputError

MODULES = [{"idx": 0, "path": "", "type": "sentence_transformers.models.Transformer"}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder like a model's; its weights are the letters that are counted."""
    made = tmp_path / "encoder"
    made.mkdir()
    (made / "modules.json").write_text(json.dumps(MODULES))
    (made / "model.safetensors").write_bytes(b"aeiou")
    return made


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """Stand in for sentence-transformers; return how its models were loaded."""
    asked: list[dict] = []

    class SentenceTransformer:
        def __init__(self, path: str, **settings: object) -> None:
            asked.append({"path": path, **settings})
            self.letters = (Path(path) / "model.safetensors").read_text()

        def encode(self, texts: list[str], show_progress_bar: bool) -> np.ndarray:
            return np.array([[text.count(letter) for letter in self.letters] for text in texts])

    library = ModuleType("sentence_transformers")
    library.SentenceTransformer = SentenceTransformer
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    return asked


def test_is_loaded_without_code_of_its_own_and_only_when_used(folder, loaded):
    encoder = EncoderFolder(folder)
    assert not loaded
    assert encoder.encode(["aorta"]).tolist() == [[2, 0, 0, 1, 0]]
    [settings] = loaded
    assert settings["trust_remote_code"] is False
    assert settings["local_files_only"] is True
    assert settings["model_kwargs"] == {"use_safetensors": True}


def test_a_change_of_any_file_changes_the_checksum(folder):
    before = EncoderFolder(folder).checksum
    assert EncoderFolder(folder).checksum == before
    (folder / "config.json").write_text("{}")
    assert EncoderFolder(folder).checksum != before


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("modules.json", None, "no modules.json in"),
        ("model.safetensors", None, "other weights are not read"),
        ("modules.json", '[{"type": "os.system"}]', "asks for the module os.system; only those"),
        ("modules.json", "[3]", "modules.json cannot be read"),
    ],
)
def test_refuses_folders_that_could_run_code_or_are_none(folder, file, content, message):
    (folder / file).unlink()
    if content is not None:
        (folder / file).write_text(content)
    with pytest.raises(InputError, match=message):
        EncoderFolder(folder)


def test_a_classifier_remembers_the_folder_and_takes_no_other(folder, loaded, tmp_path, capsys):
    texts, labels = [*FILMS, *TOOLS], [*FILM_LABELS, *[-1] * len(TOOLS)]
    domains = ["films"] * len(FILMS) + ["tools"] * len(TOOLS)
    encoder = EncoderFolder(folder)
    classifier = CrossDomainClassifier("none", target="tools", encoder=encoder)
    classifier.fit(texts, labels, sample_domain=domains).save(tmp_path / "saved")
    path = tmp_path / "new.txt"
    path.write_text("\n".join(UNSEEN[:5]))

    def predict(*options: object) -> tuple[int, str, str]:
        code = main(["predict", str(tmp_path / "saved"), str(path), *map(str, options)])
        return code, *capsys.readouterr()

    wanted = [max(row) for row in classifier.predict_proba(UNSEEN[:5]).tolist()]
    code, out, _ = predict()
    assert code == 0
    assert [json.loads(line)["probability"] for line in out.splitlines()] == wanted
    moved = folder.rename(tmp_path / "moved")
    code, _, error = predict()
    assert code == 2
    assert "--encoder: the classifier was learned with the encoder of" in error
    assert predict("--encoder", moved)[1] == out
    (moved / "model.safetensors").write_bytes(b"xyz")
    code, _, error = predict("--encoder", moved)
    assert code == 2
    assert "is not the encoder that the classifier was learned with" in error

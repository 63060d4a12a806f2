"""An encoder in a folder: known by its checksum, nothing in it is executed."""

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

OLD, NEW = "sentence_transformers.models.", "sentence_transformers.base.modules."
MODULES = [{"idx": 0, "path": "", "type": f"{OLD}Transformer"}]
DENSE = [*MODULES, {"idx": 1, "path": "2_Dense", "type": f"{OLD}Dense"}]


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
        ("modules.json", [{"type": "os.system", "path": ""}], "asks for the module os.system; on"),
        ("modules.json", [3], "modules.json cannot be read"),
        ("modules.json", [{"type": f"{OLD}Pooling", "path": "../x"}], "outside the folder"),
        *(
            ("modules.json", [{"type": kind, "path": ""}], f"asks for the module {kind}; only")
            for kind in (
                f"{OLD}Router",
                f"{OLD}CLIPModel",
                f"{NEW}router.Router",
                "sentence_transformers.util.misc.import_from_string",
                "sentence_transformers.modelsX.Transformer",
            )
        ),
        ("query_0/modules.json", [], "holds query_0/modules.json, which could run code"),
        ("modeling.py", "", "holds modeling.py, which"),
        ("1_Pooling/pytorch_model.BIN", "", "holds 1_Pooling/pytorch_model.BIN, which"),
        ("weights.pt", "", "holds weights.pt"),
        ("weights.pkl", "", "holds weights.pkl"),
        ("weights.pickle", "", "holds weights.pickle"),
        ("adapter_config.json", {}, "holds adapter_config.json"),
        ("config.json", {"auto_map": {"AutoModel": "m.M"}}, "has the setting 'auto_map'"),
        ("config.json", {"sub": [{"trust_remote_code": True}]}, "has the setting 'trust_remote"),
        ("tokenizer_config.json", {"auto_map": ["t.T", None]}, "has the setting 'auto_map'"),
        (
            "sentence_bert_config.json",
            {"model_args": {"attn_implementation": "some/kernel"}},
            "has the setting 'model_args'",
        ),
        ("config.json", "{", "config.json cannot be read"),
    ],
)
def test_refuses_folders_that_could_run_code_or_are_none(folder, file, content, message):
    write(folder / file, content)
    with pytest.raises(InputError, match=message):
        EncoderFolder(folder)


def write(path: Path, content: object) -> None:
    """Write a file, or delete it if there is no content."""
    path.parent.mkdir(exist_ok=True)
    if content is None:
        path.unlink()
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_a_dense_layer_needs_weights_of_its_own_and_calls_only_known_functions(folder):
    write(folder / "modules.json", DENSE)
    with pytest.raises(InputError, match=r"no model.safetensors in .*2_Dense; other weights"):
        EncoderFolder(folder)
    write(folder / "2_Dense" / "model.safetensors", "weights")
    for called in ("torch.hub.load", "torch.nn.modules.activation.Tanh.", None):
        write(folder / "2_Dense" / "config.json", {"activation_function": called})
        with pytest.raises(InputError, match=f"asks for the activation function {called};"):
            EncoderFolder(folder)
    known = {"activation_function": "torch.nn.modules.activation.Tanh"}
    write(folder / "2_Dense" / "config.json", known)
    EncoderFolder(folder)


def test_a_folder_within_that_is_elsewhere_is_refused(folder, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (folder / "1_Pooling").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InputError, match="holds 1_Pooling, which"):
        EncoderFolder(folder)


def test_takes_the_modules_of_common_models_under_old_and_new_names(folder):
    new = [f"{NEW}transformer.Transformer", f"{NEW}normalize.Normalize"]
    new.insert(1, "sentence_transformers.sentence_transformer.modules.pooling.Pooling")
    for types in ([f"{OLD}{kind}" for kind in ("Transformer", "Pooling", "Normalize")], new):
        paths = ["", "1_Pooling", "2_Normalize"]
        modules = [{"path": path, "type": kind} for path, kind in zip(paths, types, strict=True)]
        write(folder / "modules.json", modules)
        write(folder / "config.json", {"model_type": "bert", "attn_implementation": None})
        EncoderFolder(folder)


def test_a_classifier_takes_only_the_folder_given(folder, loaded, tmp_path, capsys):
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
    code, out, _ = predict("--encoder", folder)
    assert code == 0
    assert [json.loads(line)["probability"] for line in out.splitlines()] == wanted
    # The folder is there, but a stranger's classifier could name any.
    loaded.clear()
    code, _, error = predict()
    assert (code, loaded) == (2, [])
    assert f"the classifier needs the encoder {folder}; give --encoder FOLDER" in error
    moved = folder.rename(tmp_path / "moved")
    assert predict("--encoder", moved)[1] == out
    (moved / "model.safetensors").write_bytes(b"xyz")
    code, _, error = predict("--encoder", moved)
    assert code == 2
    assert "is not the encoder that the classifier was learned with" in error

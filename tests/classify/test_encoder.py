"""An encoder as one more view of a classifier: a function, or a folder that is never executed."""

import json
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import test_few_labels
from sklearn.linear_model import LogisticRegression
from test_few_labels import FILM_LABELS, FILMS, TOOL_LABELS, TOOLS, UNSEEN, UNSEEN_LABELS

from crosslex import Corpus, CrossDomainClassifier
from crosslex.classify import EncoderFolder
from crosslex.classify.decision import margins
from crosslex.classify.encoder import STRENGTH
from crosslex.cli import main
from crosslex.errors import InputError

SENTIMENT = {"handy": 1.0, "neat": 1.0, "great": 1.0, "grim": -1.0, "cracked": -1.0, "awful": -1.0}


def feel(texts: list[str]) -> list[list[float]]:
    """An encoder that knows what words mean in every domain, and how long a text is."""
    return [[sum(SENTIMENT.get(word, 0.0) for word in text.split()), len(text)] for text in texts]


def fitted(encoder=feel, method="none") -> CrossDomainClassifier:
    return test_few_labels.fitted(method, encoder)


class TestEncoder:
    @pytest.mark.parametrize("method", ["none", "crosslex"])
    def test_brings_what_no_label_of_the_source_teaches(self, method):
        without = fitted(None, method).score(UNSEEN, UNSEEN_LABELS)
        assert fitted(feel, method).score(UNSEEN, UNSEEN_LABELS) > without + 0.05

    def test_is_a_logistic_regression_on_standardized_encodings(self):
        rows = np.array(feel(FILMS))
        columns = (rows - rows.mean(axis=0)) / rows.std(axis=0) / np.sqrt(2)
        view, own = fitted().fitted_.encoder, fitted().decision_.views[-1].weights
        np.testing.assert_allclose((rows - view.mean) / view.scale, columns)
        expected = LogisticRegression(C=STRENGTH).fit(columns, FILM_LABELS).coef_[0]
        found = margins(own[-2:])
        np.testing.assert_allclose(found / found[0], expected / expected[0], rtol=1e-2)
        assert not own[:-2].any()

    def test_takes_corpora_that_hold_texts_and_refuses_others(self):
        tools = Corpus.from_texts(TOOLS, name="tools")
        films = Corpus.from_texts(FILMS, name="films", labels=FILM_LABELS)
        classifier = CrossDomainClassifier("none", "tools", min_documents=2, encoder=feel)
        expected = fitted().decision_function(UNSEEN)
        np.testing.assert_array_equal(
            classifier.fit([films, tools]).decision_function(UNSEEN), expected
        )
        unseen = Corpus.from_texts(UNSEEN, name="tools")
        np.testing.assert_array_equal(classifier.decision_function(unseen), expected)
        bare = Corpus.from_texts(FILMS, name="films", labels=FILM_LABELS, keep_texts=False)
        with pytest.raises(InputError, match="encoder: corpus 'films' has no texts"):
            classifier.fit([bare, tools])

    @pytest.mark.parametrize(
        ("encoder", "message"),
        [
            ("all-MiniLM", "encoder: found 'all-MiniLM'; give an object with a method encode"),
            (lambda texts: np.zeros(len(texts)), r"encoder: it made an array of shape \(80,\)"),
            (lambda texts: np.zeros((1, 2)), r"encoder: it made an array of shape \(1, 2\)"),
            (lambda texts: np.full((len(texts), 2), np.nan), "finite numbers per text"),
            (lambda texts: ["a"] * len(texts), "encoder: it failed on 80 texts"),
        ],
    )
    def test_that_is_none_is_refused(self, encoder, message):
        with pytest.raises(InputError, match=message):
            fitted(encoder)

    def test_pushes_as_one_in_explanations(self):
        text = "handy great tools1 tools2 tools3"
        listed = [each.feature for each in fitted().explain(text, top=100).contributions]
        words = [each.feature for each in fitted(None).explain(text, top=100).contributions]
        assert sorted(listed) == sorted([*words, "(encoder)"])

    def test_can_be_suggested_for_and_refined(self):
        classifier = fitted()
        assert len(set(classifier.suggest(TOOLS, 30).tolist())) == 30
        before = classifier.score(UNSEEN, UNSEEN_LABELS)
        classifier.refine(TOOLS, TOOL_LABELS)
        assert classifier.score(UNSEEN, UNSEEN_LABELS) > before + 0.05


def test_of_a_saved_classifier_is_asked_for_by_name_and_must_be_the_same(tmp_path):
    fitted().save(tmp_path / "c")
    loaded = CrossDomainClassifier.load(tmp_path / "c")
    with pytest.raises(InputError, match=r"learned with test_encoder:feel; bring it again"):
        loaded.predict(UNSEEN)
    other = CrossDomainClassifier.load(tmp_path / "c", encoder=lambda texts: np.eye(len(texts)))
    with pytest.raises(InputError, match=r"shape \(200, 200\) .*one row of 2 finite"):
        other.predict(UNSEEN)
    fitted(None).save(tmp_path / "d")
    with pytest.raises(InputError, match="learned without one; leave it out"):
        CrossDomainClassifier.load(tmp_path / "d", encoder=feel)


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
        ("modules.json", None, r"it cannot be read .*modules.json"),
        ("model.safetensors", None, "encoder has no model.safetensors"),
        ("modules.json", [3], "it cannot be read"),
        ("modules.json", [{"type": f"{OLD}Pooling", "path": "../x"}], "outside the folder"),
        *(
            ("modules.json", [{"type": kind, "path": ""}], f"asks for the module {kind}; give")
            for kind in (
                "os.system",
                f"{OLD}Router",
                f"{NEW}router.Router",
                "sentence_transformers.util.misc.import_from_string",
                "sentence_transformers.modelsX.Transformer",
            )
        ),
        *(
            (name, "[]", f"holds {name}, which could run code")
            for name in ("query_0/modules.json", "1_Pooling/pytorch_model.BIN", "modeling.py")
            + ("weights.pt", "weights.pickle", "adapter_config.json")
        ),
        ("config.json", {"auto_map": {"AutoModel": "m.M"}}, "has the setting 'auto_map'"),
        ("config.json", {"sub": [{"trust_remote_code": True}]}, "has the setting 'trust_remote"),
        ("tokenizer_config.json", {"auto_map": ["t.T", None]}, "has the setting 'auto_map'"),
        ("sentence_bert_config.json", {"model_args": {"a": "b"}}, "has the setting 'model_args'"),
        ("config.json", {"attn_implementation": "some/kernel"}, "has the setting 'attn_"),
        ("config.json", '{"auto_map": 1, "auto_map": null}', "has the setting 'auto_map'"),
        ("config.json", "{", "it cannot be read"),
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
    with pytest.raises(InputError, match=r"2_Dense has no model.safetensors"):
        EncoderFolder(folder)
    write(folder / "2_Dense" / "model.safetensors", "weights")
    for called in ("torch.hub.load", "torch.nn.modules.activation.Tanh.", ["a.b"]):
        write(folder / "2_Dense" / "config.json", {"activation_function": called})
        with pytest.raises(InputError, match=r"config.json has the setting 'activation_function'"):
            EncoderFolder(folder)
    known = {"activation_function": "torch.nn.modules.activation.Tanh"}
    write(folder / "2_Dense" / "config.json", known)
    write(folder / "config.json", {"activation_function": "gelu_new"})  # transformers' own name
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

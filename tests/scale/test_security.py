"""What a hostile file can do: nothing but be refused."""

import ast
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scale_texts import texts_of, write_domain

import crosslex
from crosslex import Corpus, CrossDomainClassifier, CrossDomainEmbedding
from crosslex.classify.fitted import Contribution, Explanation
from crosslex.lookup import WordLookup
from crosslex.vectors import DomainVectors
from html_elements import Elements
from processes import run_python

HOSTILE = st.text(st.sampled_from("<>&\"'`/=; abscript\n|*[]()!#\\"), min_size=1, max_size=20)
EXECUTING = {"pickle", "cloudpickle", "dill", "joblib", "marshal", "shelve", "runpy", "code"}
TABLES = {"crosslex.imports", "crosslex.classify.method"}
"""Modules that import by name, and only names that are written down in our source."""
EXECUTING_CALLS = {"eval", "exec", "compile", "__import__", "load_module"}


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model and a classifier."""
    folder = tmp_path_factory.mktemp("saved")
    texts = {name: texts_of(name, 120) for name in ("films", "tools")}
    corpora = [Corpus.from_texts(own, name=name) for name, own in texts.items()]
    CrossDomainEmbedding(dimension=4).fit(corpora).save(folder / "model")
    classifier = CrossDomainClassifier(target="tools", random_state=0)
    labels = [number % 2 for number in range(120)] + [-1] * 120
    domains = ["films"] * 120 + ["tools"] * 120
    classifier.fit(texts["films"] + texts["tools"], labels, sample_domain=domains)
    classifier.save(folder / "classifier")
    return folder


LOAD = """
import json, sys
from crosslex import CrossDomainClassifier, CrossDomainEmbedding
loads = (CrossDomainEmbedding.load, "model"), (CrossDomainClassifier.load, "classifier")
for load, name in loads:
    load(f"{sys.argv[1]}/{name}")
"""


def test_no_module_of_ours_that_loading_imports_can_execute_what_it_reads(saved: Path) -> None:
    code = LOAD + "print(json.dumps([n for n in sys.modules if n.split('.')[0] == 'crosslex']))"
    modules = json.loads(run_python(code, saved))
    assert {"crosslex.storage.model", "crosslex.storage.classifier"} <= set(modules)
    root = Path(crosslex.__file__).parents[1]
    for module in modules:
        path = root.joinpath(*module.split("."))
        path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Import):
                assert not {alias.name.split(".")[0] for alias in node.names} & EXECUTING, where
            if isinstance(node, ast.ImportFrom) and node.module:
                assert node.module.split(".")[0] not in EXECUTING, where
            if isinstance(node, ast.Call):
                called = node.func
                name = getattr(called, "id", getattr(called, "attr", ""))
                owner = getattr(getattr(called, "value", None), "id", "")
                assert name not in EXECUTING_CALLS or owner in ("re", "regex"), where
                assert (owner, name) != ("np", "load"), where
                # Names of modules stand in our source: here, or in a table of names.
                fixed = module in TABLES or all(
                    isinstance(each, ast.Constant) for each in node.args
                )
                assert name != "import_module" or fixed, where


def test_loading_executes_nothing_as_the_interpreter_itself_sees_it(saved: Path) -> None:
    code = """
seen = []
def watch(event, arguments):
    if event in ("exec", "compile", "import", "pickle.find_class", "os.system", "os.exec",
                 "subprocess.Popen", "socket.connect", "ctypes.dlopen", "os.remove", "os.rename"):
        seen.append(f"{event} {arguments}")
    if event == "open" and str(arguments[1]).strip("rbtU") not in ("", "None"):
        seen.append(f"open {arguments}")
"""
    code = LOAD + code + "sys.addaudithook(watch)\nfor load, name in loads:\n"
    code += '    load(f"{sys.argv[1]}/{name}")\nprint(json.dumps(seen))'
    assert json.loads(run_python(code, saved)) == []


def test_learning_comparing_and_exporting_never_touch_the_network(tmp_path: Path) -> None:
    domains = [f"{name}={write_domain(tmp_path, name, 80)}" for name in ("films", "tools")]
    out = tmp_path / "m"
    commands = [
        ["learn", *domains, "--out", str(out), "--dimension", "4", "--jobs", "1"],
        ["compare", str(out), "good"],
        ["info", str(out)],
        ["export", str(out), "--out", str(tmp_path / "vectors")],
    ]
    code = """
import json, sys
def forbid(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.bind", "socket.sendto"):
        raise SystemExit(f"{event} {arguments}")
sys.addaudithook(forbid)
from crosslex.cli import main
for command in json.loads(sys.argv[1]):
    code = main(command)
    if code:
        sys.exit(f"{command} ended with {code}")
"""
    run_python(code, json.dumps(commands))


@given(HOSTILE, HOSTILE)
@settings(max_examples=60)
def test_words_never_become_markup_of_a_comparison(word: str, other: str) -> None:
    def page(first: str, second: str) -> Elements:
        names = (first, second if second != first else second + "x")
        vectors = np.array([[1.0, 0.0], [0.6, 0.8]], np.float32)
        domain = DomainVectors("d", names, vectors, np.array([9, 9]))
        return Elements(WordLookup({"d": domain}).compare(names[0], phrases=True)._repr_html_())

    assert page(word, other).tags == page("plain", "word").tags
    assert word in "".join(page(word, other).texts["table"])


@given(HOSTILE)
@settings(max_examples=30)
def test_features_never_become_markup_of_an_explanation(text: str) -> None:
    def page(name: str) -> Elements:
        said = Contribution(name, 0.5, ((name, 0.9),))
        return Elements(Explanation(name, 0.7, name, name, (said,), 0.5)._repr_html_())

    assert page(text).tags == page("plain").tags

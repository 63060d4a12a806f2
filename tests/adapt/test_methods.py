"""The registry: every name has a method, every method a name, and none of them is changed."""

import pickle
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest
from sklearn.base import clone

import crosslex.adapt
from crosslex.classify.method import AdaptationMethod
from crosslex.classify.methods import fresh_method, method_name
from crosslex.errors import InputError
from crosslex_bench.methods import METHODS
from crosslex_bench.methods.names import METHOD_NAMES


class Own(AdaptationMethod):
    stop_words: ClassVar[bool] = False

    def __init__(self, size=3):
        self.size = size


def test_every_file_with_a_method_has_a_name_and_every_name_a_file():
    folder = Path(crosslex.adapt.__file__).parent
    files = {path.stem for path in folder.glob("*.py") if "\nMETHOD = " in path.read_text("utf-8")}
    assert files == {name.replace("-", "_").replace("+", "_") for name in METHOD_NAMES}
    assert tuple(METHODS) == METHOD_NAMES
    assert len(METHODS) == len(METHOD_NAMES)


@pytest.mark.parametrize("name", METHOD_NAMES)
def test_a_name_gives_an_unfitted_object_that_can_be_cloned_set_and_pickled(name):
    method = METHODS[name]
    assert isinstance(method, AdaptationMethod)
    assert method is METHODS[name]
    assert not [attribute for attribute in vars(method) if attribute.endswith("_")]
    before = method.get_params()
    clone(method).set_params(**dict.fromkeys(before, 7.0))
    assert method.get_params() == before
    assert pickle.loads(pickle.dumps(method)).get_params() == method.get_params()


def test_settings_of_all_methods_are_flat():
    for method in METHODS.values():
        assert not [name for name in method.get_params() if "__" in name]
    assert METHODS["pooled"].get_params()["pooled"]
    assert "dimension" not in METHODS["none"].get_params()


def test_names_cost_nothing_to_import():
    code = (
        "import sys, crosslex.adapt.names\n"
        "print([name for name in ('numpy', 'sklearn', 'numba') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_fresh_method_is_a_copy():
    assert fresh_method("scl") is not METHODS["scl"]
    assert fresh_method("scl").get_params() == METHODS["scl"].get_params()
    own = Own(size=5)
    assert fresh_method(own) is not own
    assert fresh_method(own).size == 5


def test_a_method_is_shown_by_its_name_or_that_of_its_class():
    assert method_name("scl") == "scl"
    assert method_name(Own()) == "Own"


@pytest.mark.parametrize("wrong", ["sclx", Own, None, 3])
def test_what_is_no_method_is_refused(wrong):
    with pytest.raises(InputError, match=r"^method: found .*give one of none, in_domain, "):
        fresh_method(wrong)


def test_an_unknown_name_is_a_key_error_and_names_what_it_resembles():
    with pytest.raises(KeyError):
        METHODS["poled"]
    with pytest.raises(InputError, match="did you mean pooled"):
        fresh_method("poled")

"""Files of a release agree with the package."""

import re
import tomllib

import yaml
from packaging.requirements import Requirement

from crosslex import __version__
from docs_pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_conda_recipe_requires_what_pip_installs() -> None:
    recipe = yaml.safe_load((ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    needed = map(Requirement, recipe["requirements"]["run"][1:])
    wanted = map(Requirement, PROJECT["dependencies"])
    assert {str(each) for each in needed} == {str(each) for each in wanted}
    assert f">={recipe['context']['python_min']}" == PROJECT["requires-python"]


def test_every_file_names_the_same_version() -> None:
    def found(name: str, pattern: str) -> str:
        match = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        return match[1] if match else ""

    assert found("CHANGELOG.md", r"^## (\S+)") == __version__
    assert found("CITATION.cff", r"^version: (\S+)") == __version__
    assert found("conda/recipe.yaml", r'^  version: "(\S+)"') == __version__
    assert found("bench/pyproject.toml", r'^version = "(\S+)"') == __version__

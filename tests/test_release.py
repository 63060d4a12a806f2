"""Files of a release agree with the package."""

import tomllib

import yaml
from packaging.requirements import Requirement

from docs_pages import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_conda_recipe_requires_what_pip_installs() -> None:
    recipe = yaml.safe_load((ROOT / "conda" / "recipe.yaml").read_text(encoding="utf-8"))
    needed = map(Requirement, recipe["requirements"]["run"][1:])
    wanted = map(Requirement, PROJECT["dependencies"])
    assert {str(each) for each in needed} == {str(each) for each in wanted}
    assert f">={recipe['context']['python_min']}" == PROJECT["requires-python"]

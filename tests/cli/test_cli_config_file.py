"""A settings file instead of a long command line."""

from pathlib import Path

import pytest
from cli_runs import Program

from crosslex import CrossDomainEmbedding


def write_config(folder: Path, domains: list[str], *lines: str) -> Path:
    table = [f'{name} = "{path}"' for name, _, path in (each.partition("=") for each in domains)]
    path = folder / "crosslex.toml"
    path.write_text("\n".join([*lines, "[domains]", *table]))
    return path


def test_options_and_domains_may_stand_in_a_file(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "m"
    path = write_config(
        tmp_path,
        domains,
        f'out = "{out}"',
        "dimension = 5",
        'trainer = "auto"',
        "n-pivots = 6",
        "backoff = 0.1",
        'context = "document"',
        "examples = false",
    )
    ran = run("learn", "--config", path, "--json")
    assert [domain["name"] for domain in ran.json["domains"]] == ["films", "tools"]
    model = CrossDomainEmbedding.load(out)
    assert (model.dimension, model.n_pivots, model.backoff) == (5, 6, 0.1)
    assert (model.context, model.max_examples) == ("document", 0)


def test_the_command_line_goes_before_the_file(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    path = write_config(tmp_path, domains, "dimension = 5", 'out = "elsewhere"')
    ran = run("learn", "--config", path, "--out", tmp_path / "m", "--dimension", 3, "--json")
    assert ran.json["dimension"] == 3
    assert not Path("elsewhere").exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("dimensoin = 5", "there is no option 'dimensoin' (did you mean dimension?)"),
        ("dimension = ", "not TOML"),
        ("dimension = [5]", "dimension is [5]; give one value"),
        ('dimension = "many"', "--dimension"),
        ('trainer = "magic"', "--trainer"),
        ("debug = true", "there is no option 'debug'"),
        ('domains = ["films"]', "domains must be a table"),
        ("domains.films = 3", "domains must be a table"),
    ],
)
def test_a_mistake_in_the_file_is_one_line(
    run: Program, tmp_path: Path, line: str, message: str
) -> None:
    path = tmp_path / "crosslex.toml"
    path.write_text(line)
    ran = run("learn", "a=a.txt", "b=b.txt", "--out", tmp_path / "m", "--config", path)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "m").exists()


def test_a_missing_file_is_one_line(run: Program, tmp_path: Path) -> None:
    ran = run("learn", "--config", tmp_path / "nowhere.toml", "--out", tmp_path / "m")
    assert ran.code == 2
    assert "nowhere.toml: cannot be read (No such file" in ran.err

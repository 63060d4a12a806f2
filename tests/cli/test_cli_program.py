"""The program: exit codes, streams, interrupts, names of options, and what it loads."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import Program, assert_refused
from typer.main import get_command

from crosslex.cli import app
from crosslex.cli.output import _OPTIONS
from crosslex.corpus.documents import FORMATS
from processes import full_disk

HEAVY = ("numpy", "scipy", "sklearn", "numba", "simplemma", "matplotlib", "safetensors")
COMMANDS = [command.__name__ for panel in app.COMMANDS.values() for command in panel]
DOCS = Path(__file__).resolve().parents[2] / "docs"


def execute(*command: object, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, command)], capture_output=True, text=True, check=False, **more
    )


def test_every_command_has_help_and_loads_nothing_heavy_for_it() -> None:
    script = (
        "import sys\nfrom crosslex.cli import main\n"
        f"for command in {COMMANDS}:\n"
        "    main([command, '--help'])\n"
        "for arguments in (['--help'], ['--version'], ['compare']):\n"
        "    main(arguments)\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = execute("-c", script)
    assert done.stderr.splitlines()[-1] == "[]"
    for command in COMMANDS:
        shown = done.stdout.partition(f"Usage: crosslex {command} ")[2].partition("Usage:")[0]
        assert "--json" in shown, command


def test_the_docs_list_every_format_once() -> None:
    page = (DOCS / "reference" / "files.md").read_text("utf-8")
    table = page.split("\n| ending |")[1].split("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    names = [name for cell in cells for name in re.findall(r"`\.?([\w+-]+)`", cell)]
    assert sorted(names) == sorted(FORMATS)


def test_messages_name_only_options_that_exist() -> None:
    options = {
        name
        for command in get_command(app.app).commands.values()
        for parameter in command.params
        for name in parameter.opts
    }
    assert set(_OPTIONS.values()) <= options


def test_a_misspelt_command_or_option_is_one_line_with_a_hint(run: Program) -> None:
    assert_refused(run("lern"), r"'learn'.*crosslex --help\)")
    assert run("--versoin").code == 2


def test_results_go_to_standard_output_and_all_else_to_standard_error(
    run: Program, domains: list[str]
) -> None:
    few = Path("few.jsonl")
    lines = Path(domains[1].partition("=")[2]).read_text().splitlines()
    few.write_text("\n".join(lines[:100]))
    options = ("--dimension", 4, "--jobs", 1, "--json", "-v")
    ran = run("learn", domains[0], f"few={few}", "--out", "m", *options)
    assert ran.json["dimension"] == 4
    kinds = {line.split(": ")[1] for line in ran.err.splitlines()}
    assert kinds == {"info", "warning"}
    tokens = ran.json["domains"][1]["tokens"]
    assert f"warning: little text in 1 of 2 domains: 'few' has only {tokens} tokens" in ran.err
    assert all(line.startswith("crosslex: ") for line in ran.err.splitlines())
    assert re.search(r"^crosslex: info: read ShardedCorpus\('films': 300 documents", ran.err)


def test_a_users_mistake_is_code_2_and_shows_where_only_with_debug(run: Program) -> None:
    plain, debug = (run("info", "nowhere", *more) for more in ([], ["--debug"]))
    assert_refused(plain, "is not a folder")
    assert debug.code == 2
    assert "Traceback" in debug.err
    assert debug.err.endswith(plain.err)


def test_a_fault_of_ours_is_code_1_in_one_line(
    run: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crosslex.cli.model._model_info", lambda *_: 1 / 0)
    ran = run("info", "model")
    assert (ran.code, ran.out) == (1, "")
    assert re.fullmatch(r"crosslex: error: .*\(ZeroDivisionError: .*\).*--debug.*\n", ran.err)


def test_an_interrupt_is_code_130(run: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("crosslex.cli.model._model_info", interrupted)
    ran = run("info", "model")
    assert (ran.code, ran.err) == (130, "crosslex: error: interrupted\n")


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_while_the_program_is_loaded_is_one_line(tmp_path: Path) -> None:
    # An import that takes long, in the place of one of its own.
    slow = tmp_path / "typer.py"
    slow.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    paths = [str(tmp_path), str(Path(app.__file__).parents[2])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    done = execute("-m", "crosslex", "--help", env=environment)
    assert (done.returncode, done.stderr) == (130, "crosslex: error: interrupted\n")
    assert done.stdout == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_output_that_cannot_be_written_is_code_2_in_one_line(model: Path) -> None:
    command = [sys.executable, "-m", "crosslex", "compare", str(model), "plot"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert done.returncode == 2
        found = "crosslex: error: standard output cannot be written (No space left on device)\n"
        assert done.stderr == found
        nowhere = subprocess.run([*command, "x"], stdout=full, stderr=full, check=False)
        assert nowhere.returncode == 2
    shell = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *command], stderr=subprocess.PIPE, text=True, check=False
    )
    assert (shell.returncode, shell.stderr) == (0, "")


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("number", "code", "message"),
    [(signal.SIGINT, 130, b"interrupted"), (signal.SIGTERM, 143, b"terminated")],
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_while_reading_leaves_nothing_behind(
    domains: list[str], tmp_path: Path, number: signal.Signals, code: int, message: bytes, jobs: str
) -> None:
    command = ["learn", "films=-", domains[1], "--out", str(tmp_path / "m"), "--jobs", jobs]
    with subprocess.Popen(
        [sys.executable, "-m", "crosslex", *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        # More than a pipe holds: when it is written, the program is at work on it.
        process.stdin.write(b"a good film\n" * 100_000)
        process.stdin.flush()
        process.send_signal(number)
        out, error = process.communicate()
    assert process.returncode == code
    assert (out, error) == (b"", b"crosslex: error: %b\n" % message)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("explore", ["MODEL", "--out", "page.html", "--words", 20, "--senses", 0]),
        ("shifts", ["MODEL", "--plot", "shifts.png"]),
        ("adapt", ["ASKED", "--out", "c", "--method", "none", "--jobs", 1]),
    ],
)
def test_a_full_disk_is_one_line_and_leaves_nothing_behind(
    run: Program, model: Path, asked: list[str], command: str, options: list[object]
) -> None:
    first = asked if options[0] == "ASKED" else [model]
    with full_disk(500):
        ran = run(command, *first, *options[1:])
    assert (ran.code, ran.out) == (2, ""), ran.err
    assert re.fullmatch(r"crosslex: error: cannot write [^\n]*", ran.err.splitlines()[-1]), ran.err
    assert "Traceback" not in ran.err
    assert not [*Path().iterdir()]


def test_names_from_outside_cannot_command_the_terminal(run: Program, domains: list[str]) -> None:
    name = "[red]to\x1b[2J\u202eols"
    paths = [domains[0], f"{name}={domains[1].partition('=')[2]}"]
    options = ("--out", "m", "--dimension", 4, "--jobs", 1)
    shown = run("learn", *paths, *options)
    assert "[red]to�[2J�ols" in shown.out
    for ran in (
        shown,
        run("compare", "m", "sharp"),
        run("neighbors", "m", "sharp"),
        run("neighbors", "m", "sharp", "--domain", "\x1b[2J"),
        run("compare", "m", "\x1b]0;title\x07"),
        run("info", "m"),
        run("info", "m", "--json"),
    ):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", ran.out + ran.err)
    assert run("info", "m", "--json").json["domains"][1]["domain"] == name


@pytest.mark.parametrize(
    "locale",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["output in ASCII", "strictly ASCII"],
)
def test_names_beyond_ascii_work_in_an_ascii_locale_without_a_home(
    locale: dict[str, str], model: Path, tmp_path: Path
) -> None:
    (tmp_path / "Bücher").symlink_to(model)
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    for word, code in (("plot", 0), ("naïveté", 2)):
        done = subprocess.run(
            [sys.executable, "-m", "crosslex", "compare", str(tmp_path / "Bücher"), word],
            env=environment | locale,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        found = (done.stdout if code == 0 else done.stderr).decode()
        assert (word if "LC_ALL" in locale else word.replace("ï", "?").replace("é", "?")) in found


def test_a_path_that_no_system_takes_is_one_line(run: Program) -> None:
    path = "x" * 5000
    assert_refused(run("info", path), "File name too long")
    learn = ("learn", f"a={path}", f"b={path}b", "--out", "model")
    assert_refused(run(*learn), "File name too long")

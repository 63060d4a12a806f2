"""The program as a process: exit codes, streams, interrupts, and what it loads."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import Program

from crosslex import __version__
from crosslex.cli import app

HEAVY = ("numpy", "scipy", "sklearn", "numba", "simplemma", "matplotlib", "safetensors")
COMMANDS = [command.__name__ for command in app.COMMANDS]
FAILING = """
import sys
from crosslex.cli.app import app, main

@app.command()
def fail() -> None:
    raise {error}

sys.exit(main(["fail", *sys.argv[1:]]))
"""


def execute(*command: object, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, command)], capture_output=True, text=True, check=False, **more
    )


def test_help_and_version_load_nothing_heavy() -> None:
    script = (
        "import sys\nfrom crosslex.cli import main\n"
        f"for command in {COMMANDS}:\n"
        "    main([command, '--help'])\n"
        "for arguments in (['--help'], ['--version'], ['compare']):\n"
        "    main(arguments)\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    assert execute("-c", script).stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_every_command_has_help(run: Program, command: str) -> None:
    ran = run(*command.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    assert f"Usage: crosslex {command}".strip() in ran.out
    if command:
        assert "--json" in ran.out


def test_without_arguments_it_shows_its_help(run: Program) -> None:
    ran = run()
    assert ran.code == 0
    assert "Usage: crosslex" in ran.out


def test_it_runs_as_a_module() -> None:
    done = execute("-m", "crosslex", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"crosslex {__version__}\n", "")


def test_a_misspelt_command_or_option_is_one_line_with_a_hint(run: Program) -> None:
    ran = run("lern")
    assert (ran.code, ran.out) == (2, "")
    assert re.fullmatch(r"crosslex: error: .*'learn'.*crosslex --help\)\n", ran.err)
    assert run("--versoin").code == 2


def test_results_go_to_standard_output_and_all_else_to_standard_error(
    domains: list[str], tmp_path: Path
) -> None:
    options = ["--trainer", "auto", "--scope", "paper", "--dimension", 4, "--json", "-v"]
    done = execute("-m", "crosslex", "learn", *domains, "--out", tmp_path / "m", *options)
    assert done.returncode == 0
    assert json.loads(done.stdout)["dimension"] == 4
    kinds = {line.split(": ")[1] for line in done.stderr.splitlines()}
    assert kinds == {"info", "warning"}
    assert all(line.startswith("crosslex: ") for line in done.stderr.splitlines())


def test_a_users_mistake_is_code_2_and_shows_where_only_with_debug(tmp_path: Path) -> None:
    command = ("-m", "crosslex", "info", tmp_path / "nowhere")
    plain, debug = execute(*command), execute(*command, "--debug")
    assert (plain.returncode, debug.returncode) == (2, 2)
    assert plain.stderr.count("\n") == 1
    assert "Traceback" in debug.stderr
    assert debug.stderr.endswith(plain.stderr)


def test_a_fault_of_ours_is_code_1_in_one_line() -> None:
    done = execute("-c", FAILING.format(error="ZeroDivisionError('a\\nb')"))
    assert done.returncode == 1
    assert re.fullmatch(r"crosslex: error: .*\(ZeroDivisionError: a b\).*--debug.*\n", done.stderr)
    assert done.stdout == ""


def test_an_interrupt_is_code_130() -> None:
    done = execute("-c", FAILING.format(error="KeyboardInterrupt"))
    assert (done.returncode, done.stderr) == (130, "crosslex: error: interrupted\n")


def test_an_error_that_an_interrupt_became_is_an_interrupt() -> None:
    # As an import does that is interrupted within a class.
    raised = "interrupts.seen = True; 1 / 0"
    code = (
        FAILING.replace("raise {error}", raised)
        .replace(
            "sys.exit(main([",
            "from crosslex.cli import Interrupts\ninterrupts = Interrupts()\nsys.exit(main([",
        )
        .replace("*sys.argv[1:]]", "*sys.argv[1:]], interrupts")
    )
    done = execute("-c", code)
    assert (done.returncode, done.stderr) == (130, "crosslex: error: interrupted\n")


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
@pytest.mark.parametrize("arguments", [["--help"], ["compare", "MODEL", "plot"]])
def test_output_that_cannot_be_written_is_code_2_in_one_line(
    arguments: list[str], model: Path
) -> None:
    command = [sys.executable, "-m", "crosslex", *arguments]
    command = [str(model) if word == "MODEL" else word for word in command]
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
def test_an_interrupt_while_reading_leaves_nothing_behind(
    domains: list[str], tmp_path: Path
) -> None:
    command = ["learn", "films=-", domains[1], "--out", str(tmp_path / "m"), "--jobs", "1"]
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
        process.send_signal(signal.SIGINT)
        out, error = process.communicate()
    assert process.returncode == 130
    assert (out, error) == (b"", b"crosslex: error: interrupted\n")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("export", ["--out", "out"]),
        ("explore", ["--out", "page.html"]),
        ("shifts", ["--min-count", "1", "--plot", "shifts.png"]),
        ("compare", ["sharp", "--plot", "sharp.svg"]),
    ],
)
def test_a_full_disk_is_one_line_and_leaves_nothing_behind(
    model: Path, tmp_path: Path, command: str, options: list[str]
) -> None:
    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = execute("-m", "crosslex", command, model, *options, cwd=tmp_path, preexec_fn=no_room)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    last = done.stderr.splitlines()[-1]
    assert re.fullmatch(r"crosslex: error: cannot write [^\n]*", last), done.stderr
    assert "Traceback" not in done.stderr
    assert not [*tmp_path.iterdir()]


def test_names_from_outside_cannot_command_the_terminal(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    name = "[red]to\x1b[2J\u202eols"
    paths = [domains[0], f"{name}={domains[1].partition('=')[2]}"]
    options = ("--out", tmp_path / "m", "--dimension", 4, "--jobs", 1)
    shown = run("learn", *paths, *options)
    assert "[red]to�[2J�ols" in shown.out
    for ran in (
        shown,
        run("compare", tmp_path / "m", "sharp"),
        run("neighbors", tmp_path / "m", "sharp"),
        run("neighbors", tmp_path / "m", "sharp", "--domain", "\x1b[2J"),
        run("compare", tmp_path / "m", "\x1b]0;title\x07"),
        run("info", tmp_path / "m"),
        run("info", tmp_path / "m", "--json"),
    ):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", ran.out + ran.err)
    assert run("info", tmp_path / "m", "--json").json["domains"][1]["name"] == name


def test_output_that_the_terminal_cannot_spell_is_no_error(model: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = execute("-m", "crosslex", "compare", model, "sharp", env=environment)
    assert done.returncode == 0, done.stderr
    assert "sharp" in done.stdout
    done = execute("-m", "crosslex", "compare", model, "naïve", env=environment)
    assert done.returncode == 2


def test_a_full_disk_under_a_benchmark_is_one_line(tmp_path: Path) -> None:
    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    folder = tmp_path / "data"
    folder.mkdir()
    reviews = [
        {"domain": domain, "split": split, "label": label, "text": f"a {word} {thing}"}
        for domain, thing in (("films", "plot"), ("tools", "saw"))
        for word, label in (("good", 1), ("bad", 0))
        for split in ["train"] * 10 + ["test"] * 2
    ]
    lines = "".join(json.dumps(review) + "\n" for review in reviews)
    (folder / "labelled.jsonl").write_text(lines)
    (folder / "unlabelled.jsonl").write_text('{"domain": "films", "text": "a good plot"}\n')
    command = ("benchmark", folder, "--methods", "none", "--jobs", 1, "--out", tmp_path / "out")
    done = execute("-m", "crosslex", *command, preexec_fn=no_room)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert re.search(r"crosslex: error: cannot write [^\n]*\n$", done.stderr), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "strict", [{}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}], ids=["C", "strictly ASCII"]
)
def test_names_beyond_ascii_work_in_an_ascii_locale_without_a_home(
    strict: dict[str, str], model: Path, tmp_path: Path
) -> None:
    named = tmp_path / "Bücher"
    named.symlink_to(model)
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    environment |= {"LC_ALL": "C", "COLUMNS": "40"} | strict
    for word, code in (("plot", 0), ("naïveté", 2)):
        done = subprocess.run(
            [sys.executable, "-m", "crosslex", "compare", str(named), word],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        assert done.returncode == code, done.stderr
        assert word in (done.stdout if code == 0 else done.stderr).decode()


@pytest.mark.parametrize("command", ["info", "compare", "learn", "predict", "shifts"])
def test_a_path_that_no_system_takes_is_one_line(
    run: Program, tmp_path: Path, command: str
) -> None:
    path = "x" * 5000
    arguments: dict[str, list[object]] = {
        "compare": [path, "word"],
        "learn": [f"a={path}", f"b={path}b", "--out", tmp_path / "model"],
        "predict": [path, path],
    }
    ran = run(command, *arguments.get(command, [path]))
    assert (ran.code, ran.out) == (2, "")
    assert "File name too long" in ran.err
    assert ran.err.count("\n") == 1

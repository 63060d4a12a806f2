"""Runs killed at random moments, run again, and compared with an uninterrupted run."""

import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from crosslex_bench.command import Report, Seed
from crosslex_bench.pages import figures_table

PRAISE = {1: ["good", "great", "fine", "nice"], 0: ["bad", "awful", "poor", "dull"]}
OWN = {
    "films": {1: ["funny", "moving"], 0: ["boring", "shallow"]},
    "knives": {1: ["sharp", "sturdy"], 0: ["rusty", "blunt"]},
}

Command = Callable[[str], list[str]]
"""From the output to the words of a command."""


def kills(
    command: Annotated[
        Literal["learn", "adapt", "export", "explore", "suggest", "refine"],
        typer.Argument(help="The command that is killed."),
    ],
    times: Annotated[int, typer.Option(help="Number of kills.")] = 10,
    documents: Annotated[int, typer.Option(help="Texts per domain.")] = 15_000,
    seed: Seed = 0,
) -> Report:
    """Kill a command (signal 9) at random moments, run it again, and compare all files.

    Each kill ends a new run, which the next run resumes; all commands but `learn` take seconds, and
    start again.
    """
    with tempfile.TemporaryDirectory(prefix="crosslex-kills-") as folder:
        place = Path(folder)
        prepare: dict[str, Callable[[Path, int], Command]] = {
            "learn": learn,
            "adapt": adapt,
            "suggest": partial(on_classifier, command),
            "refine": partial(on_classifier, command),
        }
        work = prepare.get(command, partial(on_model, command))(place, documents)
        result = try_kills(work, place, times, seed)
    failure = "" if result["identical"] else "the files differ"
    return Report(f"Kills of {command}", [figures_table(result)], result, failure)


def learn(folder: Path, documents: int) -> Command:
    domains = []
    for domain in OWN:
        path = folder / f"{domain}.txt"
        path.write_text("".join(f"{text}\n" for text, _ in reviews(domain, documents)))
        domains.append(f"{domain}={path}")
    # Two processes, which have to end with the one that is killed.
    settings = ["--dimension", "16", "--jobs", "2"]
    return lambda out: ["learn", *domains, "--out", out, *settings]


def adapt(folder: Path, documents: int) -> Command:
    paths = {}
    for domain in OWN:
        paths[domain] = folder / f"{domain}.jsonl"
        rows = [{"text": text, "label": label} for text, label in reviews(domain, documents)]
        paths[domain].write_text("".join(json.dumps(row) + "\n" for row in rows))
    source, target = [f"{domain}={path}" for domain, path in paths.items()]
    settings = ["--target", target, "--jobs", "2"]
    return lambda out: ["adapt", source, "--out", out, *settings]


def on_model(command: str, folder: Path, documents: int) -> Command:
    model = str(folder / "model")
    start(learn(folder, documents)(model)).wait()
    ending, settings = {"explore": (".html", ["--senses", "5"])}.get(command, ("", []))
    return lambda out: [command, model, "--out", f"{out}{ending}", *settings]


def on_classifier(command: str, folder: Path, documents: int) -> Command:
    classifier, texts = str(folder / "classifier"), str(folder / "knives.jsonl")
    start(adapt(folder, documents)(classifier)).wait()
    ending, settings = (".csv", ["--overwrite"]) if command == "suggest" else ("", [])
    return lambda out: [command, classifier, texts, "--out", f"{out}{ending}", *settings]


def reviews(domain: str, size: int) -> list[tuple[str, int]]:
    chance = random.Random(domain)
    found = []
    for number in range(size):
        label = number % 2
        said = [label if chance.random() < 0.8 else 1 - label for _ in range(8)]
        words = [chance.choice(PRAISE[each]) for each in said]
        words += [chance.choice(OWN[domain][each]) for each in said]
        words += [f"thing{chance.randrange(200)}" for _ in range(8)]
        chance.shuffle(words)
        found.append((f"{' '.join(words[:12])}. {' '.join(words[12:])}.", label))
    return found


def try_kills(command: Command, folder: Path, times: int, seed: int) -> dict[str, Any]:
    """Run without and with kills, and compare all files of the two outputs."""
    chance = random.Random(seed)
    began = time.perf_counter()
    run = folder / "run"
    by_clock = command("OUT")[0] != "learn"  # the others leave nothing behind
    start(command(str(run / "out"))).wait()
    whole = time.perf_counter() - began
    expected = content(run)
    clear(run)
    kills: list[dict[str, Any]] = []
    while len(kills) < times:
        # By turns at a moment of the clock, and as soon as a number of parts is there, if any is.
        moment, parts = chance.uniform(0.3, whole), chance.randint(1, 7)
        began, killed = time.perf_counter(), 0.0
        process = start(command(str(run / "out")))
        while process.poll() is None:
            killed = time.perf_counter() - began
            if killed >= moment if by_clock or len(kills) % 2 else left(run) >= parts:
                process.kill()
            time.sleep(0.001)
        if process.returncode == 0:
            clear(run)  # it ended before its kill
            continue
        found = left(run)
        code = start(command(str(run / "out"))).wait()
        after = content(run)
        differing = [name for name in expected | after if after.get(name) != expected.get(name)]
        same = code == 0 and not differing
        kills.append({"after_seconds": round(killed, 1), "parts_left": found, "identical": same})
        kills[-1] |= {"exit_code": code, "differing": differing} if not same else {}
        print(json.dumps(kills[-1]), file=sys.stderr, flush=True)
        clear(run)
    return {
        "command": command("OUT")[0],
        "undisturbed_seconds": round(whole, 1),
        "files": len(expected),
        "kills": kills,
        "identical": all(kill["identical"] for kill in kills),
    }


def start(arguments: list[str]) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "crosslex", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def content(folder: Path) -> dict[str, str]:
    """Return every file's checksum."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def left(folder: Path) -> int:
    """Return the number of checkpoints that a kill left."""
    # Unlike rglob, walk passes over folders that the run has just renamed.
    return sum(name.endswith(".checkpoint") for _, _, names in os.walk(folder) for name in names)


def clear(folder: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()

"""Write what the examples of README print below them: `python -m crosslex_bench.benchmarks.readme`."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parents[1] / "README.md"
EXAMPLE = re.compile(r"(```python\n)(.*?)(```\n\n```text\n)(.*?)(```)", re.DOTALL)


def main() -> None:
    names: dict[str, Any] = {}

    def run(example: re.Match[str]) -> str:
        before, code, between, _, after = example.groups()
        return f"{before}{code}{between}{printed(code, names)}{after}"

    README.write_text(EXAMPLE.sub(run, README.read_text(encoding="utf-8")), encoding="utf-8")


def printed(code: str, names: dict[str, Any]) -> str:
    """Return what code prints, without spaces at the ends of lines; it shares names with others."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(code, "README.md", "exec"), names)
    return "".join(f"{line.rstrip()}\n" for line in output.getvalue().splitlines())


if __name__ == "__main__":
    main()

"""README's first example in an environment that holds only the wheel (`make package` runs this)."""

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import crosslex
from docs_pages import BLOCK, README, run_python, same_output


def main() -> None:
    assert Path(crosslex.__file__).is_relative_to(sys.prefix), "not the installed package"
    assert Path(crosslex.__file__).with_name("py.typed").is_file(), "no types are shipped"
    assert importlib.metadata.version("crosslex") == crosslex.__version__

    printed = subprocess.check_output([Path(sys.executable).with_name("crosslex"), "--version"])
    assert printed.decode().split() == ["crosslex", crosslex.__version__]

    code, shown = next(
        (code, shown)
        for language, code, shown in BLOCK.findall(README.read_text(encoding="utf-8"))
        if language == "python"
    )
    printed = run_python(code, {})
    assert same_output(shown, printed), printed
    sys.stdout.write(
        f"README's first example runs from the wheel on Python {sys.version.split()[0]}\n"
    )


if __name__ == "__main__":
    main()

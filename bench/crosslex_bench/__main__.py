"""Allow `python -m crosslex_bench`."""

import sys

from crosslex_bench.cli import main

if __name__ == "__main__":
    sys.exit(main())

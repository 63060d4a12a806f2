"""`python -m crosslex`, the same as `crosslex`."""

import sys

from crosslex.cli import main

if __name__ == "__main__":
    sys.exit(main())

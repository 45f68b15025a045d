"""Lets `python -m specloom` do what the command `specloom` does."""

import sys

from specloom.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())

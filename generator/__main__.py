"""`python -m generator` is `rollbook`."""

import sys

from generator.command_line import main

if __name__ == "__main__":
    sys.exit(main())

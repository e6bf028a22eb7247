"""`python -m rollbook` is `rollbook`."""

import sys

from rollbook.command_line import main

if __name__ == "__main__":
    sys.exit(main())

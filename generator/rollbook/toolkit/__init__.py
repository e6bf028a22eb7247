"""What is the same for every shelf: fonts, packed scripts, icons, and the engine with its snapshot.

  1. an installed Rollbook brings its toolkit along (open_toolkit.py)
  2. in a checkout each drawer is made when it is first needed, and again when what goes into it changes (make.py)
  3. between builds a drawer is in the user's cache, under the hash of what went in (open_toolkit.py)

Making one needs Node and the front-end packages; a build that finds one needs Python alone.
"""

from rollbook.toolkit.open_toolkit import open_toolkit

__all__ = ["open_toolkit"]

"""Step 3, expand: directives, raw HTML and dice in prose -> blocks."""

from rollbook.expand.expand import expand

__all__ = ["expand"]

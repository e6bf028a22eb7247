"""Step 1, load: the folders of content and data -> Sources. The only step that reads the disk."""

from rollbook.load.load import load

__all__ = ["load"]

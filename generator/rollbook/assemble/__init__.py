"""Step 4, assemble: Draft -> Shelf: pages in order, anchors unique, every link resolved."""

from rollbook.assemble.assemble import assemble

__all__ = ["assemble"]

"""Shelf -> the pages and static files of the website."""

from rollbook.render.site.render_site import render_site

__all__ = ["render_site"]

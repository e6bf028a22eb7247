"""Shelf -> the pages and static files of the website."""

from rollbook.render.site.render_site import render_site
from rollbook.render.site.search import render_search
from rollbook.render.site.site_files import site_files

__all__ = ["render_search", "render_site", "site_files"]

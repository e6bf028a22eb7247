"""The engine -> what the reader's browser runs it from, and what keeps the site when there is no connection."""

from rollbook.render.browser.render_browser import BrowserFiles, render_browser
from rollbook.render.browser.render_offline import render_offline, render_online

__all__ = ["BrowserFiles", "render_browser", "render_offline", "render_online"]

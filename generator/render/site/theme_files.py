"""The theme's own files, as the site's modules call them."""

from generator.render.theme_files import THEME, package_bytes, theme_text

__all__ = ["THEME", "package_bytes", "theme_text"]

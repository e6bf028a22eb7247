"""Shelf -> the web manifest, which makes the site installable, and the icons that it names."""

from __future__ import annotations

import json
from dataclasses import dataclass

from rollbook.model.book import Book, Shelf
from rollbook.model.files import OutputFile
from rollbook.model.settings import STANDARD
from rollbook.model.spot import Target
from rollbook.model.toolkit import Files
from rollbook.render.address import address, hashed_name, link
from rollbook.render.art.icons import ICONS

MANIFEST = "manifest.webmanifest"
# What is below an icon before it is cut.
_SHORT = 12
# More shortcuts than these no platform shows.
_SHORTCUTS = 10


@dataclass(frozen=True, slots=True)
class WebManifest:
    """The files to write, and the path below the site's root of the icon that Apple's home screens take."""

    files: tuple[OutputFile, ...]
    touch_icon: str


def web_manifest(shelf: Shelf, icons: Files) -> WebManifest:
    """All books, the toolkit's icons -> manifest.webmanifest beside the home page, and the icons that it names."""
    paths = {name: hashed_name(f"static/{name}", content) for name, content in icons.items()}
    settings = shelf.settings
    manifest = {
        "name": settings.title,
        "short_name": _short(settings.title),
        "description": settings.description,
        "lang": settings.language,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": STANDARD.light.paper,
        "theme_color": STANDARD.light.paper,
        "categories": ["books", "games"],
        "icons": [
            {"src": paths[icon.name], "sizes": f"{icon.side}x{icon.side}", "type": "image/png", "purpose": icon.purpose}
            for icon in ICONS
            if icon.purpose
        ],
        "shortcuts": [_shortcut(book) for book in shelf.books[:_SHORTCUTS]],
    }
    said = {key: value for key, value in manifest.items() if value}
    files = [OutputFile(f"site/{paths[name]}", content) for name, content in icons.items()]
    text = json.dumps(said, ensure_ascii=False, indent=1) + "\n"
    touch = next(icon.name for icon in ICONS if not icon.purpose)
    return WebManifest((OutputFile(f"site/{MANIFEST}", text.encode()), *files), paths[touch])


def _shortcut(book: Book) -> dict[str, str]:
    goal = link(MANIFEST, address(Target(book.id)))
    said = {"name": book.title, "short_name": _short(book.title), "description": book.settings.description, "url": goal}
    return {key: value for key, value in said.items() if value}


def _short(title: str) -> str:
    """A title -> as many of its first words as fit below an icon; at least one."""
    words = title.split()
    while len(words) > 1 and len(" ".join(words)) > _SHORT:
        words.pop()
    return " ".join(words).rstrip(" &,:;–—-") or title

"""What every page's head says: its policy, its title, the shared files."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from dataclasses import dataclass, replace
from urllib.parse import quote, urlsplit

from markupsafe import Markup

from generator.book import Book
from generator.render.site.address import HOME
from generator.render.site.static_files import StaticFiles
from generator.render.site.views import Head
from generator.render.theme_files import theme_text
from generator.settings import ShelfSettings

# In the page itself, so that the chosen colours are there at the first paint without waiting for another file.
THEME_SCRIPT = theme_text("parts/theme.js")
_THEME_HASH = b64encode(hashlib.sha256(THEME_SCRIPT.encode()).digest()).decode()

# The engine needs WebAssembly and a worker that is started from a blob, so that it inherits this policy.
POLICY = (
    f"default-src 'none'; script-src 'self' 'sha256-{_THEME_HASH}' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True, slots=True)
class Heads:
    """Makes the heads of all pages of one build."""

    shelf: ShelfSettings
    static: StaticFiles
    engine: str  # the worker's path below the site's root; empty: this build has no engine

    def for_home(self) -> Head:
        return self._head(self.shelf.title, self.shelf.description, self.shelf.language, "")

    def for_not_found(self, title: str) -> Head:
        """A host shows this page at whatever address is missing, so its links start at the site's own address."""
        root = quote(urlsplit(self.shelf.address).path.rstrip("/") + "/") if self.shelf.address else ""
        return self._head(f"{title} · {self.shelf.title}", "", self.shelf.language, root)

    def for_book(self, book: Book, title: str, rules: str) -> Head:
        """A page of a book: its cover when the title is the book's own. `rules` lie beside it."""
        full = book.title if title == book.title else f"{title} · {book.title}"
        head = self._head(full, book.settings.description, book.settings.language, "../")
        return replace(head, book=book.id, rules=rules)

    def _head(self, title: str, description: str, language: str, root: str) -> Head:
        return Head(
            language=language,
            book="",
            rules="",
            engine=root + self.engine if self.engine else "",
            title=title,
            description=description,
            policy=POLICY,
            site=self.shelf.title,
            home=root + HOME,
            stylesheet=root + self.static.stylesheet,
            theme_script=Markup(THEME_SCRIPT),
            start_script=root + self.static.start_script,
            icon=root + self.static.icon,
        )

"""What every page's head says: its policy, its title, the shared files; and the web manifest, which makes the site
installable, with the icons that it names."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from dataclasses import replace

from markupsafe import Markup

from rollbook.cache import stored
from rollbook.model.book import Book, Page, Shelf
from rollbook.model.document.blocks import CalculatorBlock
from rollbook.model.document.inlines import Emphasis
from rollbook.model.document.walk import inlines_of
from rollbook.model.files import OutputFile
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.settings import STANDARD, ShelfSettings, filled
from rollbook.model.spot import Target
from rollbook.model.theme import Theme
from rollbook.model.toolkit import ICONS, Files
from rollbook.render.accent import colours
from rollbook.render.address import HOME, address, hashed_name, link
from rollbook.render.site.search import LIST
from rollbook.render.site.sharing import Sharing, describe
from rollbook.render.site.static_files import StaticFiles
from rollbook.render.site.views import ChapterHead, Head
from rollbook.theme_files import theme_text, without_remarks
from rollbook.words import direction

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


@dataclass(frozen=True, slots=True)
class Heads:
    """Makes the heads of all pages of one build."""

    shelf: ShelfSettings
    theme: Theme  # of the home page
    static: StaticFiles
    engine: str  # the worker's path below the site's root; empty: this build has no engine
    touch_icon: str
    sharing: Sharing | None  # None: where the site will be published is not known

    def for_home(self) -> Head:
        head = self._head(self.shelf.title, self.shelf.description, self.shelf.language, "")
        return replace(head, shared=self.sharing.for_home() if self.sharing else None)

    def for_not_found(self, title: str) -> Head:
        """A host shows this page at whatever address is missing, so its links start at the site's own address."""
        root = self.sharing.site.path if self.sharing else ""
        return self._head(f"{title} · {self.shelf.title}", "", self.shelf.language, root)

    def for_moved(self, title: str, book: Book) -> Head:
        """A page that is gone, told in the language of the book that it went to."""
        return self._head(f"{title} · {self.shelf.title}", "", book.settings.language, "../")

    def for_cover(self, book: Book, rules: str) -> Head:
        """A book's first page. `rules` are beside it."""
        shared = self.sharing.for_cover(book) if self.sharing else None
        head = self.for_chapters(book, rules)
        return replace(head, title=book.title, description=book.settings.description, shared=shared)

    def for_chapters(self, book: Book, rules: str) -> Head:
        """What all pages of a book have in common."""
        return replace(self._of_book(self._head("", "", book.settings.language, "../"), book), rules=rules)

    def for_chapter(self, book: Book, position: int, common: Head) -> ChapterHead:
        """What a page of a book has of its own."""
        page = book.pages[position]
        description = describe(page) or book.settings.description
        title = book.title if page.title == book.title else f"{page.title} · {book.title}"
        shared = self.sharing.for_chapter(book, position, description) if self.sharing else None
        bold = self.static.bold_faces[book.theme.name] if _has_bold(page) else ()
        faces = " ".join((common.first_faces, *(f"../{face}" for face in bold)))
        return ChapterHead(title, description, shared, faces)

    def _of_book(self, head: Head, book: Book) -> Head:
        papers = colours(book)
        head = self._dressed(head, book.theme.name, "../")
        return replace(head, book=book.id, paper_light=papers.light.paper, paper_dark=papers.dark.paper)

    def _dressed(self, head: Head, theme: str, root: str) -> Head:
        look = self.static.looks.get(theme, "")
        first_faces = " ".join(root + face for face in self.static.first_faces[theme])
        return replace(head, look=root + look if look else "", first_faces=first_faces)

    def _head(self, title: str, description: str, language: str, root: str) -> Head:
        papers = filled(self.theme.colours, STANDARD)
        head = Head(
            language=language,
            direction=direction(language),
            book="",
            rules="",
            engine=root + self.engine if self.engine else "",
            search=root + LIST,
            title=title,
            description=description,
            policy=POLICY,
            site=self.shelf.title,
            home=root + HOME,
            stylesheet=root + self.static.stylesheet,
            look="",
            first_faces="",
            theme_script=Markup(THEME_SCRIPT),
            start_script=root + self.static.start_script,
            icon=root + self.static.icon,
            logo=tuple(root + path for path in self.static.logo),
            logo_words=self.theme.logo.words if self.theme.logo else "",
            touch_icon=root + self.touch_icon,
            manifest=root + MANIFEST,
            paper_light=papers.light.paper,
            paper_dark=papers.dark.paper,
            shared=None,
        )
        return self._dressed(head, self.theme.name, root)


@stored
def _has_bold(page: Page) -> bool:
    """A page -> whether something in it is bold: a word that its author marked, or a calculator's title."""
    if CalculatorBlock in page.kinds:
        return True
    return any(words.tag == "strong" for words in inlines_of(Emphasis, page.blocks))


# In the page itself, so that the chosen colours are there at the first paint without waiting for another file.
THEME_SCRIPT = without_remarks(theme_text("parts/theme.js"))
_THEME_HASH = b64encode(hashlib.sha256(THEME_SCRIPT.encode()).digest()).decode()

# The engine needs WebAssembly and a worker that is started from a blob, so that it inherits this policy.
POLICY = (
    f"default-src 'none'; script-src 'self' 'sha256-{_THEME_HASH}' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


SECURITY = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# Names below these folders hold a hash of the content: what has been fetched once never changes.
HASHED = ("engine", "static")
FOR_EVER = "public, max-age=31536000, immutable"
# Kept, but asked for again before each use, so that a new version shows at once.
ASK_AGAIN = "no-cache"
# `/` is the home page. Other folders' indexes are asked for again by these hosts' own default.
_CHANGING = ("/", "/*.html", "/service-worker.js", "/manifest.webmanifest", "/search.json")


def host_files() -> tuple[OutputFile, ...]:
    """-> _headers, which Netlify and Cloudflare Pages read at the root of a site."""
    return (OutputFile("site/_headers", _headers().encode()),)


def _headers() -> str:
    """Paths with their headers. Hosts join the values of one header from several rules, so none appears twice."""
    rules = [("/*", SECURITY)]
    rules += [(f"/{folder}/*", {"Cache-Control": FOR_EVER}) for folder in HASHED]
    rules += [(path, {"Cache-Control": ASK_AGAIN}) for path in _CHANGING]
    return "".join(
        f"{path}\n" + "".join(f"  {name}: {said}\n" for name, said in lines.items()) for path, lines in rules
    )

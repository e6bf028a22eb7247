"""What the templates place, every decision made and every address written -> the page."""

from __future__ import annotations

from markupsafe import Markup

from rollbook.model.quick_dataclass import dataclass
from rollbook.model.theme import STANDARD_LOOK, Theme
from rollbook.render.templates import templates
from rollbook.words import PageWords


@dataclass(frozen=True, slots=True)
class Link:
    """Words and the address that they lead to."""

    title: str
    href: str


@dataclass(frozen=True, slots=True)
class Download:
    """A PDF or EPUB of the book: its edition in the reader's words, its kind where those don't say it, its address,
    how long and how large it is."""

    paper: str
    kind: str
    href: str
    size: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a table of contents with the lines below it."""

    title: str
    href: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Play:
    """Something to roll on the page, below its contents; `section` is the heading that it stands under."""

    title: str
    href: str
    section: str


@dataclass(frozen=True, slots=True)
class Shared:
    """What others show of a page, in full addresses. `kind` and `locale` are Open Graph's, `data` is JSON-LD."""

    canonical: str
    kind: str
    locale: str
    picture: str
    picture_words: str
    picture_width: int
    picture_height: int
    feeds: tuple[Link, ...]
    data: Markup


@dataclass(frozen=True, slots=True)
class Head:
    """What is in the head and in the bar of any page. No book: the page belongs to the shelf.

    `look` is the address of a theme's style sheet, if the page has one.
    `rules` is the address of the book's rules, `engine` of the worker that carries them out, `search` of the list of
    what can be searched. `paper_light` and `paper_dark` are what a browser paints around the page.
    """

    language: str
    direction: str
    book: str
    rules: str
    engine: str
    search: str
    title: str
    description: str
    policy: str
    site: str
    home: str
    stylesheet: str
    look: str
    first_faces: str
    theme_script: Markup
    start_script: str
    icon: str
    logo: tuple[str, ...]  # addresses of the shelf's: for bright pages, and for dark ones if that is another
    logo_words: str  # what it says, if it carries the site's name
    touch_icon: str
    manifest: str
    paper_light: str
    paper_dark: str
    shared: Shared | None


@dataclass(frozen=True, slots=True)
class ChapterHead:
    """What the head of a chapter has of its own; the rest is the same for all chapters of the book."""

    title: str
    description: str
    shared: Shared | None
    first_faces: str


@dataclass(frozen=True, slots=True)
class Cover:
    """The face of a book: what is written on it, and the drawing that is stamped into it or the picture that fills it.

    Without `has_words` the picture carries the title itself.
    """

    book: str
    language: str
    title: str
    subtitle: str
    edition: str
    byline: str
    emblem: str
    picture: str
    has_words: bool


@dataclass(frozen=True, slots=True)
class Card:
    """A book on the shelf; `screen`: the way to its game master's screen, if it has one."""

    cover: Cover
    description: str
    href: str
    screen: Link | None


@dataclass(frozen=True, slots=True)
class HomeView:
    """The shelf."""

    title: str
    description: str
    cards: tuple[Card, ...]
    licences: str  # where those of scripts, faces and Python are


@dataclass(frozen=True, slots=True)
class CoverView:
    """A book's first page: cover, contents, licence. No downloads: this build makes none."""

    crumbs: tuple[Link, ...]
    cover: Cover
    description: str
    start: Link | None
    contents: tuple[Entry, ...]
    appendix: tuple[Entry, ...]
    downloads: tuple[Download, ...]
    licence: Markup


@dataclass(frozen=True, slots=True)
class MovedPassage:
    """An anchor that has left its page, and where it went."""

    anchor: str
    link: Link


@dataclass(frozen=True, slots=True)
class MovedView:
    """A page that is gone: where it went, passages that went elsewhere, and the script that leads there.

    `canonical` is the new page for search engines, as a full address where the site's is known.
    """

    canonical: str
    goal: Link
    moved: tuple[MovedPassage, ...]
    script: str


@dataclass(frozen=True, slots=True)
class ChapterView:
    """One page of rules. `navigation` lists the chapters, `appendix` what follows them, both with this page marked.

    `old_anchors` now mean its top, `moved` are passages that have left it.
    """

    crumbs: tuple[Link, ...]
    book: Link
    navigation: Markup
    appendix: Markup
    number: str
    title: str
    opener: Markup  # a picture above the title, or nothing
    text: Markup
    opens_with_prose: bool
    folds: bool  # it can be read in short
    contents: tuple[Entry, ...]
    plays: tuple[Play, ...]
    previous: Link | None
    next: Link | None
    old_anchors: tuple[str, ...]
    moved: tuple[MovedPassage, ...]
    edit: str
    feed: str  # empty: this page has no dated news, or the site no address
    downloads: tuple[Download, ...]


def fill_page(
    template: str,
    head: Head,
    words: PageWords,
    view: HomeView | CoverView | ChapterView | MovedView | None,
    theme: Theme = STANDARD_LOOK,
) -> bytes:
    """A template of pages/ or the theme's own in its place, and what it places -> the finished page."""
    return (
        templates("", theme.templates)
        .get_template(f"pages/{template}.html")
        .render(head=head, words=words, view=view)
        .encode()
    )


def fill_chapter_item(chapter: Link, current: bool) -> Markup:
    """One line of a book's navigation -> its HTML."""
    return Markup(templates().get_template("parts/chapter_item.html").render(chapter=chapter, current=current))

"""Raw HTML of a chapter -> only what an author may use; what was removed is reported at its place.

nh3 sanitises every finished page once more (render/fragment.py). This pass exists because nh3 tells nobody what it
removed, and because a tag that an author opens in one block and closes in another must be seen across blocks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from html import escape

from rollbook.expand.catalogue import no_class
from rollbook.expand.scan_html import Piece, scan_html
from rollbook.markdown import MAX_NESTING
from rollbook.model.allowed_markup import (
    ALLOWED,
    CLOSED_BY_ITSELF,
    NUMBERS,
    OUTSIDE_SCHEMES,
    REMOVED_WHOLE,
    VOID,
    known_class,
    own_class,
    own_id,
)
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.document.blocks import Block, RawBlock
from rollbook.model.document.inlines import Inline, Line, RawTag
from rollbook.model.document.walk import change_blocks, change_inlines, inlines_in, with_lines
from rollbook.model.source import Place, Spelling, verbatim

# Letters of a refused value that are enough to find it by.
_SHOWN = 20
# Where a page may break: between these, and in nothing else that stands open.
_BREAKABLE = frozenset({"blockquote", "div", "section"})
_PAGE_BREAK = '<div class="page-break"></div>'


def clean_html(blocks: tuple[Block, ...], classes: Collection[str] = ()) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """A chapter's blocks, the classes that its book has of its own -> its raw HTML clean and closed; what was wrong."""
    cleaner = _Cleaner(classes)
    return (*_cleaned(blocks, cleaner), *cleaner.close_all()), cleaner.found


def _cleaned(blocks: tuple[Block, ...], cleaner: _Cleaner) -> tuple[Block, ...]:
    """In reading order: what one piece of HTML opens, a later one may close."""

    def clean_block(block: Block) -> tuple[Block, ...]:
        return (cleaner.block(block),) if isinstance(block, RawBlock) else (with_lines(block, clean_line),)

    def clean_line(line: Line) -> Line:
        if line.only_words or not any(isinstance(inline, RawTag) for inline in inlines_in(line.inlines)):
            return line
        return Line(line.written, line.spelling, change_inlines(line.inlines, clean_inline))

    def clean_inline(inline: Inline) -> tuple[Inline, ...]:
        return (cleaner.tag(inline),) if isinstance(inline, RawTag) else (inline,)

    return change_blocks(blocks, clean_block)


class _Cleaner:
    """Rebuilds allowed tags one by one and keeps count of what is open."""

    def __init__(self, classes: Collection[str]) -> None:
        self.found: list[Diagnostic] = []
        self._known = set(classes)  # and those that were reported: once in a chapter is enough
        self._open: list[tuple[str, Place]] = []
        self._standing: dict[str, list[int]] = {}  # where in `_open` each tag stands
        self._lasting: list[int] = [-1]  # where in `_open` those stand that end only by their own tag
        self._silent = ""  # the element whose content is being removed with it
        self._breaks_after: set[int] = set()  # where in `_open` those stand that a page breaks behind
        self._unbroken = 0  # how many stand open that no page may break in; words are one, too

    def block(self, raw: RawBlock) -> RawBlock:
        """A block of HTML -> the same, clean."""
        return RawBlock(self._clean(raw.html, raw.spelling), raw.spelling, tuple(self._ids))

    def tag(self, raw: RawTag) -> RawTag:
        """A tag in a line -> the same, clean."""
        self._unbroken += 1
        html = self._clean(raw.html, raw.spelling)
        self._unbroken -= 1
        return RawTag(html, raw.spelling, tuple(self._ids))

    def _clean(self, html: str, origin: Spelling) -> str:
        self._origin = origin
        self._html: list[str] = []
        self._ids: list[str] = []
        for piece in scan_html(html):
            self._take(piece)
        return "".join(self._html)

    def close_all(self) -> list[RawBlock]:
        """The end of the chapter -> closing tags for what is still open, each reported where it was opened."""
        closing = []
        for tag, place in reversed(self._open):
            if tag not in CLOSED_BY_ITSELF:
                self._report("html-unclosed", f"<{tag}> is never closed", place, f"add </{tag}> where it should end")
            closing.append(RawBlock(f"</{tag}>\n", verbatim(place)))
        return closing

    def _take(self, piece: Piece) -> None:
        if self._silent:
            self._silent = "" if (piece.kind, piece.text) == ("closing", self._silent) else self._silent
        elif piece.kind == "opening":
            self._start(piece)
        elif piece.kind == "closing":
            self._end(piece)
        else:
            self._html.append(escape(piece.text, quote=False))
            # A comment without an end was reported when directives were looked for.
            if piece.kind == "unfinished" and not piece.text.startswith("<!--"):
                message = "this starts a tag that is never finished, so everything after it is shown as plain text"
                self._report("html-unclosed", message, self._place(piece), "finish it with >, or write &lt; for a <")

    def _start(self, piece: Piece) -> None:
        tag = piece.text
        if tag not in ALLOWED:
            message = f"<{_short(tag)}> is not allowed here and was removed"
            place = self._place(piece, len(tag) + 1)
            self._report("html-removed", message, place, "write it in Markdown, or leave it out")
            self._silent = tag if tag in REMOVED_WHOLE else ""
            return
        if len(self._open) == MAX_NESTING:
            message = f"raw HTML is nested more than {MAX_NESTING} levels deep here"
            self._report("nested-too-deep", message, self._place(piece), "close some of the elements around it first")
        if tag not in VOID:
            self._standing.setdefault(tag, []).append(len(self._open))
            self._lasting += [len(self._open)] if tag not in CLOSED_BY_ITSELF else []
            self._open.append((tag, self._place(piece, len(tag) + 1)))
        kept = [f' {name}="{escape(value)}"' for name, value in self._attributes(piece)]
        self._html.append(f"<{tag}{''.join(kept)}>")
        if tag not in VOID:
            self._unbroken += tag not in _BREAKABLE

    def _end(self, piece: Piece) -> None:
        tag = piece.text
        if tag in VOID or tag not in ALLOWED:
            return
        standing = self._standing.get(tag)
        if not standing or standing[-1] < self._lasting[-1]:
            hint = f"remove it, or open <{tag}> before it"
            self._report("html-unclosed", f"</{tag}> closes nothing", self._place(piece), hint)
            return
        # Whatever stands open in it closes by itself.
        last = standing[-1]
        while len(self._open) > last:
            inner, _ = self._open.pop()
            self._standing[inner].pop()
            self._html.append(f"</{inner}>")
            self._unbroken -= inner not in _BREAKABLE
            if len(self._open) in self._breaks_after:
                self._breaks_after.remove(len(self._open))
                self._html.append(_PAGE_BREAK)
        if self._lasting[-1] == last:
            self._lasting.pop()

    def _attributes(self, piece: Piece) -> Iterable[tuple[str, str]]:
        tag = piece.text
        for name, text in piece.attributes.items():
            if name not in ALLOWED[tag]:
                hint = closest(name[:_SHOWN], ALLOWED[tag]) or f"<{tag}> may have {', '.join(sorted(ALLOWED[tag]))}"
                self._remove(piece, f"{_short(name)} is not allowed on <{tag}> and was removed", hint)
            elif name == "class":
                classes = " ".join(self._classes(piece, text))
                yield from ((name, classes),) if classes else ()
            elif name == "id":
                self._ids.append(text)
                yield name, own_id(text)
            elif name == "href" and not text.lower().startswith(OUTSIDE_SCHEMES):
                message = f"the address {_short(text)!r} was removed: raw HTML may only link to other sites"
                self._remove(piece, message, "write the link in Markdown: [words](address)")
            elif name in NUMBERS and not _is_number(text, NUMBERS[name]):
                least, most = NUMBERS[name].start, NUMBERS[name][-1]
                self._remove(piece, f"{name} may be {least:,} to {most:,}, not {_short(text)!r}; it was removed")
            else:
                yield name, text

    def _classes(self, piece: Piece, text: str) -> Iterator[str]:
        """The words of a class attribute -> the classes in the page; those that break a page do that instead."""
        for word in text.split():
            name = known_class(word)
            if name.startswith("page-break"):
                self._break_page(piece, name)
                continue
            if not name and word not in self._known:
                self._known.add(word)
                self.found.append(no_class(word, self._place(piece)))
            yield name or own_class(word)

    def _break_page(self, piece: Piece, name: str) -> None:
        if self._unbroken:
            message = f"a page can't break at this <{piece.text}>; its class was removed"
            self._remove(piece, message, "put <!-- $page-break --> on a line of its own, between two paragraphs")
        elif name == "page-break-after" and piece.text not in VOID:
            self._breaks_after.add(len(self._open) - 1)
        else:
            self._html.append(_PAGE_BREAK)

    def _place(self, piece: Piece, length: int = 1) -> Place:
        return self._origin.at(piece.start, length)

    def _remove(self, piece: Piece, message: str, hint: str = "") -> None:
        self._report("html-removed", message, self._place(piece), hint)

    def _report(self, code: str, message: str, place: Place, hint: str = "") -> None:
        self.found.append(Diagnostic(code, message, place, hint))


def _is_number(text: str, allowed: range) -> bool:
    """An attribute's text -> whether it is one of these numbers. Python would not even read one of 5,000 digits."""
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10 and int(text) in allowed


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"

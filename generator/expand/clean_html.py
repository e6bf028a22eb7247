"""Raw HTML tokens of a chapter -> only what an author may use; what was removed is reported at its place.

nh3 sanitises every finished page once more (render/fragment.py). This pass exists because nh3 tells nobody what it
removed, and because a tag that an author opens in one block and closes in another must be seen across tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from html.parser import HTMLParser

from markdown_it.token import Token

from generator.allowed_html import (
    ALLOWED,
    CLASSES,
    CLOSED_BY_ITSELF,
    MAX_SPAN,
    OUTSIDE_SCHEMES,
    REMOVED_WHOLE,
    VOID,
    own_id,
)
from generator.diagnostic import Diagnostic, closest
from generator.markdown import MAX_NESTING
from generator.source import Place
from generator.spelling import Spelling


def clean_html(tokens: Iterable[Token]) -> tuple[list[Token], list[Diagnostic]]:
    """A chapter's tokens -> the same with their raw HTML cleaned and closed, and what was removed."""
    cleaner = _Cleaner()
    cleaned = []
    for token in tokens:
        if token.type == "html_block":
            cleaned.append(cleaner.clean(token, token.meta["origin"], 0))
        elif token.type == "inline" and any(child.type == "html_inline" for child in token.children or ()):
            cleaned.append(token.copy(children=_clean_children(token, cleaner)))
        else:
            cleaned.append(token)
    return [*cleaned, *cleaner.close_all()], cleaner.found


def _clean_children(inline: Token, cleaner: _Cleaner) -> list[Token]:
    return [
        cleaner.clean(child, inline.meta["origin"], child.meta["at"]) if child.type == "html_inline" else child
        for child in inline.children or ()
    ]


class _Cleaner(HTMLParser):
    """Rebuilds allowed tags one by one and keeps count of what is open."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[Diagnostic] = []
        self._open: list[tuple[str, Place]] = []
        self._silent = ""  # the element whose content is being removed with it

    def clean(self, token: Token, origin: Spelling, offset: int) -> Token:
        self._origin, self._offset = origin, offset
        self._html: list[str] = []
        self._ids: list[str] = []
        self.reset()
        self.feed(token.content)
        self.close()
        cleaned = token.copy(content="".join(self._html))
        cleaned.meta = token.meta | {"ids": tuple(self._ids)}
        return cleaned

    def close_all(self) -> list[Token]:
        """The end of the chapter -> closing tags for what is still open, each reported where it was opened."""
        closing = []
        for tag, place in reversed(self._open):
            if tag not in CLOSED_BY_ITSELF:
                self._report("html-unclosed", f"<{tag}> is never closed", place, f"add </{tag}> where it should end")
            closing.append(Token("html_block", "", 0, content=f"</{tag}>\n", block=True))
        return closing

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._silent:
            return
        if tag not in ALLOWED:
            message = f"<{tag}> is not allowed here and was removed"
            self._report("html-removed", message, self._place(len(tag) + 1), "write it in Markdown, or leave it out")
            self._silent = tag if tag in REMOVED_WHOLE else ""
            return
        if len(self._open) == MAX_NESTING:
            message = f"raw HTML is nested more than {MAX_NESTING} levels deep here"
            self._report("nested-too-deep", message, self._place(), "close some of the elements around it first")
        if tag not in VOID:
            self._open.append((tag, self._place(len(tag) + 1)))
        kept = [f' {name}="{escape(value)}"' for name, value in self._attributes(tag, attrs)]
        self._html.append(f"<{tag}{''.join(kept)}>")

    def handle_endtag(self, tag: str) -> None:
        if self._silent:
            self._silent = "" if tag == self._silent else self._silent
            return
        if tag in VOID or tag not in ALLOWED:
            return
        for position in range(len(self._open) - 1, -1, -1):
            if self._open[position][0] == tag:
                self._html += [f"</{inner}>" for inner, _ in reversed(self._open[position:])]
                del self._open[position:]
                return
            if self._open[position][0] not in CLOSED_BY_ITSELF:
                break
        self._report(
            "html-unclosed", f"</{tag}> closes nothing", self._place(), f"remove it, or open <{tag}> before it"
        )

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._html.append(escape(data, quote=False))

    def handle_entityref(self, name: str) -> None:
        self.handle_charref(name, sign="&")

    def handle_charref(self, name: str, sign: str = "&#") -> None:
        if not self._silent:
            self._html.append(f"{sign}{name};")

    def _attributes(self, tag: str, attrs: list[tuple[str, str | None]]) -> Iterable[tuple[str, str]]:
        for name, value in dict(attrs).items():
            text = value or ""
            if name not in ALLOWED[tag]:
                hint = closest(name, ALLOWED[tag]) or f"<{tag}> may have {', '.join(sorted(ALLOWED[tag]))}"
                self._report("html-removed", f"{name} is not allowed on <{tag}> and was removed", self._place(), hint)
            elif name == "class":
                self._check_classes(text)
                yield name, text
            elif name == "id":
                self._ids.append(text)
                yield name, own_id(text)
            elif name == "href" and not text.lower().startswith(OUTSIDE_SCHEMES):
                message = f"the address {text!r} was removed: raw HTML may only link to other sites"
                self._report("html-removed", message, self._place(), "write the link in Markdown: [words](address)")
            elif name in ("colspan", "rowspan") and not (text.isdecimal() and int(text) <= MAX_SPAN):
                message = f"{name} may be 1 to {MAX_SPAN}, not {text!r}; it was removed"
                self._report("html-removed", message, self._place())
            else:
                yield name, text

    def _check_classes(self, text: str) -> None:
        for word in text.split():
            if word not in CLASSES:
                hint = closest(word, CLASSES) or f"classes are {', '.join(CLASSES)}"
                self._report("unknown-class", f"there is no class {word!r}", self._place(), hint)

    def _place(self, length: int = 1) -> Place:
        line, column = self.getpos()
        lines = self.rawdata.split("\n")
        return self._origin.at(self._offset + sum(len(text) + 1 for text in lines[: line - 1]) + column, length)

    def _report(self, code: str, message: str, place: Place, hint: str = "") -> None:
        self.found.append(Diagnostic(code, message, place, hint))

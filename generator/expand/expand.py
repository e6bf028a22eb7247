"""Draft -> the same Draft with every directive replaced by its blocks, raw HTML cleaned and dice found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from markdown_it.token import Token

from generator.chapter import Chapter, Directive, Draft, Manuscript
from generator.diagnostic import Diagnostic
from generator.expand.clean_html import clean_html
from generator.expand.expand_changes import find_unshown_changes
from generator.expand.expand_directive import expand_directive
from generator.expand.find_part import find_part
from generator.expand.find_rolls import find_rolls
from generator.expand.mark_roll_tables import mark_roll_tables
from generator.table import phrases_in


def expand(draft: Draft) -> tuple[Draft, tuple[Diagnostic, ...]]:
    """All books as written -> the same in blocks, and what is wrong in them."""
    parts = {part.name: part for part in draft.parts}
    books = []
    found: list[Diagnostic] = []
    for book in draft.books:
        expander = _Expander(book, parts, phrases_in(book.data), found)
        books.append(replace(book, chapters=tuple(expander.chapter(chapter) for chapter in book.chapters)))
        found += find_unshown_changes(books[-1])
    return replace(draft, books=tuple(books)), tuple(found)


@dataclass(frozen=True, slots=True)
class _Expander:
    """One book, what its directives may name, and the problems met on the way."""

    book: Manuscript
    parts: Mapping[str, Chapter]
    phrases: Mapping[str, str]
    found: list[Diagnostic]

    def chapter(self, chapter: Chapter) -> Chapter:
        tokens = list(self._blocks(chapter.tokens, (f"{self.book.id}/{chapter.name}",)))
        tokens, removed = clean_html(tokens)
        tokens, unrollable = mark_roll_tables(tokens)
        tokens, unreadable = find_rolls(tokens, self.phrases)
        self.found.extend((*removed, *unrollable, *unreadable))
        return replace(chapter, tokens=tuple(tokens))

    def _blocks(self, tokens: Iterable[Token], trail: tuple[str, ...]) -> Iterable[Token]:
        """Tokens -> the same without directives. `trail` are the files on the way here, the nearest last."""
        for token in tokens:
            directive = token.meta.get("directive")
            if directive is None:
                yield token
            elif directive.name == "include":
                yield from self._include(directive, trail)
            else:
                blocks, problems = expand_directive(directive, self.book)
                self.found.extend(problems)
                yield from blocks

    def _include(self, directive: Directive, trail: tuple[str, ...]) -> Iterable[Token]:
        part = find_part(directive, trail[-1], self.parts)
        if isinstance(part, Diagnostic):
            self.found.append(part)
        elif part.name in trail:
            message, hint = f"{part.name} is included in a circle", "remove one of the $include lines"
            self.found.append(Diagnostic("bad-directive", message, directive.place, hint))
        else:
            yield from self._blocks(part.tokens, (*trail, part.name))

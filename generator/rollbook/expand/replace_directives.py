"""Directives of a chapter -> their blocks; what a chapter includes stands in it as if it were written there.

Parts may include parts, and a table may be shown again and again. A few lines could so ask for more text than a library
holds, or go round for ever: how deep parts are in each other is limited, and how many blocks come into a book by
repeating what stands in it already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from posixpath import dirname, normpath

from rollbook.cache import reused, stored
from rollbook.expand.catalogue import Catalogue
from rollbook.expand.expand_directive import EDITIONS, expand_directive
from rollbook.model.chapter import Chapter
from rollbook.model.diagnostic import Diagnostic, closest
from rollbook.model.document.blocks import Block, Directive, Division
from rollbook.model.document.walk import change_blocks, every_block, own_lines

# Deeper than anyone divides a chapter by intent.
MAX_DEPTH = 16
# More than a long book has in all.
MAX_BLOCKS = 100_000
# What is one block here and becomes many when the page is made.
_WEIGHTS = {"calc": 100, "example": 100, "sheet": 100, "compare": 1_000, "coverage": 1_000, "index": 1_000}


@dataclass(slots=True)
class Replacer:
    """One book, the parts that it may include by their paths below content, and the problems met so far."""

    known: Catalogue
    parts: Mapping[str, Chapter]
    found: dict[Diagnostic, None] = field(default_factory=dict)  # each once, however often its part is included
    _repeated: int = 0  # blocks so far that were included or shown again
    _shown: set[tuple[str, str]] = field(default_factory=set)
    _sizes: dict[str, int] = field(default_factory=dict)  # of the parts included so far

    def blocks(self, chapter: Chapter) -> tuple[Block, ...] | None:
        """A chapter -> its blocks without directives; None where it has none."""
        if not _has_directives(chapter):
            return None
        return self._replaced(chapter.blocks, (f"{self.known.book.id}/{chapter.name}",))

    def _replaced(self, blocks: Iterable[Block], trail: tuple[str, ...]) -> tuple[Block, ...]:
        """Blocks -> the same without directives. `trail` are the files on the way here, the nearest last."""

        def replaced(block: Block) -> Iterable[Block]:
            if isinstance(block, Division):
                return (_division(block.classes, block.blocks),)
            if not isinstance(block, Directive):
                return (block,)
            return self._include(block, trail) if block.name == "include" else self._expand(block, trail)

        grouped, problems = _edition_blocks(blocks)
        self.found.update(dict.fromkeys(problems))
        return change_blocks(grouped, replaced)

    def _expand(self, directive: Directive, trail: tuple[str, ...]) -> Iterable[Block]:
        shown = (directive.name, directive.text)
        again = len(trail) > 1 or shown in self._shown
        self._shown.add(shown)
        if again and not self._has_room(directive, _WEIGHTS.get(directive.name, 1)):
            return ()
        blocks, problems = expand_directive(directive, self.known)
        self.found.update(dict.fromkeys(problems))
        self._repeated += max(_size(blocks), _WEIGHTS.get(directive.name, 1)) if again else 0
        return blocks

    def _include(self, directive: Directive, trail: tuple[str, ...]) -> Iterable[Block]:
        part = find_part(directive, trail[-1], self.parts)
        if isinstance(part, Diagnostic):
            self.found.setdefault(part)
        elif part.name in trail:
            self._refuse(directive, f"{part.name} is included in a circle", "remove one of the $include lines")
        elif len(trail) > MAX_DEPTH:
            message = f"files include each other more than {MAX_DEPTH} levels deep here"
            self._refuse(directive, message, "include this file in the chapter itself, or merge it with the one above")
        elif self._has_room(directive, self._part_size(part)):
            self._repeated += self._part_size(part)
            return self._replaced(part.blocks, (*trail, part.name))
        return ()

    def _part_size(self, part: Chapter) -> int:
        """A part -> how much it is; at least one, since parts of nothing but further parts count, too."""
        if part.name not in self._sizes:
            self._sizes[part.name] = max(_size(part.blocks), 1)
        return self._sizes[part.name]

    def _has_room(self, directive: Directive, blocks: int) -> bool:
        if self._repeated + blocks <= MAX_BLOCKS:
            return True
        message = f"what this book includes and repeats comes to more than {MAX_BLOCKS:,} blocks of text"
        self._refuse(directive, message, "include and show each thing where it is needed, and link to it elsewhere")
        return False

    def _refuse(self, directive: Directive, message: str, hint: str) -> None:
        self.found.setdefault(Diagnostic("bad-directive", message, directive.place, hint))


@reused
def _division(classes: str, blocks: tuple[Block, ...]) -> Division:
    """What a division holds -> the division: the very same one as long as it holds the same."""
    return Division(classes, blocks)


@stored
def _has_directives(chapter: Chapter) -> bool:
    return any(isinstance(block, Directive) for block in every_block(chapter.blocks))


def _size(blocks: Iterable[Block]) -> int:
    """Blocks -> how much they are: each counts as one, and one with many lines of words, such as a table, as those."""
    return sum(max(len(own_lines(block)), 1) for block in every_block(blocks))


def find_part(directive: Directive, file: str, parts: Mapping[str, Chapter]) -> Chapter | Diagnostic:
    """An $include, the file it stands in and the parts by their paths below content -> the part, or what is wrong."""
    if len(directive.words) != 1:
        hint = "write <!-- $include _file.md -->"
        return Diagnostic("bad-directive", "$include takes the name of one file", directive.place, hint)
    word = directive.words[0]
    path = normpath(f"{dirname(file)}/{word.text}")
    if path in parts:
        return parts[path]
    near = closest(path, parts) and closest(path.rsplit("/", 1)[-1], [name.rsplit("/", 1)[-1] for name in parts])
    hint = near or "a file to include must have a name, or be in a folder, that starts with _"
    return Diagnostic("unknown-file", f"there is no file {word.text!r} to include", word.place, hint)


def _edition_blocks(blocks: Iterable[Block]) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """Blocks -> the same, what is between `$site` and `$/site` in a division that only the site shows, the same
    for print; and what has no counterpart."""
    found: list[Diagnostic] = []
    outside: list[Block] = []
    inside: list[Block] = []
    opened: Directive | None = None
    for block in blocks:
        name = block.name if isinstance(block, Directive) else ""
        if isinstance(block, Directive) and name.removeprefix("/") in EDITIONS:
            if opened is not None and name == f"/{opened.name}":
                outside.append(Division(EDITIONS[opened.name], tuple(inside)))
                opened, inside = None, []
            elif opened is None and name in EDITIONS:
                opened = block
            else:
                found.append(_unpaired(block, opened))
        elif opened is None:
            outside.append(block)
        else:
            inside.append(block)
    if opened is not None:
        found.append(_unpaired(opened, None))
    return (*outside, *inside), found


def _unpaired(directive: Directive, opened: Directive | None) -> Diagnostic:
    name = directive.name
    if opened is not None:
        message, hint = (
            f"${name} is inside ${opened.name}, which has not ended",
            f"write <!-- $/{opened.name} --> before it",
        )
    elif name.startswith("/"):
        message, hint = f"${name} ends nothing", f"write <!-- ${name[1:]} --> where it starts, or remove this"
    else:
        message, hint = f"${name} has no end", f"write <!-- $/{name} --> on a line of its own where it ends"
    return Diagnostic("bad-directive", message, directive.place, hint)

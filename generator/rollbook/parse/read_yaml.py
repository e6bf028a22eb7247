"""A YAML file -> its documents as trees of the author's own text, every piece with its place.

PyYAML's events are composed here, not by PyYAML: so nothing is given a type (`+1` stays `+1`), what data files don't
need is refused where it stands (anchors, aliases, merges, tags), nesting is bounded before anything is built, and the
reading goes on after a mistake. A document that cannot be read does not take the others with it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate

import yaml

from rollbook.model.diagnostic import Diagnostic
from rollbook.model.source import Place, Source, Spelling, in_runs, verbatim
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence
from rollbook.parse.explain_yaml import explain_yaml, extent
from rollbook.parse.spell_scalar import TabReader, spell_scalar

MAX_DEPTH = 20
_MOST_BROKEN = 50
_STYLES = {"": "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}
_ABSENT = ("~", "null")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NEXT_DOCUMENT = re.compile(r"^---(?=\s|$)", re.MULTILINE)
_DIRECTIVE = re.compile(r"^%.*", re.MULTILINE)
# Where tabs, marks of byte order and rare line breaks may stand, and # behind | or >, libyaml and PyYAML disagree.
_READ_DIFFERENTLY = re.compile("[\t\x85\u2028\u2029\ufeff]|[|>][-+0-9]*#")
_NO_FEATURE = "data files hold plain text, lists and mappings: write it out in full"


Read = tuple[tuple[Node, ...], tuple[Diagnostic, ...]]


def read_yaml(source: Source, above: int = 0) -> Read:
    """A YAML file, or a part of one below so many lines -> its documents, and everything in it that cannot be read."""
    return _read_sound(source, above) or _read_piecemeal(source, above)


def _read_sound(source: Source, above: int) -> Read | None:
    """A YAML file -> its documents, read by libyaml, many times as fast; None if they can't be read to the end.

    It words its complaints differently and says less precisely where, so what it stumbles over is read by PyYAML.
    libyaml itself has no bounds, but it is only asked for the next event: beyond MAX_DEPTH nobody asks any more.
    """
    if not yaml.__with_libyaml__ or _READ_DIFFERENTLY.search(source.text):
        return None
    reader = _Reader(source, above)
    try:
        reader.read_all()
    except (yaml.YAMLError, ValueError, OverflowError, _TooDeepError):
        return None
    return tuple(reader.documents), tuple(reader.found)


def _read_piecemeal(source: Source, above: int) -> Read:
    """A YAML file with mistakes -> the documents around them, and what is wrong in the others."""
    reader = _Reader(source, above)
    start: int | None = 0
    broken = 0
    # What follows a mistake is read again from there, so that many mistakes would take long; the first ones are enough.
    while start is not None and broken < _MOST_BROKEN:
        start = reader.read_from(start)
        broken += 1
    return tuple(reader.documents), tuple(reader.found)


class _TooDeepError(Exception):
    """Nested deeper than any table or rule needs."""


@dataclass(slots=True)
class _Reader:
    """Reads one file; `base` is where in its text the loader started."""

    source: Source
    above: int
    documents: list[Node] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)
    loader: yaml.SafeLoader | yaml.CSafeLoader = field(init=False)
    previous: yaml.Event | None = None
    base: int = 0
    text: str = field(init=False)
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.starts = [0, *accumulate(len(line) + 1 for line in self.source.lines)]
        self.text = _UNPRINTABLE.sub("\ufffd", self.source.text)
        if bad := _UNPRINTABLE.search(self.source.text):
            message = f"there is an invisible character here: U+{ord(bad[0]):04X}"
            self._report("yaml-syntax", message, self._place(bad.start()), "delete it")

    def read_all(self) -> None:
        """Read every document by libyaml, or raise what is in the way."""
        self.loader = yaml.CSafeLoader(self.text)
        self._read_documents()

    def read_from(self, start: int) -> int | None:
        """Read documents from here on -> where to go on after a mistake; None when all is read."""
        self.base, self.previous, self.loader = start, None, TabReader(self.text[start:])
        try:
            self._read_documents()
            return None
        except yaml.MarkedYAMLError as error:
            stopped = start + (error.problem_mark.index if error.problem_mark else 0)
            told = explain_yaml(error, self.text[start:], self.previous)
            self._report("yaml-syntax", told.message, self._place(start + told.start, told.length), told.hint)
        except (ValueError, OverflowError):
            stopped = self._here()
            message = "this escape stands for a character that does not exist"
            self._report("yaml-syntax", message, self._place(stopped), "type the character itself")
        except _TooDeepError:
            stopped = self._here()
        following = _NEXT_DOCUMENT.search(self.text, max(stopped, start + 1))
        return following.start() if following else None

    def _here(self) -> int:
        """Where the loader is in the file's text."""
        assert isinstance(self.loader, yaml.SafeLoader)
        return self.base + int(self.loader.get_mark().index)

    def _read_documents(self) -> None:
        _, end = extent(self._next())
        event = self._next()
        while isinstance(event, yaml.DocumentStartEvent):
            self._refuse_directives(end, extent(event)[1])
            document = self._node(self._next(), 1)
            _, end = extent(self._next())
            # Only what follows shows that the document was whole: a line too far left ends it before its time.
            event = self._next()
            self.documents.append(document)

    def _next(self) -> yaml.Event:
        # Kept beyond this call: what was read last tells where a mistake began.
        self.previous = event = self.loader.get_event()
        assert event is not None  # the end of the text is an event, too, and nobody asks on behind it
        return event

    def _node(self, event: yaml.Event, depth: int) -> Node:
        """An event that starts a piece of a document -> the whole piece."""
        place = self._event_place(event)
        if depth > MAX_DEPTH:
            message = f"lists and mappings are nested more than {MAX_DEPTH} deep here"
            self._report("too-deep", message, place, "split the data into flatter tables")
            raise _TooDeepError
        if isinstance(event, yaml.ScalarEvent):
            self._refuse_marks(event, place)
            return self._scalar(event, place)
        if isinstance(event, yaml.CollectionStartEvent):
            self._refuse_marks(event, place)
            is_list = isinstance(event, yaml.SequenceStartEvent)
            return self._sequence(place, depth) if is_list else self._mapping(place, depth)
        message = f"*{getattr(event, 'anchor', '')} refers to another place, which is not supported here"
        hint = f"{_NO_FEATURE}; or put text that starts with * in quotation marks"
        self._report("yaml-feature", message, place, hint)
        return _nothing(place)

    def _sequence(self, place: Place, depth: int) -> Sequence:
        return Sequence(tuple(self._items(yaml.SequenceEndEvent, depth)), place)

    def _items(self, end: type[yaml.Event], depth: int) -> Iterator[Node]:
        while not isinstance(event := self._next(), end):
            yield self._node(event, depth + 1)

    def _mapping(self, place: Place, depth: int) -> Mapping:
        entries: dict[str, Entry] = {}
        pieces = self._items(yaml.MappingEndEvent, depth)
        for key, value in zip(pieces, pieces, strict=True):
            if not isinstance(key, Scalar):
                self._report("yaml-feature", "a list or mapping cannot be a key", key.place, _NO_FEATURE)
            elif key.style == "plain" and key.text == "<<":
                self._report(
                    "yaml-feature", "“<<” merges mappings, which is not supported here", key.place, _NO_FEATURE
                )
            elif first := entries.get(key.text):
                message = f"the key {key.text!r} appears twice: already on line {first.key.place.line}"
                self._report("duplicate-key", message, key.place, "remove one of the two, or rename it")
            else:
                entries[key.text] = Entry(key, value)
        return Mapping(tuple(entries.values()), place)

    def _scalar(self, event: yaml.ScalarEvent, place: Place) -> Scalar:
        style = _STYLES[event.style or ""]
        text = event.value
        if style == "plain" and text in _ABSENT:
            return _nothing(place)
        if style == "double" and (bad := _UNPRINTABLE.search(text)):
            message = f"an escape in this text stands for the invisible character U+{ord(bad[0]):04X}"
            self._report("yaml-syntax", message, place, "remove it")
            text = _UNPRINTABLE.sub("\ufffd", text)
        return Scalar(text, style, place, self._spelling(event, style, place))

    def _spelling(self, event: yaml.ScalarEvent, style: str, place: Place) -> Spelling:
        if not event.value or event.anchor or event.tag:  # With a refused mark in front the text starts anywhere.
            return verbatim(place)
        first, last = extent(event)
        start = self.base + first
        source = self.text[start : self.base + last]
        if style == "plain" and source == event.value and "\n" not in source:  # as most are written
            return verbatim(place)
        if style != "plain" and source[1:-1] == event.value and "\n" not in event.value:
            return verbatim(place.right(1))
        runs: list[tuple[int, Place]] = []
        offset, shift = 0, -1
        for piece, at in spell_scalar(source, style, event.value):
            if at - offset != shift or source[at - 1] == "\n":
                runs.append((offset, self._place(start + at)))
                shift = at - offset
            offset += len(piece)
        return in_runs(runs)

    def _refuse_marks(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, place: Place) -> None:
        if event.anchor is not None:
            message = f"&{event.anchor} names a place to refer to, which is not supported here"
            self._report("yaml-feature", message, place, "remove it; or put text that starts with & in quotation marks")
        if event.tag is not None:
            message = "a tag (!) gives this a type, which is not supported here"
            self._report("yaml-feature", message, place, "remove it; or put text that starts with ! in quotation marks")

    def _refuse_directives(self, start: int, end: int) -> None:
        """Between two documents only comments may stand."""
        for found in _DIRECTIVE.finditer(self.text, self.base + start, self.base + end):
            place = self._place(found.start(), len(found[0]))
            self._report("yaml-feature", "a line that starts with % means nothing here", place, "remove the line")

    def _event_place(self, event: yaml.Event) -> Place:
        first, last = extent(event)
        start, end = self.base + first, self.base + last
        line_end = self.text.find("\n", start, end)
        return self._place(start, len(self.text[start : end if line_end < 0 else line_end].rstrip()))

    def _place(self, index: int, length: int = 1) -> Place:
        """An offset into the file's text -> its place. PyYAML's own lines also end where an editor's don't."""
        line = bisect_right(self.starts, index) - 1
        return Place(self.source.path, self.above + line + 1, index - self.starts[line] + 1, length or 1)

    def _report(self, code: str, message: str, place: Place, hint: str) -> None:
        self.found.append(Diagnostic(code, message, place, hint))


def _nothing(place: Place) -> Scalar:
    return Scalar("", "plain", place, verbatim(place))

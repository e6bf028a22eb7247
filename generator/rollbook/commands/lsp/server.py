"""The editor's questions -> answers from what is known of the shelf that a document belongs to.

What goes wrong in an answer is told to the editor and logged; the server goes on.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import field, replace
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Protocol

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import PositionCodec

from rollbook.build.order import Order
from rollbook.cache import Results, open_cache, user_cache_folder
from rollbook.commands.lsp.survey import Known, survey
from rollbook.commands.lsp.translate import from_position, lines_of, to_diagnostic, to_range
from rollbook.model.diagnostic import WrongUse
from rollbook.model.quick_dataclass import dataclass
from rollbook.model.source import Place
from rollbook.report import Finding, grade

# Long enough for a word to be typed on, short enough to seem at once.
_PAUSE = 0.2
_LOG = logging.getLogger(__name__)


def _find_shelf(path: Path, folders: Order) -> Order | None:
    """A file, what the folders of a shelf are called -> the nearest shelf above the file, if it belongs to one."""
    for above in path.parents:
        own = replace(folders, content=above / folders.content, data=above / folders.data)
        own = replace(own, theme=above / folders.theme) if folders.theme else own
        parts = [part for part in (own.content, own.data, own.theme) if part]
        if own.content.is_dir() and any(path.is_relative_to(part) for part in parts):
            return own
    return None


@dataclass(slots=True)
class OpenShelf:
    """`drafts` gives the open documents; `tell` is called with each new survey. Surveys are made by one thread."""

    order: Order
    results: Results
    drafts: Callable[[Order], Mapping[Path, str]]
    tell: Callable[[Known], None]
    worker: ThreadPoolExecutor
    known: Known | None = None
    _changes: int = 0
    _seen: int = 0
    _work: asyncio.Task[None] | None = field(default=None, repr=False)
    _hurry: asyncio.Event = field(default_factory=asyncio.Event, repr=False)

    def touch(self) -> None:
        """Something has changed, or was opened: look again soon."""
        self._changes += 1
        if self._work is None or self._work.done():
            self._work = asyncio.get_running_loop().create_task(self._follow())

    async def settled(self) -> Known | None:
        """-> what is known when nothing is left to look at; None if there is no shelf."""
        if self._work is not None:
            self._hurry.set()
            await asyncio.shield(self._work)
        return self.known

    async def at_hand(self) -> Known | None:
        """-> what is known now, which may be of a moment ago: what is offered must not wait for it."""
        return self.known or await self.settled()

    async def _follow(self) -> None:
        while self._seen != self._changes:
            changes = await self._pause()
            try:
                drafts = dict(self.drafts(self.order))
                self.known = await asyncio.get_running_loop().run_in_executor(self.worker, self._survey, drafts)
                self.tell(self.known)
            except WrongUse as mistake:
                _LOG.warning("%s", mistake)
            except Exception:
                # The next change may be readable again; until then the last survey counts.
                _LOG.exception("the shelf could not be read")
            self._seen = changes

    async def _pause(self) -> int:
        """Until nobody has typed for a moment, or someone waits for an answer -> how many changes there were."""
        changes = -1
        while changes != self._changes:
            changes = self._changes
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), _PAUSE)
        self._hurry.clear()
        return changes

    def _survey(self, drafts: Mapping[Path, str]) -> Known:
        with self.results.in_use():
            return survey(self.order, drafts, self.known.readable if self.known else {})


class Asked(Protocol):
    """What every question about a place has."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in an open document, counted from 0, the document's lines, and what is known of its shelf."""

    known: Known
    path: str
    lines: list[str]
    line: int
    column: int


class ShelfServer(LanguageServer):
    """Knows the shelves of all documents that are open."""

    def __init__(self, folders: Order, strict: bool) -> None:
        # Whole texts: pygls would count the lines of a change otherwise than editors do, by rare line breaks too.
        super().__init__("rollbook", version("rollbook"), text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self._folders = folders
        self._strict = strict
        self._shelves: dict[Path, OpenShelf] = {}
        self._told: set[str] = set()  # files that the editor shows problems in
        self._worker = ThreadPoolExecutor(1)
        self._cache = open_cache(user_cache_folder())

    @property
    def codec(self) -> PositionCodec:
        return self.workspace.position_codec

    def shelf_of(self, uri: str) -> OpenShelf | None:
        """A document -> its shelf; None if it belongs to none."""
        path = to_fs_path(uri)
        order = _find_shelf(Path(path), self._folders) if path else None
        if order is None:
            return None
        if order.content not in self._shelves:
            results = Results(self._cache)
            self._shelves[order.content] = OpenShelf(order, results, self._drafts, self._tell, self._worker)
        return self._shelves[order.content]

    def touch(self, uri: str) -> None:
        """A document was opened, changed, saved or closed -> its shelf is looked at again."""
        if shelf := self.shelf_of(uri):
            shelf.touch()

    async def cursor(self, asked: Asked, wait: bool = True) -> Cursor | None:
        """What a question is about -> its cursor; None without a shelf. Unless it waits, the shelf may be stale."""
        uri, path = asked.text_document.uri, to_fs_path(asked.text_document.uri)
        shelf = self.shelf_of(uri)
        known = None if shelf is None else await (shelf.settled() if wait else shelf.at_hand())
        if known is None or path is None:
            return None
        lines = lines_of(self.workspace.get_text_document(uri).source)
        return Cursor(known, Path(path).as_posix(), lines, *from_position(asked.position, lines, self.codec))

    def location(self, place: Place, known: Known) -> types.Location:
        """A place -> the same for the editor."""
        return types.Location(self.uri(place.file), to_range(place, self.lines(place.file, known), self.codec))

    def uri(self, path: str) -> str:
        """A file -> its address as the editor writes it, if it is open."""
        opened = {file: uri for uri, file in self._open()}
        return opened.get(Path(path)) or from_fs_path(str(Path(path))) or ""

    def lines(self, path: str, known: Known) -> list[str]:
        """A file of the shelf -> its lines when that was surveyed."""
        source = known.texts.get(path)
        return source.lines if source else [""]

    def _open(self) -> list[tuple[str, Path]]:
        found = ((each.uri, to_fs_path(each.uri)) for each in self.workspace.text_documents.values())
        return [(uri, Path(path)) for uri, path in found if path]

    def _drafts(self, order: Order) -> Mapping[Path, str]:
        folders = [folder for folder in (order.content, order.data, order.theme) if folder]
        own = [(uri, path) for uri, path in self._open() if any(path.is_relative_to(each) for each in folders)]
        return {path: self.workspace.get_text_document(uri).source for uri, path in own}

    def _tell(self, known: Known) -> None:
        """A new survey -> the problems of each file; those that are gone are taken back."""
        by_file: dict[str, list[Finding]] = {}
        for finding in grade(known.found, strict=self._strict):
            by_file.setdefault(finding.diagnostic.place.file, []).append(finding)
        own = known.order.content.parent.as_posix()
        cleared = {file for file in self._told if file.startswith(f"{own}/")} - by_file.keys()
        for file in (*by_file, *sorted(cleared)):
            lines = self.lines(file, known)
            told = [to_diagnostic(finding, lines, self.codec) for finding in by_file.get(file, ())]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(self.uri(file), told))
        self._told = (self._told - cleared) | by_file.keys()


class _Brief(logging.Formatter):
    """A fault in one line; all of it only for those who ask, as elsewhere."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as logging names it
        whole = super().formatMessage(record)
        return whole if os.environ.get("ROLLBOOK_TRACEBACK") else whole.partition("\n")[0]

    def formatException(  # noqa: N802 - as logging names it
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        if os.environ.get("ROLLBOOK_TRACEBACK"):
            return super().formatException(ei)
        name = ei[0].__name__ if ei[0] else ""
        return f"a bug in Rollbook itself, not in your books: {name}: {ei[1]}; please report it"


def serve(folders: Order, *, strict: bool) -> None:
    """What the folders of shelves are called -> a server on standard input and output, until its end."""
    # Here, so that the answers can name the server that they are given by.
    from rollbook.commands.lsp.answers import ANSWERS

    logged = logging.StreamHandler(sys.stderr)
    logged.setFormatter(_Brief("rollbook lsp: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[logged])
    server = ShelfServer(folders, strict)
    for name, (answer, options) in ANSWERS.items():
        server.feature(name, options)(answer)
    server.start_io()

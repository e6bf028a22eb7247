"""One shelf whose documents an editor has open: surveyed again a moment after the last change of any of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from rollbook.build.order import Order
from rollbook.cache import Results
from rollbook.commands.lsp.survey import Known, survey
from rollbook.model.diagnostic import WrongUse

# Long enough for a word to be typed on, short enough to seem at once.
_PAUSE = 0.2
_LOG = logging.getLogger(__name__)


def find_shelf(path: Path, folders: Order) -> Order | None:
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
        """-> what is known when nothing is left to look at; None where there is no shelf."""
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
                # The next change may be read again; until then the former survey stands.
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

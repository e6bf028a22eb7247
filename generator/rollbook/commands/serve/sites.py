"""Files of a site by their address: of the one that is being made, and of one that was previewed before.

A former site, made from the same files, is shown at once, while everything is still worked out. What was made of it
then is in the cache, each file by its own content. A browser that asks for a chapter that nobody had asked for yet
waits until the site is there.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from contextvars import Context, copy_context

from rollbook.cache import Cache, MissingError, digest, recall_files, store_files
from rollbook.model.files import OutputFile, PendingFile


class Site(Mapping[str, bytes]):
    """Files of a build by their address; those that are pending are made when a browser first asks for them."""

    def __init__(self, files: Iterable[OutputFile | PendingFile]) -> None:
        self._files = {_address_of(file.path): file for file in files if file.path.startswith("site/")}
        self._context: Context = copy_context()  # with the results that are in use now
        self._made: dict[str, OutputFile] = {}
        self._making = threading.Lock()

    def __getitem__(self, address: str) -> bytes:
        file = self._files[address]
        if isinstance(file, OutputFile):
            return file.content
        with self._making:
            if address not in self._made:
                self._made[address] = self._context.run(file.make)
            return self._context.run(lambda: self._made[address].content)

    @property
    def made(self) -> list[OutputFile]:
        """The files that are there by now; the others are still pending."""
        return [*(file for file in self._files.values() if isinstance(file, OutputFile)), *self._made.copy().values()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


class FormerSite(Mapping[str, bytes]):
    """Files of a site by their address, until it gives way to the site as it is made now."""

    def __init__(self, made: Mapping[str, OutputFile], addresses: Collection[str]) -> None:
        self._made, self._addresses = made, addresses
        self._site: Mapping[str, bytes] = {}
        self._gave_way = threading.Event()

    def give_way(self, site: Mapping[str, bytes]) -> None:
        """The site as it is made now -> whoever waits for a file gets it from there."""
        self._site = site
        self._gave_way.set()

    def __getitem__(self, address: str) -> bytes:
        if address not in self._addresses:
            raise KeyError(address)
        if address in self._made:
            with suppress(MissingError):  # it is damaged
                return self._made[address].content
        self._gave_way.wait()
        # Something may have been saved in the meantime, so that there is no such page any more.
        return self._site.get(address, b"")

    def __iter__(self) -> Iterator[str]:
        return iter(self._addresses)

    def __len__(self) -> int:
        return len(self._addresses)


def recall_site(cache: Cache, made_from: object) -> FormerSite | None:
    """All that a site is made from -> the site as it was previewed before, if everything is still there."""
    if cache.folder is None or (entry := cache.get(_key(made_from))) is None:
        return None
    listed, addresses = pickle.loads(entry)
    files = recall_files(cache, listed)
    return None if files is None else FormerSite({_address_of(file.path): file for file in files}, frozenset(addresses))


def keep_site(cache: Cache, made_from: object, site: Site) -> None:
    """All that a site is made from, the site -> kept for the next preview, as far as it is made."""
    if cache.folder is not None:
        cache.put(_key(made_from), pickle.dumps((store_files(cache, site.made), list(site))))


def _key(made_from: object) -> str:
    return f"preview {digest(made_from)}"


def _address_of(path: str) -> str:
    """The path of a file below site/ -> where a browser finds it."""
    return path.removeprefix("site")

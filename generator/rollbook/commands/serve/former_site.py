"""A site that was previewed before, made from the same files -> shown at once, while everything is still worked out.

What was made of it then is in the cache, each file by its own content. A browser that asks for a chapter that nobody
had asked for yet waits until the site is there.
"""

from __future__ import annotations

import pickle
import threading
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress

from rollbook.cache import Cache, MissingError, digest, recall_files, store_files
from rollbook.commands.serve.preview import Site, address_of
from rollbook.model.files import OutputFile


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
    return None if files is None else FormerSite({address_of(file.path): file for file in files}, frozenset(addresses))


def keep_site(cache: Cache, made_from: object, site: Site) -> None:
    """All that a site is made from, the site -> kept for the next preview, as far as it is made."""
    if cache.folder is not None:
        cache.put(_key(made_from), pickle.dumps((store_files(cache, site.made), list(site))))


def _key(made_from: object) -> str:
    return f"preview {digest(made_from)}"

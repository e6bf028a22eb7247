"""The files of an e-book -> one file, always the same bytes for the same book."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from urllib.parse import unquote
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

_CONTAINER = b"""<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""


@dataclass(frozen=True, slots=True)
class Packed:
    """A file of an e-book: its id in the list of files, its address, its kind, its bytes, and what it is for."""

    id: str
    href: str
    kind: str
    content: bytes = field(repr=False)
    properties: str = ""


def pack(package: bytes, files: list[Packed]) -> bytes:
    """What says how the files belong together, and the files -> the e-book."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        # First, and as it is: by these bytes at this place an e-book is known.
        archive.writestr(_entry("mimetype", ZIP_STORED), b"application/epub+zip")
        archive.writestr(_entry("META-INF/container.xml", ZIP_DEFLATED), _CONTAINER)
        archive.writestr(_entry("book/package.opf", ZIP_DEFLATED), package)
        for file in files:
            archive.writestr(_entry(f"book/{unquote(file.href)}", ZIP_DEFLATED), file.content)
    return packed.getvalue()


def _entry(name: str, compression: int) -> ZipInfo:
    """A file in the archive, without the time at which it was made."""
    entry = ZipInfo(name)
    entry.compress_type = compression
    entry.external_attr = 0o644 << 16
    return entry

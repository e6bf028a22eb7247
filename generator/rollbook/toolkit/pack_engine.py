"""The engine's modules -> one archive, with the package named `engine` as the browser imports it."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import rollbook.engine

ENGINE = Path(rollbook.engine.__file__).parent
# Archives know no earlier time; any fixed one keeps the bytes the same.
EPOCH = (1980, 1, 1, 0, 0, 0)


def pack_engine() -> bytes:
    """-> a zip of the engine's sources, the same bytes for the same sources."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path in sorted(ENGINE.rglob("*.py")):
            entry = zipfile.ZipInfo(f"engine/{path.relative_to(ENGINE).as_posix()}", EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, path.read_bytes(), compresslevel=9)
    return packed.getvalue()

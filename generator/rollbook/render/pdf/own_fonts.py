"""A font configuration for one layout: our faces alone, whatever is installed on this machine.

WeasyPrint asks fontconfig, which by itself adds every font of the system and the rules of its user. A sign that our
faces lacked came from there, and a line was as high as some font that nobody saw: the same book broke its pages in
other places on another machine. So fontconfig is given a configuration without fonts and without rules.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from weasyprint.text.ffi import ffi, fontconfig  # type: ignore[import-untyped]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]

# What fontconfig looks at to find its configuration and its fonts.
_VARIABLES = ("FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT")
# Without a folder for its cache it would complain aloud.
_EMPTY = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><cachedir>{folder}</cachedir></fontconfig>
"""


def own_fonts(with_system: bool) -> FontConfiguration:
    """-> a configuration to add our faces to; only if asked it has the system's fonts too, behind all of ours."""
    with _nothing_installed():
        _load_rules()
        fonts = FontConfiguration()
    return FontConfiguration() if with_system else fonts


def _load_rules() -> None:
    """Pango takes its rules from the process's own configuration, which is loaded when it is first asked for."""
    pattern = ffi.gc(fontconfig.FcPatternCreate(), fontconfig.FcPatternDestroy)
    fontconfig.FcConfigSubstitute(ffi.NULL, pattern, fontconfig.FcMatchPattern)


@contextmanager
def _nothing_installed() -> Iterator[None]:
    """As long as this lasts, a configuration that fontconfig loads has no fonts and no rules."""
    before = {name: os.environ.pop(name) for name in _VARIABLES if name in os.environ}
    with tempfile.TemporaryDirectory(prefix="rollbook-") as folder:
        file = Path(folder, "fonts.conf")
        file.write_text(_EMPTY.format(folder=Path(folder).as_posix()), encoding="utf-8")
        os.environ["FONTCONFIG_FILE"] = str(file)
        try:
            yield
        finally:
            del os.environ["FONTCONFIG_FILE"]
            os.environ.update(before)

"""All that a layout may use: the build's own files by address, and our own faces, whatever is installed.

A font configuration for one layout: our faces alone, whatever is installed on this machine. WeasyPrint asks fontconfig,
which by itself adds every font of the system and the rules of its user. A sign that our faces lacked came from there,
and a line was as high as some font that nobody saw: the same book broke its pages in other places on another machine.
So fontconfig is given a configuration without fonts and without rules. A book that allows the fonts of the machine gets
the folders that they lie in, and still no rules: one that prefers some font to all others would put it before ours.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from xml.sax.saxutils import escape

from weasyprint.text.ffi import ffi, fontconfig  # type: ignore[import-untyped]
from weasyprint.text.fonts import FontConfiguration  # type: ignore[import-untyped]
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse  # type: ignore[import-untyped]

# Where the build's own files seem to stand. No such host can exist, and nothing is ever asked of it.
OWN_FILES = "https://rollbook.invalid/"

_KINDS = {
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "ttf": "font/ttf",
    "webp": "image/webp",
}


class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """A fetcher without a way to the disk or the network: an unknown address ends the layout."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False, fail_on_errors=True)
        self._files = files
        # WeasyPrint goes on after a refusal inside an SVG, so that the refusals are also kept here.
        self.refused: list[str] = []

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        path = url.removeprefix(OWN_FILES)
        if not url.startswith(OWN_FILES) or path not in self._files:
            self.refused.append(url)
            raise FatalURLFetchingError(url)
        kind = _KINDS.get(path.rsplit(".", 1)[-1].lower(), "application/octet-stream")
        return URLFetcherResponse(url, body=self._files[path], headers={"Content-Type": kind})


# What fontconfig looks at to find its configuration and its fonts.
_VARIABLES = ("FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT")
# Without a folder for its cache it would complain aloud.
_WITHOUT_RULES = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>{folders}<cachedir>{cache}</cachedir></fontconfig>
"""


def own_fonts(with_system: bool) -> FontConfiguration:
    """-> a configuration to add our faces to; only if asked it has the system's fonts too, behind all of ours."""
    folders = _folders_of_fonts() if with_system else ()
    with _without_rules():
        _load_rules()
    with _without_rules(folders):
        return FontConfiguration()


def _folders_of_fonts() -> list[str]:
    """-> the folders of every font that this machine's own configuration knows."""
    config = ffi.gc(fontconfig.FcInitLoadConfigAndFonts(), fontconfig.FcConfigDestroy)
    fonts = fontconfig.FcConfigGetFonts(config, fontconfig.FcSetSystem)
    files = (_file(fonts.fonts[place]) for place in range(fonts.nfont))
    return sorted({os.path.dirname(file) for file in files})


def _file(font: object) -> str:
    path = ffi.new("FcChar8 **")
    fontconfig.FcPatternGetString(font, b"file", 0, path)
    return os.fsdecode(ffi.string(path[0]))


def _load_rules() -> None:
    """Older Pango takes its rules from the process's own configuration, loaded when it is first asked for."""
    pattern = ffi.gc(fontconfig.FcPatternCreate(), fontconfig.FcPatternDestroy)
    fontconfig.FcConfigSubstitute(ffi.NULL, pattern, fontconfig.FcMatchPattern)


@contextmanager
def _without_rules(folders: Iterable[str] = ()) -> Iterator[None]:
    """As long as this lasts, a configuration that fontconfig loads has the fonts of these folders and no rules."""
    before = {name: os.environ.pop(name) for name in _VARIABLES if name in os.environ}
    with tempfile.TemporaryDirectory(prefix="rollbook-") as cache:
        file = Path(cache, "fonts.conf")
        known = "".join(f"<dir>{escape(folder)}</dir>" for folder in folders)
        file.write_text(_WITHOUT_RULES.format(folders=known, cache=Path(cache).as_posix()), encoding="utf-8")
        os.environ["FONTCONFIG_FILE"] = str(file)
        try:
            yield
        finally:
            del os.environ["FONTCONFIG_FILE"]
            os.environ.update(before)

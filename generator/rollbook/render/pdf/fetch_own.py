"""The only files that the print edition may use: the build's own bytes, by address."""

from __future__ import annotations

from collections.abc import Mapping

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

"""The headers that a host should send -> a file for the hosts that read one. The guide has them for others, as tested.

A host that reads none is fine: every page carries its policy itself. What only a header can say is added here: who may
frame a page, and how long a browser may keep a file unasked.
"""

from __future__ import annotations

from rollbook.model.output import OutputFile
from rollbook.render.site.policy import POLICY

SECURITY = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
# Names below these folders hold a hash of the content: what has been fetched once never changes.
HASHED = ("engine", "static")
FOR_EVER = "public, max-age=31536000, immutable"
# Kept, but asked for again before each use, so that a new version shows at once.
ASK_AGAIN = "no-cache"
# `/` is the home page. Other folders' indexes are asked for again by these hosts' own default.
_CHANGING = ("/", "/*.html", "/service-worker.js", "/manifest.webmanifest")


def host_files() -> tuple[OutputFile, ...]:
    """-> _headers, which Netlify and Cloudflare Pages read at the root of a site."""
    return (OutputFile("site/_headers", _headers().encode()),)


def _headers() -> str:
    """Paths with their headers. Hosts join the values of one header from several rules, so none appears twice."""
    rules = [("/*", SECURITY)]
    rules += [(f"/{folder}/*", {"Cache-Control": FOR_EVER}) for folder in HASHED]
    rules += [(path, {"Cache-Control": ASK_AGAIN}) for path in _CHANGING]
    return "".join(
        f"{path}\n" + "".join(f"  {name}: {said}\n" for name, said in lines.items()) for path, lines in rules
    )

"""What a page may load and run, in every page and in a file for the hosts that send headers from one."""

from __future__ import annotations

import hashlib
from base64 import b64encode

from rollbook.model.output import OutputFile
from rollbook.theme_files import theme_text, without_remarks

# In the page itself, so that the chosen colours are there at the first paint without waiting for another file.
THEME_SCRIPT = without_remarks(theme_text("parts/theme.js"))
_THEME_HASH = b64encode(hashlib.sha256(THEME_SCRIPT.encode()).digest()).decode()

# The engine needs WebAssembly and a worker that is started from a blob, so that it inherits this policy.
POLICY = (
    f"default-src 'none'; script-src 'self' 'sha256-{_THEME_HASH}' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


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
_CHANGING = ("/", "/*.html", "/service-worker.js", "/manifest.webmanifest", "/search.json")


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

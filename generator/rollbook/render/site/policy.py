"""What a page may load and run. Every page carries it, and hosts that take headers from a file send it, too."""

from __future__ import annotations

import hashlib
from base64 import b64encode

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

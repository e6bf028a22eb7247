"""The templates of site_templates, ready to be filled: whatever they place is escaped, a misspelt name is an error.

A theme's own templates are in front of those of the same name; `standard/…` always names ours, so that a theme's can
extend it. They are trusted like code, but run in Jinja's sandbox all the same: none has a reason to reach for more.
"""

from __future__ import annotations

from functools import cache

from jinja2 import (
    BaseLoader,
    BytecodeCache,
    ChoiceLoader,
    DictLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket
from jinja2.sandbox import SandboxedEnvironment

from rollbook.cache import digest
from rollbook.cache.results import results_in_use
from rollbook.theme_files import THEME

Own = tuple[tuple[str, str], ...]  # names below site_templates, and texts


@cache
def templates(folder: str = "", own: Own = ()) -> Environment:
    """A folder of site_templates, which its templates name each other from, a theme's own -> the templates in it."""
    ours = FileSystemLoader(THEME / folder)
    if not own:
        return _environment(Environment, ours)
    inside = {name.removeprefix(f"{folder}/"): text for name, text in own if name.startswith(folder)}
    return _environment(
        SandboxedEnvironment, ChoiceLoader([DictLoader(inside), ours, PrefixLoader({"standard": ours})])
    )


class _Compiled(BytecodeCache):
    """Templates as earlier runs compiled them, by their text: to compile those of a page takes longer than to fill it.

    The sandbox has its own: it compiles the same text into calls that it watches.
    """

    def __init__(self, kind: type[Environment]) -> None:
        self._kind = kind.__name__

    def load_bytecode(self, bucket: Bucket) -> None:
        results = results_in_use()
        if results is not None and (found := results.cache.get(self._key(bucket))) is not None:
            bucket.bytecode_from_string(found)

    def dump_bytecode(self, bucket: Bucket) -> None:
        results = results_in_use()
        if results is not None:
            results.cache.put(self._key(bucket), bucket.bytecode_to_string())

    def _key(self, bucket: Bucket) -> str:
        return f"template {digest((self._kind, bucket.key, bucket.checksum))}"


def _environment(kind: type[Environment], loader: BaseLoader) -> Environment:
    return kind(
        loader=loader,
        bytecode_cache=_Compiled(kind),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )

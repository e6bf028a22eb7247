"""HTML of a page, as the editions write it -> only what a page may hold, whatever an author put into the text."""

from __future__ import annotations

from functools import cache

import nh3

from rollbook.model.allowed_markup import ALLOWED

_OWN_TAGS = {"a", "button", "h1", "img", "picture", "small", "source", "span"}
_FORM_TAGS = {"datalist", "fieldset", "form", "input", "label", "legend", "option", "output", "select", "textarea"}
_OWN_ATTRIBUTES = {
    "*": {"class", "dir", "hidden", "id", "lang", "title", "tabindex", "role"},
    "a": {"href", "rel"},
    "button": {"disabled", "type"},
    "form": {"autocomplete", "novalidate"},
    "img": {"alt", "decoding", "height", "loading", "src", "width"},
    "input": {
        *("accept", "checked", "list", "max", "maxlength", "min", "name", "placeholder"),
        *("spellcheck", "step", "type", "value"),
    },
    "label": {"for"},
    "option": {"selected", "value"},
    "source": {"sizes", "srcset", "type"},
    "textarea": {"maxlength", "rows"},
}


def sanitised(html: str) -> str:
    """HTML -> HTML that is safe to place in a page."""
    return _cleaner().clean(html)


@cache
def _cleaner() -> nh3.Cleaner:
    """What a page may hold, read once: that takes as long as to clean a short passage."""
    return nh3.Cleaner(
        tags={*ALLOWED, *_OWN_TAGS, *_FORM_TAGS},
        attributes={tag: set(names) for tag, names in ALLOWED.items()} | _merged_attributes(),
        generic_attribute_prefixes={"data-", "aria-"},
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )


def _merged_attributes() -> dict[str, set[str]]:
    return {tag: names | set(ALLOWED.get(tag, ())) for tag, names in _OWN_ATTRIBUTES.items()}

"""The raw HTML that an author may use: tags, and the attributes of each. Everything else is removed and reported."""

from __future__ import annotations

_EVERYWHERE = frozenset({"class", "dir", "id", "lang", "title"})

_PLAIN = (
    "abbr b bdi bdo blockquote br caption cite code dd del dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i ins "
    "kbd li mark p pre q rp rt ruby s samp section small span strong sub summary sup table tbody tfoot thead tr u ul "
    "var wbr"
)

ALLOWED: dict[str, frozenset[str]] = {
    **dict.fromkeys(_PLAIN.split(), _EVERYWHERE),
    "a": _EVERYWHERE | {"href"},
    "col": _EVERYWHERE | {"span"},
    "colgroup": _EVERYWHERE | {"span"},
    "details": _EVERYWHERE | {"open"},
    "ol": _EVERYWHERE | {"reversed", "start", "type"},
    "td": _EVERYWHERE | {"colspan", "rowspan"},
    "th": _EVERYWHERE | {"colspan", "rowspan", "scope"},
    "time": _EVERYWHERE | {"datetime"},
}

# The classes that the styles of site and print know.
CLASSES = ("clear", "float-left", "float-right", "note", "page-break", "pull-up", "t-full", "warning")

# What authors bring along from elsewhere for the same.
_ALSO = {
    "clear": ("clear-both", "clearall", "clearfix", "cleared"),
    "page-break": ("break-before", "break-page", "new-page", "newpage", "page-break-before", "pagebreak"),
    "page-break-after": ("break-after",),
}
_MEANINGS = {word: name for name, words in _ALSO.items() for word in (name, *words)}

# The attributes that are numbers, and which ones. WeasyPrint makes a box for each column of a span: a million stop it
# for good.
_SPANS = range(1, 101)
NUMBERS = {
    "colspan": _SPANS,
    "rowspan": _SPANS,
    "span": _SPANS,
    "start": range(-999_999, 1_000_000),
}

VOID = frozenset({"br", "col", "hr", "wbr"})
CLOSED_BY_ITSELF = frozenset({"dd", "dt", "li", "p", "tbody", "td", "tfoot", "th", "thead", "tr"})
# Elements whose content is no text for a reader and goes with them.
REMOVED_WHOLE = frozenset({"script", "style", "template", "title"})
# Links inside the shelf and pictures are written in Markdown, where the build can follow them.
OUTSIDE_SCHEMES = ("http:", "https:", "mailto:")


def known_class(word: str) -> str:
    """A class as its author wrote it -> which of ours it means, `page-break-after` included, or nothing."""
    return _MEANINGS.get(word.lower(), word if word in CLASSES else "")


def own_class(name: str) -> str:
    """A class that only a theme can know -> the class in the page: it can never pass for one of ours."""
    return f"own-{name}"


def own_id(name: str) -> str:
    """An id that an author wrote -> the id in the page: with this before it, it can never pass for one of ours."""
    return f"at-{name}"

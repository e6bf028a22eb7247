"""The raw HTML and the drawings that an author may use: elements, and the attributes of each.

What a drawing may hold: elements, attributes and the kind of value of each. Everything else is left out of it. A
drawing is a document: opened at its own address it could run scripts as a page of the site. So it is read, and written
again from what is named here. Nothing here can run, move, or fetch anything.
"""

from __future__ import annotations

from enum import Enum, auto

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
CLASSES = ("clear", "float-left", "float-right", "note", "page-break", "pull-up", "t-full", "turned", "warning")

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
# Elements whose content isn't text for readers and is removed with them.
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


SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
XML = "http://www.w3.org/XML/1998/namespace"
XHTML = "http://www.w3.org/1999/xhtml"

# Far above what drawings hold, and still no work for a browser or for print (each measured with WeasyPrint 70).
MAX_BYTES = 8_000_000
MAX_NESTING = 50
MAX_NUMBER = 1e8
MAX_SIZE = 100_000  # of the whole drawing, in pixels
MAX_DRAWN = 50_000  # shapes and letters, each counted as often as it is drawn
MAX_NAMED = 20_000_000  # elements referred to, times elements: print looks through all for each
MAX_REPEATS = 1_000  # of one gradient over one shape


class Kind(Enum):
    """What the value of an attribute looks like."""

    ADDRESS = auto()  # #name, of another element of the drawing
    ANGLE = auto()  # a marker's
    COLOUR = auto()
    FREE = auto()  # words for people, names of fonts
    KEYWORD = auto()
    LENGTHS = auto()  # numbers with or without units
    NAME = auto()  # an id
    NUMBER = auto()
    NUMBERS = auto()
    PAINT = auto()  # a colour, or a reference to a gradient or pattern
    PATH = auto()
    PLACED = auto()  # preserveAspectRatio
    POINTS = auto()
    REFERENCE = auto()  # url(#name)
    SHARE = auto()  # a number or a percentage
    TRANSFORM = auto()
    VIEW = auto()  # viewBox
    WORDS = auto()  # letters, digits and commas


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _by_name(names: dict[Kind, str]) -> dict[str, Kind]:
    return {name: kind for kind, listed in names.items() for name in listed.split()}


# Properties, as attributes, in style="…" or in a style sheet: they come out as attributes, which no policy forbids.
PROPERTIES = _by_name(
    {
        Kind.PAINT: "fill stroke",
        Kind.COLOUR: "color flood-color lighting-color stop-color",
        Kind.SHARE: "fill-opacity flood-opacity opacity stop-opacity stroke-opacity",
        Kind.LENGTHS: "baseline-shift cx cy font-size height kerning letter-spacing r rx ry stroke-dasharray "
        "stroke-dashoffset stroke-width transform-origin width word-spacing x y",
        Kind.NUMBER: "stroke-miterlimit",
        Kind.REFERENCE: "clip-path filter marker-end marker-mid marker-start mask",
        Kind.TRANSFORM: "transform",
        Kind.FREE: "font-family",
        Kind.WORDS: "font-weight",
        Kind.KEYWORD: "alignment-baseline clip-rule color-interpolation color-interpolation-filters color-rendering "
        "direction display dominant-baseline fill-rule font-stretch font-style font-variant image-rendering isolation "
        "mask-type mix-blend-mode overflow paint-order pointer-events shape-rendering stroke-linecap stroke-linejoin "
        "text-anchor text-decoration text-rendering unicode-bidi vector-effect visibility white-space writing-mode",
    }
)
# The two that browsers read in style="…" only.
STYLE_ONLY = ("isolation", "mix-blend-mode")

ATTRIBUTES = PROPERTIES | _by_name(
    {
        Kind.NAME: "id",
        Kind.FREE: "aria-label",
        Kind.WORDS: "lang role systemLanguage",
        Kind.VIEW: "viewBox",
        Kind.PLACED: "preserveAspectRatio",
        Kind.PATH: "d",
        Kind.POINTS: "points",
        Kind.ADDRESS: "href",
        Kind.ANGLE: "orient",
        Kind.TRANSFORM: "gradientTransform patternTransform",
        Kind.SHARE: "offset",
        Kind.LENGTHS: "dx dy fr fx fy markerHeight markerWidth refX refY startOffset textLength x1 x2 y1 y2",
        Kind.NUMBERS: "amplitude azimuth baseFrequency diffuseConstant elevation exponent intercept k1 k2 k3 k4 "
        "limitingConeAngle numOctaves pathLength pointsAtX pointsAtY pointsAtZ radius rotate scale seed slope "
        "specularConstant specularExponent stdDeviation surfaceScale tableValues values z",
        Kind.KEYWORD: "clipPathUnits edgeMode filterUnits gradientUnits in in2 lengthAdjust markerUnits "
        "maskContentUnits maskUnits method mode operator patternContentUnits patternUnits primitiveUnits result side "
        "spacing spreadMethod stitchTiles type xChannelSelector yChannelSelector",
    }
)
# Effects whose work grows with the number, and far more than anyone sees.
MOST: dict[str, float] = {"numOctaves": 8, "radius": 500, "stdDeviation": 500}

SHAPES = _words("circle ellipse line path polygon polyline rect")
TEXTS = _words("a text textPath tspan")
_EFFECTS = _words(
    "feBlend feColorMatrix feComponentTransfer feComposite feDiffuseLighting feDisplacementMap feDistantLight "
    "feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset "
    "fePointLight feSpecularLighting feSpotLight feTile feTurbulence"
)
ELEMENTS = (
    SHAPES
    | TEXTS
    | _words("clipPath defs desc filter g image linearGradient marker mask pattern radialGradient")
    | _words("stop svg switch symbol title use")
    | _EFFECTS
)
# Left out without a word: browsers show nothing of them.
UNSEEN = _words("color-profile cursor flowRoot font font-face metadata midPointStop view")
# Elements whose text is shown or read out.
WITH_TEXT = TEXTS | {"desc", "title"}

GRADIENTS = frozenset({"linearGradient", "radialGradient"})
_DRAWN = SHAPES | TEXTS | {"g", "image", "svg", "switch", "symbol", "use"}
# What a reference may lead to.
GOALS: dict[str, frozenset[str]] = {
    "clip-path": frozenset({"clipPath"}),
    "fill": GRADIENTS | {"pattern"},
    "filter": frozenset({"filter"}),
    "marker-end": frozenset({"marker"}),
    "marker-mid": frozenset({"marker"}),
    "marker-start": frozenset({"marker"}),
    "mask": frozenset({"mask"}),
    "stroke": GRADIENTS | {"pattern"},
}
GOALS_OF_HREF: dict[str, frozenset[str]] = {
    "linearGradient": GRADIENTS,
    "pattern": frozenset({"pattern"}),
    "radialGradient": GRADIENTS,
    "textPath": SHAPES,
    "use": _DRAWN,
}

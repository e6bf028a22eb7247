"""A source of chance -> a drawing that nobody would draw: every element and attribute, right, wrong and hostile."""

from __future__ import annotations

from random import Random

from rollbook.model.allowed_markup import ATTRIBUTES, ELEMENTS, SVG, Kind

_TAGS = [*sorted(ELEMENTS), "script", "foreignObject", "animate", "set", "style", "feImage", "metadata"]
_NAMES = [*sorted(ATTRIBUTES), "style", "class", "onload", "xlink:href", "xml:space", "xml:base"]
_NUMBERS = (
    *("0", "-1", "10", "100", "1e-9", ".0000001", "1e8", "1e9", "1e400", "50%", "1em", "5px", "NaN"),
    *("3 4", "1-2.5.5", "", "auto", "none", "1..2", "+", "1e"),
)
_HOSTILE = ("", "inherit", "javascript:alert(1)", "url(//x/y)", "url(#a)", "#a", "none", "<", '"', "data:text/html,x")
_SHEETS = (".p{fill:url(#a)}", "@import url(x)", ".q,#a,rect{fill:url(#b)!important}", "{{{{{{{{{{", "a{b")
# What makes an element what it is; by chance alone it would rarely get it.
_USUAL = {
    "circle": ("cx", "cy", "r", "fill"),
    "g": ("id", "opacity", "transform", "mask", "clip-path", "filter"),
    "linearGradient": ("id", "x2", "spreadMethod", "gradientUnits", "gradientTransform", "href"),
    "marker": ("id", "orient", "viewBox", "markerWidth"),
    "mask": ("id", "maskUnits"),
    "path": ("d", "fill", "marker-mid"),
    "pattern": ("id", "width", "height", "viewBox", "href"),
    "polygon": ("points", "marker-start"),
    "rect": ("x", "y", "width", "height", "fill", "style"),
    "text": ("x", "font-size", "rotate", "textLength"),
    "use": ("href", "x"),
}


def drawing(chance: Random) -> bytes:
    """-> a whole drawing; one in ten has damaged bytes."""
    inside = "".join(_element(chance, 0) for _ in range(chance.randint(1, 8)))
    sizes = "".join(
        _attribute(chance, name) for name in ("viewBox", "width", "height", "fill") if chance.random() < 0.7
    )
    text = f'<svg xmlns="{SVG}" xmlns:xlink="http://www.w3.org/1999/xlink"{sizes}>{inside}</svg>'
    content = bytearray(text.encode())
    for _ in range(chance.choice((0,) * 9 + (3,))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    return bytes(content)


def _element(chance: Random, depth: int) -> str:
    tag = chance.choice([*_USUAL, *_USUAL, *_TAGS])
    names = {*_USUAL.get(tag, ()), *chance.sample(_NAMES, chance.randint(0, 3))}
    attributes = "".join(_attribute(chance, name) for name in sorted(names) if chance.random() < 0.8)
    words = chance.choice(("", "words", "a  b"))
    inside = chance.choice(_SHEETS) if tag == "style" else words
    if depth < 6:
        inside += "".join(_element(chance, depth + 1) for _ in range(chance.choice((0, 0, 1, 1, 2, 3))))
    return f"<{tag}{attributes}>{inside}</{tag}>"


def _attribute(chance: Random, name: str) -> str:
    value = chance.choice(_HOSTILE) if chance.random() < 0.1 else _value(chance, name)
    return f' {name}="{value.replace("&", "&amp;").replace("<", "&lt;").replace(chr(34), "&quot;")}"'


def _value(chance: Random, name: str) -> str:
    goal = chance.choice("abcde")
    if name == "style":
        return ";".join(f"{each}:{_value(chance, each)}" for each in ("fill", "opacity", "font", "marker"))
    match ATTRIBUTES.get(name):
        case Kind.PAINT | Kind.COLOUR:
            return chance.choice(("red", "#123", f"url(#{goal})", f"url(#{goal}) blue", "currentcolor", "rgb(1,2,3)"))
        case Kind.REFERENCE:
            return f"url(#{goal})"
        case Kind.ADDRESS:
            return f"#{goal}"
        case Kind.NAME:
            return goal
        case Kind.PATH:
            return "M0 0" + "".join(chance.choice("MlHvCsQtaZ") + _numbers(chance, 7) for _ in range(5))
        case Kind.TRANSFORM:
            return f"{chance.choice(('matrix', 'scale', 'rotate', 'skewX'))}({_numbers(chance, 6)})"
        case Kind.KEYWORD:
            return chance.choice(("repeat", "reflect", "userSpaceOnUse", "none", "italic", "middle"))
        case _:
            return _numbers(chance, 5)


def _numbers(chance: Random, most: int) -> str:
    count = chance.randint(1, most)
    return " ".join(chance.choice([*_NUMBERS, f"{chance.uniform(-99, 99):g}"]) for _ in range(count))

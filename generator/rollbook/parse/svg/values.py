"""The value of an attribute -> the same, or nothing where it is not of its kind."""

from __future__ import annotations

import re
from collections.abc import Callable

from rollbook.model.allowed_markup import ATTRIBUTES, MAX_NUMBER, Kind
from rollbook.parse.svg.geometry import matrix, path_data

_UNITS = "px|pt|pc|mm|cm|in|em|ex|rem|%"
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_LENGTH = re.compile(rf"({_NUMBER})((?:{_UNITS})?)")
# A list as most programs write it: what looks like this is left exactly as it is.
_PLAIN_LIST = re.compile(rf"{_NUMBER}(?:{_UNITS})?(?:(?:\s*,\s*|\s+){_NUMBER}(?:{_UNITS})?)*")
_LONGEST = 40
_MOST_NUMBERS = 40_000

_NAME = re.compile(r"[\w.:-]{1,200}")
_KEYWORD = re.compile(r"[A-Za-z][\w-]*(?: [A-Za-z][\w-]*){0,7}")
_COLOUR = re.compile(
    r"#[0-9A-Fa-f]{3,8}|(?:context-)?[A-Za-z]{3,30}|(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\([\d\s.,%/+a-z-]{1,80}\)"
)
_WORDS = re.compile(r"[\w\s,-]{1,200}")
_PLACED = re.compile(r"(?:none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max))(?: (?:meet|slice))?")
_FREE = re.compile(r"[^<>{}\\;]{1,500}")
_LOCAL = re.compile(r"""url\(\s*(["']?)#([\w.:-]{1,200})\1\s*\)""")
# Keywords that can replace numbers.
_INSTEAD = re.compile(r"auto|baseline|none|normal|sub|super")
# WeasyPrint takes these for 0, which it cannot divide by.
_FONT_SIZES = {
    "xx-small": "9px",
    "x-small": "10px",
    "small": "13px",
    "medium": "16px",
    "large": "18px",
    "x-large": "24px",
    "xx-large": "32px",
    "smaller": "83%",
    "larger": "120%",
}
_SMALLEST_FONT, _LARGEST_FONT = 0.001, 10_000


def checked(name: str, value: str) -> str | None:
    """An attribute's name and its value -> the value as it may be written; None if it may not."""
    value = value.strip()
    return value if value == "inherit" else (_OWN_CHECKS.get(name) or _CHECKS[ATTRIBUTES[name]])(value)


def referred(attribute: str, value: str) -> str | None:
    """`#name` of an address, `url(#name)` of a property, with or without a colour after it -> the name."""
    if attribute == "href":
        return value[1:] if value.startswith("#") else None
    local = _LOCAL.match(value)
    return local[2] if local else None


def numbers_in(value: str) -> list[tuple[float, str]]:
    """A list that was checked -> its numbers with their units."""
    return [(float(number), unit) for number, unit in _LENGTH.findall(value)]


def _lengths(value: str) -> str | None:
    return value if _INSTEAD.fullmatch(value) else _list(value)


def _font_size(value: str) -> str | None:
    listed = _list(_FONT_SIZES.get(value, value))
    if listed is None or len(numbers_in(listed)) != 1 or numbers_in(listed)[0][0] > _LARGEST_FONT:
        return None
    return listed if numbers_in(listed)[0][0] >= _SMALLEST_FONT else str(_SMALLEST_FONT)


def _list(value: str) -> str | None:
    """A list of numbers, separated by spaces: some programs can't read it otherwise."""
    found = list(_LENGTH.finditer(value))
    if not 0 < len(found) <= _MOST_NUMBERS or _LENGTH.sub("", value).strip(" \t\r\n,"):
        return None
    if any(len(number[1]) > _LONGEST or abs(float(number[1])) > MAX_NUMBER for number in found):
        return None
    return value if _PLAIN_LIST.fullmatch(value) else " ".join(number[0] for number in found)


def _numbers(value: str) -> str | None:
    listed = _list(value)
    return None if listed is None or any(unit for _, unit in numbers_in(listed)) else listed


def _number(value: str) -> str | None:
    listed = _numbers(value)
    return listed if listed is not None and len(numbers_in(listed)) == 1 else None


def _share(value: str) -> str | None:
    return value if _number(value.removesuffix("%")) is not None else None


def _points(value: str) -> str | None:
    """Pairs; a number without its partner is left out, as browsers do."""
    listed = _numbers(value)
    numbers = listed.replace(",", " ").split() if listed else []
    return listed if len(numbers) % 2 == 0 else " ".join(numbers[:-1]) or None


def _view(value: str) -> str | None:
    listed = _numbers(value)
    numbers = [number for number, _ in numbers_in(listed)] if listed else []
    return listed if len(numbers) == 4 and min(numbers[2:]) > 1e-4 else None


def _colour(value: str) -> str | None:
    if value.lower() == "currentcolor":
        return "currentColor"
    return value if _COLOUR.fullmatch(value) else None


def _paint(value: str) -> str | None:
    local = _LOCAL.match(value)
    instead = value[local.end() :].strip() if local else value
    if local and not instead:
        return f"url(#{local[2]})"
    colour = _colour(instead)
    return f"url(#{local[2]}) {colour}" if local and colour else colour


def _address(value: str) -> str | None:
    return value if value.startswith("#") and _NAME.fullmatch(value[1:]) else None


def _reference(value: str) -> str | None:
    local = _LOCAL.fullmatch(value)
    return f"url(#{local[2]})" if local else "none" if value == "none" else None


def _transform(value: str) -> str | None:
    """In style sheets with units, which the attribute doesn't know."""
    plain = re.sub(r"(?<=\d)(?:px|deg)\b", "", value)
    return plain if matrix(plain) is not None else None


def _matching(pattern: re.Pattern[str]) -> Callable[[str], str | None]:
    return lambda value: value if pattern.fullmatch(value) else None


def _free(value: str) -> str | None:
    return value if _FREE.fullmatch(value) and "url(" not in value.lower() else None


_CHECKS: dict[Kind, Callable[[str], str | None]] = {
    Kind.ADDRESS: _address,
    Kind.ANGLE: lambda value: value if value in ("auto", "auto-start-reverse") else _number(value),
    Kind.COLOUR: _colour,
    Kind.FREE: _free,
    Kind.KEYWORD: _matching(_KEYWORD),
    Kind.LENGTHS: _lengths,
    Kind.NAME: _matching(_NAME),
    Kind.NUMBER: _number,
    Kind.NUMBERS: _numbers,
    Kind.PAINT: _paint,
    Kind.PATH: lambda value: path_data(value).data or None,
    Kind.PLACED: _matching(_PLACED),
    Kind.POINTS: _points,
    Kind.REFERENCE: _reference,
    Kind.SHARE: _share,
    Kind.TRANSFORM: _transform,
    Kind.VIEW: _view,
    Kind.WORDS: _matching(_WORDS),
}

_OWN_CHECKS: dict[str, Callable[[str], str | None]] = {
    "color": lambda value: _colour(value) if value.lower() != "currentcolor" else "inherit",
    "font-size": _font_size,
    "font-style": _matching(re.compile("italic|normal|oblique")),
}

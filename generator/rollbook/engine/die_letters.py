"""Other letters for dice -> a d in their place, so that columns stay: `2W6` -> `2d6`.

Without regular expressions, which most rolls never need.
"""

from __future__ import annotations

_AFTER = "0123456789%{"


def with_d(text: str, letters: str) -> str:
    """Text, a language's letters for dice in small and in capitals -> the same with a d for each that stands so."""
    places = [place for letter in letters for place in _found(text, letter) if _is_die(text, place)]
    return _replaced(text, places) if places else text


def any_die(text: str) -> str:
    """What can only be dice, whatever letter its author has for them -> the same with a d: `2W6+1` -> `2d6+1`."""
    # An x before a number is no die in any language.
    places = [
        place for place, sign in enumerate(text) if sign.isalpha() and sign not in "xXdD" and _is_die(text, place)
    ]
    return _replaced(text, places) if places else text


def _found(text: str, letter: str) -> list[int]:
    places = []
    place = text.find(letter)
    while place >= 0:
        places.append(place)
        place = text.find(letter, place + 1)
    return places


def _is_die(text: str, place: int) -> bool:
    """A letter -> whether sides stand behind it, and before it how many dice, or nothing of a word."""
    after = text[place + 1 : place + 2]
    if not after or (after not in _AFTER and not (after in "fF" and not text[place + 2 : place + 3].isalnum())):
        return False
    start = place
    while start > 0 and text[start - 1].isdigit():
        start -= 1
    before = text[start - 1 : start]
    return not before or not (before.isalnum() or before in "_.")


def _replaced(text: str, places: list[int]) -> str:
    signs = list(text)
    for place in places:
        signs[place] = "d"
    return "".join(signs)

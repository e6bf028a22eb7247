"""Pictures -> their HTML, with the copies that a browser chooses from."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rollbook.model.document.blocks import PICTURE_WIDTHS, Figure
from rollbook.model.document.inlines import LineBreak, Picture, plain_text
from rollbook.model.document.walk import inlines_in
from rollbook.model.yaml_tree import with_apostrophes
from rollbook.render.medium import Image

# How wide the text is where there is room for its whole measure, and below which width nothing is beside it.
_MEASURE = 42
_ROOM = "46rem"
# What a picture beside the text takes of its width, in percent, where nothing else is said.
BESIDE = 40


def alternative(picture: Picture) -> str:
    """A picture -> what CommonMark says in its place: its words, a line break being one."""
    words = ((inline, getattr(inline, "text", "")) for inline in inlines_in(picture.inlines))
    return "".join("\n" if isinstance(inline, LineBreak) else text for inline, text in words)


def picture_markup(picture: Picture, image: Image, share: int, title: str = "", lazy: bool = False) -> str:
    """A picture, as its edition has it, how much of the text's width it takes, its title -> its HTML.

    `lazy`: it is fetched when the reader comes near to it.
    """
    # Firefox heeds this only where it stands before the address.
    first = ' loading="lazy" decoding="async"' if lazy else ""
    room = f' width="{image.size[0]}" height="{image.size[1]}"' if image.size else ""
    said = f' title="{escape(title)}"' if title else ""
    words = escape(with_apostrophes(plain_text(picture.inlines)))
    kind = f' class="width-{picture.width}"' if picture.width else ""
    tag = f'<img{kind}{first} src="{escape(image.address)}" alt="{words}"{room}{said}>'
    if not image.copies:
        return tag
    sizes = f"(min-width: {_ROOM}) {_MEASURE * share / 100:g}rem, {max(share, 50)}vw"
    sources = (f'<source type="{type_}" srcset="{escape(copies)}" sizes="{sizes}">' for type_, copies in image.copies)
    return f"<picture>{''.join(sources)}{tag}</picture>"


def width_rules() -> str:
    """-> the rules of the widths that pictures may have; `--double` is for a column that is half as wide as a page."""
    rules = (f".width-{width} {{ --width: {width}%; --double: {min(100, 2 * width)}% }}" for width in PICTURE_WIDTHS)
    return "\n".join(rules)


def pictures_in(figure: Figure) -> Iterator[Picture]:
    """A figure -> its picture."""
    return (inline for inline in figure.picture.inlines if isinstance(inline, Picture))


def share_of(figure: Figure) -> int:
    """A figure without a width of its own -> how much of the text's width it may take, in percent."""
    return BESIDE if figure.placing in ("left", "right") else 100


def figure_class(figure: Figure) -> str:
    """A figure -> its classes in every edition."""
    widths = (f"width-{picture.width}" for picture in pictures_in(figure) if picture.width)
    return " ".join(("picture", *([f"picture-{figure.placing}"] if figure.placing else ()), *widths))

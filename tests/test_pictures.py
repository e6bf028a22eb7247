"""Pictures: which can be used, and how the others are told from them before anything is made of them."""

from __future__ import annotations

import random
import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image
from rollbook.model.source import Asset, Place
from rollbook.parse.parse_pictures import MAX_PIXELS, parse_pictures, read_painting

KINDS = ("AVIF", "GIF", "JPEG", "PNG", "WEBP")


def painted(kind: str, size: tuple[int, int] = (30, 20)) -> bytes:
    file = BytesIO()
    Image.new("RGB", size, "#8c2f2b").save(file, kind)
    return file.getvalue()


def blank_png(width: int, height: int) -> bytes:
    """A PNG that says how large it is, and holds nothing."""
    size = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = ((b"IHDR", size), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def problems(name: str, content: bytes) -> list[tuple[str, Place]]:
    [picture], found = parse_pictures((Asset(name, content),), "content/book")
    assert picture.path == name
    return [(problem.code, problem.place) for problem in found]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_picture_is_passed_on_as_it_is(kind: str) -> None:
    picture = Asset(f"art/map.{kind.lower()}", painted(kind))
    assert parse_pictures((picture,), "content/book") == ((picture,), ())


def test_a_picture_with_the_ending_of_another_kind_is_shown_by_every_browser() -> None:
    assert problems("map.png", painted("JPEG")) == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("map.png", painted("DDS")),
        ("map.png", painted("BMP")),
        ("map.png", b"<svg/>"),
        ("map.png", b""),
        ("map.avif", painted("AVIF")[:200]),
        ("map.webp", painted("WEBP")[:30]),
        ("map.gif", b"GIF89a"),
    ],
)
def test_what_is_no_picture_is_reported_with_its_place(name: str, content: bytes) -> None:
    assert problems(name, content) == [("bad-picture", Place(f"content/book/{name}"))]


@pytest.mark.parametrize(
    ("width", "height", "limited"),
    [(7_000, 7_000, False), (MAX_PIXELS, 1, False), (13_300, 13_300, True), (60_000, 60_000, True)],
)
def test_a_picture_of_too_many_pixels_is_reported_with_its_place(width: int, height: int, limited: bool) -> None:
    # One that says a size which can be printed is looked at, and has nothing in it.
    code = "picture-limit" if limited else "bad-picture"
    assert problems("map.png", blank_png(width, height)) == [(code, Place("content/book/map.png"))]


@pytest.mark.parametrize("kind", KINDS)
def test_no_damage_is_more_than_a_problem(kind: str) -> None:
    chance = random.Random(11)
    whole = painted(kind)
    for _ in range(100):
        damaged = bytearray(whole[: chance.randint(0, len(whole))] if chance.random() < 0.5 else whole)
        for _ in range(chance.randint(1, 5) if damaged else 0):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        painting = read_painting(bytes(damaged))
        assert painting.is_readable or (painting.width, painting.height) == (0, 0)

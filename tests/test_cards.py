"""Records and stat blocks as cards to cut out: nine on a sheet, with backs that lie behind them."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

from pypdf import PdfReader
from rollbook.model.book import Book
from rollbook.model.paper_format import CARD_SHEET
from rollbook.model.printing import Matter, printings
from rollbook.model.settings import CoverSettings, ShelfSettings
from rollbook.model.source import Asset
from rollbook.render.pdf import render_pdf

from tests.shelves import CASES, shelf_of

ASKED = ShelfSettings(editions=("cards",))


def book() -> Book:
    return shelf_of(CASES / "cards").books[0]


def test_every_record_and_stat_block_is_a_card_and_a_long_one_goes_on_on_another() -> None:
    order = next(order for order in printings(book(), ASKED) if order.matter is Matter.CARDS)
    made, problems = render_pdf(order, "")
    assert problems == ()
    assert made is not None
    assert made.name == "deck-cards.pdf"
    pages = PdfReader(BytesIO(made.content)).pages
    assert len(pages) == made.pages
    assert made.pages % 2 == 0
    assert {tuple(round(float(edge) / 72 * 25.4, 1) for edge in page.mediabox[2:]) for page in pages} == {
        (CARD_SHEET.width, CARD_SHEET.height)
    }
    fronts = ["".join(page.extract_text().split()) for page in pages[::2]]
    for words in (
        "SaltLance",
        "Deepfog",
        "Harbourrat",
        "smellsofeel",
        *(f"Line{number}oftheoath" for number in range(1, 41)),
    ):
        assert any(words in front for front in fronts), words
    # Two short ones, a rat, and the oath that needs several; each list once, wherever it is shown again.
    placed = [len(re.findall(rb"/C\d+ Do", page.get_contents().get_data())) for page in pages[::2]]  # type: ignore[union-attr]
    assert sum(placed) >= 5
    assert max(placed) <= 9
    assert sum("SaltLance" in front for front in fronts) == 1


def test_backs_stand_behind_their_cards() -> None:
    order = next(order for order in printings(book(), ASKED) if order.matter is Matter.CARDS)
    made, _ = render_pdf(order, "")
    assert made is not None
    front, back = PdfReader(BytesIO(made.content)).pages[:2]
    spots = [
        [
            tuple(map(float, spot))
            for spot in re.findall(rb"1 0 0 1 ([\d.]+) ([\d.]+) cm /[BC]\d* Do", contents.get_data())
        ]
        for contents in (front.get_contents(), back.get_contents())
        if contents is not None
    ]
    width, card = float(front.mediabox.width), 63 * 72 / 25.4
    assert sorted(spots[0]) == sorted((round(width - card - x, 2), y) for x, y in spots[1]) or all(
        any(abs(x - (width - card - there)) < 0.1 and y == level for there, level in spots[1]) for x, y in spots[0]
    )


def test_the_backs_show_the_cover_s_picture_where_it_has_no_emblem() -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" width="6" height="9"><text y="8">Lantern</text></svg>'
    plain = book()
    settings = replace(plain.settings, emblem="none", cover=CoverSettings(picture="front.svg"))
    painted = replace(plain, settings=settings, assets=(*plain.assets, Asset("front.svg", drawing)))
    for each, shown in ((painted, True), (replace(painted, settings=replace(settings, emblem="coin")), False)):
        order = next(order for order in printings(each, ASKED) if order.matter is Matter.CARDS)
        made, _ = render_pdf(order, "")
        assert made is not None
        assert ("Lantern" in PdfReader(BytesIO(made.content)).pages[1].extract_text()) is shown


def test_a_book_without_any_has_no_cards() -> None:
    lantern = shelf_of(CASES / "print").books[0]
    assert Matter.CARDS not in [order.matter for order in printings(lantern, ASKED)]

"""Terms of a glossary in the text: which words are found, which of them are marked, and that nothing else changes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rollbook.assemble.find_terms import TermFinder
from rollbook.build.examine import Examined
from rollbook.model.book import Book, Shelf
from rollbook.model.data_documents import Definition
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import Inline, Line, Link, Roll, TermMark
from rollbook.model.document.walk import every_block, every_inline, every_line, inlines_in
from rollbook.model.source import BookSources, Place, Source, Sources, verbatim
from rollbook.model.spot import Target
from rollbook.model.yaml_tree import Scalar
from rollbook.render.fragment import render_fragment
from rollbook.render.pdf.paper import Paper

from tests.shelves import assembled

HERE = Place("words.yml")


def definition(title: str, also: tuple[str, ...] = (), match: str = "any case") -> Definition:
    return Definition(title, Scalar("What it means.", "plain", HERE, verbatim(HERE)), HERE, also, match)


def found(text: str, *definitions: Definition, language: str = "en") -> list[str]:
    return [text[each.start : each.end] for each in TermFinder(definitions, language).find(text)]


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Save", "A save, two saves; safe, unsaved, save-or-die, Save.", ["save", "saves", "Save"]),
        ("Class", "classes and class", ["classes", "class"]),
        ("Ability", "Abilities, ability, abilitys", ["Abilities", "ability"]),
        ("Status", "one status, two statuses", ["status", "statuses"]),
        ("Hit Points", "HIT POINTS, hit points, a hit point", ["HIT POINTS", "hit points"]),
        ("Hit Points (HP)", "Hit Points, HP, hp, HPs", ["Hit Points", "HP", "HPs"]),
        ("DEX", "DEX, dex, Dex, DEX’s", ["DEX", "DEX"]),
        ("Level-up point", "level-up points, level-up, level up point", ["level-up points"]),
        ("Armor Class", "armor  class, armor, class; armor\u00a0class", ["armor  class", "armor\u00a0class"]),
        ("Smith's Blade", "a smith’s blade, a smith's blade, a smiths blade", ["smith’s blade", "smith's blade"]),
        ("Natural 20", "a natural 20, a natural 200", ["natural 20"]),
        ("Straße", "STRASSE, straße", ["STRASSE", "straße"]),
    ],
)
def test_found(title: str, text: str, expected: list[str]) -> None:
    assert found(text, definition(title)) == expected


def test_the_longest_term_wins_and_none_lies_in_another() -> None:
    terms = [definition(title) for title in ("Attack", "Attack bonus", "Magic attack", "Bonus")]
    assert found("An attack bonus, a Magic attack bonus, an attack", *terms) == [
        *("attack bonus", "Magic attack", "bonus", "attack")
    ]


def test_as_written_and_nowhere() -> None:
    assert found("Light, light, Lights, lights", definition("Light", match="as written")) == ["Light", "Lights"]
    assert found("Light, light", definition("Light", match="nowhere")) == []


def test_only_english_has_plurals_by_rule() -> None:
    assert found("Boot, Boots", definition("Boot"), language="de") == ["Boot"]
    assert found("Boot, Boote", definition("Boot", also=("Boote",)), language="de-AT") == ["Boot", "Boote"]
    assert found("boot, boots", definition("Boot"), language="en-GB") == ["boot", "boots"]


def told(chapter: str, glossary: str) -> tuple[Shelf, tuple[Diagnostic, ...]]:
    """A chapter and what stands below `glossary:` -> the shelf of this one book, its glossary on a page of its own."""
    chapters = (Source("book/a.md", chapter, "a.md"), Source("book/b.md", "# Words\n\n<!-- $glossary -->", "b.md"))
    data = (Source("data/words.yml", f"glossary:\n{glossary}", "words.yml"),)
    sources = Sources(None, (BookSources("book", "book", None, chapters, data, ()),), ())
    return assembled(sources)


def lines(book: Book) -> list[Line]:
    return [line for page in book.pages for line in every_line(page.blocks)]


def marks_in(line: Line) -> list[str]:
    return [inline.text for inline in inlines_in(line.inlines) if isinstance(inline, TermMark)]


def marks(chapter: str, glossary: str) -> list[str]:
    shelf, problems = told(chapter, glossary)
    assert problems == ()
    return [mark for line in lines(shelf.books[0]) for mark in marks_in(line)]


def test_once_in_each_section() -> None:
    text = "# Fights\n\nA save.\n\nA Save.\n\n## One\n\nSaves and\n\n- a save\n\n### Two\n\nA save\n\n> and a save"
    assert marks(text, "  Save: A roll.") == ["save", "Saves", "save"]


def test_where_terms_crowd_the_next_place_with_room_is_taken() -> None:
    words = "  A-word: One.\n  B-word: Two.\n"
    assert marks("# X\n\nA-word, b-word.\n\nAnd b-word.", words) == ["A-word", "b-word"]
    far = "one two three four five six seven eight nine ten eleven"
    assert marks(f"# X\n\nA-word {far} b-word.\n\n## Y\n\nb-word", words) == ["A-word", "b-word"]
    assert marks(f"# X\n\nA-word {far} twelve b-word.", words) == ["A-word", "b-word"]


@pytest.mark.parametrize(
    "text",
    [
        "[A save](https://example.org)",
        "`save`",
        "<kbd>save</kbd>, <abbr>save</abbr>",
        '<a href="https://example.org">a save</a>',
        "## Save",
        "## A save and *more saves*",
        "| Save |\n| :-- |\n| none |",
        "    d20 + save",
        "```\nsave\n```",
        "<details>\n<summary>\n\nA save\n\n</summary>\n\nnothing\n\n</details>",
    ],
)
def test_quiet_places(text: str) -> None:
    assert marks(f"# X\n\n{text}\n\n## More\n\nA save.", "  Save: A roll.") == ["save"]


def test_not_in_the_section_that_its_meaning_leads_to() -> None:
    text = "# X\n\nProne.\n\n## A\n\n<!-- $rule lying -->\n\nProne.\n\n## B\n\nProne."
    assert marks(text, "  Prone: On the [ground](rule:lying).") == ["Prone", "Prone"]


def test_rolls_stay_rolls() -> None:
    text = "# X\n\nRoll d20 + DEX bonus, or `1d6 + DEX bonus`, with DEX."
    shelf, _ = told(text, "  DEX: Dexterity.\n  Bonus: More.\n  D20: A die.\n")
    inlines = [inline for page in shelf.books[0].pages for inline in every_inline(page.blocks)]
    rolls = [inline.expression for inline in inlines if isinstance(inline, Roll)]
    assert rolls == ["d20 + DEX bonus", "1d6 + DEX bonus"]
    assert [inline.text for inline in inlines if isinstance(inline, TermMark)] == ["DEX"]


def test_nor_above_the_first_heading_of_the_page_that_it_leads_to() -> None:
    text = "# X\n\nProne.\n\n## A\n\nProne.\n\n# Y\n\nProne."
    assert marks(text, "  Prone: See [X](#x).") == ["Prone", "Prone"]


def test_on_paper_words_stay_words_and_links_stay_links() -> None:
    shelf, _ = told("# X\n\nThe AC of a [giant](term:ac).", "  Armor Class (AC): A number.\n")
    page = shelf.books[0].pages[0]
    printed = render_fragment(page.blocks, Paper("book", page.id, "", frozenset({page.id, "words"})))
    assert printed == '<p>The AC of a <a href="#words--term-armor-class">giant</a>.</p>\n'


def test_the_terms_of_a_book() -> None:
    shelf, _ = told("# X\n\nThe AC.", "  Armor Class (AC): A *number* to [beat](#x).\n")
    (term,) = shelf.books[0].terms
    assert (term.title, term.meaning) == ("Armor Class (AC)", "A number to beat.")
    assert term.target == Target("book", "words", "term-armor-class")
    assert term.spellings == ("Armor Class", "AC")


_PIECES = (
    *("save", "Saves", "DEX", "AC", "**prone**", "_DEX_", "[AC](#x)", "`save`", "armor class", "ärger", "’s", "-"),
    *("1d6", "d20 + DEX bonus", "2d6 (with a minimum of 3)", "<b>", "</b>", "—", "\\*", "&amp;", "| save |"),
    *("\n", "\n\n", "\n\n## "),
)
_GLOSSARY = "  Save: A roll.\n  Armor Class (AC): A number.\n  DEX: Quick.\n  Prone: Down.\n  Bonus: More.\n"


@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map(" ".join))
def test_what_is_read_and_what_is_rolled_never_changes(text: str) -> None:
    plain, _ = told(f"# X\n\n{text}", "  Unheard-of: Nothing.\n")
    marked, _ = told(f"# X\n\n{text}", _GLOSSARY)
    before, after = (shelf.books[0].pages[0].blocks for shelf in (plain, marked))
    assert [type(block) for block in every_block(before)] == [type(block) for block in every_block(after)]
    assert [line.plain for line in every_line(before)] == [line.plain for line in every_line(after)]
    assert _of_kind(before, Roll) == _of_kind(after, Roll)
    assert _of_kind(before, Link) == _of_kind(after, Link)


def _of_kind(blocks: tuple[Block, ...], kind: type) -> list[Inline]:
    return [inline for inline in every_inline(blocks) if isinstance(inline, kind)]


@pytest.fixture
def shelf(examined: Examined) -> Shelf:
    return examined.shelf


def test_the_shelf_explains_its_words_calmly(shelf: Shelf) -> None:
    rulebooks = [book for book in shelf.books if book.id != "guide"]
    assert len(rulebooks) == 6
    for book in rulebooks:
        assert len(book.terms) > 40, book.id
        words = sum(len(line.written.split()) for line in lines(book))
        marked = sum(len(marks_in(line)) for line in lines(book))
        assert 25 < words / marked < 150, book.id
        for line in lines(book):
            # Never two marks nearer than a dozen words: at most one in a short line, cell or sentence.
            assert len(marks_in(line)) <= 1 + len(line.plain.split()) / 12, line.written


def test_every_meaning_of_the_shelf_is_a_sentence_or_two(shelf: Shelf) -> None:
    for book in shelf.books:
        for term in book.terms:
            assert term.meaning[0].isupper() or term.meaning.startswith("d20"), term.title
            assert term.meaning.endswith("."), term.title
            assert len(term.meaning.split()) <= 45, term.title


def test_both_editions_share_their_words(shelf: Shelf) -> None:
    current, first = (
        {term.title: replace(term, target=Target("")) for term in book.terms}
        for book in shelf.books
        if book.id in ("microluxe20", "microluxe20-first")
    )
    shared = [title for title in current if title in first]
    assert len(shared) > 45
    assert [title for title in shared if current[title] != first[title]] == []

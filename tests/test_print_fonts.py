"""Every glyph of a PDF comes from our faces, whatever fonts a machine has."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from pypdf import PdfReader
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.paper_format import PAPER_FORMATS
from rollbook.model.printing import Printing
from rollbook.render.pdf import render_pdf

from tests.shelves import ROOT, shelf_of

# Signs in every style that a book has, and code with and without Markdown around it.
SIGNS = "→ ← ↔ ⇒ ≤ ≥ ≠ ≈ ⅓ ⅔ ⅛ ⌘ ⇧ ☐ ☑ ✓ ✗ ♠ ♥ ⚅ ☠ ★ √ ∞ ①"
CHAPTER = f"""# Signs → ⌘

{SIGNS}, *{SIGNS}*, **{SIGNS}**, `{SIGNS}`.

```
{SIGNS}
a → b │ c
```

<pre>plain → ≤</pre>

| Sign ≠ | {SIGNS} |
|---|---|
| ⅓ | {SIGNS} |

> {SIGNS}

## Heading ≤

- {SIGNS}

The knight 🎲 rolls 🗡️ and 😀.
"""
SCRIPTS = (
    "Zażółć gęślą jaźń",
    "Příliš žluťoučký kůň",
    "Ξεσκεπάζω την ψυχοφθόρα",
    "Съешь ещё этих мягких",
    "Tiếng Việt",
)


def print_text(folder: Path, text: str, settings: str = "") -> tuple[bytes, tuple[Diagnostic, ...]]:
    """A chapter's Markdown -> its book's PDF, and what is wrong with it."""
    book = folder / "content/book"
    book.mkdir(parents=True, exist_ok=True)
    (book / "one.md").write_text(text, encoding="utf-8")
    (book / "book.yml").write_text(settings, encoding="utf-8")
    printing = Printing(shelf_of(folder).books[0], PAPER_FORMATS["a4"], "book.pdf")
    pdf, problems = render_pdf(printing, "")
    assert pdf is not None
    return pdf.content, problems


def families(pdf: bytes) -> set[str]:
    """A PDF -> the names of its fonts, without weight and style."""
    fonts = [font for page in PdfReader(BytesIO(pdf)).pages for font in page["/Resources"]["/Font"].values()]
    return {"-".join(str(font.get_object()["/BaseFont"]).partition("+")[2].split("-")[:2]) for font in fonts}


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages).split())


def test_signs_and_code_come_from_our_faces(tmp_path: Path) -> None:
    pdf, problems = print_text(tmp_path, CHAPTER)
    assert problems == ()
    assert families(pdf) == {"Book-Text", "Book-Sans", "Book-Display", "Book-Mono", "Book-Signs", "Book-Emoji"}
    for sign in (*SIGNS.split(), "🎲", "😀"):
        assert sign in text_of(pdf)


@pytest.mark.parametrize("text", SCRIPTS)
def test_letters_of_one_script_are_not_taken_from_another(text: str, tmp_path: Path) -> None:
    """WeasyPrint took two files of a family for one font: what could be read was then "åód`" for "Łódź"."""
    pdf, problems = print_text(tmp_path, f"# One\n\nplain, {text}, **{text}** *{text}* plain\n")
    assert problems == ()
    assert text_of(pdf).replace("\u2010 ", "").count(text) == 3
    assert {name for name in families(pdf) if not name.startswith("Book-")} == set()


def foreign_font(path: Path, family: str, letters: str) -> None:
    """A font in which all of these letters are broad black boxes -> a file."""
    pen = TTGlyphPen(None)
    pen.moveTo((0, -900))
    for corner in ((0, 1900), (1900, 1900), (1900, -900)):
        pen.lineTo(corner)
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "box"])
    builder.setupCharacterMap(dict.fromkeys(map(ord, letters), "box"))
    builder.setupGlyf({".notdef": box, "box": box})
    builder.setupHorizontalMetrics({".notdef": (2000, 0), "box": (2000, 0)})
    builder.setupHorizontalHeader(ascent=1900, descent=-900)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=1900, usWinAscent=1900, usWinDescent=900)
    builder.setupPost()
    builder.save(path)


def machine(folder: Path, *names: str, letters: str = "") -> dict[str, str]:
    """Families -> the environment of a machine that has fonts of these names, and a user who prefers them to all."""
    folder.mkdir(parents=True, exist_ok=True)
    every = letters or "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x250)))) + CHAPTER
    for name in names:
        foreign_font(folder / f"{name}.ttf", name, every)
    wishes = "".join(f"<string>{name}</string>" for name in names)
    rule = f'<match><edit name="family" mode="prepend" binding="strong">{wishes}</edit></match>' if names else ""
    (folder / "fonts.conf").write_text(
        f"<fontconfig><dir>{folder}</dir><cachedir>{folder / 'cache'}</cachedir>{rule}</fontconfig>", encoding="utf-8"
    )
    return {"FONTCONFIG_FILE": str(folder / "fonts.conf")}


def test_the_same_bytes_whatever_fonts_the_machine_has(tmp_path: Path) -> None:
    """A machine as it is, one without any font, and one with fonts that claim the names of ours and every sign."""
    machines = [
        {},
        machine(tmp_path / "none"),
        machine(tmp_path / "many", "Foreign", "serif", "monospace", "Book Text"),
    ]
    printed = set()
    for number, environment in enumerate(machines):
        folder = tmp_path / f"home{number}"
        folder.mkdir()
        command = [sys.executable, __file__, str(folder)]
        everything = os.environ | environment | {"PYTHONPATH": f"{ROOT / 'generator'}{os.pathsep}{ROOT}"}
        printed.add(subprocess.run(command, env=everything, check=True, capture_output=True, text=True).stdout)
    assert len(printed) == 1
    assert "Foreign" not in printed.pop()


def test_what_no_face_has_is_told_with_its_place(tmp_path: Path) -> None:
    _, problems = print_text(tmp_path, "# One\n\nRead ⌘ and 漢字.\n\n| 語 |\n|---|\n| x |\n")
    assert [(problem.code, problem.place.line, problem.place.column) for problem in problems] == [
        ("missing-glyph", 3, 12),
        ("missing-glyph", 3, 13),
        ("missing-glyph", 5, 3),
    ]


def test_a_whole_alphabet_without_glyphs_is_told_briefly(tmp_path: Path) -> None:
    _, problems = print_text(tmp_path, "# One\n\n" + "".join(map(chr, range(0x4E00, 0x4E00 + 500))))
    assert len(problems) == 10
    assert "490 other characters are missing too" in problems[-1].message


def test_a_book_may_allow_the_fonts_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They stand behind ours: a sign that we have is not taken from them."""
    monkeypatch.setenv("FONTCONFIG_FILE", machine(tmp_path / "many", "Foreign")["FONTCONFIG_FILE"])
    foreign_font(tmp_path / "many/Foreign.ttf", "Foreign", "漢 →≤abcdef")
    pdf, problems = print_text(tmp_path, "# One\n\nabc → ≤ 漢\n", "system_fonts: yes\n")
    assert problems == ()
    assert families(pdf) == {"Book-Text", "Book-Sans", "Book-Display", "Book-Signs", "Foreign"}
    _, problems = print_text(tmp_path, "# One\n\nabc → ≤ 漢 語\n", "system_fonts: yes\n")
    assert [problem.hint for problem in problems] == ["write it differently, or install a font that has it"]


if __name__ == "__main__":
    # A fresh process of test_the_same_bytes_whatever_fonts_the_machine_has.
    content, _ = print_text(Path(sys.argv[1]), CHAPTER)
    print(hashlib.sha256(content).hexdigest(), sorted(families(content)))

"""-> the licences of whatever a site is handed out with, beside its books: the scripts, the faces, Python itself."""

from __future__ import annotations

from rollbook.model.book import Shelf
from rollbook.model.output import OutputFile
from rollbook.model.theme import STANDARD_LOOK
from rollbook.render.fonts.packages import FAMILIES, licence_file
from rollbook.render.hashed import hashed_name
from rollbook.render.site.looks import families_of
from rollbook.theme_files import package_bytes, theme_text

# By the name of their file under site_templates/licences.
_PROGRAMS = {
    "rollbook": "Scripts, styles and the rules engine (static/scripts-…, engine/): Rollbook, MIT licence",
    "pyodide": "Python in the browser (engine/pyodide-…): Pyodide, Mozilla Public License 2.0; its sources are at\n"
    "https://github.com/pyodide/pyodide. Its WebAssembly comes without what it first writes into memory, where a\n"
    "snapshot of that memory stands beside it, and the snapshot without what no roll needs",
    "fzstd": "What unpacks the snapshot (in engine/start-…): fzstd, MIT licence",
    "python": "Python and its standard library (in engine/): Python Software Foundation License",
}
_LINE = "\n\n" + "=" * 80 + "\n\n"


def licences(shelf: Shelf) -> OutputFile:
    """The shelf -> one file with all of them. The books state their own licences on their covers."""
    themes = (STANDARD_LOOK, shelf.theme, *(book.theme for book in shelf.books))
    used = {name for theme in themes for name in families_of(theme)}
    families = [(family.name, family.package) for family in FAMILIES.values() if family.name in used]
    parts = [
        *(f"{what}\n\n{theme_text(f'licences/{name}.txt').strip()}" for name, what in _PROGRAMS.items()),
        *(
            f"The face {family} (static/fonts/): SIL Open Font License 1.1; here with fewer characters\n\n"
            + package_bytes(licence_file(package)).decode().strip()
            for family, package in families
        ),
        *(
            f"The face {family.name} (static/fonts/own-…), which this shelf brings along"
            f"{'' if all(file.divisible for file in family.files) else ', whole'}\n\n{family.licence}"
            for family in {family.name: family for theme in themes for family in theme.own_fonts.families}.values()
        ),
    ]
    content = (_LINE.join(parts) + "\n").encode()
    return OutputFile(f"site/{hashed_name('static/licences.txt', content)}", content)

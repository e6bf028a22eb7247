"""`make pictures`, for the guide: one book in three themes, on the screen and on paper, side by side."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright
from rollbook.model.theme import SHIPPED

from tests.browser.hosting import hosted
from tests.browser.living import in_its_faces
from tests.browsers import find_browser

_GUIDE = Path("content/guide")
# The book that `rollbook new` starts with.
_SHELF = Path("generator/rollbook/new_shelf")
_BOOK, _CHAPTER, _PAGE = "toll-road", "carters.html", 4
_SCREEN = (900, 1000)
_WIDTH = 480  # of each picture beside the others


def main() -> None:
    """The small book of a new shelf -> content/guide/themes-screen.webp and themes-print.webp."""
    screens, pages = [], []
    with TemporaryDirectory(prefix="rollbook-themes-") as folder:
        for theme in SHIPPED:
            out = _build(Path(folder) / theme, theme)
            screens.append(_screen(out / "site", out / "screen.png"))
            pages.append(_paper(out / "pdf" / f"{_BOOK}.pdf", out / "page"))
        _side_by_side(screens, _GUIDE / "themes-screen.webp")
        _side_by_side(pages, _GUIDE / "themes-print.webp")


def _build(folder: Path, theme: str) -> Path:
    """A folder to work in, a theme -> the folder with the book built in it."""
    for name in ("content", "data"):
        shutil.copytree(_SHELF / name, folder / name)
    settings = folder / "content" / _BOOK / "book.yml"
    written = settings.read_text(encoding="utf-8")
    settings.write_text(f"{written}theme: {theme}\npapers: [a4]\neditions: [none]\n", encoding="utf-8")
    command = [sys.executable, "-m", "rollbook", "build", "--out", "out"]
    subprocess.run(command, cwd=folder, check=True)
    return folder / "out"


def _screen(site: Path, picture: Path) -> Image.Image:
    with hosted(site) as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser("Chromium"), args=["--no-sandbox"])
        width, height = _SCREEN
        page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
        page.goto(f"{host.url}{_BOOK}/{_CHAPTER}")
        in_its_faces(page)
        page.screenshot(path=picture)
        browser.close()
    return Image.open(picture).convert("RGB")


def _paper(pdf: Path, picture: Path) -> Image.Image:
    command = ["pdftoppm", "-r", "100", "-png", "-f", str(_PAGE), "-l", str(_PAGE), "-singlefile"]
    subprocess.run([*command, str(pdf), str(picture)], check=True)
    return Image.open(picture.with_suffix(".png")).convert("RGB")


def _side_by_side(pictures: list[Image.Image], path: Path) -> None:
    height = round(_WIDTH * pictures[0].height / pictures[0].width)
    gap = _WIDTH // 30
    whole = Image.new("RGB", (len(pictures) * (_WIDTH + gap) - gap, height), "white")
    for number, picture in enumerate(pictures):
        whole.paste(picture.resize((_WIDTH, height), Image.Resampling.LANCZOS), (number * (_WIDTH + gap), 0))
    whole.save(path, "WEBP", quality=70, method=6)


if __name__ == "__main__":
    main()

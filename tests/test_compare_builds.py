"""The script that compares two builds: it tells what a reader would see, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from weasyprint import HTML

from tests.compare_builds import compare_builds

PAGE = """<!doctype html><title>Tolls</title><script src="static/scripts-0123456789/start.js"></script>
<p class="lead">Roll <button data-roll="2d6">2d6</button> or read <a href="carts.html#mules">on</a>.</p>
<style>p { color: red }</style><img src="mule-abcdef0123.png" alt="A mule">"""


def builds(tmp_path: Path, old: str, new: str) -> tuple[Path, Path]:
    folders = tmp_path / "old", tmp_path / "new"
    for folder, text in zip(folders, (old, new), strict=True):
        (folder / "site").mkdir(parents=True)
        (folder / "site" / "tolls.html").write_text(text, encoding="utf-8")
    return folders


def differences(tmp_path: Path, old: str, new: str) -> list[str]:
    told = compare_builds(*builds(tmp_path, old, new))
    return [line for line in told if line.startswith(("-", "+", "only")) and not line.startswith(("---", "+++"))]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("or read", "or skip", ["-or read", "+or skip"]),
        ('"2d6"', '"3d6"', ["-button data-roll: 2d6", "+button data-roll: 3d6"]),
        ("#mules", "#oxen", ["-a href: carts.html#mules", "+a href: carts.html#oxen"]),
        ("A mule", "An ox", ["-img alt: A mule", "+img alt: An ox"]),
        ("0123456789", "99999aaaaa", []),
        ("lead", "first", []),
        ("color: red", "color: blue", []),
    ],
)
def test_words_links_and_rolls_are_told_and_looks_are_not(
    tmp_path: Path, before: str, after: str, told: list[str]
) -> None:
    assert before in PAGE
    assert differences(tmp_path, PAGE, PAGE.replace(before, after, 1)) == told


def test_a_page_that_only_one_build_has_is_told(tmp_path: Path) -> None:
    old, new = builds(tmp_path, PAGE, PAGE)
    shutil.copy(new / "site" / "tolls.html", new / "site" / "more.html")
    assert list(compare_builds(old, new)) == ["only in the new one: site/more.html"]
    assert list(compare_builds(new, old)) == ["only in the old one: site/more.html"]


def test_words_that_were_printed_otherwise_are_told_with_their_page(tmp_path: Path) -> None:
    old, new = builds(tmp_path, PAGE, PAGE)
    for folder, word in ((old, "mule"), (new, "ox")):
        HTML(string=f"<p>One cart.<p style='break-before: page'>One {word}.").write_pdf(folder / "tolls.pdf")
    assert list(compare_builds(old, new))[-2:] == ["-p. 2: One mule.", "+p. 2: One ox."]

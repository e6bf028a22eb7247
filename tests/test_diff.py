"""`rollbook diff`: two folders or git revisions -> which rules changed, and what that does to the odds."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from rollbook.command_line import main

CHAPTER = """# Fights

<!-- $rule combat.attack -->

Roll {die} and add your level.

<!-- $data finds.yml finds -->

<!-- $calc attack -->
"""
DATA = """table: finds
title: Finds
roll: d6
columns:
    - roll: range
    - find: text
rows:
    - {{roll: 1-{low}, find: Dust}}
    - {{roll: {high}-6, find: A ring}}
---
calculator: attack
title: Attack
rule: combat.attack
inputs:
    - {{name: level, label: Level, kind: number, min: 1, max: 20, default: 1}}
steps:
    - attack: {die} + level
outcomes:
    - when: attack > 10
      text: A hit.
    - otherwise: A miss.
"""


def write_shelf(folder: Path, die: str, low: int) -> Path:
    (folder / "content/book").mkdir(parents=True, exist_ok=True)
    (folder / "data/book").mkdir(parents=True, exist_ok=True)
    (folder / "content/book/book.md").write_text(CHAPTER.format(die=die), encoding="utf-8")
    (folder / "data/book/finds.yml").write_text(DATA.format(die=die, low=low, high=low + 1), encoding="utf-8")
    return folder


@pytest.fixture
def shelves(tmp_path: Path) -> tuple[str, str]:
    return str(write_shelf(tmp_path / "old", "1d20", 5)), str(write_shelf(tmp_path / "new", "2d10", 4))


def test_json_has_every_change_and_exact_odds(shelves: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", *shelves, "--format", "json"]) == 0
    book = json.loads(capsys.readouterr().out)["book"]
    assert [(rule["id"], rule["old"]["text"], rule["new"]["text"]) for rule in book["rules"]] == [
        ("combat.attack", "Roll 1d20 and add your level.", "Roll 2d10 and add your level.")
    ]
    assert [(cell["row"], cell["old"], cell["new"]) for cell in book["tables"][0]["cells"]] == [
        ("1-4", "", "Dust"),
        ("5-6", "", "A ring"),
        ("1-5", "Dust", ""),
        ("6-6", "A ring", ""),
    ]
    assert book["tables"][0]["odds"] == [
        {"what": "Dust", "old": "5/6", "new": "2/3"},
        {"what": "A ring", "old": "1/6", "new": "1/3"},
    ]
    assert book["calculators"][0]["formulas"] == [{"name": "attack", "old": "1d20 + level", "new": "2d10 + level"}]
    # d20 + 1 > 10 in 11 of 20 cases; 2d10 + 1 > 10 in 64 of 100.
    assert {change["what"]: (change["old"], change["new"]) for change in book["calculators"][0]["odds"]} == {
        "A hit.": ("11/20", "16/25"),
        "A miss.": ("9/20", "9/25"),
    }


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_people_read_the_same(form: str, shelves: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", *shelves, "--format", form]) == 0
    shown = html.unescape(capsys.readouterr().out)
    for words in ("combat.attack", "Roll 2d10", "Finds: Dust", "83.33 %", "66.67 %", "55 %", "64 %"):
        assert words in shown


def test_nothing_changed(shelves: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", shelves[0], shelves[0]]) == 0
    assert capsys.readouterr().out == "No rule, passage, table or calculator changed.\n"


PLAIN = (
    "# Falls\n\n## From a roof\n\nWhoever falls off a roof takes {fall} harm, and stands up when all is quiet again.\n"
)
EXAMPLES = """examples:
    - {title: A veteran, given: {level: 9}, faces: [FACES], expect: {attack: TOTAL}}
"""


def compared(old: Path, new: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, list[dict[str, str]]]:
    assert main(["diff", str(old), str(new), "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)["book"]  # type: ignore[no-any-return]  # as the command writes it


def test_a_passage_without_an_id_is_not_overlooked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = (write_shelf(tmp_path / name, "1d20", 5) for name in ("old", "new"))
    for folder, fall in ((old, "1d6"), (new, "1d8")):
        (folder / "content/book/falls.md").write_text(PLAIN.format(fall=fall), encoding="utf-8")
    [change] = compared(old, new, capsys)["prose"]
    assert (change["section"], "1d6" in change["old"], "1d8" in change["new"]) == ("Falls, From a roof", True, True)
    assert main(["diff", str(old), str(new)]) == 0
    shown = capsys.readouterr().out
    assert "+ Whoever falls off a roof takes 1d8 harm, and stands up when all is quiet again." in shown


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_odds_are_told_at_the_examples_too(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = write_shelf(tmp_path / "old", "1d20", 5), write_shelf(tmp_path / "new", "2d10", 5)
    for folder, faces, total in ((old, "4", "13"), (new, "4, 1", "14")):
        data = folder / "data/book/finds.yml"
        examples = EXAMPLES.replace("FACES", faces).replace("TOTAL", total)
        data.write_text(data.read_text(encoding="utf-8") + examples, encoding="utf-8")
    # At level 9 all but a 1 hits on 1d20, and every throw of 2d10.
    assert compared(old, new, capsys)["odds_at_examples"] == [
        {"what": "Attack, A veteran: A hit.", "old": "19/20", "new": "1"},
        {"what": "Attack, A veteran: A miss.", "old": "1/20", "new": "0"},
    ]
    assert main(["diff", str(old), str(new), "--format", form]) == 0
    assert "95 %" in html.unescape(capsys.readouterr().out)


def test_every_difference_of_a_long_passage_is_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = " ".join(f"w{number}" for number in range(100))
    old, new = (write_shelf(tmp_path / name, "1d20", 5) for name in ("old", "new"))
    for folder, first, last in ((old, "one", "two"), (new, "three", "four")):
        (folder / "content/book/long.md").write_text(f"# Long\n\n{first} {words} {last}\n", encoding="utf-8")
    assert main(["diff", str(old), str(new)]) == 0
    shown = capsys.readouterr().out
    assert "- one w0 w1 w2 w3 w4 w5 w6 w7 … w92 w93 w94 w95 w96 w97 w98 w99 two\n" in shown
    assert "+ three w0 w1 w2 w3 w4 w5 w6 w7 … w92 w93 w94 w95 w96 w97 w98 w99 four\n" in shown


def test_values_of_the_sheet_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = (write_shelf(tmp_path / name, "1d20", 5) for name in ("old", "new"))
    for folder, life in ((old, 10), (new, 12)):
        sheet = f"sheet: hero\ntitle: Hero\nfields:\n- {{name: STR}}\nderived:\n- Life: STR + {life}\n"
        (folder / "data/book/hero.yml").write_text(sheet, encoding="utf-8")
    assert compared(old, new, capsys)["sheets"] == [{"name": "Hero, Life", "old": "STR + 10", "new": "STR + 12"}]


@pytest.mark.parametrize("changed", ["formula", "words"])
def test_words_and_formula_that_part_are_told(changed: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = (write_shelf(tmp_path / name, "1d20", 5) for name in ("old", "new"))
    file = new / ("data/book/finds.yml" if changed == "formula" else "content/book/book.md")
    file.write_text(file.read_text(encoding="utf-8").replace("1d20", "2d10"), encoding="utf-8")
    expected = {"rule": "combat.attack", "calculator": "attack", "changed": changed}
    assert compared(old, new, capsys)["out_of_step"] == [expected]
    assert main(["diff", str(old), str(new), "--format", "markdown"]) == 0
    assert "Please double-check these" in capsys.readouterr().out


def test_a_revision_and_the_working_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shelf = write_shelf(tmp_path / "shelf", "1d20", 5)
    git = ["git", "-C", str(shelf), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "first"], check=True)
    write_shelf(shelf, "2d10", 5)
    monkeypatch.chdir(shelf)
    assert main(["diff", "HEAD", "."]) == 0
    assert "Roll 2d10" in capsys.readouterr().out


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that we are in: 1d20 two commits ago, 2d10 now; and a branch `old` of the first."""
    shelf = write_shelf(tmp_path / "shelf", "1d20", 5)
    git = ["git", "-C", str(shelf), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    (shelf / "content/book/link.md").symlink_to("/etc/hostname")
    for message, die in (("first", "1d20"), ("second", "2d10")):
        write_shelf(shelf, die, 5)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-qm", message], check=True)
    subprocess.run([*git, "branch", "old", "HEAD^1"], check=True)
    monkeypatch.chdir(shelf)
    return shelf


def test_a_link_out_of_a_revision_is_left_out(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "HEAD^1", "."]) == 0
    assert "Roll 2d10" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["HEAD^1", "old", "HEAD^1^{commit}"])
def test_a_folder_named_like_a_revision_blinds_nobody(
    repository: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder holds what is there now, so that nothing would seem to change."""
    write_shelf(repository / name, "2d10", 5)
    assert main(["diff", name, "."]) == 2
    assert capsys.readouterr().err == (
        f"rollbook: {name!r} is both a folder and a git revision: write ./{name} for the folder, "
        "or add --revisions for the revision\n"
    )
    assert main(["diff", "--revisions", name, "."]) == 0
    assert "Roll 2d10" in capsys.readouterr().out
    assert main(["diff", f"./{name}", "."]) == 0
    assert "Roll 2d10" not in capsys.readouterr().out
    assert main(["diff", str(repository / name), "."]) == 0
    assert "Roll 2d10" not in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--revisions", "shelves", "."], ["", "."], ["--revisions", "", "."]])
def test_what_is_no_revision_is_said_so(
    repository: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    write_shelf(repository / "shelves", "1d20", 5)
    assert main(["diff", *arguments]) == 2
    assert "is neither a folder nor a git revision" in capsys.readouterr().err
    assert main(["diff", "shelves", "."]) == 0


HOSTILE = (
    "\x1b[2J\x07\u202e\u200f\u2066\x9b<img src=x onerror=alert(1)> ``` | [x](http://e.example) www.e.example @team"
)


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_nothing_in_a_book_reaches_the_terminal_or_the_summary_alive(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = write_shelf(tmp_path / "old", "1d20", 5), write_shelf(tmp_path / "new", "2d10", 4)
    text = HOSTILE.replace("<", "&lt;")  # as an editor writes it, so that it is text and not markup
    for folder, word in ((old, "before"), (new, "after")):
        chapter = folder / "content/book/book.md"
        shown = chapter.read_text(encoding="utf-8").replace("Roll ", f"{text}\n{word}: Roll ")
        chapter.write_text(shown, encoding="utf-8")
        data = folder / "data/book/finds.yml"
        cell = json.dumps(f"{text} {word}")
        data.write_text(data.read_text(encoding="utf-8").replace("find: Dust", f"find: {cell}"), encoding="utf-8")
    assert main(["diff", str(old), str(new), "--format", form]) == 0
    said = capsys.readouterr().out
    assert "before" in said
    assert not set("\x1b\x07\u202e\u200f\u2066\x9b") & set(said)
    if form == "markdown":
        rows = [line for line in said.splitlines() if "before" in line]
        assert rows
        for row in rows:
            assert row.count("|") == 4
            assert not set("<>`[]@") & set(row)
            assert "www." not in row
    if form == "text":
        assert [line for line in said.splitlines() if "before" in line and not line.startswith("  ")] == []


def test_a_name_cannot_close_the_block_of_code_that_it_stands_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = write_book(tmp_path / "old", a_md="# A", **{"x```y_md": "# Gone"})
    new = write_book(tmp_path / "new", a_md="# A")
    assert main(["diff", old, new, "--format", "markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    longest = max(len(ticks) for line in lines for ticks in re.findall("`+", line))
    assert [line for line in lines if line.startswith("`")] == ["`" * longest + "yaml", "`" * longest]
    assert sum(re.search("`" * longest, line) is not None for line in lines) == 2


OLD_COMBAT = "# Combat\n\n## Called shots\n\nAim.\n\n## Cover\n\nHide.\n\n<!-- $rule combat.aim -->\n\nAim well.\n"
NEW_COMBAT = "# Combat\n\n## Called shot\n\nAim.\n\n<!-- $rule combat.aiming -->\n\nAim well.\n"


def write_book(folder: Path, **files: str) -> str:
    """Files of content/book by their names, `_` for a dot -> the shelf's folder."""
    (folder / "content/book").mkdir(parents=True)
    for name, text in files.items():
        (folder / "content/book" / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return str(folder)


def lost(old: str, new: str, capsys: pytest.CaptureFixture[str], book: str = "book") -> list[str]:
    assert main(["diff", old, new, "--format", "json"]) == 0
    return [found["line"] for found in json.loads(capsys.readouterr().out)[book]["addresses"]]


def test_addresses_that_lead_nowhere_come_with_the_line_that_mends_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fights = "# Fights\n\n## Parrying\n\nParry.\n\n## Riposte\n\nStrike.\n"
    old = write_book(tmp_path / "old", combat_md=OLD_COMBAT, fights_md=fights)
    defence = "# Defence\n\n## Parrying\n\nParry.\n\n## Cover\n\nHide.\n"
    new = write_book(tmp_path / "new", combat_md=NEW_COMBAT, defence_md=defence)
    lines = lost(old, new, capsys)
    assert lines == [
        "combat.html#called-shots: combat.md#called-shot",
        "combat.html#cover: defence.md#cover",
        "combat.html#rule-combat.aim: rule:combat.aiming",
        "fights.html: defence.md",
        "fights.html#riposte: defence.md",
    ]
    # Once they stand there, nothing is lost any more, and what they say is right.
    (tmp_path / "new/content/book/moved.yml").write_text("\n".join(lines), encoding="utf-8")
    assert main(["check", "--content", f"{new}/content", "--data", f"{new}/data", "--strict"]) == 0
    capsys.readouterr()
    assert lost(old, new, capsys) == []


def test_what_had_moved_before_is_not_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moved = "combat.html#aiming: combat.md#called-shots\nbrawls.html: combat.md\n"
    old = write_book(tmp_path / "old", combat_md=OLD_COMBAT, moved_yml=moved)
    new = write_book(tmp_path / "new", combat_md=OLD_COMBAT)
    assert lost(old, new, capsys) == moved.splitlines()


def test_a_book_that_is_gone_is_mended_by_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = write_book(tmp_path / "old", combat_md=OLD_COMBAT)
    new = write_book(tmp_path / "new", combat_md=OLD_COMBAT)
    (tmp_path / "new/content/book").rename(tmp_path / "new/content/rules")
    assert lost(old, new, capsys, "rules") == ["../book/index.html: ../rules", "../book/combat.html: combat.md"]


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_people_read_which_addresses_are_lost(form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = write_book(tmp_path / "old", combat_md=OLD_COMBAT)
    new = write_book(tmp_path / "new", combat_md=NEW_COMBAT)
    assert main(["diff", old, new, "--format", form]) == 0
    shown = capsys.readouterr().out
    assert "add to content/book/moved.yml:" in shown
    assert "combat.html#called-shots: combat.md#called-shot\n" in shown


@pytest.mark.parametrize("name", ["no-such-thing", "--output=x"])
def test_what_is_neither_folder_nor_revision(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["diff", "--", name, "."]) == 2
    assert "is neither a folder nor a git revision" in capsys.readouterr().err
    assert shutil.which("git")

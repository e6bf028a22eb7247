"""What the documents say exists: commands, targets, directives, settings, classes, diagnostics and files."""

from __future__ import annotations

import re
import shlex
from dataclasses import fields
from importlib.metadata import version
from pathlib import Path

import pytest
from rollbook.command_line import COMMANDS, import_command
from rollbook.expand.expand_directive import EDITIONS, EXPAND
from rollbook.model.allowed_markup import CLASSES
from rollbook.model.settings import BookSettings, ShelfSettings

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "content/guide").glob("*.md"))]
SHELL = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def shell_lines() -> list[tuple[str, str]]:
    """Every command in a shell block of the documents, with the page that it stands on."""
    found = []
    for page in PAGES:
        for block in SHELL.findall(page.read_text(encoding="utf-8")):
            found += [
                (page.name, line.split("#")[0].strip()) for line in block.splitlines() if line.split("#")[0].strip()
            ]
    return found


def test_there_are_commands_to_check() -> None:
    assert len(shell_lines()) > 8


@pytest.mark.parametrize(("page", "line"), shell_lines(), ids=lambda value: value.replace(" ", "-"))
def test_a_command_in_the_documents_exists(page: str, line: str) -> None:
    program, *words = shlex.split(line)
    if program == "make":
        targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        assert words[0] in targets
    elif program == "pipx":
        wheel = f"./rollbook-{version('rollbook')}-py3-none-any.whl"
        assert words in (["install", wheel], ["install", "--force", wheel])
    elif Path(program).name == "rollbook" and words != ["--version"]:
        assert words[0] in COMMANDS
        import_command(words[0]).parser().parse_args(words[1:])
    else:
        assert program in ("cd", "git", "rollbook")


def test_the_readme_lists_every_command_and_no_other() -> None:
    listed = re.findall(r"^rollbook (\w+)  ", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)


def test_the_guide_lists_every_directive_and_no_other() -> None:
    text = (ROOT / "content/guide/02-writing.md").read_text(encoding="utf-8")
    assert {*re.findall(r"^\| `<!-- \$([a-z-]+)", text, re.MULTILINE)} == {*EXPAND, *EDITIONS, "include"}


def test_the_guide_lists_every_class_and_no_other() -> None:
    text = (ROOT / "content/guide/02-writing.md").read_text(encoding="utf-8")
    section = text.split("## Classes")[1].split("## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    assert sorted(re.findall(r"`([a-z-]+)`", " ".join(rows))) == sorted(CLASSES)


@pytest.mark.parametrize(("table", "settings"), [("book", BookSettings), ("shelf", ShelfSettings)])
def test_the_guide_lists_every_setting_and_no_other(table: str, settings: type) -> None:
    documents = (ROOT / "data/guide/settings.yml").read_text(encoding="utf-8").split("---\n")
    text = next(document for document in documents if document.startswith(f"table: {table}\n"))
    assert re.findall(r'key: "`(\w+)`"', text) == [field.name for field in fields(settings)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_links_to_are_there(page: Path) -> None:
    text = re.sub(r"`[^`]*`", "", page.read_text(encoding="utf-8"))  # in back quotes a link is an example
    for address in re.findall(r"\]\(([^)#:]+\.(?:md|png|py))(?:#[^)]*)?\)", text):
        if page.parent == ROOT:
            assert (ROOT / address).exists(), address


def test_every_figure_of_the_long_runs_can_be_repeated() -> None:
    text = (ROOT / "docs/soak.md").read_text(encoding="utf-8")
    paths = re.findall(r"`[^`]*pytest -m soak ([\w/.]+)[^`]*`", text)
    assert len(paths) > 8
    assert [path for path in paths if "mark.soak" not in (ROOT / path).read_text(encoding="utf-8")] == []


def test_the_map_of_the_program_names_only_what_is_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:generator|site_templates|tests|content)/[\w./-]+)`", text)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path).exists()] == []
    nouns = re.findall(r"`(\w+(?:\.py|/))`", text.split("| noun |")[1].split("\n\n")[0])
    assert [
        noun for noun in nouns if not list((ROOT / "generator" / "rollbook" / "model").rglob(noun.rstrip("/")))
    ] == []


@pytest.mark.parametrize("folder", ["generator/rollbook", "site_templates"])
def test_the_map_of_the_program_names_every_folder(folder: str) -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    names = {path.name for path in (ROOT / folder).iterdir() if path.is_dir()} - {"__pycache__", "node_modules"}
    assert len(names) > 8
    assert [name for name in sorted(names) if not re.search(rf"`(?:[\w/]*/)?{name}/?`", text)] == []

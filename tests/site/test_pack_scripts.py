"""The packed scripts: each file stands alone, and together they are what the sources say."""

from __future__ import annotations

import json
import re

from rollbook.render.site.pack_scripts import pack_scripts, script_sources

SOURCES = script_sources()
NEEDS = re.compile(r"export const needs=(\[[^\]]*\]),make=\(")


def needs() -> dict[str, list[str]]:
    """-> what each packed module says that it must be given."""
    modules = {name: content.decode() for name, content in pack_scripts().items() if name.endswith(".mjs")}
    found = {name: NEEDS.match(text) for name, text in modules.items()}
    return {name: json.loads(match[1]) for name, match in found.items() if match}


def test_no_packed_file_imports_another() -> None:
    """A browser remembers a failed import by its address, with everything that imports it."""
    for name, content in pack_scripts().items():
        text = content.decode()
        assert not re.search(r'\bfrom\s*"|\bimport\s*["{*]', text), name
        # The one import() of all: it makes the address anew.
        assert text.count("import(") == (name == "start.js"), name


def test_whatever_is_needed_is_there_and_nothing_needs_itself() -> None:
    needed = needs()
    assert {part for parts in needed.values() for part in parts} <= needed.keys()
    assert {"page.mjs", "words-en.mjs", "search_dialog.mjs", "log_panel.mjs", "widgets.mjs"} <= needed.keys()
    done: set[str] = set()
    while done < needed.keys():
        free = {name for name, parts in needed.items() if set(parts) <= done}
        assert free > done, "a circle of modules that wait for each other"
        done = free


def test_whatever_is_loaded_later_is_there() -> None:
    packed = pack_scripts()
    later = {name for content in packed.values() for name in re.findall(r'\$load\("([^"]+)"\)', content.decode())}
    assert later <= packed.keys()
    assert {"board.mjs", "pins.mjs", "mark_words.mjs", "term_card.mjs", "words-de.mjs"} <= later


def test_what_a_module_exports_never_changes() -> None:
    """Whoever was given a name would not hear of its new value."""
    changing = {name for name, text in SOURCES.items() if re.search(r"^export (?:let|var) ", text, re.MULTILINE)}
    assert changing == set()


def test_no_module_waits_before_it_is_made() -> None:
    waiting = {name for name, text in SOURCES.items() if re.search(r"^(?:const .* = )?await ", text, re.MULTILINE)}
    assert waiting == set()

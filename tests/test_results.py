"""Results that are reused: a build that reuses them equals one that works everything out anew, whatever was edited."""

from __future__ import annotations

import itertools
import random
import re
import shutil
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from jinja2.exceptions import SecurityError
from rollbook.build.build import recall_build, store_build
from rollbook.build.examine import examine_sources
from rollbook.build.order import Made, Order, read
from rollbook.cache import Cache, Results, digest, open_cache, reused, stored
from rollbook.cache import cache as cache_module
from rollbook.cache.program import program
from rollbook.cache.trace import Trace
from rollbook.model.chapter import Chapter
from rollbook.model.document.blocks import PageBreak
from rollbook.model.files import OutputFile
from rollbook.model.source import Place
from rollbook.model.toolkit import Drawer
from rollbook.progress import Silent
from rollbook.render.site import render_site
from rollbook.render.site.views import Link
from rollbook.render.templates import templates
from rollbook.report import grade, has_errors

from tests.make_toolkit import NAMED_BY_PROGRAM
from tests.shelves import ROOT, to_read

CALLS: list[tuple[object, ...]] = []


@reused
def joined(*words: str) -> str:
    CALLS.append(words)
    return "-".join(words)


@stored
def counted(place: Place, sizes: dict[str, int]) -> int:
    CALLS.append((place, sizes))
    return sum(sizes.values())


@pytest.fixture(autouse=True)
def forget() -> None:
    CALLS.clear()


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return open_cache(tmp_path / "caches" / "rollbook")


def test_without_results_in_use_a_function_is_plain() -> None:
    assert [joined("a", "b"), joined("a", "b")] == ["a-b", "a-b"]
    assert len(CALLS) == 2


def test_equal_arguments_are_worked_out_once_and_forgotten_when_a_run_does_not_ask() -> None:
    results = Results()
    for asked in (["a", "b", "a"], ["a"], ["a", "b"]):
        with results.in_use():
            assert [joined(word) for word in asked] == asked
    assert CALLS == [("a",), ("b",), ("b",)]


def test_what_is_kept_comes_back_in_a_later_run(cache: Cache) -> None:
    for _ in range(2):
        with Results(cache).in_use():
            assert counted(Place("a.md", 1), {"x": 1, "y": 2}) == 3
            assert counted(Place("a.md", 2), {"x": 1, "y": 2}) == 3
    assert len(CALLS) == 2


def test_a_later_run_finds_what_a_preview_used_however_often_something_was_saved_in_it(cache: Cache) -> None:
    preview, same, sizes = Results(cache), Place("same.md"), {"a": 1}
    for save in range(10):
        with preview.in_use():
            assert [counted(same, sizes), counted(Place("saved.md"), {"a": save})] == [1, save]
    CALLS.clear()
    with Results(cache).in_use():
        assert counted(same, sizes) == 1
    assert not CALLS


def test_pages_may_be_made_for_a_browser_while_what_a_run_used_is_kept(cache: Cache) -> None:
    trace, kept = Trace(cache, "shelf"), threading.Event()

    def make_pages() -> None:
        for number in itertools.count(50_000):
            trace.adopt({b"%d" % number: b"made"})
            if kept.is_set():
                return

    trace.adopt({b"%d" % number: b"made" for number in range(50_000)})
    browser, turn = threading.Thread(target=make_pages), sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    browser.start()
    try:
        trace.store()
    finally:
        kept.set()
        browser.join()
        sys.setswitchinterval(turn)


@stored
def titled(name: str, blocks: int) -> Chapter:
    CALLS.append((name, blocks))
    return Chapter(name, f"{name}.md", (PageBreak(),) * blocks)


@stored
def called(chapter: Chapter) -> tuple[str, Chapter]:
    CALLS.append((chapter.name,))
    return chapter.name, chapter


@stored
def length(chapter: Chapter) -> int:
    CALLS.append((chapter.name, "length"))
    return len(chapter.blocks)


def test_a_tree_is_worked_out_when_somebody_looks_at_it(cache: Cache) -> None:
    for expected in ([("a", 3), ("a",), ("a", "length")], [], []):
        CALLS.clear()
        with Results(cache).in_use():
            name, chapter = called(titled("a", 3))
            assert (name, chapter.path, chapter.kinds, length(chapter)) == ("a", "a.md", {PageBreak}, 3)
            assert expected == CALLS
            # One made from something else is another one, though all but its tree is the same.
            assert chapter.origin
            assert length(called(titled("a", 4))[1]) == 4
    CALLS.clear()
    assert chapter == Chapter("a", "a.md", (PageBreak(),) * 3)
    assert replace(chapter, name="b").blocks == (PageBreak(),) * 3
    assert replace(chapter, name="b").origin == ""
    assert CALLS == [("a",), ("a", 3)]


@stored
def page_of(word: str) -> tuple[OutputFile, int]:
    CALLS.append((word,))
    return OutputFile(f"site/{word}.html", word.encode() * 1_000), len(word)


@pytest.mark.parametrize("gone", [False, True])
def test_a_file_is_read_when_somebody_looks_at_it_and_made_again_if_it_is_gone_by_then(
    gone: bool, cache: Cache
) -> None:
    with Results(cache).in_use():
        page_of("first")
    CALLS.clear()
    with Results(cache).in_use():
        file, size = page_of("first")
        assert (file.path, file.size, size, CALLS) == ("site/first.html", 5_000, 5, [])
        if gone:
            cache.clear()
        assert file == OutputFile("site/first.html", b"first" * 1_000)
        assert [("first",)] * gone == CALLS


def test_templates_are_compiled_once_but_apart_for_the_sandbox(cache: Cache) -> None:
    reach = "{{ head.__class__ }}"
    for _ in range(2):
        templates.cache_clear()  # as a new run
        with Results(cache).in_use():
            free = templates("").from_string(reach).render(head="x")
            plain = templates("").get_template("parts/chapter_item.html")
            own = templates("", (("parts/own.html", reach),))
            watched = own.get_template("parts/own.html")
            again = own.get_template("standard/parts/chapter_item.html")
            assert "str" in free
            with pytest.raises(SecurityError):
                watched.render(head="x")
            given = {"chapter": Link("A & B", "a.html"), "current": True}
            assert plain.render(given) == again.render(given)
            assert "A &amp; B" in plain.render(given)
    templates.cache_clear()


@stored
def names_in(drawer: Drawer) -> tuple[str, ...]:
    CALLS.append(("names",))
    return tuple(drawer)


def test_a_drawer_is_known_by_its_name_and_opened_once(cache: Cache) -> None:
    opened: list[str] = []

    def drawer(name: str) -> Drawer:
        return Drawer(name, lambda: opened.append(name) or {name: b"content"})  # type: ignore[func-returns-value]

    for name in ("a", "a", "b"):
        with Results(cache).in_use():
            assert names_in(drawer(name)) == (name,)
    assert opened == ["a", "b"]
    assert dict(drawer("c")) == {"c": b"content"} == drawer("c")
    assert opened == ["a", "b", "c", "c"]


def test_another_program_reuses_nothing(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("older", "newer"):
        for module in NAMED_BY_PROGRAM:
            monkeypatch.setattr(module, "program", lambda name=name: name)
        with Results(cache).in_use():
            counted(Place("a.md"), {})
    assert len(CALLS) == 2


def test_no_run_of_these_tests_reuses_what_another_worked_out() -> None:
    package = ROOT / "generator" / "rollbook"
    asking = {path for path in package.rglob("*.py") if "cache.program import program" in path.read_text("utf-8")}
    known = {Path(str(module.__file__)) for module in NAMED_BY_PROGRAM}
    assert asking - known == {package / "toolkit" / "__init__.py"}
    assert len({module.program() for module in NAMED_BY_PROGRAM}) == 1
    assert NAMED_BY_PROGRAM[0].program() != program()


def test_equal_values_have_equal_digests_however_they_share_their_parts() -> None:
    text = "a word"
    assert digest((text, text)) == digest((text, "".join(list(text))))
    assert digest((text, text)) != digest((text, "a work"))
    assert digest(Place("a.md", 1, 1, 1)) != digest(Place("a.md", 1, 1, 2))


# ---- a small shelf, edited again and again


def edits(shelf: Path, chance: random.Random) -> Iterator[Callable[[], None]]:
    """Ways in which people change a shelf: chapters, data, settings, pictures; also into something that is wrong."""
    chapters = sorted((shelf / "content").rglob("*.md"))
    data = sorted((shelf / "data").rglob("*.yml"))
    settings = sorted((shelf / "content").rglob("book.yml"))
    chapter = chance.choice(chapters)
    word = f"word{chance.randrange(1000)}"
    yield lambda: change(chapter, lambda text: f"{text}\n{word.title()} rolls 2d{chance.randint(2, 20)} + 1.\n")
    yield lambda: change(chapter, lambda text: f"{text}\n## The {word}\n\nSee [it](#the-{word}) and `{word}`.\n")
    yield lambda: change(chapter, lambda text: f"{text}\n[elsewhere]({chance.choice(chapters).name}#the-{word})\n")
    yield lambda: change(chapter, lambda text: text.replace("the", "that", 1))
    yield lambda: change(chapter, lambda text: "\n".join(text.split("\n")[: max(8, text.count("\n") - 4)]) + "\n")
    yield lambda: change(chance.choice(data), lambda text: swapped_digit(text, chance))
    yield lambda: change(chance.choice(data), lambda text: swapped_digit(text, chance))
    yield lambda: change(chance.choice(settings), lambda text: f"{text.rstrip()} {word}\n")
    yield lambda: (shelf / "content" / "one" / f"{word}.svg").write_text(PICTURE.format(chance.randint(1, 9)))
    yield lambda: (chapter.with_name(f"{word}.md")).write_text(f"# {word}\n\n![{word}]({word}.svg) d6\n")
    yield from edits_seen_elsewhere(shelf, chapter, word, chance)


def edits_seen_elsewhere(shelf: Path, chapter: Path, word: str, chance: random.Random) -> Iterator[Callable[[], None]]:
    """Changes of one file that others show: anchors that links lead to, terms, rules and calculators, moves, order."""
    book = chapter.parent
    words, rules = (shelf / "data" / book.name / f"{name}.yml" for name in ("words", "rules"))
    other = "two" if book.name == "one" else "one"
    yield lambda: change(
        chapter, lambda text: re.sub(r"^## .*$", f"## {word.title()}", text, count=1, flags=re.MULTILINE)
    )
    yield lambda: change(
        chapter, lambda text: re.sub(r"^# .*$", f"# {word.title()}", text, count=1, flags=re.MULTILINE)
    )
    yield lambda: change(
        chapter, lambda text: f"{text}\n[Tolls](../{other}/02-the-road.md#tolls), [it](calc:hard-task)\n"
    )
    yield lambda: change(chapter, lambda text: re.sub(r"\$rule (\S+)", rf"$rule \1-{word}", text, count=1))
    yield lambda: change(
        chapter, lambda text: f"{text}\nA gift, a toll and {word}, [noted][^1].\n\n[^1]: For {word}.\n"
    )
    yield lambda: change(words, lambda text: f"{text}  {word.title()}: What the {word} is. See [it](01-carters.md).\n")
    yield lambda: change(words, lambda text: text.replace("  Toll:", f"  Toll of {word}:"))
    yield lambda: change(rules, lambda text: text.replace("title: ", f"title: {word} ", 1))
    yield lambda: (book / "moved.yml").write_text(f"{word}.html: {chapter.name}\nthe-road.html#{word}: 01-carters.md\n")
    yield lambda: change(book / "book.yml", lambda text: f"{text.rstrip()}\nchapters: [{chapter.name}]\n")
    yield lambda: chapter.unlink() if len(list(book.glob("*.md"))) > 3 else None


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h{}"/></svg>'


def change(path: Path, edit: Callable[[str], str]) -> None:
    path.write_text(edit(path.read_text(encoding="utf-8")), encoding="utf-8")


def swapped_digit(text: str, chance: random.Random) -> str:
    at = chance.choice([index for index, letter in enumerate(text) if letter.isdigit()])
    return f"{text[:at]}{chance.randrange(10)}{text[at + 1 :]}"


def make_shelf(folder: Path) -> None:
    for book in ("one", "two"):
        for part in ("content", "data"):
            shutil.copytree(ROOT / "generator/rollbook/new_shelf" / part / "toll-road", folder / part / book)


def made(order: Order) -> Made:
    """A shelf -> everything that was found in it, and its site."""
    sources, unloaded = read(order, Silent())
    shelf, found = examine_sources(sources, unloaded, order, Silent())
    if has_errors(grade(found, strict=False)):
        return Made(found)
    return Made(found, len(shelf.books), render_site(shelf, {}, to_read()))


def recalled(order: Order, cache: Cache) -> Made:
    """The same by way of the cache, as a build would."""
    made_from = (order, read(order, Silent()))
    if (former := recall_build(cache, made_from)) is not None:
        return former
    with Results(cache).in_use():
        now = made(order)
    store_build(cache, made_from, now)
    again = recall_build(cache, made_from)
    assert again == now
    return now


def edit_and_compare(shelf: Path, cache: Cache, times: int, chance: random.Random) -> None:
    order = Order(shelf / "content", shelf / "data", ())
    serving = Results()
    anew = Made(())
    for number in range(times):
        if not anew.outputs or number % 25 == 0:  # it is broken, or would grow and grow
            shutil.rmtree(shelf, ignore_errors=True)
            make_shelf(shelf)
        chance.choice(list(edits(shelf, chance)))()
        anew = made(order)
        with serving.in_use():
            assert made(order) == anew, f"in memory, edit {number}"
        assert recalled(order, cache) == anew, f"on disk, edit {number}"


# In two halves, of which each worker can take one.
@pytest.mark.parametrize("seed", [13, 14])
def test_what_is_reused_equals_what_is_made_anew(seed: int, tmp_path: Path, cache: Cache) -> None:
    edit_and_compare(tmp_path / "shelf", cache, 100, random.Random(seed))


@pytest.mark.soak
def test_what_is_reused_equals_what_is_made_anew_after_2000_edits(tmp_path: Path, cache: Cache) -> None:
    edit_and_compare(tmp_path / "shelf", cache, 2000, random.Random(31))


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) * 3 // 4] ^= 1
    path.write_bytes(content)


def bring_from_elsewhere(path: Path) -> None:
    """What another user's cache has under this name: sealed as well, but not by this one."""
    other = open_cache(path.parents[2] / "others" / "rollbook")
    other.put("an entry", path.read_bytes())
    (found,) = (entry for entry in other.folder.iterdir() if len(entry.name) == 64) if other.folder else ()
    shutil.move(found, path)


def put_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("damage", [cut_off, flip, bring_from_elsewhere, put_a_folder])
def test_a_build_with_damaged_entries_is_right(damage: Callable[[Path], None], tmp_path: Path, cache: Cache) -> None:
    shelf = tmp_path / "shelf"
    make_shelf(shelf)
    order = Order(shelf / "content", shelf / "data", ())
    anew = recalled(order, cache)
    assert cache.folder is not None
    entries = [path for path in cache.folder.iterdir() if len(path.name) == 64]
    assert len(entries) > 10
    for path in entries:
        damage(path)
    assert recall_build(cache, (order, read(order, Silent()))) is None
    with Results(cache).in_use():
        assert made(order) == anew


def test_a_build_whose_results_cannot_be_written_is_right(
    tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = tmp_path / "shelf"
    make_shelf(shelf)
    order = Order(shelf / "content", shelf / "data", ())

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache_module, "write_whole", full)
    anew = made(order)
    store_build(cache, (order, read(order, Silent())), anew)
    assert recall_build(cache, (order, read(order, Silent()))) is None
    with Results(cache).in_use():
        assert made(order) == anew

"""The engine as a wheel: found by its lock file in real Pyodide, it rolls a book's rules as the book's pages do."""

from __future__ import annotations

import hashlib
import importlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.utils import parse_wheel_filename
from pyodide_lock import PyodideLockSpec
from rollbook.engine.browser import Door
from rollbook.engine.notebook import RulesError, load
from rollbook.words import speech

from .test_pyodide import HERE, PYODIDE, needs_pyodide

SEED = 7
WORDS = {"en": speech("en")}


@pytest.fixture(scope="module")
def site(shelf_folder: Path) -> Path:
    return shelf_folder


@pytest.fixture(scope="module")
def rules(site: Path) -> str:
    return (site / "microluxe20" / "rules.json").read_text(encoding="utf-8")


def test_the_lock_file_names_the_wheel_beside_it(site: Path) -> None:
    lock = PyodideLockSpec.from_json(site / "python" / "pyodide-lock.json")
    lock.check_wheel_filenames()
    (package,) = lock.packages.values()
    wheel = site / "python" / package.file_name
    assert hashlib.sha256(wheel.read_bytes()).hexdigest() == package.sha256
    name, version, _, tags = parse_wheel_filename(wheel.name)
    assert (name, str(version), [str(tag) for tag in tags]) == ("rollbook-engine", package.version, ["py3-none-any"])
    assert package.imports == ["rollbook_engine"]


def test_the_wheel_can_be_installed_and_lists_every_file_that_it_has(site: Path, tmp_path: Path) -> None:
    (wheel,) = (site / "python").glob("*.whl")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(tmp_path)]
    subprocess.run([*command, str(wheel)], check=True, timeout=120)
    told = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import rollbook_engine as r; "
         "print(r.load('{}').odds('2d6')['mean'])"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert told.stdout.strip() == "7"
    with zipfile.ZipFile(wheel) as archive:
        (record,) = (name for name in archive.namelist() if name.endswith("RECORD"))
        listed = [line.split(",")[0] for line in archive.read(record).decode().splitlines()]
        assert listed == archive.namelist()
        assert any(name.endswith("licenses/LICENSE") for name in listed)


def test_a_calculator_rolls_in_pyodide_as_on_the_page(site: Path, rules: str) -> None:
    code = (
        "import json, rollbook_engine\n"
        f"book = rollbook_engine.load(rules)\n"
        f"rolled = book.calculate('melee-attack', {{'AC': 15}}, seed={SEED})\n"
        "json.dumps([rolled, book.chances('melee-attack', {'AC': 15})])"
    )
    node = needs_pyodide()
    lock, file = site / "python" / "pyodide-lock.json", site / "microluxe20" / "rules.json"
    command = [node, str(HERE / "pyodide_wheel.mjs"), PYODIDE.as_uri(), str(lock), str(file), code]
    there = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout
    door = Door(WORDS)
    door.answer(json.dumps({**json.loads(rules), "kind": "load", "book": "page"}))
    asked = {"kind": "calculator", "book": "page", "calculator": "melee-attack", "inputs": {"AC": 15}}
    requests = ({"do": "roll", "seed": SEED}, {"do": "odds"})
    page = [json.loads(door.answer(json.dumps({**asked, **do}))) for do in requests]
    assert json.loads(there) == [{key: each[key] for key in each if key != "kind"} for each in page]
    assert sum(outcome["part"] for outcome in page[1]["outcomes"]) == pytest.approx(1)


def test_what_a_book_has_is_there_to_roll(rules: str) -> None:
    book = load(rules, bytes(range(32)), words=WORDS)
    assert "melee-attack" in book.calculators
    assert [each["name"] for each in book.inputs("melee-attack")["inputs"]]  # type: ignore[attr-defined]
    assert book.roll("2d6 + 3", seed=SEED) == book.roll("2d6 + 3", seed=SEED)
    assert {book.roll("1d1000000")["total"] for _ in range(3)} != {book.roll("1d1000000", seed=SEED)["total"]}
    assert book.odds("4d6kh3")["exact"]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: load("{"), "not the text of a rules.json"),
        (lambda: load("[]"), "holds no mapping"),
        (lambda: load("{}", words=WORDS).roll("2d6"), "there is no chance to roll with"),
        (lambda: load("{}", words=WORDS).odds("2d"), r"as in d6 \(perhaps d6\?\)"),
        (lambda: load("{}", words=WORDS).chances("melee", {}), "melee"),
        (lambda: load("{}", b"short", words=WORDS), "16"),
    ],
)
def test_what_cannot_be_done_says_why(wrong: object, said: str) -> None:
    with pytest.raises(RulesError, match=said):
        wrong()  # type: ignore[operator]


def test_the_engine_packed_as_a_wheel_is_the_engine_of_the_pages() -> None:
    packed = importlib.import_module("rollbook.toolkit.engine_wheel").engine_sources()
    assert set(packed) == {path.relative_to(HERE.parents[1] / "generator/rollbook/engine").as_posix() for path in
                           (HERE.parents[1] / "generator/rollbook/engine").rglob("*.py")}  # fmt: skip

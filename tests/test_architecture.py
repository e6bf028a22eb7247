"""Imports point down: engine < model < what steps share < steps < build < command line. No step imports another."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

import pytest
from rollbook.model.edition import EDITIONS
from rollbook.theme_files import THEME
from rollbook.words import PageWords

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "generator" / "rollbook"

# The order of the flow; every package or module of rollbook/ stands in exactly one of these.
STEPS = ("load", "parse", "expand", "assemble", "check", "render", "write")
ABOVE = ("build", "toolkit", "progress", "report", "commands", "command_line", "move_in", "new_shelf", "schemas")


def part(module: str) -> str:
    """`rollbook.parse.parse_data` -> `parse`."""
    return [*module.split("."), ""][1]


def layer(name: str) -> int:
    if name in STEPS:
        return 3
    return {"engine": 0, "model": 1}.get(name, 4 if name in (*ABOVE, "__main__") else 2)


@dataclass(frozen=True)
class Module:
    """A file of the package, read when it is first asked for."""

    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = {name_of(path): Module(path) for path in sorted(PACKAGE.rglob("*.py"))}


def modules_of(*parts: str) -> Iterator[tuple[str, Module]]:
    """Parts of the package -> their modules, by name."""
    found = [(name, module) for name, module in MODULES.items() if part(name) in parts]
    assert {part(name) for name, _ in found} == set(parts)
    yield from found


def imports(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """A module -> the modules that it imports, with the number of leading dots."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", node.level


def test_imports_point_down() -> None:
    for name, module in MODULES.items():
        own = part(name)
        for imported, dots in imports(module.tree):
            if dots or not imported.startswith("rollbook."):
                continue
            other = part(imported)
            assert layer(other) <= layer(own), f"{name} reaches up to {imported}"
            if own in STEPS:
                assert other == own or layer(other) < 3, f"step {own} imports step {other}"


def test_the_engine_stands_alone() -> None:
    """Standard library only, relative imports only, nothing that reads, writes, asks the time or rolls by itself."""
    forbidden = {"datetime", "io", "os", "pathlib", "secrets", "socket", "subprocess", "sys", "tempfile", "time"}
    for name, module in modules_of("engine"):
        for imported, dots in imports(module.tree):
            top = imported.split(".")[0]
            if dots:
                continue
            assert top in sys.stdlib_module_names, f"{name} imports {imported}"
            assert top not in forbidden, f"{name} imports {imported}"
        calls = {node.func.id for node in ast.walk(module.tree) if _is_named_call(node)}
        # lean.py writes the constructors of values, as the standard library's dataclasses do: from names of fields.
        allowed = {"exec"} if name == "rollbook.engine.lean" else set()
        assert not calls & {"open", "print", "input", "eval", "exec"} - allowed, name


def test_what_rolls_and_counts_starts_without_what_most_rolls_never_need() -> None:
    """Each of these takes as long to load as the whole language: lean.py says more."""
    code = "import sys, rollbook.engine.roll, rollbook.engine.show, rollbook.engine.odds; print(*sys.modules)"
    settings = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-S", "-c", code], env=settings, capture_output=True, text=True, check=True)
    assert not {"dataclasses", "fractions", "inspect", "re", "typing"} & set(done.stdout.split())


# Of one system alone: imported where the code asks for the system first, never at the top of a module.
OF_ONE_SYSTEM = {"fcntl", "grp", "msvcrt", "posix", "pwd", "resource", "syslog", "termios", "winreg", "winsound"}


def test_every_module_can_be_imported_on_every_system() -> None:
    for name, module in MODULES.items():
        for node in module.tree.body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imported = {alias.name for alias in node.names} if isinstance(node, ast.Import) else {node.module}
                assert not imported & OF_ONE_SYSTEM, f"{name} can't be imported everywhere"


def _is_named_call(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


@pytest.mark.parametrize("step", [step for step in STEPS if step != "render"])
def test_a_step_exports_the_function_of_its_name(step: str) -> None:
    assert public_functions(_step_text(step)) == {step}


MAKERS = sorted({edition.maker for edition in EDITIONS.values()})


@pytest.mark.parametrize("maker", MAKERS)
def test_rendering_exports_one_function_for_each_kind_of_edition(maker: str) -> None:
    """Render is one step with several editions, each kind a package of its own."""
    assert public_functions(MODULES[f"rollbook.render.{maker}"].text) == {f"render_{maker}"}


def test_no_edition_imports_another() -> None:
    """What several use stands above them, and what stands there knows none of them."""
    for name, module in modules_of("render"):
        own = [*name.split("."), "", ""][2]
        for imported, _ in imports(module.tree):
            maker = [*imported.split("."), "", "", ""][2] if imported.startswith("rollbook.render.") else ""
            assert maker == own or maker not in MAKERS, f"{name} imports {imported}"


def test_pages_have_a_word_for_every_edition_that_they_link_to() -> None:
    labels = {edition.label for edition in EDITIONS.values()} - {""}
    assert labels <= {field.name for field in fields(PageWords)}
    # The site itself is one without, and so are the two files that go to a print shop.
    assert len(labels) == len(EDITIONS) - 3


def public_functions(text: str) -> set[str]:
    names = {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}
    return {name for name in names if not name.startswith("_")}


def _step_text(step: str) -> str:
    inner, plain = PACKAGE / step / f"{step}.py", PACKAGE / f"{step}.py"
    path = inner if inner.exists() else plain if plain.exists() else PACKAGE / step / "__init__.py"
    return path.read_text(encoding="utf-8")


def test_only_load_reads_and_only_write_writes() -> None:
    """Between the two ends everything is a function of its arguments."""
    doors = {
        "read_text",
        "read_bytes",
        "write_text",
        "write_bytes",
        "open",
        "mkdir",
        "unlink",
        "rename",
        "replace_file",
    }
    for name, module in modules_of("parse", "expand", "assemble", "check", "engine"):
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Attribute):
                assert node.attr not in doors, f"{name} uses .{node.attr}"


# What reads at a glance. bootstrap.py is one file because it is all that a fresh clone has.
LONGEST = 250


def test_no_module_is_longer_than_a_reader_can_hold() -> None:
    """Python and scripts alike: what outgrows its file becomes a folder of that name."""
    folders = [PACKAGE, *(path for path in THEME.iterdir() if path.is_dir() and path.name != "node_modules")]
    paths = [path for folder in folders for ending in ("*.py", "*.mjs", "*.js") for path in folder.rglob(ending)]
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in paths}
    assert {".py", ".mjs", ".js"} == {path.suffix for path in lengths}
    assert {str(path.relative_to(ROOT)): length for path, length in lengths.items() if length > LONGEST} == {}

"""Imports point down: engine < model < what steps share < steps < build < command line. No step imports another."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from rollbook.model.edition import EDITIONS
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


def modules() -> list[tuple[str, Path]]:
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        found.append((name, path))
    return found


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """A file -> the modules that it imports, with the number of leading dots."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, 0) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "", node.level


@pytest.mark.parametrize(("name", "path"), modules(), ids=[name for name, _ in modules()])
def test_imports_point_down(name: str, path: Path) -> None:
    own = part(name)
    for imported, dots in imports(path):
        if dots or not imported.startswith("rollbook."):
            continue
        other = part(imported)
        assert layer(other) <= layer(own), f"{name} reaches up to {imported}"
        if own in STEPS:
            assert other == own or layer(other) < 3, f"step {own} imports step {other}"


@pytest.mark.parametrize(("name", "path"), [m for m in modules() if part(m[0]) == "engine"], ids=str)
def test_the_engine_stands_alone(name: str, path: Path) -> None:
    """Standard library only, relative imports only, nothing that reads, writes, asks the time or rolls by itself."""
    forbidden = {"datetime", "io", "os", "pathlib", "secrets", "socket", "subprocess", "sys", "tempfile", "time"}
    for imported, dots in imports(path):
        top = imported.split(".")[0]
        if dots:
            continue
        assert top in sys.stdlib_module_names, f"{name} imports {imported}"
        assert top not in forbidden, f"{name} imports {imported}"
    calls = {node.func.id for node in ast.walk(ast.parse(path.read_text("utf-8"))) if _is_named_call(node)}
    # frozen.py writes the constructors of values, as the standard library's dataclasses do: from names of fields alone.
    allowed = {"exec"} if name == "rollbook.engine.frozen" else set()
    assert not calls & {"open", "print", "input", "eval", "exec"} - allowed


def test_what_rolls_and_counts_starts_without_what_most_rolls_never_need() -> None:
    """Each of these takes as long to load as the whole language: frozen.py and lean_typing.py say more."""
    code = "import sys, rollbook.engine.roll, rollbook.engine.show, rollbook.engine.odds; print(*sys.modules)"
    settings = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-S", "-c", code], env=settings, capture_output=True, text=True, check=True)
    assert not {"dataclasses", "fractions", "inspect", "re", "typing"} & set(done.stdout.split())


# Of one system alone: imported where the code asks for the system first, never at the top of a module.
OF_ONE_SYSTEM = {"fcntl", "grp", "msvcrt", "posix", "pwd", "resource", "syslog", "termios", "winreg", "winsound"}


@pytest.mark.parametrize(("name", "path"), modules(), ids=[name for name, _ in modules()])
def test_every_module_can_be_imported_on_every_system(name: str, path: Path) -> None:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
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
    path = PACKAGE / "render" / maker / f"render_{maker}.py"
    assert public_functions(path.read_text(encoding="utf-8")) == {f"render_{maker}"}


@pytest.mark.parametrize(("name", "path"), [m for m in modules() if part(m[0]) == "render"], ids=str)
def test_no_edition_imports_another(name: str, path: Path) -> None:
    """What several use stands above them, and what stands there knows none of them."""
    own = [*name.split("."), ""][2]
    for imported, _ in imports(path):
        maker = [*imported.split("."), "", "", ""][2] if imported.startswith("rollbook.render.") else ""
        assert maker == own or maker not in MAKERS, f"{name} imports {imported}"


def test_pages_have_a_word_for_every_edition_that_they_link_to() -> None:
    labels = {edition.label for edition in EDITIONS.values()} - {""}
    assert labels <= {field.name for field in fields(PageWords)}
    assert len(labels) == len(EDITIONS) - 1


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
    for name, path in modules():
        if part(name) not in ("parse", "expand", "assemble", "check", "engine"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr not in doors, f"{name} uses .{node.attr}"

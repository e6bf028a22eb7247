"""Every walk over a closed set of cases is proven complete: one that forgets a case is a type error, not a hole.

A walk is a `match` that ends in `assert_never` or `assert_type`, or behind which its function would end without the
value that it promises. They are found by themselves, so that a new one is held to it too. In `make test` each walk
forgets one of its members, in `make soak` each of them in turn.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.shelves import ROOT

PACKAGE = ROOT / "generator" / "rollbook"
PROOFS = ("assert_never", "assert_type")
# What mypy calls an argument that is not Never, a type that is not the one asserted, and a missing return.
REFUSED = re.compile(r"^(\S+?):(\d+): error: .*\[(?:arg-type|assert-type|return)\]$", flags=re.MULTILINE)
Span = tuple[int, int]  # of bytes in a file


@dataclass(frozen=True)
class Walk:
    """A function with such a `match`, and for each member of the set what of the text names it."""

    path: Path
    name: str
    lines: range
    members: tuple[Span, ...]


def find_walks() -> Iterator[Walk]:
    """-> all walks of the program."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_bytes()
        if b" match " not in text:
            continue
        functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
        # The inner one of two functions comes later, and is the one that has the match.
        found = {
            match: function for function in functions for match in ast.walk(function) if isinstance(match, ast.Match)
        }
        for match, function in found.items():
            if _is_proof(match.cases[-1].body[0]) or _is_proven_behind(match, function):
                lines = range(function.lineno, (function.end_lineno or 0) + 1)
                yield Walk(path, function.name, lines, tuple(_members(match, _starts(text))))


def _is_proof(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in PROOFS


def _is_proven_behind(match: ast.Match, function: ast.FunctionDef) -> bool:
    """Whether a proof stands behind the match, or nothing where a value is promised."""
    if match not in function.body:
        return False
    rest = function.body[function.body.index(match) + 1 :]
    if rest:
        return _is_proof(rest[0])
    last = match.cases[-1].pattern
    takes_all = isinstance(last, ast.MatchAs) and last.pattern is None
    generator = any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function))
    return not takes_all and not generator and ast.unparse(function.returns or ast.Constant(None)) != "None"


def _starts(text: bytes) -> list[int]:
    """A text -> where each of its lines starts."""
    return [0, *(found.end() for found in re.finditer(b"\n", text))]


def _members(match: ast.Match, starts: list[int]) -> Iterator[Span]:
    """A match -> what to take out so that it forgets one member: a whole case, or one of several in it."""

    def at(line: int | None, column: int | None) -> int:
        return starts[(line or 0) - 1] + (column or 0)

    for case in match.cases:
        if case.guard or _is_proof(case.body[0]):
            continue
        if not isinstance(case.pattern, ast.MatchOr):
            yield starts[case.pattern.lineno - 1], at(case.body[-1].end_lineno, case.body[-1].end_col_offset)
            continue
        first, *others = case.pattern.patterns
        yield at(first.lineno, first.col_offset), at(others[0].lineno, others[0].col_offset)
        for before, each in zip(case.pattern.patterns, others, strict=False):
            yield at(before.end_lineno, before.end_col_offset), at(each.end_lineno, each.end_col_offset)


WALKS = list(find_walks())
ROUNDS = range(max(len(walk.members) for walk in WALKS))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program, and of what mypy knew when it last looked at it: the rest need not be looked at again."""
    folder = tmp_path_factory.mktemp("program")
    shutil.copytree(PACKAGE, folder / PACKAGE.relative_to(ROOT), ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", folder / ".mypy_cache")
    return folder


def refused_lines(forgetful: dict[Path, list[Span]], copy: Path) -> dict[str, set[int]]:
    """Files and what to take out of each -> the lines where mypy sees that something is forgotten."""
    files = {path: str(path.relative_to(ROOT)) for path in forgetful}
    for path, spans in forgetful.items():
        text = path.read_bytes()
        for start, end in spans:
            # Every line stays where it is.
            text = text[:start] + re.sub(rb"[^\n]", b" ", text[start:end]) + text[end:]
        (copy / files[path]).write_bytes(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", *files.values()]
    done = subprocess.run(command, cwd=copy, capture_output=True, encoding="utf-8", check=False)
    for path, name in files.items():
        shutil.copy2(path, copy / name)
    assert done.returncode < 2, done.stdout + done.stderr
    lines = defaultdict(set)
    for name, line in REFUSED.findall(done.stdout):
        lines[name].add(int(line))
    return lines


def test_there_are_walks_of_every_kind() -> None:
    assert {"write_html", "walk", "outline", "find_entries", "modifiers", "terms"} <= {walk.path.stem for walk in WALKS}
    assert all(len(walk.members) > 1 for walk in WALKS)


@pytest.mark.parametrize("number", [pytest.param(n, marks=[pytest.mark.soak] if n else []) for n in ROUNDS])
def test_a_walk_that_forgets_a_member_is_a_type_error(number: int, copy: Path) -> None:
    forgetful: dict[Path, list[Span]] = defaultdict(list)
    changed = [walk for walk in WALKS if number < len(walk.members)]
    for walk in changed:
        forgetful[walk.path].append(walk.members[number])
    refused = refused_lines(forgetful, copy)
    unseen = [walk.name for walk in changed if not refused[str(walk.path.relative_to(ROOT))] & set(walk.lines)]
    assert unseen == []


def test_a_walk_that_forgets_nothing_is_no_error(copy: Path) -> None:
    assert refused_lines({walk.path: [] for walk in WALKS}, copy) == {}

"""The lock files answer to pyproject.toml and package.json, whole and without a leftover, and name no registry.

A lock is followed through the requirements that the installed packages themselves state, from the tables of
pyproject.toml on: what is asked for must be pinned, and what is pinned must be asked for.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
from importlib.metadata import Distribution, packages_distributions
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS: dict[str, list[str]] = PYPROJECT["dependency-groups"]
PROGRAM: list[str] = PYPROJECT["project"]["dependencies"]
FRONT_END = ROOT / "site_templates"

# Lock -> what of pyproject.toml it answers; the same as in the Makefile's `lock`.
ANSWERS = {
    "requirements.lock": PROGRAM + GROUPS["build"],
    "requirements-test.lock": PROGRAM + GROUPS["build"] + GROUPS["test"],
    "requirements-oracles.lock": GROUPS["oracles"],
    "requirements-node.lock": GROUPS["node"],
    "requirements-uv.lock": GROUPS["lock"],
}
STALE = "run `make lock` and commit what it writes"


def entries_of(lock: str) -> list[str]:
    """A lock file -> its entries, each on one line: requirement and hashes."""
    text = (ROOT / lock).read_text("utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def pins_of(lock: str) -> dict[str, str]:
    """A lock file -> the version of each package that it has for this machine."""
    pinned = [Requirement(entry.partition(" --hash")[0]) for entry in entries_of(lock)]
    here = [pin for pin in pinned if pin.marker is None or pin.marker.evaluate()]
    return {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in here}


def applies(requirement: Requirement, extra: str) -> bool:
    """A requirement of a package taken with an extra ('' for none) -> whether it counts on this machine."""
    return requirement.marker is None or requirement.marker.evaluate({"extra": extra})


def requirements_of(requirement: Requirement) -> list[Requirement]:
    """A requirement on an installed package -> what that package requires in turn."""
    stated = [Requirement(text) for text in Distribution.from_name(requirement.name).requires or []]
    return [one for one in stated if any(applies(one, extra) for extra in ["", *requirement.extras])]


def closure(roots: list[str]) -> dict[str, list[Requirement]]:
    """What pyproject.toml asks for -> all that it comes to: per package, each requirement on it."""
    asked: dict[str, list[Requirement]] = {}
    waiting = [Requirement(text) for text in roots]
    while waiting:
        requirement = waiting.pop()
        known = asked.setdefault(canonicalize_name(requirement.name), [])
        if str(requirement) not in map(str, known):
            known.append(requirement)
            waiting.extend(requirements_of(requirement))
    return asked


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_a_lock_holds_all_that_is_asked_for_and_nothing_else(lock: str) -> None:
    asked, pins = closure(ANSWERS[lock]), pins_of(lock)
    assert set(pins) == set(asked), STALE
    misfits = [
        f"{requirement} against {pins[name]}"
        for name, requirements in asked.items()
        for requirement in requirements
        if not requirement.specifier.contains(pins[name], prereleases=True)
    ]
    assert misfits == [], STALE


@pytest.mark.parametrize("lock", ANSWERS)
def test_each_direct_requirement_is_pinned_to_a_version_that_fits(lock: str) -> None:
    pins = pins_of(lock)
    for requirement in map(Requirement, ANSWERS[lock]):
        pinned = pins.get(canonicalize_name(requirement.name))
        assert pinned is not None, f"{requirement} is not in {lock}: {STALE}"
        assert requirement.specifier.contains(pinned, prereleases=True), f"{requirement} against {pinned}: {STALE}"


def test_the_tests_run_on_the_locked_versions() -> None:
    pins = pins_of("requirements-test.lock") | pins_of("requirements-oracles.lock")
    installed = {name: Distribution.from_name(name).version for name in pins}
    assert installed == pins, "run `make test`, which installs from the locks"


def test_the_tests_run_on_the_versions_that_build_the_site() -> None:
    assert pins_of("requirements.lock").items() <= pins_of("requirements-test.lock").items()


def test_every_dependency_group_and_the_build_system_are_locked() -> None:
    assert set(GROUPS) == {"build", "test", "oracles", "node", "lock"}
    assert PYPROJECT["build-system"]["requires"] == GROUPS["build"]


@pytest.mark.parametrize("lock", ANSWERS)
def test_every_pin_is_exact_and_hashed(lock: str) -> None:
    loose = [entry for entry in entries_of(lock) if not re.match(r"[\w.-]+==[^ ]+ .*--hash=sha256:[0-9a-f]{64}", entry)]
    assert loose == []


def test_the_program_imports_only_what_its_lock_brings() -> None:
    # The tests' own packages are installed beside it, so an import of one of them would fail only for a publisher.
    locked, distributions = set(pins_of("requirements.lock")), packages_distributions()
    for file in sorted((ROOT / "generator").rglob("*.py")):
        for module in imported_modules(file) - sys.stdlib_module_names - {"rollbook"}:
            owners = {canonicalize_name(name) for name in distributions.get(module, [])}
            assert owners & locked, f"{file.relative_to(ROOT)} imports {module}: declare it in pyproject.toml"


def imported_modules(file: Path) -> set[str]:
    """A Python file -> the top-level names of the modules that it imports by absolute name."""
    nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    taken_from = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and not node.level and node.module}
    return {name.partition(".")[0] for name in plain | taken_from}


def front_end(name: str) -> dict[str, Any]:
    """The name of one of npm's files -> its content."""
    content: dict[str, Any] = json.loads((FRONT_END / name).read_text("utf-8"))
    return content


def test_the_npm_lock_answers_to_package_json() -> None:
    package, locked = front_end("package.json"), front_end("package-lock.json")["packages"]
    for group in ("dependencies", "devDependencies"):
        assert locked[""].get(group) == package.get(group), STALE
        for name, version in package.get(group, {}).items():
            assert re.fullmatch(r"\d+\.\d+\.\d+", version), f"{name}: an exact version, not {version}"
            assert locked[f"node_modules/{name}"]["version"] == version, STALE


def test_the_npm_lock_is_whole() -> None:
    locked = front_end("package-lock.json")["packages"]
    for place, entry in locked.items():
        for name in entry.get("dependencies", {}):
            assert any(f"{folder}node_modules/{name}" in locked for folder in folders_above(place)), f"{place}: {name}"


def folders_above(place: str) -> list[str]:
    """The place of a package in the lock -> the folders in which Node looks for what it requires."""
    parts = place.split("/node_modules/")
    nested = ["/node_modules/".join(parts[: count + 1]) + "/" for count in range(len(parts))] if place else []
    return [*nested, ""]


def test_the_npm_lock_has_a_hash_and_no_address_for_each_package() -> None:
    locked = {place: entry for place, entry in front_end("package-lock.json")["packages"].items() if place}
    assert [place for place, entry in locked.items() if not entry.get("integrity", "").startswith("sha512-")] == []
    assert [place for place, entry in locked.items() if "resolved" in entry] == []


@pytest.mark.parametrize("lock", ANSWERS)
def test_a_python_lock_holds_no_address_and_no_path(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert "://" not in text
    assert "--index" not in text
    assert "--find-links" not in text
    assert str(ROOT) not in text


def registries() -> set[str]:
    """-> the hosts of the public registries, and of those that pip and npm are set up with on this machine."""
    public = {"py" + "pi.org", "files.python" + "hosted.org", "registry.npm" + "js.org", "registry.yarn" + "pkg.com"}
    commands = (
        [sys.executable, "-m", "pip", "config", "get", "global.index-url"],
        [sys.executable, "-m", "pip", "config", "get", "global.extra-index-url"],
        ["npm", "config", "get", "registry"],
    )
    # The Node of a machine without one is beside the Python that runs the tests.
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    answers = [
        subprocess.run(command, env=environment, capture_output=True, encoding="utf-8").stdout for command in commands
    ]
    hosts = {urlsplit(word).hostname or "" for answer in answers for word in answer.split()}
    return public | (hosts - {"", "localhost", "127.0.0.1"})


def test_no_committed_file_names_a_registry() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    hosts = [host.encode() for host in registries()]
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    # A file that was just removed by a colleague is still listed until that is committed.
    naming = [str(file) for file in files if file.is_file() and any(host in file.read_bytes() for host in hosts)]
    assert naming == []

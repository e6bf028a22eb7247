"""Our action for GitHub, its commands carried out one after the other in a repository with a pull request."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from rollbook.command_line import main

ROOT = Path(__file__).resolve().parent.parent
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
PROGRAM = Path(sysconfig.get_path("scripts")) / "rollbook"
CHAPTER = "content/toll-road/02-the-road.md"


@dataclass
class Run:
    """What came of a run: the exit code of the first step that failed, what was printed, and the job's summary."""

    code: int
    printed: str
    summary: str


def carry_out(repository: Path, temp: Path, program: Path = PROGRAM, **given: str) -> Run:
    """A checkout, the runner's folder, inputs -> the action's own commands, carried out.

    The package itself is taken from this machine: that it can be installed by pip is proven in browser/test_wheel.py.
    """
    inputs = {name: str(entry.get("default", "")) for name, entry in ACTION["inputs"].items()} | given
    tool = temp / "rollbook" / "bin"
    tool.mkdir(parents=True, exist_ok=True)
    (tool / "rollbook").unlink(missing_ok=True)
    (tool / "rollbook").symlink_to(program)
    summary = temp / "summary.md"
    summary.write_text("")
    printed = ""
    for step in ACTION["runs"]["steps"]:
        if "run" not in step or step["name"] == "Set up" or not holds(step.get("if", ""), inputs):
            continue
        own = {name: fill(value, inputs, temp) for name, value in step.get("env", {}).items()}
        world = {"RUNNER_TEMP": str(temp), "GITHUB_STEP_SUMMARY": str(summary), "GITHUB_ACTIONS": "true"}
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=repository,
            # The tests' own cache: making what every book shares would take most of the time.
            env={**os.environ, **world, **own, "ROLLBOOK_CACHE": os.environ["ROLLBOOK_CACHE"]},
            capture_output=True,
            encoding="utf-8",
        )
        printed += done.stdout + done.stderr
        if done.returncode != 0:
            return Run(done.returncode, printed, summary.read_text("utf-8"))
    return Run(0, printed, summary.read_text("utf-8"))


def holds(condition: str, inputs: dict[str, str]) -> bool:
    """The few conditions that the action has -> whether they hold."""
    if not condition:
        return True
    name, sign, text = re.fullmatch(r"inputs\.(\w+) (==|!=) '(.*)'", condition).groups()  # type: ignore[union-attr]
    return (inputs[name] == text) == (sign == "==")


def fill(value: str, inputs: dict[str, str], temp: Path) -> str:
    filled = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: inputs[match[1]], value)
    return filled.replace("${{ runner.temp }}", str(temp))


def git(repository: Path, *words: str) -> None:
    settings = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *settings, *words], cwd=repository, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A shelf of somebody's, and the branch of a pull request."""
    made = tmp_path / "shelf"
    assert main(["new", str(made), "--github"]) == 0
    git(made, "init", "--quiet")
    git(made, "add", "--all")
    git(made, "commit", "--quiet", "--message", "the shelf")
    git(made, "switch", "--quiet", "--create", "request")
    return made


def merge(repository: Path) -> None:
    """What the branch holds -> merged as GitHub does it for the check: the first parent is where it goes to."""
    git(repository, "commit", "--quiet", "--all", "--message", "a request")
    git(repository, "switch", "--quiet", "main")
    git(repository, "merge", "--quiet", "--no-ff", "--message", "merged", "request")


def test_a_pull_request_is_checked_summed_up_and_built(repository: Path, tmp_path: Path) -> None:
    chapter = repository / CHAPTER
    chapter.write_text(chapter.read_text("utf-8").replace("1d6 coins", "1d8 coins", 1), "utf-8")
    merge(repository)
    done = carry_out(repository, tmp_path / "runner", against="HEAD^1", pdf="no", strict="yes", version="0")
    assert done.code == 0, done.printed
    assert "road.toll" in done.summary
    assert "1d8" in done.summary
    assert (repository / "build/site/index.html").is_file()
    assert not list((repository / "build").glob("pdf/*.pdf"))


def test_a_mistake_is_an_annotation_at_its_line_and_nothing_is_built(repository: Path, tmp_path: Path) -> None:
    chapter = repository / CHAPTER
    lines = chapter.read_text("utf-8").splitlines()
    chapter.write_text("\n".join([*lines, "", "<!-- $calc no-such-thing -->", ""]), "utf-8")
    merge(repository)
    done = carry_out(repository, tmp_path / "runner", against="HEAD^1", pdf="no", version="0")
    assert done.code == 1
    assert f"::error file={CHAPTER},line={len(lines) + 2}," in done.printed
    assert not (repository / "build").exists()


def test_what_is_published_is_made_anew_for_its_address(repository: Path, tmp_path: Path) -> None:
    """Only what is asked of the program: test_build.py has what it does then, which takes long without a cache."""
    asked = tmp_path / "asked"
    recorder = tmp_path / "recorder"
    recorder.write_text(f'#!/bin/sh\necho "$@" >> {asked}\n', "utf-8")
    recorder.chmod(0o755)
    done = carry_out(repository, tmp_path / "runner", recorder, address="https://example.org/games", version="0")
    assert done.code == 0
    wanted = ["check --format github", "build --fresh --address https://example.org/games"]
    assert asked.read_text("utf-8").splitlines() == wanted


def test_books_are_printed_in_jobs_of_their_own_and_joined_by_another(repository: Path, tmp_path: Path) -> None:
    """Only what is asked of the program: test_printed_apart.py has what it does then."""
    asked = tmp_path / "asked"
    recorder = tmp_path / "recorder"
    recorder.write_text(f'#!/bin/sh\necho "$@" >> {asked}\n', "utf-8")
    recorder.chmod(0o755)
    printed = tmp_path / "printed"
    for book in ("one", "two"):
        assert carry_out(repository, tmp_path / "runner", recorder, book=book, version="0").code == 0
        (printed / book).mkdir(parents=True)
    assert carry_out(repository, tmp_path / "runner", recorder, printed=str(printed), version="0").code == 0
    assert asked.read_text("utf-8").splitlines() == [
        "print --book one",
        "print --book two",
        "check --format github",
        f"build --printed {printed}/one/ --printed {printed}/two/",
    ]


def test_results_are_kept_outside_the_checkout() -> None:
    (cached,) = (step["with"]["path"] for step in ACTION["runs"]["steps"] if "actions/cache" in step.get("uses", ""))
    used = {
        step["env"]["ROLLBOOK_CACHE"] for step in ACTION["runs"]["steps"] if "rollbook/bin" in step.get("run", "")[:99]
    }
    assert used == {cached} == {"${{ runner.temp }}/rollbook-cache"}


def test_nothing_of_the_repository_is_run() -> None:
    """Each command is the package's own program, by its whole path: no make, no script of the checkout."""
    for step in ACTION["runs"]["steps"]:
        assert "uses" in step or "GITHUB_WORKSPACE" not in step["run"]
        commands = re.findall(r"(?m)^\s*([^\s=]+)(?:\s|$)", step.get("run", ""))
        own = {f'"$RUNNER_TEMP/rollbook/bin/{program}"' for program in ("rollbook", "pip")}
        assert set(commands) <= own | {"python3", "sudo", "if", "fi", "for"}

"""What GitHub runs for us: pinned, bounded, allowed no more than it needs, and made of targets that exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sysconfig
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
import yaml
from rollbook.command_line import main

ROOT = Path(__file__).resolve().parent.parent
OWN = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
# Those that `rollbook new --github` writes are held to the same.
OFFERED = ROOT / "generator" / "rollbook" / "new_shelf" / "__github__" / "dot-github" / "workflows"
WORKFLOWS = [*OWN, *sorted(OFFERED.glob("*.yml"))]
FORMS = sorted(path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")


def jobs_of(workflow: Path) -> dict[str, dict[str, Any]]:
    """A workflow -> its jobs by name."""
    jobs: dict[str, dict[str, Any]] = yaml.safe_load(workflow.read_text("utf-8"))["jobs"]
    return jobs


def test_the_workflows_are_there() -> None:
    assert [path.name for path in WORKFLOWS] == ["check.yml", "publish.yml", "release.yml", "check.yml", "publish.yml"]


def test_an_auditor_finds_nothing() -> None:
    zizmor = Path(sysconfig.get_path("scripts")) / "zizmor"
    command = [
        str(zizmor),
        "--offline",
        "--no-progress",
        "--persona",
        "auditor",
        ".github",
        "action.yml",
        *map(str, WORKFLOWS),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_an_action_is_pinned_to_a_commit_and_says_its_version(workflow: Path) -> None:
    uses = [line for line in workflow.read_text("utf-8").splitlines() if "uses:" in line]
    assert uses
    loose = [line for line in uses if not re.search(r"uses: [\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line)]
    assert loose == []


def test_an_action_has_one_version_everywhere() -> None:
    text = "".join(workflow.read_text("utf-8") for workflow in [*WORKFLOWS, ROOT / "action.yml"])
    pins = set(re.findall(r"uses: ([\w/-]+)@(\w+)", text))
    assert len(pins) == len({action for action, _ in pins})


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_a_job_is_bounded_and_asks_for_what_it_may(workflow: Path) -> None:
    assert yaml.safe_load(workflow.read_text("utf-8"))["permissions"] == {}
    for job in jobs_of(workflow).values():
        assert job["timeout-minutes"] <= 30
        assert job["permissions"]


def test_only_the_jobs_that_publish_may_write() -> None:
    writers = {
        (workflow, name): {right for right, level in job["permissions"].items() if level == "write"}
        for workflow in WORKFLOWS
        for name, job in jobs_of(workflow).items()
    }
    publishing = {(workflow, "deploy"): {"pages", "id-token"} for workflow in WORKFLOWS if workflow.stem == "publish"}
    publishing[ROOT / ".github/workflows/release.yml", "publish"] = {"attestations", "id-token"}
    assert {job: rights for job, rights in writers.items() if rights} == publishing


def test_every_make_target_that_a_workflow_runs_exists() -> None:
    text = "".join(workflow.read_text("utf-8") for workflow in [*OWN, ROOT / ".ci" / "run"])
    wanted = set(re.findall(r"\bmake ([a-z-]+)", text))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), flags=re.MULTILINE))
    assert {"setup", "site", "test"} <= wanted <= targets


def test_what_is_published_knows_its_address() -> None:
    steps = jobs_of(ROOT / ".github" / "workflows" / "publish.yml")["build"]["steps"]
    pages = next(step for step in steps if "configure-pages" in step.get("uses", ""))
    build = next(step for step in steps if step.get("run", "").startswith("make site"))
    assert build["env"] == {"ADDRESS": f"${{{{ steps.{pages['id']}.outputs.base_url }}}}"}


def test_what_is_published_takes_nothing_from_a_cache() -> None:
    publish = ROOT / ".github" / "workflows" / "publish.yml"
    runs = [step["run"] for step in jobs_of(publish)["build"]["steps"] if "run" in step]
    assert runs == ["make site FRESH=1"]
    assert "actions/cache" not in publish.read_text("utf-8")
    shown = subprocess.run(
        ["make", "-n", "site", "FRESH=1"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True
    )
    assert "rollbook build --fresh" in shown.stdout


def test_nothing_that_is_ignored_is_tracked() -> None:
    """Else a build would find what somebody committed where it looks for what was installed or built here."""
    command = ["git", "ls-files", "--cached", "--ignored", "--exclude-per-directory=.gitignore"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    assert listed.stdout == ""


def test_a_pull_request_says_what_it_changes_for_readers() -> None:
    steps = jobs_of(ROOT / ".github" / "workflows" / "check.yml")["books"]["steps"]
    told = next(step["run"] for step in steps if "rollbook diff" in step.get("run", ""))
    assert told == '.venv/bin/rollbook diff --revisions HEAD^1 . --format markdown >> "$GITHUB_STEP_SUMMARY"'
    # The commit before the merge must be there to compare with.
    assert next(step["with"]["fetch-depth"] for step in steps if "checkout" in step.get("uses", "")) == 2


def test_the_continuous_check_runs_make_test_and_nothing_else() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    commands = [line for line in script.splitlines() if line and not line.startswith("#")]
    assert commands == ["set -eu", 'cd "$(dirname "$0")/.."', "exec make test"]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_an_issue_form_asks_named_questions(form: Path) -> None:
    content = yaml.safe_load(form.read_text("utf-8"))
    assert content["name"]
    assert content["description"]
    questions = [part["id"] for part in content["body"]]
    assert questions
    assert len(questions) == len(set(questions))
    assert all(part["attributes"]["label"] for part in content["body"])


def test_a_new_repository_runs_the_program_that_made_it(tmp_path: Path) -> None:
    """Its commands are this program's own: none of a pull request's, no make, no checkout of ours."""
    assert main(["new", str(tmp_path / "shelf"), "--github"]) == 0
    made = sorted((tmp_path / "shelf" / ".github" / "workflows").glob("*.yml"))
    assert [path.name for path in made] == ["check.yml", "publish.yml"]
    for workflow in made:
        steps = [step for job in jobs_of(workflow).values() for step in job["steps"] if "run" in step]
        assert steps[0]["env"] == {"ROLLBOOK_VERSION": version("rollbook")}
        for step in steps[1:]:
            words = shlex.split(step["run"].partition(" >>")[0].replace("$ADDRESS", "https://example.org"))
            assert words[0] == "rollbook"
            import_module(f"rollbook.commands.{words[1]}").parser().parse_args(words[2:])

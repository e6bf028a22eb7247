"""bootstrap.py on machines that lack things: the real script, in a small project of its own, off the network.

The small project has the real one's shape (locks, pyproject.toml, site_templates) with a single package, whose
wheel is made here. Everything that the script starts is the real program, except apt-get and sudo.
"""

from __future__ import annotations

import ast
import base64
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
BOOTSTRAP = ROOT / "bootstrap.py"
# The Node of a machine without one is beside the Python that runs the tests.
PATH = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])

BACKEND = """
from pathlib import Path
from zipfile import ZipFile

def build_editable(folder, config_settings=None, metadata_directory=None):
    with ZipFile(Path(folder) / "small-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("small-1.dist-info/METADATA", "Metadata-Version: 2.1\\nName: small\\nVersion: 1\\n")
        wheel.writestr("small-1.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("small-1.dist-info/RECORD", "")
    return "small-1-py3-none-any.whl"
"""


def write_wheel(
    folder: Path, version: str, programs: Mapping[str, str] = MappingProxyType({}), name: str = "pebble"
) -> str:
    """A folder -> a wheel of a package in it, which may bring programs; returns its line for a lock."""
    files = {
        **{f"{name}-{version}.data/scripts/{program}": script for program, script in programs.items()},
        f"{name}.py": f"VERSION = {version!r}\n",
        f"{name}-{version}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{name}-{version}.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip('=')},"
        for path, text in files.items()
    ]
    wheel_path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel_path, "w") as wheel:
        for path, text in {**files, f"{name}-{version}.dist-info/RECORD": "\n".join(record)}.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = 0o100755 << 16
            wheel.writestr(entry, text)
    return f"{name}=={version} --hash=sha256:{hashlib.sha256(wheel_path.read_bytes()).hexdigest()}\n"


def write_project(folder: Path) -> None:
    """A folder -> the small project in it, not set up."""
    wheels, front_end = folder / "wheels", folder / "site_templates"
    wheels.mkdir(parents=True)
    front_end.mkdir()
    shutil.copy(BOOTSTRAP, folder)
    (folder / "requirements.lock").write_text(write_wheel(wheels, "1.0"))
    for lock in ("requirements-test.lock", "requirements-oracles.lock"):
        (folder / lock).write_text("# nothing\n")
    (folder / "backend.py").write_text(BACKEND)
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    )
    package = {"name": "small", "private": True}
    lock_file = {"name": "small", "lockfileVersion": 3, "requires": True, "packages": {"": {"name": "small"}}}
    (front_end / "package.json").write_text(json.dumps(package))
    (front_end / "package-lock.json").write_text(json.dumps(lock_file))
    (front_end / ".npmrc").write_text("audit=false\n")


def set_up(
    folder: Path, purpose: str = "site", wheels: str = "wheels", **changes: str
) -> subprocess.CompletedProcess[str]:
    """A project -> what `python3 bootstrap.py PURPOSE` says in it, with only the project's own wheels to be had."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "VIRTUAL_ENV"))}
    environment |= {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(folder / wheels), "PIP_CONFIG_FILE": os.devnull}
    environment |= {"npm_config_offline": "true", "PATH": PATH} | changes
    done = subprocess.run(
        [sys.executable, "bootstrap.py", purpose], cwd=folder, env=environment, capture_output=True, encoding="utf-8"
    )
    assert "Traceback" not in done.stdout + done.stderr
    return done


def pebble_version(folder: Path) -> str:
    """A project -> the version of the package that its .venv really has."""
    command = [str(folder / ".venv" / "bin" / "python"), "-c", "import pebble; print(pebble.VERSION)"]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout.strip()


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """-> a project that was set up once, and what was said."""
    folder = tmp_path_factory.mktemp("machine") / "project"
    write_project(folder)
    done = set_up(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, done.stdout


@pytest.fixture
def project(first_run: tuple[Path, str]) -> Path:
    """-> the project, set up as its files now ask for."""
    folder, _ = first_run
    assert set_up(folder).returncode == 0
    return folder


def test_a_fresh_clone_gets_everything(first_run: tuple[Path, str]) -> None:
    folder, said = first_run
    assert pebble_version(folder) == "1.0"
    steps = said.splitlines()
    node = next(line for line in steps if line.startswith("Node: already there (v"))
    assert steps == [
        "System packages: already there",
        "Virtual environment: making .venv ...",
        node,
        "Front-end packages: installing ...",
        "Python packages: installing 1 ...",
        "Rollbook: linking this folder into .venv ...",
    ]


def test_a_second_run_installs_nothing(project: Path) -> None:
    # Without a place to take packages from, any installation would fail.
    done = set_up(project, wheels="none")
    assert done.returncode == 0, done.stderr
    assert [line for line in done.stdout.splitlines() if "already there" not in line] == []


def test_a_file_that_was_only_touched_installs_nothing(project: Path) -> None:
    for file in ("requirements.lock", "pyproject.toml", "site_templates/package-lock.json"):
        (project / file).touch()
    done = set_up(project, wheels="none")
    assert done.returncode == 0, done.stderr
    assert "installing" not in done.stdout


def test_tests_need_more_and_then_the_site_installs_nothing(project: Path) -> None:
    tests = set_up(project, "test")
    assert tests.returncode == 0, tests.stderr
    assert "Python packages for tests: installing" in tests.stdout
    assert "Front-end packages: installing" in tests.stdout
    assert "installing" not in set_up(project, "site").stdout
    assert "installing" not in set_up(project, "test").stdout


def test_a_changed_lock_is_installed(project: Path) -> None:
    before = (project / "requirements.lock").read_text()
    (project / "requirements.lock").write_text(write_wheel(project / "wheels", "2.0"))
    done = set_up(project)
    assert "Python packages: installing 1 ..." in done.stdout
    assert pebble_version(project) == "2.0"
    (project / "requirements.lock").write_text(before)
    assert set_up(project).returncode == 0
    assert pebble_version(project) == "1.0"


def test_a_package_that_is_not_the_locked_one_is_refused(project: Path) -> None:
    lock = project / "requirements.lock"
    before = lock.read_text()
    lock.write_text(re.sub(r"sha256:\w+", "sha256:" + "0" * 64, before))
    subprocess.run([project / ".venv/bin/python", "-m", "pip", "uninstall", "-qy", "pebble"], check=True)
    done = set_up(project)
    lock.write_text(before)
    assert done.returncode == 1
    assert done.stderr.startswith("set-up: Python packages: failed.\n")
    assert "THESE PACKAGES DO NOT MATCH THE HASHES" in done.stderr
    assert done.stderr.rstrip().endswith("--require-hashes --only-binary=:all: -r requirements.lock")
    again = set_up(project)
    assert "Python packages: installing 1 ..." in again.stdout, "a failed installation must not count as done"
    assert pebble_version(project) == "1.0"


@pytest.fixture(scope="module")
def moved_run(first_run: tuple[Path, str]) -> tuple[Path, str]:
    """-> a copy of the project elsewhere, set up again, and what was said."""
    folder, _ = first_run
    moved = folder.with_name("moved")
    shutil.copytree(folder, moved, symlinks=True)
    done = set_up(moved)
    assert done.returncode == 0, done.stdout + done.stderr
    return moved, done.stdout


def test_a_moved_project_gets_a_venv_of_its_own(moved_run: tuple[Path, str]) -> None:
    moved, said = moved_run
    assert "Virtual environment: making .venv anew ..." in said
    assert str(moved) in (moved / ".venv" / "bin" / "pip").read_text()
    assert pebble_version(moved) == "1.0"


def folder_of_programs(folder: Path, *names: str) -> str:
    """Names of programs -> a PATH on which only these are found."""
    folder.mkdir(exist_ok=True)
    for name in names:
        found = shutil.which(name)
        assert found is not None, name
        (folder / name).symlink_to(found)
    return str(folder)


def write_program(folder: Path, name: str, script: str) -> None:
    """A shell script -> a program of that name in the folder."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


WANTED = "chromium default-jre-headless poppler-utils qpdf"


def test_without_apt_get_it_names_what_is_missing(project: Path, tmp_path: Path) -> None:
    done = set_up(project, "test", PATH=folder_of_programs(tmp_path / "bin", "env"))
    assert done.returncode == 1
    assert done.stderr == (
        "set-up: System packages: not found: chromium, pdfinfo, pdftoppm, pdftotext, qpdf, java.\n"
        f"  Debian has them in: {WANTED}\n"
    )


def test_apt_get_is_asked_for_all_at_once_and_twice_where_the_lists_are_old(project: Path, tmp_path: Path) -> None:
    path = folder_of_programs(tmp_path / "bin", "env")
    log, updated = tmp_path / "log", tmp_path / "updated"
    write_program(tmp_path / "bin", "sudo", 'shift\nexec "$@"')
    write_program(tmp_path / "bin", "true", "exit 0")
    write_program(
        tmp_path / "bin",
        "apt-get",
        f'echo "$3 $DEBIAN_FRONTEND: $@" >> {log}\n[ $3 = update ] && : > {updated}\n[ -e {updated} ]',
    )
    done = set_up(project, "test", PATH=path)
    install = f"install noninteractive: -o DPkg::Lock::Timeout=120 install --yes --no-install-recommends {WANTED}"
    update = "update noninteractive: -o DPkg::Lock::Timeout=120 update"
    assert log.read_text().splitlines() == [install, update, install]
    # This apt-get brings nothing: the script must look again instead of believing it.
    assert done.returncode == 1
    assert f"System packages: installing {WANTED.replace(' ', ', ')} ..." in done.stdout
    assert f"    apt-get update && apt-get install --no-install-recommends {WANTED}\n" in done.stderr


def test_other_browsers_come_one_by_one_and_one_that_cannot_be_had_is_told(project: Path, tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    path = folder_of_programs(programs, "env", "sh", "node", "npm", "chmod")
    here = ("chromium", "chromium-headless-shell", "pdfinfo", "pdftoppm", "pdftotext", "qpdf", "java", "true")
    for name in here:
        write_program(programs, name, "exit 0")
    write_program(programs, "sudo", 'shift\nexec "$@"')
    # A system that knows no firefox-esr, as Ubuntu.
    write_program(
        programs,
        "apt-get",
        f"""[ "$6" = webkit2gtk-driver ] || exit 100
        for name in WebKitWebDriver Xvfb; do echo > {programs}/$name; chmod +x {programs}/$name; done""",
    )
    done = set_up(project, "test", PATH=path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:5] == [
        "System packages: already there",
        "Other browsers: installing firefox-esr ...",
        "Other browsers: installing webkit2gtk-driver ...",
        "Other browsers: going on without firefox-esr or firefox (Debian: firefox-esr)",
        "Virtual environment: already there",
    ]
    write_program(programs, "firefox", "exit 0")
    assert "Other browsers: already there\n" in set_up(project, "test", PATH=path).stdout


def load_bootstrap() -> ModuleType:
    """-> bootstrap.py as a module of its own, which has read the environment of now."""
    spec = importlib.util.spec_from_file_location("bootstrap", BOOTSTRAP)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Its dataclasses look up their own module by name while they are made.
    sys.modules["bootstrap"] = module
    spec.loader.exec_module(module)
    return module


def test_whoever_may_not_install_is_told_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder_of_programs(tmp_path / "bin", "env")
    write_program(tmp_path / "bin", "apt-get", f": > {tmp_path / 'called'}")
    write_program(tmp_path / "bin", "sudo", "echo 'sudo: a password is required' >&2; exit 1")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert load_bootstrap().main(["test"]) == 1
    told = capsys.readouterr().err
    assert told.endswith(
        "  Run this as root, then the same make again:\n"
        f"    apt-get update && apt-get install --no-install-recommends {WANTED}\n"
    )
    assert not (tmp_path / "called").exists()


def test_a_library_counts_only_if_it_loads() -> None:
    bootstrap = load_bootstrap()
    assert bootstrap.loads("libc.so.6")
    assert not bootstrap.loads("libno-such-library.so.0")
    assert [need.name for need in bootstrap.FOR_PDF if not need.is_there(need.name)] == []


def test_an_old_node_is_replaced_by_the_locked_one(moved_run: tuple[Path, str], tmp_path: Path) -> None:
    # The Node stays in its .venv, so it is not the project that the other tests use.
    project, _ = moved_run
    shutil.rmtree(project / "site_templates" / "node_modules")
    path = folder_of_programs(tmp_path / "bin", "env", "mkdir")
    write_program(tmp_path / "bin", "node", "echo v18.20.4")
    write_program(tmp_path / "bin", "npm", "echo the old npm was used; exit 1")
    scripts = {
        "node": "#!/bin/sh\necho v24.1.0\n",
        "npm": '#!/bin/sh\nmkdir -p node_modules && echo "$@" > node_modules/called\n',
    }
    (project / "requirements-node.lock").write_text(write_wheel(project / "wheels", "3.0", scripts, "flint"))
    done = set_up(project, PATH=path)
    assert done.returncode == 0, done.stderr
    assert "Node: installing 1 ...\nFront-end packages: installing ...\n" in done.stdout
    assert (project / "site_templates" / "node_modules" / "called").read_text() == "ci --omit=dev\n"
    assert "Node: already there (v24.1.0)" in set_up(project, PATH=path).stdout


def test_the_node_asked_for_is_the_one_that_package_json_names() -> None:
    engines = json.loads((ROOT / "site_templates" / "package.json").read_text("utf-8"))["engines"]
    assert engines["node"] == ">=" + ".".join(map(str, load_bootstrap().NODE_AT_LEAST))


def test_wrong_use_says_how_to_use_it() -> None:
    done = subprocess.run([sys.executable, BOOTSTRAP, "everything"], capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (2, "usage: python3 bootstrap.py site|test|lock\n")


def test_an_older_python_can_read_it() -> None:
    # Reading is enough: its first statement stops an older Python with a message.
    tree = ast.parse(BOOTSTRAP.read_text("utf-8"), feature_version=(3, 7))
    guard = next(node for node in tree.body if not isinstance(node, ast.Expr | ast.Import | ast.ImportFrom))
    assert isinstance(guard, ast.If)
    assert ast.unparse(guard.test) == "sys.version_info < (3, 11)"


def test_it_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse(BOOTSTRAP.read_text("utf-8"))
    plain = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    taken_from = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in plain | taken_from} <= sys.stdlib_module_names


MAKE_CHECKS = "make --no-print-directory --jobs=2 --keep-going --output-sync=target"


def dry_run(*targets: str) -> list[str]:
    """Targets -> the commands that make would run for them."""
    command = ["make", "--dry-run", "--no-print-directory", *targets]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return [line.partition('$PATH" ')[2] or line for line in done.stdout.splitlines()]


def test_make_alone_builds_the_site() -> None:
    assert dry_run() == dry_run("site") == ["python3 bootstrap.py site", "rollbook build"]


def test_make_site_takes_the_address_that_a_workflow_knows() -> None:
    # The shell fills it in, so that nothing in an address can become part of the command.
    assert dry_run("site", "ADDRESS=https://example.org/") == [
        "python3 bootstrap.py site",
        'rollbook build --address "$ADDRESS"',
    ]


def test_make_test_runs_everything_and_ends_with_the_tests() -> None:
    assert dry_run("test") == [
        "python3 bootstrap.py test",
        f"{MAKE_CHECKS} checks",
        "python -m tests.make_toolkit",
        "mypy --strict generator/rollbook generator/make_wheel.py bootstrap.py",
        "node_modules/.bin/tsc -p scripts",
        "node_modules/.bin/tsc -p engine",
        "node_modules/.bin/eslint .",
        "node --test --test-reporter=dot tests/scripts/*.test.mjs",
        "ruff check .",
        "ruff format --check .",
        'python -m pytest -n 3 --dist worksteal -m "not soak"',
    ]


def test_a_check_that_fails_ends_make_test_and_says_which_it_was(tmp_path: Path) -> None:
    """The others run all the same, and the tests don't begin: here is nothing to check with."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "bootstrap.py").touch()
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    python = tmp_path / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "$2" >> began\n', encoding="utf-8")
    python.chmod(0o755)
    done = subprocess.run(
        ["make", "test"], cwd=tmp_path, capture_output=True, encoding="utf-8", env={"PATH": os.defpath}
    )
    assert done.returncode == 2
    checks = re.findall(r"^make\[1\]: \*\*\* \[\S+ (\S+)\] Error", done.stderr, flags=re.MULTILINE)
    assert sorted(checks) == ["format", "lint", "script-lint", "script-tests", "script-types", "types", "worker-types"]
    assert (tmp_path / "began").read_text(encoding="utf-8") == "tests.make_toolkit\n"


def test_make_help_teaches_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    phony = re.search(r"^\.PHONY: (site .*)$", makefile, flags=re.MULTILINE)
    assert phony is not None
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert re.findall(r"^  make ([a-z]+) +\w", done.stdout, flags=re.MULTILINE) == phony[1].split()

"""A fresh clone -> everything that `make site`, `make test` or `make lock` needs.

Run as `python3 bootstrap.py site` (or `test`, or `lock`). It works before any package is there, so it uses the
standard library only. Six steps; each looks first, and does nothing where nothing is missing:

1. **system**    libraries and programs that only the system's packages bring
2. **venv**      .venv, the place for Python packages
3. **node**      the system's Node, or one from a Python package
4. **npm**       the front-end packages, in site_templates/node_modules, while the last two are under way
5. **packages**  Python packages from the lock files, checked hash by hash
6. **project**   Rollbook itself, so that .venv/bin/rollbook runs these very files
"""

from __future__ import annotations

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - whoever runs an older Python gets no further than here
    sys.exit("set-up: Python 3.11 or newer is needed. If you have one, name it: make PYTHON=python3.12 site")

import ctypes
import hashlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
FRONT_END = ROOT / "site_templates"
NODE_AT_LEAST = (20, 19)

# For every program started here: a Node that was put into .venv must be found before an older one of the system.
ENVIRONMENT = {**os.environ, "PATH": os.pathsep.join([str(VENV / "bin"), os.environ.get("PATH", os.defpath)])}


class SetupFailedError(Exception):
    """What went wrong, in words for whoever ran `make`, with the command that helps."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that only the system brings: its name, how to tell whether it is there, Debian's package for it."""

    name: str
    is_there: Callable[[str], bool]
    package: str


def loads(library: str) -> bool:
    """Name of a shared library -> whether the dynamic linker really finds and loads it."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def runs(program: str) -> bool:
    """Name of a program -> whether it is on the PATH."""
    return shutil.which(program) is not None


def any_runs(programs: str) -> bool:
    """Names of programs with a word between them -> whether at least one is on the PATH."""
    return any(runs(program) for program in programs.split(" or "))


def has_jar(name: str) -> bool:
    """Name of a Java library -> whether it lies where Debian keeps them."""
    return Path("/usr/share/java", name).exists()


def makes_venv(module: str) -> bool:
    """Name of the module that puts pip into a new .venv -> whether it is there, or isn't needed any more."""
    return venv_works() or importlib.util.find_spec(module) is not None


# Debian and Ubuntu keep ensurepip apart from Python, in a package named by Python's version.
FOR_VENV = (Need("ensurepip", makes_venv, f"python3.{sys.version_info.minor}-venv"),)

# What WeasyPrint loads, as Linux names it. GObject comes with Pango; Debian has renamed its own package over time.
FOR_PDF = (
    Need("libgobject-2.0.so.0", loads, "libpango-1.0-0"),
    Need("libpango-1.0.so.0", loads, "libpango-1.0-0"),
    Need("libpangoft2-1.0.so.0", loads, "libpangoft2-1.0-0"),
    Need("libharfbuzz.so.0", loads, "libharfbuzz0b"),
    Need("libharfbuzz-subset.so.0", loads, "libharfbuzz-subset0"),
    Need("libfontconfig.so.1", loads, "libfontconfig1"),
)

# A browser to read the site with, readers and a checker of PDFs, and Java for the HTML validator. Whichever Chromium
# the machine's package lists name will do, however old they are.
FOR_TESTS = (
    Need("chromium", runs, "chromium"),
    Need("pdfinfo", runs, "poppler-utils"),
    Need("pdftoppm", runs, "poppler-utils"),
    Need("pdftotext", runs, "poppler-utils"),
    Need("qpdf", runs, "qpdf"),
    Need("java", runs, "default-jre-headless"),
)

# Two more browsers, so that the tests meet every kind that readers have. WebKit's has no window without a screen, for
# which Xvfb stands. Without them their tests say that they are skipped, and in CI they fail. Where Chromium's program
# without windows can't be had, most tests use the whole one and take a quarter longer.
OTHER_BROWSERS = (
    Need("chromium-headless-shell", runs, "chromium-headless-shell"),
    Need("firefox-esr or firefox", any_runs, "firefox-esr"),
    Need("WebKitWebDriver", runs, "webkit2gtk-driver"),
    Need("Xvfb", runs, "xvfb"),
)

# Java's own former libraries, which the validator of PDFs needs.
FOR_PDF_CHECKS = (
    Need("jaxb-runtime.jar", has_jar, "libjaxb-java"),
    Need("javax.activation.jar", has_jar, "libactivation-java"),
)


def set_up_site() -> None:
    """The machine as it is -> all that `rollbook build` needs."""
    provide_system(FOR_VENV + FOR_PDF)
    provide_venv()
    provide_node()
    with providing_npm("dependencies"):
        provide_packages("Python packages", "requirements.lock")
        provide_project()


def set_up_test() -> None:
    """The machine as it is -> all that the tests need; the site's needs are among them."""
    provide_system(FOR_VENV + FOR_PDF + FOR_TESTS)
    provide_if_possible("Other browsers", OTHER_BROWSERS)
    provide_venv()
    provide_node()
    with providing_npm("dependencies", "devDependencies"):
        provide_packages("Python packages", "requirements.lock")
        provide_packages("Python packages for tests", "requirements-test.lock")
        provide_packages("Dice programs to compare with", "requirements-oracles.lock")
        provide_project()
    provide_if_possible("Validator of PDFs", FOR_PDF_CHECKS)


def set_up_lock() -> None:
    """The machine as it is -> what writes the lock files: uv and npm."""
    provide_system(FOR_VENV)
    provide_venv()
    provide_packages("uv", "requirements-uv.lock")
    provide_node()


def provide_system(needs: Sequence[Need]) -> None:
    """Needs -> all of them there, through apt-get where it may be run; otherwise say what to run."""
    missing = missing_of(needs)
    if not missing:
        say("System packages", "already there")
        return
    packages = sorted({need.package for need in missing})
    apt_get = allowed_apt_get()
    if apt_get is None:
        raise SetupFailedError(ask_for_packages(missing, packages))
    say("System packages", f"installing {', '.join(packages)} ...")
    install("System packages", apt_get, packages)
    missing = missing_of(needs)
    if missing:
        raise SetupFailedError(ask_for_packages(missing, sorted({need.package for need in missing})))


def provide_if_possible(step: str, needs: Sequence[Need]) -> None:
    """Needs that one can do without -> there, as far as they can be had; a line names the others."""
    apt_get = allowed_apt_get() if missing_of(needs) else None
    # One by one, looking each time: a system that doesn't know one may have the next, and one may bring another.
    for need in needs:
        if apt_get is None or need.is_there(need.name):
            continue
        say(step, f"installing {need.package} ...")
        with suppress(SetupFailedError):
            install(step, apt_get, [need.package])
    missing = missing_of(needs)
    if missing:
        names, packages = ", ".join(need.name for need in missing), " ".join(need.package for need in missing)
        say(step, f"going on without {names} (Debian: {packages})")
    else:
        say(step, "already there")


def install(step: str, apt_get: Sequence[str], packages: Sequence[str]) -> None:
    """Packages -> installed, as new as the machine's lists know them."""
    command = [*apt_get, "install", "--yes", "--no-install-recommends", *packages]
    # The package lists of a new machine are empty or old; those of a running one rarely need the wait.
    if output_of(command) is None:
        run(step, [*apt_get, "update"])
        run(step, command)


def missing_of(needs: Iterable[Need]) -> list[Need]:
    """Needs -> those that are not there."""
    return [need for need in needs if not need.is_there(need.name)]


def allowed_apt_get() -> list[str] | None:
    """-> the words that start apt-get with the right to install and without a question, or None."""
    if not runs("apt-get"):
        return None
    # A machine that has just started may be busy with its own updates: wait for them.
    words = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=120"]
    if os.geteuid() == 0:
        return words
    return None if output_of(["sudo", "-n", "true"]) is None else ["sudo", "-n", *words]


def ask_for_packages(missing: Sequence[Need], packages: Sequence[str]) -> str:
    """What is missing -> the request to whoever may install it."""
    names = ", ".join(need.name for need in missing)
    if not runs("apt-get"):
        return f"System packages: not found: {names}.\n  Debian has them in: {' '.join(packages)}"
    command = f"apt-get update && apt-get install --no-install-recommends {' '.join(packages)}"
    return f"System packages: not found: {names}.\n  Run this as root, then the same make again:\n    {command}"


def venv_works() -> bool:
    """-> whether .venv has a living Python with pip, and was made at this very place."""
    if output_of([str(VENV_PYTHON), "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"]) is None:
        return False
    # The programs in .venv/bin name their Python by its full path: in a folder that was moved they all fail.
    pip = VENV / "bin" / "pip"
    return pip.exists() and f"{VENV}/bin/".encode() in pip.read_bytes()


def provide_venv() -> None:
    """-> a working .venv; a broken or moved one is made anew."""
    if venv_works():
        say("Virtual environment", "already there")
        return
    say("Virtual environment", "making .venv anew ..." if VENV.exists() else "making .venv ...")
    # Not sys.executable: that may be the Python inside the .venv which is about to be cleared.
    python: str = getattr(sys, "_base_executable", sys.executable)
    run("Virtual environment", [python, "-m", "venv", "--clear", str(VENV)])


def provide_packages(step: str, lock: str) -> None:
    """A lock file -> its packages in .venv, exactly those versions with exactly those hashes."""
    count = len(re.findall(r"^[\w.-]+==", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE))
    # The lock is the whole answer, so pip has nothing to resolve. Wheels only: what a source archive
    # would fetch to build itself is covered by no hash.
    command = pip_install("--no-deps", "--require-hashes", "--only-binary=:all:", "-r", lock)
    state = fingerprint([ROOT / lock, VENV / "pyvenv.cfg"])
    install_once(step, f"installing {count} ...", command, ROOT, VENV / "set-up" / lock, state)


def provide_project() -> None:
    """-> Rollbook itself in .venv, as a link to these files; built by the locked setuptools, off the network."""
    command = pip_install("--no-deps", "--no-build-isolation", "--no-index", "-e", ".")
    state = fingerprint([ROOT / "pyproject.toml", VENV / "pyvenv.cfg"])
    stamp = VENV / "set-up" / "project"
    install_once("Rollbook", "linking this folder into .venv ...", command, ROOT, stamp, state)


def pip_install(*words: str) -> list[str]:
    """Words for pip -> the whole command, which asks nothing and says little."""
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check"]
    return [str(VENV_PYTHON), "-m", "pip", "install", *quiet, *words]


def provide_node() -> None:
    """-> a Node that is new enough, with npm: the system's, or the one of a Python package in .venv."""
    version = node_version()
    if version is not None:
        say("Node", f"already there ({version})")
        return
    provide_packages("Node", "requirements-node.lock")
    if node_version() is None:
        raise SetupFailedError(
            f"Node: the one in .venv does not run here. Install Node {NODE_AT_LEAST[0]} or newer with npm."
        )


def node_version() -> str | None:
    """-> the version of the Node on the PATH if it is new enough and npm runs too, otherwise None."""
    version = (output_of(["node", "--version"]) or "").strip()
    found = re.match(r"v(\d+)\.(\d+)\.", version)
    if found is None or (int(found[1]), int(found[2])) < NODE_AT_LEAST:
        return None
    return None if output_of(["npm", "--version"]) is None else version


@contextmanager
def providing_npm(*groups: str) -> Iterator[None]:
    """Groups of package.json -> their packages in node_modules, as package-lock.json has them, when the block ends."""
    state = fingerprint(FRONT_END / name for name in ("package.json", "package-lock.json", ".npmrc"))
    stamps = [FRONT_END / "node_modules" / f".set-up-{group}" for group in groups]
    command = ["npm", "ci"] if "devDependencies" in groups else ["npm", "ci", "--omit=dev"]
    with installing_once("Front-end packages", "installing ...", command, FRONT_END, stamps, state):
        yield


def install_once(step: str, doing: str, command: Sequence[str], folder: Path, stamp: Path, state: str) -> None:
    """A command and the state it installs -> installed; not again while the stamp tells of this very state."""
    with installing_once(step, doing, command, folder, [stamp], state):
        pass


@contextmanager
def installing_once(
    step: str, doing: str, command: Sequence[str], folder: Path, stamps: Sequence[Path], state: str
) -> Iterator[None]:
    """The same, with several stamps, while something else is done: it is all there when the block ends."""
    if all(stamp.is_file() and stamp.read_bytes() == state.encode() for stamp in stamps):
        say(step, "already there")
        yield
        return
    say(step, doing)
    # From here until the end nothing is known: an installation that breaks off must be done again.
    for stamp in stamps:
        stamp.unlink(missing_ok=True)
    with running(step, command, folder):
        yield
    for stamp in stamps:
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_bytes(state.encode())


def fingerprint(files: Iterable[Path]) -> str:
    """Files -> a text that changes when one of their contents does, and not with their dates."""
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files]
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()


def output_of(command: Sequence[str]) -> str | None:
    """Command -> what it prints, or None if it cannot be started or fails."""
    try:
        done = subprocess.run(
            command, env=ENVIRONMENT, capture_output=True, stdin=subprocess.DEVNULL, encoding="utf-8", errors="replace"
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def run(step: str, command: Sequence[str]) -> None:
    """Command -> done; where it fails, the end of what it said and the command to try by hand."""
    with running(step, command, ROOT):
        pass


@contextmanager
def running(step: str, command: Sequence[str], folder: Path) -> Iterator[None]:
    """The same while something else is done: the command has ended when the block has."""
    with TemporaryFile("w+", encoding="utf-8", errors="replace") as out:
        process = subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT
        )
        try:
            yield
        finally:
            process.wait()
        if process.returncode != 0:
            out.seek(0)
            said = "".join(f"    {line}\n" for line in out.read().splitlines()[-15:])
            by_hand = f"cd {shlex.quote(str(folder))} && {shlex.join(command)}"
            raise SetupFailedError(f"{step}: failed.\n{said}  To try it by hand:\n    {by_hand}")


def say(step: str, what: str) -> None:
    """One plain line per step."""
    print(f"{step}: {what}", flush=True)


PURPOSES = {"site": set_up_site, "test": set_up_test, "lock": set_up_lock}


def main(arguments: Sequence[str]) -> int:
    """The words after `bootstrap.py` -> exit status: 0 all there, 1 something could not be had, 2 wrong use."""
    if len(arguments) != 1 or arguments[0] not in PURPOSES:
        print(f"usage: python3 bootstrap.py {'|'.join(PURPOSES)}", file=sys.stderr)
        return 2
    try:
        PURPOSES[arguments[0]]()
    except (SetupFailedError, OSError) as problem:
        print(f"set-up: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("set-up: stopped. The same make goes on from here.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

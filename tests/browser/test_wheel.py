"""What `make wheel` packs: installed where there is only Python, it makes a site that rolls dice."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import pytest
from make_wheel import ROOT, THEME_PARTS, make_wheel
from playwright.sync_api import expect
from rollbook.cache import open_cache, user_cache_folder
from rollbook.model.diagnostic import WrongUse
from rollbook.model.toolkit import Toolkit
from rollbook.toolkit import read_packaged, write_packaged

from .conftest import Reader
from .hosting import Host
from .living import PATIENCE, ready

SITE_TEMPLATES = ROOT / "site_templates"


@dataclass(frozen=True, slots=True)
class Installed:
    """A Rollbook in an environment of its own: no Node, no program of this machine, nothing of this repository."""

    programs: Path
    home: Path

    def run(self, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
        command = [str(self.programs / "rollbook"), *words]
        return subprocess.run(
            command, cwd=folder, env=self.environment, capture_output=True, encoding="utf-8", check=False
        )

    @property
    def environment(self) -> dict[str, str]:
        return {"PATH": str(self.programs), "HOME": str(self.home)}


@pytest.fixture(scope="module")
def wheel(toolkit: Toolkit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_wheel(tmp_path_factory.mktemp("wheel"), open_cache(user_cache_folder()))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Its requirements are those of the tests' own environment, so that no network is needed."""
    home = tmp_path_factory.mktemp("home")
    venv.create(home / "venv", with_pip=False)
    programs = home / "venv" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
    own = Path(subprocess.check_output([programs / "python", "-c", asked], text=True).strip())
    (own / "requirements.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    found = subprocess.check_output([programs / "python", "-c", "import rollbook; print(rollbook.__file__)"], text=True)
    assert Path(found.strip()).is_relative_to(own)
    return Installed(programs, home)


def test_an_installed_rollbook_needs_python_alone(
    installed: Installed, tmp_path: Path, site_server: Callable[..., Host], reader: Reader
) -> None:
    shelf = tmp_path / "x"
    _succeed(installed, tmp_path, ["--version"], ["new", "x", "--github"])
    _succeed(installed, shelf, ["check", "--strict"], ["build", "--no-pdf", "--fresh"])
    _succeed(installed, tmp_path, ["diff", "x", "x"])
    page = reader.open(f"{site_server(shelf / 'build' / 'site').url}toll-road/the-road.html")
    page.set_default_timeout(PATIENCE)
    ready(page)
    page.locator("main button[data-roll='1d6']").click()
    result = page.locator(".roll-result")
    # `data-read`: the engine has read the faces that the page threw, so it has started, from its snapshot.
    expect(result.locator("output[data-read]")).to_be_attached(timeout=PATIENCE)
    assert result.locator(".total").inner_text() in {"1", "2", "3", "4", "5", "6"}


def _succeed(installed: Installed, folder: Path, *commands: Sequence[str]) -> None:
    for words in commands:
        done = installed.run(*words, folder=folder)
        assert done.returncode == 0, done.stdout + done.stderr


def test_an_installed_rollbook_serves_a_preview(installed: Installed, tmp_path: Path) -> None:
    _succeed(installed, tmp_path, ["new", "x"])
    with subprocess.Popen(
        [installed.programs / "rollbook", "serve", "--port", "0"],
        cwd=tmp_path / "x",
        env=installed.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[1]
        with urlopen(f"{address}toll-road/index.html") as answer:
            assert b"/worker.mjs" in answer.read()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert process.returncode == 0, errors


def test_whatever_a_build_reads_of_the_templates_is_packed() -> None:
    """All but the sources that the toolkit is made from."""
    folders = {path.name for path in SITE_TEMPLATES.iterdir() if path.is_dir() and path.name[0] not in "._"}
    assert {*THEME_PARTS} >= folders - {"engine", "node_modules", "scripts"}


def test_the_wheel_holds_the_licence_of_everything_in_it(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    families = {name.split("/")[4] for name in names if "/packages/@fontsource/" in name}
    assert len(families) == 10
    for family in families:
        assert f"rollbook/site_templates/packages/@fontsource/{family}/LICENSE" in names
    for program in ("rollbook", "pyodide", "fzstd", "python"):
        assert f"rollbook/site_templates/licences/{program}.txt" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_the_same_sources_give_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    assert make_wheel(tmp_path, open_cache(user_cache_folder())).read_bytes() == wheel.read_bytes()


def test_a_damaged_installation_says_so(toolkit: Toolkit, tmp_path: Path) -> None:
    write_packaged(toolkit, tmp_path / "files")
    assert read_packaged(tmp_path / "files") == toolkit
    (tmp_path / "files" / "engine" / "rules.zip").write_bytes(b"something else")
    with pytest.raises(WrongUse, match=r"damaged, at .*rules\.zip: install it again"):
        read_packaged(tmp_path / "files")
    shutil.rmtree(tmp_path / "files")
    assert read_packaged(tmp_path / "files") is None, "a checkout"

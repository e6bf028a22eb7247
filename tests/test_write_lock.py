"""The lock of an output folder where the system is Windows: its module `msvcrt` stands in for `fcntl`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.shelves import ROOT
from tests.test_write import NEW_BUILD, OLD_BUILD, built, files

# Windows' module by the means of this system: one byte of a file, locked or refused at once, given up by the end of the
# process. Only the choice between the two modules is made as on Windows; all else runs as it is.
ON_WINDOWS = """
import errno, os, sys, types
import fcntl as real
from pathlib import Path
from tests.test_write import NEW_BUILD, OLD_BUILD

def locking(descriptor, mode, count):
    assert (mode, count) == (2, 1)
    assert os.lseek(descriptor, 0, os.SEEK_CUR) > 1_000_000, "what is locked can't be read by others"
    try:
        real.flock(descriptor, real.LOCK_EX | real.LOCK_NB)
    except BlockingIOError:
        raise OSError(errno.EACCES, "Permission denied") from None

for name in [name for name in sys.modules if name.startswith("rollbook.write")]:
    del sys.modules[name]
sys.modules["fcntl"] = None
sys.modules["msvcrt"] = types.SimpleNamespace(locking=locking, LK_NBLCK=2)
system, sys.platform = sys.platform, "win32"
from rollbook.write import tidy, write
sys.platform = system
"""


def start(code: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", ON_WINDOWS + code, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


HOLD = """
from rollbook.write.claim import claim
write(OLD_BUILD, Path(sys.argv[1]))
with claim(Path(sys.argv[1])):
    print('held', flush=True)
    sys.stdin.readline()
"""
REPLACE = """
tidy(Path(sys.argv[1]))
print('tidied', flush=True)
write(NEW_BUILD, Path(sys.argv[1]))
print('written', flush=True)
"""


def test_builds_wait_for_each_other_without_fcntl(tmp_path: Path) -> None:
    with start(HOLD, str(tmp_path)) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        with start(REPLACE, str(tmp_path)) as second:
            assert second.stdout is not None
            assert second.stdout.readline() == "tidied\n", "it only looks, and must not wait"
            assert built(tmp_path) == files(OLD_BUILD)
            first.kill()  # however a build ends, it locks nobody out
            assert second.stdout.readline() == "written\n"
    assert (first.returncode, second.returncode) == (-9, 0)
    assert built(tmp_path) == files(NEW_BUILD)

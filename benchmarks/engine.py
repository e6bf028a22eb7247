"""The rules engine against d20, rpg-dice-roller and icepool: parse and roll, first exact odds, import."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import d20
from rollbook.cache import user_cache_folder
from rollbook.engine.dice import seeded
from rollbook.engine.roll import roll
from rollbook.engine.vocabulary import EMPTY

from .ratio import Ratio, compare, per_call

_ROOT = Path(__file__).parents[1]
_EXPRESSIONS = ("1d20+5", "4d6kh3", "10d6")
# Our text -> the same question in icepool's own words.
_ODDS = {
    "4d6kh3": "icepool.d6.highest(4, 3)",
    "40d6": "40 @ icepool.d6",
    "100d6": "100 @ icepool.d6",
    "2d20kh1+5>=15": "icepool.d20.highest(2) + 5 >= 15",
}
# Processor time: what else the machine does at that moment must not count in a single short run.
_FIRST = "import time; {preparation}; start = time.process_time(); {action}; print(time.process_time() - start)"


def engine() -> list[Ratio]:
    """-> every ratio of the engine, in the order of the targets."""
    return [*_rolls(), *_rolls_on_node(), *_first_odds(), *_imports()]


def _rolls() -> Iterator[Ratio]:
    dice, roller = seeded(1), d20.Roller()
    for text in _EXPRESSIONS:

        def ours_anew(text: str = text) -> None:
            EMPTY.parsed.clear()
            _ = roll(text, {}, dice).total

        def theirs_anew(text: str = text) -> None:
            roller._parse_cache.clear()
            _ = roller.roll(text).total

        def ours_again(text: str = text) -> None:
            _ = roll(text, {}, dice).total

        def theirs_again(text: str = text) -> None:
            _ = roller.roll(text).total

        anew, again = per_call(ours_anew, 300), per_call(ours_again, 3_000)
        yield compare(f"roll {text}, never seen", "d20 1.1.2", anew, per_call(theirs_anew, 100), 3)
        yield compare(f"roll {text}, seen", "d20 1.1.2, seen", again, per_call(theirs_again, 300), 10)


def _rolls_on_node() -> Iterator[Ratio]:
    dice = seeded(1)
    with _node() as theirs:
        for text in _EXPRESSIONS:

            def ours(text: str = text) -> None:
                _ = roll(text, {}, dice).total

            measure = per_call(ours, 3_000)
            yield compare(f"roll {text}, seen", "rpg-dice-roller, Node", measure, lambda text=text: theirs(text), 1)


@contextmanager
def _node() -> Iterator[object]:
    """A Node process that times rolls on demand."""
    node = shutil.which("node")
    package = _ROOT / "site_templates" / "package.json"
    if node is None or not (package.parent / "node_modules" / "@dice-roller").is_dir():
        sys.exit("benchmarks: Node or rpg-dice-roller is missing; `make bench` sets both up")
    command = [node, str(_ROOT / "benchmarks" / "node_rolls.mjs"), str(package)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def seconds(text: str) -> float:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"3000 {text}\n")
            process.stdin.flush()
            return float(process.stdout.readline())

        yield seconds
        process.stdin.close()


def _first_odds() -> Iterator[Ratio]:
    """Each in a process of its own, so that nothing is warm; imports have a ratio of their own."""
    for text, theirs in _ODDS.items():
        yield compare(
            f"first exact odds of {text}",
            "icepool 2.1.3",
            lambda text=text: _fresh("from rollbook.engine.odds import odds", f"odds({text!r}).weights"),
            lambda theirs=theirs: _fresh("import icepool", f"dict(({theirs}).items())"),
            5,
        )


def _imports() -> Iterator[Ratio]:
    """The language (what `rollbook roll` and `rollbook odds` need), and all that a page may ask for."""
    language = "import rollbook.engine.roll, rollbook.engine.show, rollbook.engine.odds"
    for what, action, target in (
        ("import of parse, roll, show, odds", language, 2),
        ("import of the browser's door, everything", "import rollbook.engine.browser", None),
    ):
        yield compare(
            what,
            "import icepool",
            lambda action=action: _fresh("pass", action),
            lambda: _fresh("pass", "import icepool"),
            target,
        )


def _fresh(preparation: str, action: str) -> float:
    """What to import, what to time -> its seconds in a new process."""
    # Both sides start from compiled files, as they do wherever a program has run once before.
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    settings["PYTHONPYCACHEPREFIX"] = str(user_cache_folder().with_name("rollbook-bench"))
    command = [sys.executable, "-c", _FIRST.format(preparation=preparation, action=action)]
    done = subprocess.run(command, cwd=_ROOT, env=settings, capture_output=True, text=True, check=True)
    return float(done.stdout)

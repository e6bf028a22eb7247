"""What an editor waits for: checks and builds of 500 chapters against markdown-it-py alone, and a save until seen.

Processor time of whole processes, start of Python included, on the same machine in the same minutes. The floor is
markdown-it-py, with tables, on the same texts, in a process of its own. Ratios are ours / floor: 2 means twice as long.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.parse import urlsplit

CHAPTERS = 500
SIZE = 10_700
SAVES = 20
PATIENCE = 60.0
_OUTPUT = Path("build/bench-build.json")
_TEXT = (
    "the a guard bridge river stands when every hero rolls against danger and light falls over stone while rain keeps "
    "company with those who wait for morning under cover of trees near water"
)
_WORDS = _TEXT.split()
_FLOOR = """
import sys
from pathlib import Path
from markdown_it import MarkdownIt
reader = MarkdownIt("commonmark").enable("table")
for path in sorted(Path(sys.argv[1]).rglob("*.md")):
    reader.render(path.read_text(encoding="utf-8"))
"""


def make_shelf(folder: Path, chapters: int) -> None:
    """A new folder -> a shelf with one book of so many chapters: prose, dice, links, lists and tables."""
    book = folder / "content" / "long"
    book.mkdir(parents=True)
    (folder / "data").mkdir()
    (book / "book.yml").write_text("title: A long book\n", encoding="utf-8")
    for number in range(chapters):
        (book / f"chapter-{number:04}.md").write_text(_chapter(number, chapters), encoding="utf-8")


def _chapter(number: int, chapters: int) -> str:
    chance = random.Random(number)
    lines = [f"# Chapter {number}", ""]
    while sum(map(len, lines)) < SIZE:
        lines += [f"## Part {len(lines)} of {number}", ""]
        lines += [line for _ in range(3) for line in (" ".join(_sentence(chance) for _ in range(5)), "")]
        goal = f"chapter-{chance.randrange(chapters):04}.md"
        lines += [f"Roll {chance.randint(1, 4)}d6 + {chance.randint(1, 9)} and see [another chapter]({goal}).", ""]
        lines += [f"- **One** {_sentence(chance)}", f"- *Two* {_sentence(chance)}", ""]
        rows = [f"| {chance.choice(_WORDS)} | {chance.randint(1, 99)} | {chance.randint(1, 9)} |" for _ in range(6)]
        lines += ["| Item | Cost | Weight |", "|---|--:|--:|", *rows, ""]
    return "\n".join(lines)


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choice(_WORDS) for _ in range(chance.randint(8, 18))).capitalize() + "."


def seconds(command: list[str], folder: Path) -> float:
    """A command -> the processor time that it and its processes take."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(folder: Path, chapter: Path) -> dict[str, float]:
    """A shelf, one of its chapters -> seconds of processor time; ends with the chapter as it was."""
    rollbook = [sys.executable, "-m", "rollbook"]
    build = [*rollbook, "build", "--no-pdf"]
    found = {"floor": seconds([sys.executable, "-c", _FLOOR, "content"], folder)}
    found["build, nothing kept"] = seconds(build, folder)
    found["build, unchanged"] = seconds(build, folder)
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(f"{text}\nOne more line.\n", encoding="utf-8")
    found["build, one chapter changed"] = seconds(build, folder)
    found["check, one chapter changed"] = seconds([*rollbook, "check"], folder)
    found["check, unchanged"] = seconds([*rollbook, "check"], folder)
    found["serve, save to seen (wall, median)"] = median(_saves(folder, chapter))
    chapter.write_text(text, encoding="utf-8")
    return found


def _saves(folder: Path, chapter: Path) -> Iterator[float]:
    """A chapter saved again and again -> how long each time until the preview has it."""
    text = chapter.read_text(encoding="utf-8")
    with _preview(folder) as address:
        page = f"/{chapter.parent.name}/{_page_of(text)}.html"
        for number in range(SAVES):
            words = f"Saved for the {number}th time."
            sleep(0.3)  # what the last one left to do is done
            start = monotonic()
            chapter.write_text(f"{text}\n{words}\n", encoding="utf-8")
            while words not in _get(address, page):
                if monotonic() - start > PATIENCE:
                    raise TimeoutError(page)
                sleep(0.01)
            yield monotonic() - start


def _page_of(text: str) -> str:
    return text.split("\n", 1)[0].removeprefix("# ").lower().replace(" ", "-")


@contextmanager
def _preview(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "rollbook", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield urlsplit(process.stdout.readline().split()[1]).netloc
        finally:
            process.terminate()


def _get(address: str, path: str) -> str:
    with closing(http.client.HTTPConnection(address)) as connection:
        connection.request("GET", path)
        return connection.getresponse().read().decode()


def main() -> None:
    """Print the table of 500 chapters, write build/bench-build.json."""
    with TemporaryDirectory() as folder:
        shelf = Path(folder) / "shelf"
        make_shelf(shelf, CHAPTERS)
        os.environ["ROLLBOOK_CACHE"] = str(Path(folder) / "cache" / "rollbook")
        # The toolkit is made once, for all books and builds.
        subprocess.run([sys.executable, "-m", "rollbook", "new", "small"], cwd=folder, check=True)
        seconds([sys.executable, "-m", "rollbook", "build", "--no-pdf"], Path(folder) / "small")
        found = measure(shelf, shelf / "content/long/chapter-0007.md")
    for what, took in found.items():
        print(f"{what:40} {took:7.2f} s {took / found['floor']:6.2f} x floor")
    _OUTPUT.parent.mkdir(exist_ok=True)
    _OUTPUT.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

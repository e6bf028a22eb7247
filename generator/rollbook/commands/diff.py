"""`rollbook diff OLD NEW`: two folders or git revisions -> which rules changed, and what that does to the odds."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from rollbook.build.examine import examine
from rollbook.build.order import Order
from rollbook.commands import command_parser
from rollbook.compare import compare_books, compare_odds_at_examples, compare_sheets, find_out_of_step
from rollbook.compare.compare_addresses import compare_addresses
from rollbook.compare.passages import compare_prose
from rollbook.model.book import Book, Shelf
from rollbook.model.comparison import LostAddress
from rollbook.model.diagnostic import WrongUse
from rollbook.progress import Silent
from rollbook.report.report_changes import BookChanges, Changes, changes_json, changes_markdown, changes_text

_DESCRIPTION = """\
Compare two versions of a shelf. Shows every rule, passage, table, formula and calculator that changed; what that does
to the odds, with the default values and in the book's examples; rules where only the words or only the formula
changed; and every address that would stop working, with the line for moved.yml that fixes it.

OLD and NEW are folders with content/ and data/, or revisions of the git repository you are in. A name that starts with
./ (./main) is a folder, and so is . itself; a name that could be either is refused unless you add --revisions."""

_EXAMPLES = """\
  rollbook diff main .                    what your working copy changes
  rollbook diff v1.0 v2.0                 two tags
  rollbook diff ../old-shelf .            two folders
  rollbook diff --revisions main .        main is a revision, even if there is a folder main
  rollbook diff ./main .                  main is a folder, even if there is a revision main
  rollbook diff main . --format markdown  a comment for a pull request

exit code: 0 compared; 2 wrong usage; 3 a bug in Rollbook itself"""

_FORMS = {"text": changes_text, "json": changes_json, "markdown": changes_markdown}


def parser() -> ArgumentParser:
    """-> what `rollbook diff` takes."""
    made = command_parser("diff", _DESCRIPTION, _EXAMPLES)
    made.add_argument("old", metavar="OLD", help="a folder or git revision")
    made.add_argument("new", metavar="NEW", help="the same; . is the shelf you are in")
    made.add_argument(
        "--revisions", action="store_true", help="names are git revisions, even if there is a folder of that name"
    )
    made.add_argument("--format", choices=tuple(_FORMS), default="text", help="default: text")
    return made


def run(given: Namespace) -> int:
    """Arguments -> the changes on stdout."""
    with _shelf(given.old, given.revisions) as old, _shelf(given.new, given.revisions) as new:
        print(_FORMS[given.format](_changes(old, new)), end="")
    return 0


def _changes(old: Shelf, new: Shelf) -> Changes:
    """Two shelves -> what differs, by book; books that are the same are left out."""
    before, after = ({book.id: book for book in shelf.books} for shelf in (old, new))
    lost = compare_addresses(old, new)
    changes: dict[str, BookChanges] = {}
    for name in sorted({*before, *after}):
        change = _book_changes(before.get(name), after.get(name), lost.get(name, ()))
        if not change.empty:
            changes[name] = change
    return changes


def _book_changes(old: Book | None, new: Book | None, lost: tuple[LostAddress, ...]) -> BookChanges:
    if old is None or new is None:
        return BookChanges(None, lost)
    change = compare_books(old, new)
    return BookChanges(
        change,
        lost,
        compare_prose(old, new),
        compare_odds_at_examples(old, new, change),
        find_out_of_step(new, change),
        compare_sheets(old, new),
    )


@contextmanager
def _shelf(name: str, revisions: bool) -> Iterator[Shelf]:
    """A folder's or revision's name -> the shelf in it. A revision is unpacked beside nothing, and removed again."""
    if _means_folder(name, revisions):
        yield _read(Path(name))
        return
    with tempfile.TemporaryDirectory(prefix="rollbook-diff-") as unpacked:
        _unpack(name, Path(unpacked))
        yield _read(Path(unpacked))


def _means_folder(name: str, revisions: bool) -> bool:
    """A name, and whether names are revisions -> whether it is a folder; WrongUse where it could be either."""
    if name in (".", "..") or name.startswith(("./", "../")) or Path(name).is_absolute():  # git calls nothing so
        return True
    if revisions or not name or not Path(name).is_dir():
        return False
    if _is_revision(name):
        raise WrongUse(
            f"{name!r} is both a folder and a git revision: write ./{name} for the folder, "
            "or add --revisions for the revision"
        )
    return True


def _is_revision(name: str) -> bool:
    """Whether the repository that we are in, if we are in one, knows this name."""
    if name.startswith("-"):
        return False
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "--verify", "--quiet", f"{name}^{{tree}}"], capture_output=True, check=False
        )
    except FileNotFoundError:
        return False
    return asked.returncode == 0


def _read(folder: Path) -> Shelf:
    return examine(Order(folder / "content", folder / "data", ()), Silent()).shelf


def _unpack(revision: str, folder: Path) -> None:
    """A git revision -> its content/ and data/ in the folder."""
    if revision.startswith("-"):
        raise WrongUse(f"{revision!r} is neither a folder nor a git revision")
    try:
        kept = subprocess.run(
            ["git", "archive", "--format=tar", revision, "--", "content", "data"], capture_output=True, check=True
        )
    except FileNotFoundError as missing:
        raise WrongUse(f"there is no folder {revision!r}, and git is not installed to look for a revision") from missing
    except subprocess.CalledProcessError as refused:
        said = refused.stderr.decode(errors="replace").strip().splitlines() or ["git gave no reason"]
        raise WrongUse(f"{revision!r} is neither a folder nor a git revision here: {said[-1]}") from refused
    with tarfile.open(fileobj=BytesIO(kept.stdout)) as archive:
        # One by one: `extractall` has had its filters only since Python 3.11.4.
        for member in archive:
            _unpack_member(archive, member, folder)


def _unpack_member(archive: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """A file of a revision -> in the folder, unless it is a link out of it, which isn't read from a shelf either."""
    path = folder / member.name
    if member.isdir():
        path.mkdir(parents=True, exist_ok=True)
    elif member.issym():
        if (path.parent / member.linkname).resolve().is_relative_to(folder.resolve()):
            path.symlink_to(member.linkname)
    elif content := archive.extractfile(member):
        path.write_bytes(content.read())

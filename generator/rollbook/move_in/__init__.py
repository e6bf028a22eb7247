"""A repository as its authors have it -> a shelf: `rollbook import`.

1. `read_repository`  a folder -> Repository, the files in it that can be of use
2. `find_books`       Repository -> Plan: which files are chapters of which book, and what they are called
3. `convert_chapter`  a chapter -> the same for its place on the shelf: links, pictures and boxes
4. `make_shelf`       both -> the files of the shelf, and Notes of what was done and what needs a decision
"""

from rollbook.move_in.find_books import find_books
from rollbook.move_in.make_shelf import make_shelf
from rollbook.move_in.repository import read_repository

__all__ = ["find_books", "make_shelf", "read_repository"]

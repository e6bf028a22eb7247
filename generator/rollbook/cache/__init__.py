"""Results that took long -> kept between runs, and handed out only if this user's Rollbook made them.

  1. the folder is this user's own, outside every checkout, and nobody else can write to it (folder.py)
  2. a secret in it, which only this user can read, seals each entry together with its key (folder.py, cache.py)
  3. what isn't exactly as it was sealed (cut off, altered, renamed, brought from elsewhere) counts as missing
  4. functions whose results are worth keeping are marked where they stand (results.py)
  5. many calls of them that are about to be made are worked out on all cores (ahead.py)
  6. of many new chapters each process has a share, and keeps their trees (crew.py)

A cache is never a reason to fail: where there can be none, everything is worked out anew.
"""

from rollbook.cache.ahead import Call, work_ahead, work_begun, work_meanwhile
from rollbook.cache.cache import NO_CACHE, Cache, MissingError, open_cache, recall_files, store_files
from rollbook.cache.crew import ask_ahead, work_apart
from rollbook.cache.folder import user_cache_folder
from rollbook.cache.results import Results, digest, reused, stored

__all__ = [
    "NO_CACHE",
    "Cache",
    "Call",
    "MissingError",
    "Results",
    "ask_ahead",
    "digest",
    "open_cache",
    "recall_files",
    "reused",
    "store_files",
    "stored",
    "user_cache_folder",
    "work_ahead",
    "work_apart",
    "work_begun",
    "work_meanwhile",
]

"""Results that took long -> kept between runs, and handed out only if this user's Rollbook made them.

  1. the folder is this user's own, outside every checkout, and nobody else can write to it (folder.py)
  2. a secret in it, which only this user can read, seals each entry together with its key (secret.py, cache.py)
  3. what isn't exactly as it was sealed (cut off, altered, renamed, brought from elsewhere) counts as missing

A cache is never a reason to fail: where there can be none, everything is worked out anew.
"""

from rollbook.cache.cache import NO_CACHE, Cache, open_cache
from rollbook.cache.folder import user_cache_folder

__all__ = ["NO_CACHE", "Cache", "open_cache", "user_cache_folder"]

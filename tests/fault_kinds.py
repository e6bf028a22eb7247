"""The faults that test_faults.py tries: chance and a world -> what goes wrong in it, and when."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.build_and_fail import Attempt
from tests.fault_world import NOBODY, World

Fault = Callable[[Random, World, Attempt], Attempt]
_MEGABYTE = 1 << 20
_NOWHERE = {"PATH": "/nowhere"}


def _at(chance: Random, world: World) -> int:
    """-> any dealing of a build with the system; the last ones, in which it replaces the former one, twice as often."""
    return chance.choice((chance.randint(1, world.events), chance.randint(world.events // 2, world.events)))


def killed(chance: Random, world: World, attempt: Attempt) -> Attempt:
    return replace(attempt, kind="kill", at=_at(chance, world))


def killed_while_it_works(chance: Random, world: World, attempt: Attempt) -> Attempt:
    return replace(attempt, kind="kill", after=chance.uniform(0.01, 1.5 * world.seconds))


def stopped(chance: Random, world: World, attempt: Attempt) -> Attempt:
    return replace(attempt, kind=chance.choice(("interrupt", "term")), after=chance.uniform(0.01, 1.5 * world.seconds))


def disk_full(chance: Random, world: World, attempt: Attempt) -> Attempt:
    size = world.used() + chance.choice((0, chance.randrange(2 * _MEGABYTE), chance.randrange(40 * _MEGABYTE)))
    return replace(attempt, kind="full", at=_at(chance, world), goal=str(world.disk), size=max(size, 1))


def disk_read_only(chance: Random, world: World, attempt: Attempt) -> Attempt:
    return replace(attempt, kind="read-only", at=chance.choice((1, _at(chance, world))), goal=str(world.disk))


def _by_nobody(world: World, attempt: Attempt) -> Attempt:
    """Everything belongs to a user who may do little; their Rollbook is an installed one, which brings its toolkit."""
    world.give_to(NOBODY)
    return replace(attempt, user=NOBODY, installed=str(world.install()))


def permission_taken(chance: Random, world: World, attempt: Attempt) -> Attempt:
    attempt = _by_nobody(world, attempt)
    places = [world.out, world.out / "site", world.cache, world.shelf / "content", world.shelf / "content" / "inn"]
    goal, mode = chance.choice([*places, world.out / ".rollbook-new", world.out / ".rollbook-swap"]), (0, 0o500, 0o200)
    at = chance.choice((1, _at(chance, world)))
    return replace(attempt, kind="forbidden", at=at, goal=str(goal), size=chance.choice(mode))


def somebody_elses(chance: Random, world: World, attempt: Attempt) -> Attempt:
    """The output, the cache or a chapter belongs to another user."""
    attempt = _by_nobody(world, attempt)
    goal = chance.choice((world.out, world.out / "site", world.out / ".rollbook", world.cache, world.chapter))
    os.chown(goal, 0, 0)
    os.chmod(goal, chance.choice((0o755, 0o700)))
    return attempt


def out_of_memory(chance: Random, world: World, attempt: Attempt) -> Attempt:
    size = chance.choice((0, chance.randrange(4 * _MEGABYTE), chance.randrange(150 * _MEGABYTE)))
    return replace(attempt, kind="memory", at=chance.choice((1, _at(chance, world))), size=size)


def too_many_files(chance: Random, world: World, attempt: Attempt) -> Attempt:
    return replace(attempt, kind="descriptors", at=_at(chance, world), size=chance.randint(4, 24))


def no_node(chance: Random, world: World, attempt: Attempt) -> Attempt:
    """And the toolkit, or a part of it, was never made."""
    if chance.random() < 0.7:
        world.toolkit_entry().unlink()
    environment = {**attempt.environment, **_NOWHERE}
    attempt = replace(attempt, environment=environment)
    return killed(chance, world, attempt) if chance.random() < 0.3 else attempt


def damaged_installation(chance: Random, world: World, attempt: Attempt) -> Attempt:
    """A file of the toolkit that an installed Rollbook brings along is another, shorter, empty or gone."""
    installed = world.install()
    _damage(chance.choice([path for path in installed.rglob("*") if path.is_file()]), chance)
    return replace(attempt, installed=str(installed))


def damaged_cache(chance: Random, world: World, attempt: Attempt) -> Attempt:
    entries = sorted(path for path in world.cache.iterdir())
    # What takes long to make again is damaged only together with what is made from it.
    costly = world.costly()
    for path in chance.sample(entries, chance.randint(1, len(entries) // 2)):
        if path not in costly:
            _damage(path, chance)
    return killed(chance, world, attempt) if chance.random() < 0.3 else attempt


def _damage(path: Path, chance: Random) -> None:
    content = bytearray(path.read_bytes())
    way = chance.choice(("flip", "short", "empty", "gone", "zeros", "folder", "link", "forbidden"))
    if way in ("gone", "folder", "link"):
        path.unlink()
    if way == "folder":
        path.mkdir()
    elif way == "link":
        path.symlink_to("/dev/zero")
    elif way == "forbidden":
        path.chmod(0o777)
        path.write_bytes(b"something else")
    elif way != "gone":
        place = chance.randrange(len(content)) if content else 0
        changed = {
            "flip": lambda: content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :] if content else b"x",
            "short": lambda: content[:place],
            "empty": lambda: b"",
            "zeros": lambda: content[:place] + bytes(len(content) - place) or b"\0",
        }[way]()
        path.write_bytes(changed)


KINDS: Mapping[str, Fault] = {
    "killed": killed,
    "killed while it works": killed_while_it_works,
    "stopped": stopped,
    "out of memory": out_of_memory,
    "too many files": too_many_files,
    "no Node": no_node,
    "damaged installation": damaged_installation,
    "damaged cache": damaged_cache,
    "disk full": disk_full,
    "disk read-only": disk_read_only,
    "permission taken": permission_taken,
    "somebody else's": somebody_elses,
}
NEEDS_ROOT = frozenset({"disk full", "disk read-only", "permission taken", "somebody else's"})

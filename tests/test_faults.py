"""Whatever goes wrong at whatever moment: the former or the new build is published, whole, and the next one is right.

`make soak` tries 300 faults, or as many as ROLLBOOK_SOAK_COUNT says, from the seed ROLLBOOK_SOAK_FROM on; `make test` a
few. Each is a build of an edited shelf, in a world of its own (fault_world.py), with one fault (fault_kinds.py).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tests.fault_kinds import KINDS, NEEDS_ROOT
from tests.fault_power import after_power_cut, can_mount, images
from tests.fault_preview import try_preview
from tests.fault_world import NOBODY, World, open_world

# Beside the kinds of faults in a build: a power cut, and a fault while the preview runs.
KINDS_OF_ALL = len(KINDS) + 2
SOAK = int(os.environ.get("ROLLBOOK_SOAK_COUNT", "300"))
FROM = int(os.environ.get("ROLLBOOK_SOAK_FROM", "0"))
FEW = ("killed", "disk full", "out of memory", "damaged cache")

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="its faults are made as Linux makes them")


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    # Not pytest's own folder, which nobody else may enter.
    with TemporaryDirectory(prefix="rollbook-faults-") as name:
        os.chmod(name, 0o711)
        with open_world(Path(name)) as world:
            yield world


@pytest.mark.parametrize("kind", FEW)
def test_a_fault_leaves_a_whole_build(world: World, kind: str) -> None:
    try_fault(world, kind, 0)


def seeds(place: int) -> range:
    """The place of a kind of fault among all -> its seeds."""
    return range(FROM + (place - FROM) % KINDS_OF_ALL, FROM + SOAK, KINDS_OF_ALL)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_many_faults_leave_a_whole_build(world: World, kind: str) -> None:
    ends = [try_fault(world, kind, seed) for seed in seeds(list(KINDS).index(kind))]
    print(
        f"\n{kind}: {len(ends)} faults, {ends.count('former')} left the former build, {ends.count('new')} the new one"
    )


@pytest.mark.soak
@pytest.mark.skipif(not can_mount(), reason="only root can mount a disk, and mkfs.ext4 makes it")
def test_power_cuts_leave_a_whole_build(world: World) -> None:
    cut = seeds(len(KINDS))
    with images(world) as folder:
        for seed in cut:
            with after_power_cut(world, folder, Random(f"power cut {seed}")) as (live, code, said):
                assert code in (0, -9), (seed, said)
                assert live.site() in world.good[:2], (seed, said)
                again(live, 0, seed)
    print(f"\npower cut: {len(cut)} faults")


@pytest.mark.soak
def test_faults_of_a_preview_spoil_nothing(world: World) -> None:
    if not world.mounted:
        pytest.skip("only root can spoil a disk")
    for seed in seeds(len(KINDS) + 1):
        world.reset()
        try_preview(world, Random(f"preview {seed}"))
        assert world.site() == world.good[0], seed
        again(world, 0, seed)
    print(f"\npreview: {len(seeds(len(KINDS) + 1))} faults")


def try_fault(world: World, kind: str, seed: int) -> str:
    """A kind of fault, a seed -> which build was there afterwards."""
    if kind in NEEDS_ROOT and not world.mounted:
        pytest.skip("only root can spoil a disk")
    chance = Random(f"{kind} {seed}")
    world.reset()
    ordered = KINDS[kind](chance, world, world.order())
    events = world.events
    code, said = world.run(ordered)
    world.events = events
    told = (kind, seed, ordered, code, said)
    world.heal()
    found = world.site()
    assert found in world.good, told
    assert "Traceback" not in said, told
    assert code in (0, 1, 2, 130, -9, -15), told
    if code == 0:
        assert found in world.good[1:], told
    else:
        assert code < 0 or said.strip(), told
    again(world, ordered.user, told)
    return "former" if found == world.good[0] else "new"


def again(world: World, user: int, told: object) -> None:
    """The fault is mended -> the next build is the right one, and has tidied up."""
    if user:
        world.give_to(NOBODY)
    code, said = world.run(replace(world.order(), user=user))
    assert code == 0, (told, said)
    assert world.site() == world.good[1], told
    assert sorted(path.name for path in world.out.iterdir()) == [".rollbook", "site"], told

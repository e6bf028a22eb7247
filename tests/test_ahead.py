"""Calls that are worked out ahead, on all cores: the same results, kept for the next run, whatever helpers do."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from rollbook.cache import Results, open_cache, stored, work_ahead, work_meanwhile

MAIN = os.getpid()
CALLS = range(1, 9)


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few calls there are, and whatever machine this is."""
    monkeypatch.setattr("rollbook.cache.ahead._WORTH", -1.0)
    monkeypatch.setattr("rollbook.cache.ahead.cores", lambda: 2)


@stored
def square(number: int, log: str) -> tuple[int, bytes]:
    with open(log, "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()} {number}\n")
    return number * number, b"x" * 3_000


@stored
def dies_in_a_helper(number: int) -> int:
    if os.getpid() != MAIN:
        os._exit(1)
    return number * number


@stored
def waits(seconds: int) -> None:
    time.sleep(seconds)


@stored
def fails(number: int) -> int:
    raise ValueError(f"no {number}")


def made(log: Path) -> list[list[str]]:
    return [line.split() for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []


def test_two_processes_share_the_calls_and_none_is_made_twice(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with Results().in_use():
        work_ahead([partial(square, number, str(log)) for number in CALLS])
        assert [square(number, str(log))[0] for number in CALLS] == [number * number for number in CALLS]
    assert sorted(int(number) for _, number in made(log)) == list(CALLS)
    assert len({process for process, _ in made(log)}) == 2


def test_what_a_helper_found_is_there_for_the_next_run(tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "cache"
    folder.mkdir(mode=0o700)
    with Results(open_cache(folder), "shelf").in_use():
        work_ahead([partial(square, number, str(log)) for number in CALLS])
    log.unlink()
    with Results(open_cache(folder), "shelf").in_use():
        assert [square(number, str(log))[0] for number in CALLS] == [number * number for number in CALLS]
    assert made(log) == []


def test_a_helper_that_dies_costs_nothing_but_time() -> None:
    with Results().in_use():
        work_ahead([partial(dies_in_a_helper, number) for number in CALLS])
        assert [dies_in_a_helper(number) for number in CALLS] == [number * number for number in CALLS]


def test_a_fault_is_raised_here() -> None:
    with Results().in_use(), pytest.raises(ValueError, match="no 1"):
        work_ahead([partial(fails, number) for number in CALLS])


@stored
def square_at_leisure(number: int, log: str) -> tuple[int, bytes]:
    """A call after which another process has time to take the next."""
    made_so_far = square(number, log)
    time.sleep(0.05)
    return made_so_far


def test_what_was_begun_meanwhile_is_ended_by_both_and_none_is_made_twice(tmp_path: Path) -> None:
    log = tmp_path / "log"
    calls = [partial(square_at_leisure, number, str(log)) for number in range(1, 30)]
    with Results().in_use():
        work_meanwhile(calls)
        while not made(log):  # the other process has begun
            time.sleep(0.01)
        work_ahead(calls)
        assert [call()[0] for call in calls] == [number * number for number in range(1, 30)]
    assert sorted(int(number) for _, number in made(log)) == list(range(1, 30))
    assert len({process for process, _ in made(log)}) == 2


def test_another_process_leaves_alone_what_it_may_not_begin(tmp_path: Path) -> None:
    log, calls = tmp_path / "log", [partial(square, number, str(tmp_path / "log")) for number in CALLS]
    with Results().in_use():
        work_meanwhile(calls, may=lambda call: call.args[0] % 2 == 1)
        while len(made(log)) < len(CALLS) // 2:
            time.sleep(0.01)
        work_ahead(calls)
        assert [call()[0] for call in calls] == [number * number for number in CALLS]
    # What is left is divided afterwards, so that the other four may be made by either.
    assert [int(number) for _, number in made(log)][:4] == [1, 3, 5, 7]
    assert sorted(int(number) for _, number in made(log)) == list(CALLS)


def test_many_long_calls_in_a_row_are_divided_and_single_ones_are_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("rollbook.cache.ahead._WORTH", 60.0)
    for least, processes in ((0.0, 2), (60.0, 1)):
        monkeypatch.setattr("rollbook.cache.ahead._LONG", least)
        log = tmp_path / f"log-{processes}"
        with Results().in_use():
            work_ahead([partial(square_at_leisure, number, str(log)) for number in range(1, 30)])
        assert len({process for process, _ in made(log)}) == processes


def test_little_is_not_begun_elsewhere_and_what_an_earlier_run_left_not_at_all(tmp_path: Path) -> None:
    log, folder = tmp_path / "log", tmp_path / "cache"
    calls = [partial(square, number, str(log)) for number in CALLS]
    folder.mkdir(mode=0o700)
    with Results(open_cache(folder), "shelf").in_use():
        work_meanwhile(calls, len(calls) + 1)
        assert [call()[0] for call in calls] == [number * number for number in CALLS]
    assert {process for process, _ in made(log)} == {str(MAIN)}
    results = Results(open_cache(folder), "shelf")
    with results.in_use():
        work_meanwhile(calls)
        assert results.helpers == []


def test_a_process_that_nobody_asks_ends_with_the_run() -> None:
    results = Results()
    with results.in_use():
        work_meanwhile([partial(waits, 600)])
        assert len(results.helpers) == 1
    assert results.helpers == []
    assert multiprocessing.active_children() == []


def test_one_that_was_begun_and_dies_costs_nothing_but_time() -> None:
    calls = [partial(dies_in_a_helper, number) for number in CALLS]
    with Results().in_use():
        work_meanwhile(calls)
        work_ahead(calls)
        assert [call() for call in calls] == [number * number for number in CALLS]


def test_without_results_nothing_is_done_ahead(tmp_path: Path) -> None:
    log = tmp_path / "log"
    work_ahead([partial(square, number, str(log)) for number in CALLS])
    work_meanwhile([partial(square, number, str(log)) for number in CALLS])
    assert made(log) == []


def test_a_helper_without_memory_for_a_thread_is_done_without(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    log = str(tmp_path / "log")
    with Results().in_use():
        work_ahead([partial(square, number, log) for number in CALLS])
        assert [square(number, log)[0] for number in CALLS] == [number * number for number in CALLS]
    assert capfd.readouterr().err == ""

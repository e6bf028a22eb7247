"""The engine in a real browser: it rolls, it seeds itself, it survives what readers and hosts do to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from .conftest import Reader, reading, staged
from .hosting import Fault, Host
from .living import Living

ROLL = {"kind": "roll", "expression": "3d6"}
MANY = {"kind": "roll", "expression": "20d20"}
RULES = {"vocabulary": {"STR bonus": "`STR bonus`"}, "tables": [], "calculators": [], "sheets": []}


def ask(page: Page, request: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = page.evaluate("(request) => table.engine.ask(request)", request)
    return answer


def faces(page: Page) -> list[int]:
    return [die["face"] for die in ask(page, MANY)["roll"]["dice"]]


def states(page: Page) -> list[str]:
    names: list[str] = page.evaluate("() => table.states.map(({ name }) => name)")
    return names


def state(page: Page) -> dict[str, str]:
    last: dict[str, str] = page.evaluate("() => table.states.at(-1)")
    return last


@pytest.fixture
def host(bench_folder: Path, site_server: Callable[..., Host]) -> Host:
    return site_server(bench_folder)


@pytest.fixture(scope="module")
def stage(bench_folder: Path, browser: Browser) -> Iterator[tuple[Host, BrowserContext]]:
    with staged(bench_folder, browser) as stage:
        yield stage


@pytest.fixture
def table(stage: tuple[Host, BrowserContext]) -> Iterator[Living]:
    """For what an engine does once it runs: its files are fetched and compiled once for all these tests."""
    host, context = stage
    with reading(context) as reader:
        yield Living(host, reader)


def test_the_first_roll_waits_for_the_engine(host: Host, reader: Reader) -> None:
    page = reader.open(host.url)
    answer = ask(page, ROLL)
    assert 3 <= answer["roll"]["total"] <= 18
    assert states(page) == ["idle", "starting", "ready", "working", "ready"]
    assert not any(path.endswith((".zip", "pyodide-lock.json", ".map")) for path in host.requests)


def test_nothing_is_fetched_before_it_is_wanted(host: Host, reader: Reader) -> None:
    page = reader.open(host.url)
    assert states(page) == ["idle"]
    assert not any("/engine/" in path and "/static/" not in path for path in host.requests)


def test_every_restore_has_its_own_dice(table: Living) -> None:
    thrown = [faces(table.reader.open(table.host.url)) for _ in range(3)]
    assert len({tuple(faces) for faces in thrown}) == 3


def test_a_seed_gives_the_same_dice_in_every_engine(table: Living) -> None:
    first, second = (ask(table.reader.open(table.host.url), {**MANY, "seed": 20}) for _ in range(2))
    assert first == second


def test_the_next_page_starts_from_what_was_kept(host: Host, reader: Reader) -> None:
    page = reader.open(host.url)
    ask(page, ROLL)
    kept = "() => caches.open('rollbook-files').then((files) => files.keys()).then((keys) => keys.map((k) => k.url))"
    while len(page.evaluate(kept)) < 2:
        page.wait_for_timeout(50)
    host.requests.clear()
    page.goto(host.url + "other.html")
    ask(page, ROLL)
    assert not any(path.endswith((".wasm", ".bin", ".zip")) for path in host.requests)


def test_twenty_quick_requests_are_all_answered_in_order(table: Living) -> None:
    page = table.reader.open(table.host.url)
    answers = page.evaluate(
        """() => {
          const order = [];
          const asks = Array.from({ length: 20 }, (_, i) =>
            table.engine.ask({ kind: "roll", expression: `1d20 + ${i}00` }).then((answer) => (order.push(i), answer)));
          return Promise.all(asks).then((answers) => ({ order, totals: answers.map(({ roll }) => roll.total) }));
        }"""
    )
    assert answers["order"] == list(range(20))
    assert [total // 100 if total % 100 else total // 100 - 1 for total in answers["totals"]] == list(range(20))


def test_two_tabs_roll_beside_each_other(table: Living) -> None:
    one, two = (table.reader.open(table.host.url) for _ in range(2))
    one.evaluate("() => table.engine.warm()")
    assert "roll" in ask(two, ROLL)
    assert "roll" in ask(one, ROLL)
    two.close()
    assert "roll" in ask(one, ROLL)


def test_a_nonsense_request_is_a_problem_and_not_the_end(table: Living) -> None:
    page = table.reader.open(table.host.url)
    assert "problem" in ask(page, {"kind": "roll", "expression": "2d6 +"})
    assert "problem" in page.evaluate("() => table.engine.ask(null)")
    assert "roll" in ask(page, ROLL)


# What no message can carry, or Python cannot read.
UNSENDABLE = {
    "deep": "Array.from({ length: 8_000 }).reduce((inside) => [inside], 1)",
    "deeper": "Array.from({ length: 200_000 }).reduce((inside) => [inside], 1)",
    "a function": "() => {}",
}


def test_a_request_that_cannot_be_sent_is_a_problem_and_not_the_end(table: Living) -> None:
    page = table.reader.open(table.host.url)
    ask(page, ROLL)
    for name, request in UNSENDABLE.items():
        odd, plain = page.evaluate(
            f"(roll) => {{ const odd = {{ ...roll, values: {request} }};"
            " return Promise.all([table.engine.ask(odd), table.engine.ask(roll)]); }",
            ROLL,
        )
        assert "problem" in odd, name
        assert "roll" in plain, name
    # The same engine: it was not even stopped.
    assert states(page) == ["idle", "starting", "ready", *["working", "ready"] * (1 + 2 * len(UNSENDABLE))]


def test_a_calculation_without_end_is_stopped_and_the_engine_comes_back(table: Living) -> None:
    page = table.reader.open(table.host.url)
    ask(page, ROLL)
    _hang(page)
    answers = page.evaluate(
        "(roll) => Promise.all([table.engine.ask(roll), table.engine.ask(roll), table.engine.ask(roll)])", ROLL
    )
    assert answers[0]["problem"]["code"] == "took-too-long"
    assert "6 seconds" in answers[0]["problem"]["message"]
    assert all("roll" in answer for answer in answers[1:])
    assert states(page)[-3:] == ["ready", "working", "ready"]
    assert "failed" not in states(page)


def test_a_book_is_loaded_once_and_again_after_the_engine_was_stopped(
    host: Host, reader: Reader, bench_folder: Path
) -> None:
    (bench_folder / "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
    page = reader.open(host.url)
    loaded = page.evaluate(
        "() => Promise.all([table.engine.use('b', 'rules.json'), table.engine.use('b', 'rules.json')])"
    )
    assert [answer["problems"] for answer in loaded] == [[], []]
    assert host.requests.count("/rules.json") == 1
    in_book = {**ROLL, "book": "b"}
    assert "roll" in ask(page, in_book)
    _hang(page)
    assert ask(page, in_book)["problem"]["code"] == "took-too-long"
    assert "roll" in ask(page, in_book)


def test_a_book_that_is_missing_is_said_so_and_can_come_later(host: Host, reader: Reader, bench_folder: Path) -> None:
    reader.expected = ("Failed to load resource",)
    page = reader.open(host.url)
    use = "() => table.engine.use('late', 'late.json')"
    assert page.evaluate(use)["problem"]["code"] == "missing"
    (bench_folder / "late.json").write_text(json.dumps(RULES), encoding="utf-8")
    assert page.evaluate(use)["problems"] == []


def test_a_killed_engine_comes_back_and_no_request_is_lost(table: Living) -> None:
    page = table.reader.open(table.host.url)
    ask(page, ROLL)
    page.workers[0].evaluate("() => self.close()")
    assert "roll" in ask(page, ROLL)
    assert "failed" not in states(page)


def _hang(page: Page) -> None:
    """The next request finds an engine that thinks for ever: the door's own limits leave no expression that would."""
    page.workers[0].evaluate("() => { JSON.stringify = () => { for (;;); }; }")


def _instead(status: int, kind: str, body: bytes) -> Fault:
    return lambda *_: (status, kind, body)


MISSING = _instead(404, "text/html", b"<title>Not here</title>")
PAGE = _instead(200, "text/html", b"<title>Not here</title>")


def _half(status: int, kind: str, body: bytes) -> tuple[int, str, bytes]:
    return status, kind, body[: len(body) // 2]


def _flipped(status: int, kind: str, body: bytes) -> tuple[int, str, bytes]:
    middle = len(body) // 2
    return status, kind, body[:middle] + bytes(byte ^ 0xFF for byte in body[middle : middle + 64]) + body[middle + 64 :]


def _as_text(status: int, kind: str, body: bytes) -> tuple[int, str, bytes]:
    return status, "text/plain", body


@pytest.mark.parametrize("fault", [MISSING, PAGE, _half, _flipped], ids=["missing", "page", "half", "flipped"])
def test_without_its_snapshot_it_starts_from_the_beginning(host: Host, reader: Reader, fault: Fault) -> None:
    reader.expected = ("Failed to load resource",)
    host.faults[".bin"] = fault
    page = reader.open(host.url)
    assert "roll" in ask(page, ROLL)
    assert any(path.endswith(".zip") for path in host.requests)


@pytest.mark.parametrize(
    ("ending", "fault", "code"),
    [
        (".wasm", MISSING, "missing"),
        (".wasm", PAGE, "missing"),
        (".wasm", _half, "damaged"),
        (".wasm", _flipped, "damaged"),
        (".asm.mjs", MISSING, "missing"),
        ("/worker.mjs", MISSING, "missing"),
    ],
    ids=["wasm missing", "wasm a page", "wasm half", "wasm flipped", "runtime missing", "worker missing"],
)
def test_a_broken_host_is_said_so_and_retry_works_once_it_is_mended(
    host: Host, reader: Reader, ending: str, fault: Fault, code: str
) -> None:
    reader.expected = ("Failed to load resource",)
    host.faults[ending] = fault
    page = reader.open(host.url)
    answer = ask(page, ROLL)
    assert answer["problem"]["code"] == code
    assert state(page) == {"name": "failed", "code": code, "reason": answer["problem"]["message"]}
    assert ask(page, ROLL)["problem"]["code"] == code
    host.faults.clear()
    page.evaluate("() => table.engine.retry()")
    assert "roll" in ask(page, ROLL)


def test_a_host_that_does_not_know_webassembly_is_good_enough(host: Host, reader: Reader) -> None:
    host.faults[".wasm"] = _as_text
    page = reader.open(host.url)
    assert "roll" in ask(page, ROLL)


def test_blocked_by_something_on_the_way(host: Host, reader: Reader) -> None:
    reader.expected = ("Failed to load resource",)
    page = reader.open(host.url)
    reader.context.route("**/*.wasm", lambda route: route.abort("blockedbyclient"))
    assert ask(page, ROLL)["problem"]["code"] == "unreachable"
    reader.context.unroute("**/*.wasm")
    page.evaluate("() => table.engine.retry()")
    assert "roll" in ask(page, ROLL)


def test_a_host_that_never_answers(host: Host, reader: Reader) -> None:
    page = reader.open(f"{host.url}?startDeadline=1500")
    reader.context.route("**/*.wasm", lambda route: None)
    assert ask(page, ROLL)["problem"]["code"] == "too-slow"
    assert state(page)["name"] == "failed"


def test_from_any_sub_path(bench_folder: Path, site_server: Callable[..., Host], reader: Reader) -> None:
    host = site_server(bench_folder, "play/our%20shelf/".replace("%20", "-"))
    page = reader.open(host.url)
    assert "roll" in ask(page, ROLL)
    assert all(path.startswith("/play/our-shelf/") for path in host.requests)


# What a hostile engine might try, and the directive that forbids it.
FORBIDDEN = {
    "() => eval('1')": "script-src",
    "() => Function('return 1')()": "script-src",
    "(foreign) => import(foreign + 'page.mjs')": "script-src-elem",
    "(foreign) => new WebSocket(foreign.replace('http', 'ws'))": "connect-src",
    "(foreign) => { const x = new XMLHttpRequest(); x.open('GET', foreign); x.send(); }": "connect-src",
}
# Later than at once: what a debugger evaluates itself is exempt from the policy.
TRY = """(foreign) => new Promise((end) => {
  self.addEventListener("securitypolicyviolation", (event) => end(event.effectiveDirective), { once: true });
  const allowed = () => setTimeout(end, 500, "allowed");
  setTimeout(() => Promise.resolve(foreign).then(ATTEMPT).then(allowed, () => {}));
})"""


def test_the_worker_is_bound_by_the_pages_policy(
    table: Living, bench_folder: Path, site_server: Callable[..., Host]
) -> None:
    foreign = site_server(bench_folder)
    table.reader.expected = ("Evaluating a string", "Connecting to", "Loading the script", "Failed to load resource")
    page = table.reader.open(table.host.url)
    ask(page, ROLL)
    worker = page.workers[0]
    stopped_by = {attempt: worker.evaluate(TRY.replace("ATTEMPT", attempt), foreign.url) for attempt in FORBIDDEN}
    assert stopped_by == FORBIDDEN
    assert foreign.requests == []

"""The tests' own host: it bears a burst, says nothing of a browser that leaves, and everything of a mistake."""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from .hosting import Host, hosted

# Closing with this sends a reset instead of a farewell.
AT_ONCE = struct.pack("ii", 1, 0)
ASKED = b"GET /index.html HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    (tmp_path / "index.html").write_text("<!doctype html><title>Here</title>", encoding="utf-8")
    with hosted(tmp_path) as running:
        yield running


def call(host: Host) -> socket.socket:
    return socket.create_connection(("127.0.0.1", urlsplit(host.url).port or 0), timeout=10)


def answer(line: socket.socket) -> bytes:
    return b"".join(iter(lambda: line.recv(65536), b""))


def test_many_come_at_once_and_all_are_served(host: Host) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(call(host)) for _ in range(100)]
        for line in lines:
            line.sendall(ASKED)
        assert [answer(line).split(b" ")[1] for line in lines] == [b"200"] * 100


def test_who_leaves_in_the_middle_of_a_request_is_not_spoken_of(host: Host, capfd: pytest.CaptureFixture[str]) -> None:
    for _ in range(5):
        line = call(host)
        line.sendall(ASKED[:20])
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        line.close()
    with call(host) as line:
        line.sendall(ASKED)
        assert answer(line).startswith(b"HTTP/1.1 200 ")
    assert capfd.readouterr().err == ""


def test_a_mistake_is_told(host: Host, capfd: pytest.CaptureFixture[str]) -> None:
    def mistake(*_: object) -> tuple[int, str, bytes]:
        raise ValueError("a slip of the test's own")

    host.faults["index.html"] = mistake
    with call(host) as line:
        line.sendall(ASKED)
        assert answer(line) == b""
    assert "a slip of the test's own" in capfd.readouterr().err

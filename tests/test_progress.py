"""Progress: bars for a terminal, lines for a pipe."""

from __future__ import annotations

import io
import os
from contextlib import ExitStack, suppress

import pytest
from rollbook.progress import Lines, Silent, show_progress, step


def test_a_pipe_sees_plain_lines() -> None:
    stream = io.StringIO()
    with show_progress(stream) as progress, step(progress, "parse", "5 books"):
        assert stream.getvalue() == "parse: 5 books\n"  # as it starts, so that a log tells what takes long
    assert stream.getvalue() == "parse: 5 books\n"
    assert isinstance(progress, Lines)


def test_silence() -> None:
    with step(Silent(), "parse", "5 books"):
        pass


def on_a_terminal(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """What a real (pseudo-)terminal receives."""
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLUMNS", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    pty = pytest.importorskip("pty", reason="there are no such terminals on Windows")
    reader, writer = pty.openpty()
    with ExitStack() as stack:
        stack.callback(os.close, reader)
        with open(writer, "w", encoding="utf-8") as stream, show_progress(stream) as progress:
            with step(progress, "parse", "5 books"):
                pass
            progress.begin("pdf one", "3 chapters")
            progress.begin("pdf two", "9 chapters")
            progress.end("pdf two")
            progress.end("pdf one")
        return received(reader).decode()


def received(reader: int) -> bytes:
    """All that a terminal was sent; one read may bring only a part of it."""
    seen = b""
    # Linux ends a terminal that nobody writes to by an error, other systems by nothing more to read.
    with suppress(OSError):
        while piece := os.read(reader, 65_536):
            seen += piece
    return seen


def test_a_terminal_sees_a_bar_per_step_and_per_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = on_a_terminal(monkeypatch, TERM="xterm-256color", COLUMNS="100")
    for words in ("parse", "5 books", "pdf one", "3 chapters", "pdf two", "9 chapters", "━"):
        assert words in seen
    assert "\x1b[38" in seen or "\x1b[3" in seen


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = on_a_terminal(monkeypatch, TERM="xterm-256color", COLUMNS="100", NO_COLOR="1")
    assert "parse" in seen
    assert "\x1b[3" not in seen


def test_a_terminal_that_cannot_draw_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert on_a_terminal(monkeypatch, TERM="dumb").startswith("parse: 5 books\r\npdf one: 3 chapters\r\n")

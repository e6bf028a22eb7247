"""The command line: what it takes, what it prints, how it ends."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from rollbook.command_line import COMMANDS, main
from rollbook.commands import check as check_command

REPOSITORY = Path(__file__).parent.parent
Captured = pytest.CaptureFixture[str]


def rollbook(*arguments: str, cwd: Path = REPOSITORY, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    own = {**os.environ, "PYTHONPATH": str(REPOSITORY / "generator"), "PYTHONUTF8": "1", **environment}
    command = [sys.executable, "-m", "rollbook", *arguments]
    return subprocess.run(command, cwd=cwd, env=own, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A new shelf, and we are in it."""
    assert main(["new", str(tmp_path / "shelf")]) == 0
    capsys.readouterr()
    monkeypatch.chdir(tmp_path / "shelf")
    return tmp_path / "shelf"


# ---- help and wrong use


def test_help_lists_every_command(capsys: Captured) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    for name, does in COMMANDS.items():
        assert f"  {name}" in shown
        assert does in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_teaches_by_example(name: str, capsys: Captured) -> None:
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f"usage: rollbook {name}" in shown
    assert f"examples:\n  rollbook {name} " in shown
    assert "exit code:" in shown


def test_no_command_is_wrong_use(capsys: Captured) -> None:
    assert main([]) == 2
    assert "commands:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["biuld"], "rollbook: there is no command 'biuld': did you mean 'build'?\n"),
        (["fly"], "rollbook: there is no command 'fly': rollbook --help lists them all\n"),
        (["check", "--content", "nowhere"], "rollbook: there is no folder 'nowhere' to read the books from\n"),
        (["check", "--book", "tolroad"], "rollbook: there is no book 'tolroad': did you mean 'toll-road'?\n"),
        (["build", "--book", "x"], "rollbook: there is no book 'x': the shelf holds toll-road\n"),
        (
            ["build", "--out", "content/out"],
            "rollbook: the output folder content/out is inside content: choose one outside it with --out\n",
        ),
    ],
)
@pytest.mark.usefixtures("shelf")
def test_wrong_use_is_explained(arguments: list[str], message: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.endswith(message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "--fromat", "json"], "unrecognized arguments: --fromat json"),
        (["check", "--format", "xml"], "invalid choice: 'xml'"),
        (["roll"], "the following arguments are required: EXPR"),
        (["roll", "d6", "--sead=1"], "unrecognized arguments: --sead=1"),
        (["roll", "d6", "--seed", "x"], "invalid int value: 'x'"),
        (["roll", "d6", "--seed", "1", "--faces", "3"], "not allowed with argument"),
        (["roll", "d6", "--faces", "a,b"], "'a,b' should be numbers separated by commas, such as 3,5,1"),
        (["roll", "STR", "--set", "STR"], "'STR' should be NAME=VALUE, such as STR=3"),
        (["new"], "the following arguments are required: DIR"),
    ],
)
def test_wrong_arguments(arguments: list[str], message: str, capsys: Captured) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


def test_version(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("rollbook 0.")


# ---- faults and interruptions


def test_a_fault_is_told_plainly_and_the_traceback_only_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("the very fault")

    monkeypatch.setattr(check_command, "find_problems", broken)
    monkeypatch.delenv("ROLLBOOK_TRACEBACK", raising=False)
    assert main(["check"]) == 3
    told = capsys.readouterr().err
    assert "ZeroDivisionError: the very fault (rollbook/commands/check.py:" in told
    assert "Please report it" in told
    assert "Traceback" not in told
    assert str(REPOSITORY) not in told

    monkeypatch.setenv("ROLLBOOK_TRACEBACK", "1")
    assert main(["check"]) == 3
    assert "Traceback (most recent call last)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("number", "code"), [(errno.ENOSPC, 2), (errno.EACCES, 2), (errno.EROFS, 2), (errno.ENOMEM, 2), (errno.ENOENT, 3)]
)
def test_what_the_world_refuses_is_no_fault(
    number: int, code: int, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def refused(*_: object) -> None:
        raise OSError(number, os.strerror(number), "/tmp/some\x1bwhere")

    monkeypatch.setattr(check_command, "find_problems", refused)
    monkeypatch.delenv("ROLLBOOK_TRACEBACK", raising=False)
    assert main(["check"]) == code
    told = capsys.readouterr().err
    assert "\x1b" not in told
    if code == 2:
        assert told == f"rollbook: the system refused: {os.strerror(number)} (/tmp/some␛where)\n"


def test_no_memory_is_no_fault_either(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(check_command, "find_problems", lambda *_: bytes(1 << 60))
    assert main(["check"]) == 2
    assert capsys.readouterr().err.startswith("rollbook: not enough memory: ")


def test_a_summary_that_cannot_be_written_is_wrong_use(
    shelf: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(shelf / "no" / "where"))
    assert main(["check", "--format", "github"]) == 2
    assert "can't add to the job summary" in capsys.readouterr().err


def test_ctrl_c_is_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(check_command, "find_problems", interrupted)
    assert main(["check"]) == 130
    assert capsys.readouterr().err == "rollbook: stopped\n"


def test_a_reader_who_leaves_early_causes_no_noise() -> None:
    command = [sys.executable, "-m", "rollbook", "odds", "1000d2", "--json"]
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        done = subprocess.run(command, cwd=REPOSITORY, stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert done.stderr == b""
    assert done.returncode == 128 + signal.SIGPIPE


def test_a_roll_does_not_wait_for_the_pdf_renderer() -> None:
    code = (
        "import sys; from rollbook.command_line import main; main(['roll', 'd6']); print('weasyprint' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")


# ---- roll and odds


def rolled(capsys: Captured, *arguments: str) -> dict[str, object]:
    assert main(["roll", "--json", *arguments]) == 0
    shown: dict[str, object] = json.loads(capsys.readouterr().out)
    return shown


def test_roll_json_has_the_shape_that_programs_rely_on(capsys: Captured) -> None:
    assert rolled(capsys, "4d6kh3", "--faces", "3,5,1,6") == {
        "expression": "4d6kh3",
        "total": 14,
        "dice": [
            {"sides": 6, "face": 3, "kept": True},
            {"sides": 6, "face": 5, "kept": True},
            {"sides": 6, "face": 1, "kept": False},
            {"sides": 6, "face": 6, "kept": True},
        ],
    }


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        (["-1d4", "--faces", "3"], -3),
        (["--faces", "3", "-1d4"], -3),
        (["--faces", "3", "--", "-1d4"], -3),
        (["--faces=3", "--", "--1d4"], 3),
        (["-2"], -2),
        (["-", "2"], -2),
        (["1d20", "+", "5", "--faces", "12"], 17),
        (["1d20", "-2", "--faces", "12"], 10),
        (["not 1d4 > 2", "--faces", "3"], False),
        (["1d6!", "--faces", "6,2"], 8),
        (["4dF", "--faces", "-1,0,1,1"], 1),
        (["1d20 + STR", "--set", "STR=3", "--faces", "1"], 4),
        (["1d20 + STR", "--set", "STR=-3", "--faces", "5"], 2),
        (["1d20 + `STR bonus`", "--set", "STR bonus = +2", "--faces", "5"], 7),
        (["hit", "--set", "hit=1d20 + STR", "--set", "STR=2", "--faces", "5"], 7),
        (["7/2"], "7/2"),
    ],
)
def test_expressions_and_values_from_the_command_line(arguments: list[str], total: object, capsys: Captured) -> None:
    assert rolled(capsys, *arguments)["total"] == total


def test_a_seed_gives_the_same_dice_and_none_gives_others(capsys: Captured) -> None:
    same = [rolled(capsys, "20d20", "--seed", "7") for _ in range(2)]
    assert same[0] == same[1]
    assert rolled(capsys, "20d20", "--seed", "8") != same[0]
    assert rolled(capsys, "20d20") != rolled(capsys, "20d20")


def test_a_roll_is_told_as_a_sentence(capsys: Captured) -> None:
    assert main(["roll", "1d20 + 5", "--faces", "12"]) == 0
    assert capsys.readouterr().out.strip().startswith("17")


@pytest.mark.parametrize("command", ["roll", "odds"])
def test_a_mistake_in_the_expression_is_shown(command: str, capsys: Captured) -> None:
    assert main([command, "3d6 + + STRR * (2", "--set", "STR=1"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("rollbook: ")
    assert "\n  3d6 + + STRR * (2\n" in captured.err
    assert "^" in captured.err


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("3d6 >=", ["a number is missing after “>=”", "  3d6 >=", "      ^^"]),
        ("d20 +", ["a number, a name or dice is missing here", "  d20 +", "       ^"]),
        ("", ["a number, a name or dice is missing here"]),
        ("d20 + luck", ["nothing here is called “luck”", "  d20 + luck", "        ^^^^", '  hint: --set "luck=2"']),
    ],
)
def test_a_mistake_has_its_place_and_a_way_out(expression: str, shown: list[str], capsys: Captured) -> None:
    assert main(["roll", expression]) == 2
    assert capsys.readouterr().err.removeprefix("rollbook: ").splitlines() == shown


def test_odds_json_has_the_shape_that_programs_rely_on(capsys: Captured) -> None:
    assert main(["odds", "2d2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "outcomes": {"2": "1/4", "3": "1/2", "4": "1/4"},
        "mean": "3",
        "min": 2,
        "max": 4,
        "exact": True,
    }


def test_odds_are_a_chart_with_mean_and_spread(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["odds", "4d6kh3"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "mean 12.2446 (15869/1296), spread 2.847, from 3 to 18, exact"
    assert shown[2].split() == ["result", "chance", "at", "least"]
    assert len(shown) == 3 + 16
    assert max(len(line) for line in shown[2:]) == 59
    assert "█" in shown[-3]


def test_explosions_that_are_cut_short_are_not_called_an_estimate(capsys: Captured) -> None:
    assert main(["odds", "4d6!dl1"]) == 0
    assert capsys.readouterr().out.splitlines()[0].endswith(", exact, except for explosions too rare to matter")
    assert main(["odds", "8d10!dl1"]) == 0
    assert ", estimated from " in capsys.readouterr().out.splitlines()[0]


def test_odds_of_a_minus_and_of_a_comparison(capsys: Captured) -> None:
    assert main(["odds", "-1d2"]) == 0
    assert "from -2 to -1" in capsys.readouterr().out
    assert main(["odds", "2d20kh1 + 5 >= 15", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["outcomes"] == {"false": "81/400", "true": "319/400"}


def test_a_terminal_without_blocks_gets_plain_characters() -> None:
    done = rollbook("odds", "2d4", PYTHONUTF8="0", PYTHONIOENCODING="ascii", COLUMNS="60")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "###" in done.stdout
    wrong = rollbook("roll", "2d6 “of fire", PYTHONUTF8="1", PYTHONIOENCODING="ascii")
    assert wrong.returncode == 2
    assert wrong.stderr.isascii()


# ---- check


def test_a_new_shelf_has_no_problems(
    shelf: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROLLBOOK_CACHE", str(tmp_path / "empty" / "rollbook"))
    assert main(["check", "--strict"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "no problems\n"
    assert "load: content\nparse: 1 book\n" in captured.err
    assert main(["check", "--strict"]) == 0
    assert capsys.readouterr() == ("no problems\n", "load: content\n")  # nothing changed, so nothing is looked at again


@pytest.fixture
def spoiled(shelf: Path) -> Path:
    """The new shelf with an error and a warning in it."""
    with (shelf / "content/toll-road/02-the-road.md").open("a", encoding="utf-8") as chapter:
        chapter.write("\n<!-- $data road.yml prizes -->\n\nSee [the index](nowhere.md).\n")
    return shelf


@pytest.mark.usefixtures("spoiled")
def test_check_reports_and_fails(capsys: Captured) -> None:
    assert main(["check"]) == 1
    shown = capsys.readouterr().out
    assert "content/toll-road/02-the-road.md:27:21: error[unknown-table]: " in shown
    assert "\n  27 | <!-- $data road.yml prizes -->\n     |                     ^^^^^^\n" in shown
    assert shown.endswith("\n1 error, 1 warning in 1 file\n")


@pytest.mark.usefixtures("spoiled")
def test_check_as_json_is_json_and_nothing_else(capsys: Captured) -> None:
    assert main(["check", "--format", "json"]) == 1
    captured = capsys.readouterr()
    assert captured.err == ""
    assert [(found["code"], found["severity"]) for found in json.loads(captured.out)] == [
        ("unknown-table", "error"),
        ("dead-link", "warning"),
    ]


@pytest.mark.usefixtures("spoiled")
def test_check_for_github_annotates_and_adds_to_the_summary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    assert main(["check", "--strict", "--format", "github"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("::error file=content/toll-road/02-the-road.md,line=27,col=21,")
    assert "::warning" not in shown
    assert summary.read_text().startswith("before\n## Rollbook: 2 errors in 1 file\n")

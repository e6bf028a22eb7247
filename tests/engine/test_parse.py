"""The tree as written: columns, precedence, phrases of a book, and where problems point."""

from __future__ import annotations

import copy
import pickle

import pytest
from rollbook.engine.dice import seeded
from rollbook.engine.expression import source, spine
from rollbook.engine.nodes import Binary, Call, Dice, Labelled, Modified, Name, Number, Unary
from rollbook.engine.parse import parse
from rollbook.engine.problem import Problem, ProblemError
from rollbook.engine.roll import roll
from rollbook.engine.vocabulary import Vocabulary

BOOK = Vocabulary(
    {
        "STR bonus": "strength",
        "Magic Attack": "magic",
        "Magic Attack Bonus": "magic_bonus",
        "half level": "floor(level / 2)",
        "Weapon Damage": "2d6 + 1 + strength",
        "Hit Points (HP)": "hit points",
        "broken phrase": "1 +",
    }
)


def problem_of(text: str, vocabulary: Vocabulary = BOOK) -> Problem:
    with pytest.raises(ProblemError) as caught:
        parse(text, vocabulary)
    return caught.value.problem


def test_every_node_knows_its_columns() -> None:
    text = "  4d6kh3[fire] + level"
    root = parse(text).root
    assert isinstance(root, Binary)
    assert isinstance(root.left, Labelled)
    assert isinstance(root.left.body, Modified)
    assert source(root.left, text) == "4d6kh3[fire]"
    assert source(root.left.body, text) == "4d6kh3"
    assert source(root.left.body.source, text) == "4d6"
    assert source(root.right, text) == "level"
    assert (root.start, root.end) == (2, len(text))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1 + 2 * 3", "1 + (2 * 3)"),
        ("1 - 2 - 3", "(1 - 2) - 3"),
        ("2 ** 3 ** 2", "2 ** (3 ** 2)"),
        ("-2 ** 2", "-(2 ** 2)"),
        ("-2 * 3", "(-2) * 3"),
        ("a or b and not c = d + 1", "a or (b and (not (c = (d + 1))))"),
        ("if a then 1 else 2 + 3", "if a then 1 else (2 + 3)"),
        ("1 + 2 vs 3", "(1 + 2) vs 3"),
        ("−3 × 2 ÷ 4", "-3 * 2 / 4"),
        ("a ≤ b", "a <= b"),
        ("a <> b", "a != b"),
        ("A AND b", "A and b"),
        ("2D6KH1", "2d6kh1"),
        ("1d6(with a minimum of 3)", "max(1d6, 3)"),
        ("1d6 (Min. 3) + 1", "max(1d6, 3) + 1"),
        ("1d6\u00a0+\u202f2", "1d6 + 2"),
        ("d20 > d20", "(d20) > (d20)"),
        ("d20 > (level)d6", "(d20) > ((level)d6)"),
        ("d20 + d6 > 2d8", "(d20 + d6) > (2d8)"),
        ("{d8, d6} > {d8, d6}", "({d8, d6}) > ({d8, d6})"),
    ],
)
def test_reads_the_same(text: str, same: str) -> None:
    assert _shape(parse(text).root) == _shape(parse(same).root)


def _shape(node: object) -> object:
    """A tree without its columns."""
    if isinstance(node, tuple):
        return tuple(_shape(item) for item in node)
    if not hasattr(node, "start"):
        return node
    fields = [field for field in type(node).__slots__ if field not in ("start", "end")]  # type: ignore[attr-defined]
    return type(node).__name__, [_shape(getattr(node, field)) for field in fields]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("str  Bonus", "strength"),
        ("magic attack", "magic"),
        ("magic attack bonus", "magic_bonus"),
        ("hit points (hp)", "hit points"),
        ("`STR bonus`", "STR bonus"),
        ("weapon.damage", "weapon.damage"),
        ("STR", "STR"),
    ],
)
def test_names_and_phrases(text: str, name: str) -> None:
    assert parse(text, BOOK).root == Name(name, 0, len(text))


def test_a_phrase_ends_at_the_end_of_a_word() -> None:
    assert problem_of("str bonuses").code == "missing-operator"


def test_a_phrase_that_is_an_expression_has_the_columns_of_its_words() -> None:
    text = "d20 + half level"
    root = parse(text, BOOK).root
    assert isinstance(root, Binary)
    assert isinstance(root.right, Call)
    argument = root.right.arguments[0]
    assert {source(root.right, text), source(argument, text)} == {"half level"}


def test_a_phrase_is_one_operand_of_the_chain_it_stands_in() -> None:
    root = parse("weapon damage + 1 - 2", BOOK).root
    assert isinstance(root, Binary)
    first, chain = spine(root)
    assert isinstance(first, Binary)
    assert [link.operator for link in chain] == ["+", "-"]
    innermost, inner = spine(first)
    assert isinstance(innermost, Dice)
    assert len(inner) == 2


def test_a_problem_in_a_phrase_points_at_the_phrase() -> None:
    problem = problem_of("2 + broken phrase")
    assert (problem.start, problem.end) == (4, 17)
    assert "1 +" in problem.message


def test_phrases_need_words() -> None:
    with pytest.raises(ProblemError) as caught:
        Vocabulary({" ": "x"})
    assert caught.value.problem.code == "empty-phrase"


@pytest.mark.parametrize(
    ("text", "code", "start", "end"),
    [
        ("", "missing-operand", 0, 0),
        ("2 +", "missing-operand", 3, 3),
        ("2 * / 3", "unexpected", 4, 5),
        ("4d6k3 + 1", "unknown-modifier", 3, 5),
        ("1 + flor(2)", "unknown-function", 4, 8),
        ("max(1, 2", "not-closed", 3, 4),
        ("2d6[fire", "not-closed", 3, 8),
        ("`a b", "not-closed", 0, 4),
        ("'a", "not-closed", 0, 2),
        ("5 5", "missing-operator", 2, 3),
        ("if a then 2", "missing-else", 0, 11),
        ("if a else 2", "missing-then", 0, 5),
        ("d{1,x}", "bad-face", 4, 5),
        ("d{1,2", "not-closed", 1, 2),
        ("2d6mi", "missing-number", 3, 5),
        ("6d10>=", "missing-number", 4, 6),
        ("(3d6 >= )", "missing-number", 5, 7),
        ("3d6r<", "missing-number", 4, 5),
        ("6d10>=8f", "missing-number", 7, 8),
        ("then", "missing-operand", 0, 4),
        ("``", "empty-name", 0, 2),
        ("{}", "missing-operand", 0, 2),
        ("lookup(1, 2, 3)", "wrong-arguments", 7, 8),
        ("9999999999999999", "too-large", 0, 16),
        ("😀", "unexpected", 0, 1),
    ],
)
def test_problems_say_where(text: str, code: str, start: int, end: int) -> None:
    problem = problem_of(text)
    assert (problem.code, problem.start, problem.end) == (code, start, end)


def test_the_same_text_is_read_once() -> None:
    assert parse("7d7 + 7") is parse("7d7 + 7")
    assert parse("str bonus", BOOK) is not parse("str bonus", Vocabulary({"str bonus": "other"}))


def test_memory_is_bounded() -> None:
    book = Vocabulary()
    for number in range(2_500):
        parse(f"{number}", book)
    assert len(book.parsed) <= 1_000


def test_records_are_values() -> None:
    node = Unary("-", Number(1, 1, 2), 0, 2)
    assert node == copy.deepcopy(node) == pickle.loads(pickle.dumps(node))
    assert node != Unary("-", Number(2, 1, 2), 0, 2)
    assert Number(1, 0, 1) != Name(1, 0, 1)  # type: ignore[arg-type]
    assert len({node, copy.deepcopy(node)}) == 1
    assert repr(node.body) == "Number(value=1, start=1, end=2)"
    with pytest.raises(AttributeError, match="cannot change"):
        node.start = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot change"):
        del node.start


def test_an_expression_that_was_used_can_go_to_another_process() -> None:
    expression = parse("if 2d6kh1 > level then 3 else d20 + 1")
    roll(expression, {"level": 2}, seeded(1))
    travelled = pickle.loads(pickle.dumps(expression))
    assert travelled == expression
    assert roll(travelled, {"level": 2}, seeded(1)).total == roll(expression, {"level": 2}, seeded(1)).total


@pytest.mark.parametrize("function", ["highest", "lowest", "pairs", "alike", "faces", "count"])
@pytest.mark.parametrize("argument", ["3d6 + 1", "if level > 2 then 3d6 else 2", "5", "-3d6", "max(2d6, 3)"])
def test_dice_that_cannot_be_told_apart_are_refused(function: str, argument: str) -> None:
    """Their sum was given instead, without a word."""
    with pytest.raises(ProblemError) as refused:
        parse(f"{function}({argument})")
    problem = refused.value.problem
    assert problem.code == "unreadable-dice"
    assert f"{function}({argument})"[problem.start : problem.end] == argument


@pytest.mark.parametrize(
    "text", ["highest(3d6)", "lowest(4d6dl1)", "highest({2d6, 5})", "lowest((4dF)[luck])", "highest(2d6, 3)"]
)
def test_dice_that_can_be_told_apart_are_read(text: str) -> None:
    assert isinstance(parse(text).root, Call)

"""Reading words: names, phrases of the book, function calls, quoted text, true and false."""

from __future__ import annotations

from .lean import Any
from .nodes import FUNCTIONS, MANY, Call, Name, Node, Text, Truth
from .problem import ProblemError, closest
from .readings import READINGS, has_items, is_reading, readable, unreadable_message
from .scan import Reader, read_comparison
from .vocabulary import EMPTY

RESERVED = frozenset(("then", "else", "and", "or", "vs", "if", "not"))
# How a function is written whose arguments are not plain to guess.
_EXAMPLES = {"nth": "nth(pool, 2)", "count": "count(pool, >= 5)", "has": "has(pool, 6)", "sets": "sets(pool, 3)"}


def read_word(reader: Reader) -> Node:
    """Cursor -> the name, phrase, call or text there; a problem when nothing of the kind is there."""
    start = reader.pos
    character = reader.low[start]
    phrase = reader.vocabulary.match(reader.low, start)
    if phrase is not None:
        return _read_phrase(reader, *phrase)
    if character == "`":
        return _read_back_quoted(reader)
    if character in "\"'":
        return Text(reader.quoted(character, "not-closed", "text"), start, reader.pos)
    end = reader.word_end(start) if character.isalpha() or character == "_" else start
    word = reader.low[start:end]
    if end == start or word in RESERVED:
        raise _nothing_here(reader, word)
    reader.pos = end
    if reader.skip() == "(" and not bound_words(reader):
        return _read_call(reader, start, end)
    reader.pos = end
    if word in ("true", "false"):
        return Truth(word == "true", start, end)
    return Name(reader.text[start:end], start, end)


def _nothing_here(reader: Reader, word: str) -> ProblemError:
    start = reader.pos
    if reader.at_end():
        what = "something is missing at the end" if start else "there is nothing to roll here"
        return reader.problem("missing-operand", what, start)
    if word:
        message = f"expected a number, a name or dice before {word}"
        return reader.problem("missing-operand", message, start, start + len(word))
    shown = reader.text[start]
    message = f"expected a number, a name or dice, not {shown}"
    return reader.problem("unexpected", message, start)


def _read_back_quoted(reader: Reader) -> Name:
    start = reader.pos
    name = " ".join(reader.quoted("`", "not-closed", "name").split())
    if not name:
        raise reader.problem("empty-name", "there is no name between these back quotes", start, reader.pos)
    return Name(name, start, reader.pos)


def _read_phrase(reader: Reader, end: int, meaning: str) -> Node:
    """A phrase of the book, where it ends and what it stands for -> a name, or its expression's tree in its place."""
    start = reader.pos
    reader.pos = end
    if meaning.replace(".", "_").replace(" ", "_").isidentifier():
        return Name(meaning, start, end)
    # A meaning is written in names, not in further phrases: so phrases cannot go round in circles.
    reader.enter()
    inner = Reader(meaning, EMPTY, reader.read, reader.depth)
    try:
        node = inner.read(inner)
        if not inner.at_end():
            raise inner.problem("unexpected", f"{meaning[inner.pos]} was not expected", inner.pos)
    except ProblemError as error:
        message = f"{reader.text[start:end]} stands for {meaning}, where {error.problem.message}"
        raise reader.problem(error.problem.code, message, start, end) from error
    reader.depth -= 1
    moved: Node = _moved(node, start, end)
    return moved


def _moved(node: Any, start: int, end: int) -> Any:
    """A tree, columns -> the same tree with every node at these columns."""

    def move(value: object) -> object:
        if isinstance(value, tuple):
            return tuple([move(item) for item in value])
        return _moved(value, start, end) if hasattr(value, "start") else value

    fields = [field for field in type(node).__slots__ if field not in ("start", "end")]
    return type(node)(*[move(getattr(node, field)) for field in fields], start, end)


def _read_call(reader: Reader, start: int, end: int) -> Call:
    """Behind a word, at its `(` -> the call; a problem for a function that does not exist."""
    name = reader.low[start:end]
    if name not in FUNCTIONS:
        near = closest(name, FUNCTIONS)
        message = f"there is no function {reader.text[start:end]}" + (f"; did you mean {near}?" if near else "")
        raise reader.problem("unknown-function", message, start, end, near)
    conditional = name in ("count", "has")
    arguments = _read_dice_and_condition(reader) if conditional else read_list(reader, ")")
    written = min(len(arguments), 2) if conditional else len(arguments)
    fewest, most = FUNCTIONS[name]
    if not fewest <= written <= most:
        raise _wrong_arguments(reader, name, start, written)
    if name == "lookup":
        table, key, column = arguments
        arguments = (_literal(table, reader), key, _literal(column, reader))
    call = Call(name, arguments, start, reader.pos)
    if name in READINGS and is_reading(call) and not has_items(arguments[0]):
        pool = arguments[0]
        raise reader.problem("unreadable-dice", unreadable_message(name), pool.start, pool.end, readable(name))
    return call


def _wrong_arguments(reader: Reader, name: str, start: int, written: int) -> ProblemError:
    fewest, most = FUNCTIONS[name]
    wanted = "at least one argument" if most == MANY else f"{most} argument{'s' * (most > 1)}"
    if fewest < most < MANY:
        wanted = f"{fewest} or {wanted}"
    message = f"{name} takes {wanted}, but has {written} here"
    return reader.problem("wrong-arguments", message, start, reader.pos, _EXAMPLES.get(name, ""))


def _read_dice_and_condition(reader: Reader) -> tuple[Node, ...]:
    """At the bracket of `count(pool, >= 5)` -> dice, operator (`=` where it is left out) and number."""
    opening = reader.pos
    reader.pos += 1
    if reader.skip() == ")":
        reader.pos += 1
        return ()
    pool = reader.inside(",)", opening)
    reader.pos += 1
    if reader.low[reader.pos - 1] == ")":
        return (pool,)
    reader.skip()
    start = reader.pos
    operator = Text(read_comparison(reader) or "=", start, reader.pos)
    bound = reader.inside(")", opening)
    reader.pos += 1
    return pool, operator, bound


def _literal(node: Node, reader: Reader) -> Text:
    """The table or column of a lookup, written as a name or as text -> text."""
    if isinstance(node, Name):
        return Text(node.name, node.start, node.end)
    if isinstance(node, Text):
        return node
    message = "name the table and the column directly, as in lookup(weapons, key, damage)"
    raise reader.problem("wrong-arguments", message, node.start, node.end)


def read_list(reader: Reader, closing: str) -> tuple[Node, ...]:
    """At an opening bracket -> the expressions with commas between them, the brackets passed."""
    opening = reader.pos
    reader.pos += 1
    items: list[Node] = []
    if reader.skip() == closing:
        reader.pos += 1
        return ()
    while True:
        items.append(reader.inside("," + closing, opening))
        reader.pos += 1
        if reader.low[reader.pos - 1] == closing:
            return tuple(items)


def bound_words(reader: Reader) -> str:
    """At a `(`, spaces first -> "max" for `(with a minimum of`, "min" for `(maximum`, or "" for anything else.

    A function of the same name is told apart by what follows: here comes no bracket.
    """
    low = reader.low
    pos = reader.pos
    while low[pos] == " ":
        pos += 1
    if low[pos] != "(":
        return ""
    words = low[pos + 1 : pos + 40].replace(".", " ").split()
    rest = words[1:] if words[:1] == ["with"] else words
    rest = rest[1:] if rest[:1] == ["a"] else rest
    if len(rest) < 2:
        return ""
    return {"minimum": "max", "min": "max", "maximum": "min", "max": "min"}.get(rest[0], "")

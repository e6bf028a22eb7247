"""YAML as written: the author's text, the exact place of every character, and no way to hang or break the reading."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rollbook.model.source import Place, Source
from rollbook.model.yaml_tree import Mapping, Node, Scalar, Sequence, place_in, to_data
from rollbook.parse.read_yaml import MAX_DEPTH, read_yaml
from rollbook.parse.spell_scalar import spell_scalar

ROOT = Path(__file__).resolve().parents[1]


def read(text: str) -> Node:
    """A text that is one document without problems -> the document."""
    [document], found = read_yaml(Source("f.yml", text))
    assert found == ()
    return document


def value(text: str) -> Scalar:
    """`key: scalar` -> the scalar."""
    document = read(text)
    assert isinstance(document, Mapping)
    [entry] = document.entries
    assert isinstance(entry.value, Scalar)
    return entry.value


@pytest.mark.parametrize(
    "written", ["+1", "1:30", "no", "017", "1e3", "2026-11-16", "0x1F", ".5", "True", "Null", "=", "± 0", "1_000"]
)
def test_nothing_is_given_a_type(written: str) -> None:
    assert value(f"a: {written}").text == written
    document = read(f"{written}: x")
    assert isinstance(document, Mapping)
    assert document.keys == (written,)


@pytest.mark.parametrize("written", ["", "~", "null"])
def test_nothing_written_is_absent(written: str) -> None:
    assert value(f"a: {written}").absent
    assert to_data(value(f"a: {written}")) is None


@pytest.mark.parametrize("written", ['""', "''", '"null"', "'~'"])
def test_a_text_in_quotation_marks_is_there(written: str) -> None:
    assert not value(f"a: {written}").absent
    assert to_data(value(f"a: {written}")) == written[1:-1]


STYLES = [
    ("a: one two", "plain"),
    ("a: 'one two'", "single"),
    ('a: "one two"', "double"),
    ("a: |\n  one two\n", "literal"),
    ("a: >\n  one two\n", "folded"),
]


@pytest.mark.parametrize(("text", "style"), STYLES)
def test_every_style_is_kept_with_its_place(text: str, style: str) -> None:
    scalar = value(text)
    assert (scalar.style, scalar.text.strip()) == (style, "one two")
    assert (scalar.place.line, scalar.place.column) == (1, 4)
    found = scalar.at(scalar.text.index("two"), 3)
    assert text.split("\n")[found.line - 1][found.column - 1 :][: found.length].startswith("two")


@pytest.mark.parametrize(
    ("text", "word", "line", "column", "length"),
    [
        ("a: 'it''s here'", "here", 1, 11, 4),
        ("a: 'it''s here'", "it's", 1, 5, 5),
        (r'a: "x\ty \u00e9 z"', "é", 1, 10, 1),
        (r'a: "x\ty \u00e9 z"', "z", 1, 17, 1),
        (r'a: "\"q\" z"', "z", 1, 11, 1),
        ("a: one\n   two\n\n   three", "two", 2, 4, 3),
        ("a: one\n   two\n\n   three", "three", 4, 4, 5),
        ('a: "one \\\n   two"', "two", 2, 4, 3),
        ('a: "one\n  two"', "two", 2, 3, 3),
        ('a: "one\ntwo"', "two", 2, 1, 3),
        ("a: |\n  one\n    two\n  three\n", "two", 3, 5, 3),
        ("a: |2\n    one\n  two\n", "one", 2, 5, 3),
        ("a: >-\n  one\n  two\n\n  three\n", "two", 3, 3, 3),
        ("a: >-\n  one\n  two\n\n  three\n", "three", 5, 3, 5),
        ("a: {b: c, d: 'e f'}", "f", 1, 17, 1),
        ("# comment\n\na:   x y  # comment", "y", 3, 8, 1),
        # PyYAML starts a new line behind these; an editor does not.
        ('a: "one\u2028two three"', "three", 1, 13, 5),
        ('a: "one\x85  two three"', "three", 1, 15, 5),
    ],
)
def test_every_character_has_its_place(text: str, word: str, line: int, column: int, length: int) -> None:
    document = read(text)
    assert isinstance(document, Mapping)
    node = document.entries[0].value
    scalar = node.entries[-1].value if isinstance(node, Mapping) else node
    assert isinstance(scalar, Scalar)
    place = scalar.at(scalar.text.index(word), len(word))
    assert (place.line, place.column, place.length) == (line, column, length)


def test_places_of_lists_mappings_and_keys() -> None:
    document = read("a:\n  - {b: 1}\n  - [2]\n")
    assert isinstance(document, Mapping)
    assert document.place == Place("f.yml", 1, 1)
    items = document.get("a")
    assert isinstance(items, Sequence)
    assert [(item.place.line, item.place.column) for item in items.items] == [(2, 5), (3, 5)]


def test_a_path_of_the_engine_leads_to_its_place() -> None:
    document = read('steps:\n  - attack: "d20 +\\t5"\n  - damage:\n      - 1d6\n')
    assert to_data(document) == {"steps": [{"attack": "d20 +\t5"}, {"damage": ["1d6"]}]}
    assert place_in(document, ("steps", 0, "attack"), 6, 7) == Place("f.yml", 2, 21)
    assert place_in(document, ("steps", 0, "attack"), 6, 7).length == 1
    assert place_in(document, ("steps", 0, "attack")) == Place("f.yml", 2, 13)
    assert place_in(document, ("steps", 1, "damage")) == Place("f.yml", 3, 5)
    assert place_in(document, ("steps", 1, "damage", 0), 1, 3) == Place("f.yml", 4, 10)
    assert place_in(document, ("steps", 1, "demage", 7)) == Place("f.yml", 3, 5)
    assert place_in(document, ("steps", 9)) == Place("f.yml", 1, 1)


def test_a_broken_document_leaves_the_others_whole() -> None:
    documents, found = read_yaml(Source("f.yml", "a: 1\n---\nb: [\n---\nc: 3\n---\nd: 'x\n---\ne: 5\n"))
    assert [to_data(document) for document in documents] == [{"a": "1"}, {"c": "3"}, {"e": "5"}]
    assert [problem.place.line for problem in found] == [3, 7]


def test_the_first_of_two_equal_keys_counts() -> None:
    [document], [problem] = read_yaml(Source("f.yml", "a: 1\nb: 2\na: 3\n"))
    assert to_data(document) == {"a": "1", "b": "2"}
    assert problem.code == "duplicate-key"


def test_nesting_is_allowed_up_to_the_limit() -> None:
    read("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    _, [problem] = read_yaml(Source("f.yml", "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)))
    assert problem.code == "too-deep"


MERGES = "a: &a {x: 1}\n" + "".join(
    f"{letter}: &{letter} {{<<: [{', '.join(f'*{before}' for _ in range(9))}]}}\n"
    for before, letter in zip("abcdefgh", "bcdefghi", strict=True)
)
LAUGHS = "a: &a [x]\n" + "".join(
    f"{letter}: &{letter} [{', '.join(f'*{before}' for _ in range(9))}]\n"
    for before, letter in zip("abcdefgh", "bcdefghi", strict=True)
)
HOSTILE = {
    "nested merges": MERGES,
    "a billion laughs": LAUGHS,
    "nested lists": "[" * 50_000,
    "nested mappings": "{a: " * 50_000,
    "nested dashes": "- " * 50_000,
    "nested keys": "? " * 50_000,
    "indented keys": "".join(" " * depth + "a:\n" for depth in range(1_000)),
    "a long key": "a" * 200_000 + ": b",
    "long white space": 'a: "' + " " * 200_000 + 'x"',
    "many line breaks": "a: 'x" + "\n" * 200_000 + "y'",
    "a long block": "a: >\n" + "  x\n" * 20_000,
    "an object of Python": "!!python/object/apply:os.system ['true']",
    "a number that is none": "a: 0x_\nb: 1__:_\nc: !!int x\nd: !!timestamp x",
    "a character that is none": 'a: "\\UFFFFFFFF"\n---\nb: "\\U00110000"',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_read_or_refused(text: str) -> None:
    documents, found = read_yaml(Source("f.yml", text))
    assert documents or found


def test_hostile_features_are_refused_where_they_stand() -> None:
    for text in (MERGES, LAUGHS):
        [document], found = read_yaml(Source("f.yml", text))
        assert {problem.code for problem in found} == {"yaml-feature"}
        assert len(found) > 80
        assert len(str(to_data(document))) < 2 * len(text)


MARKS = list("ab é\t\n'\"\\:#|>[]{},%\u2028\x85")
WORDS = [
    "''",
    "\\n",
    "\\x41",
    "\\\n",
    ": ",
    "- ",
    "|2",
    "|+",
    ">-",
    "&a ",
    "*a",
    "!t ",
    "<<: ",
    "\n  ",
    "\n\n",
    "---\n",
]
PIECES = st.sampled_from([*MARKS, *WORDS])
TEXTS = st.lists(PIECES, max_size=24).map("".join) | st.text(max_size=60)


@given(TEXTS)
@example("a: |\n \t\n")
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_without_an_exception(text: str) -> None:
    source = Source("f.yml", text.replace("\r", "\n"))
    documents, found = read_yaml(source)
    for problem in found:
        assert 1 <= problem.place.line <= len(source.lines)
        assert 1 <= problem.place.column <= len(source.lines[problem.place.line - 1]) + 1
    for document in documents:
        str(to_data(document)).encode()


@given(
    st.sampled_from(["", "- ", "k: ", "k:\n  - ", "k: |\n  ", "k: >1-\n ", 'k: "', "k: '"]),
    TEXTS,
    st.sampled_from("\"' "),
)
@settings(max_examples=300, deadline=None)
def test_spelling_agrees_with_pyyaml(before: str, text: str, after: str) -> None:
    styles = {None: "plain", "'": "single", '"': "double", "|": "literal", ">": "folded"}
    whole = before + text.replace("\r", "\n") + after
    try:
        events = list(yaml.parse(whole, Loader=yaml.SafeLoader))
    except (yaml.YAMLError, ValueError, OverflowError):
        return
    for event in events:
        if isinstance(event, yaml.ScalarEvent) and not event.anchor and not event.tag:
            written = whole[event.start_mark.index : event.end_mark.index]
            pieces = spell_scalar(written, styles[event.style], event.value)
            assert "".join(piece for piece, _ in pieces) == event.value


@pytest.mark.parametrize("path", sorted((ROOT / "data").rglob("*.yml")), ids=lambda path: path.stem)
def test_libyaml_reads_a_shelf_as_pyyaml_does(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("f.yml", path.read_text(encoding="utf-8"))
    quickly = read_yaml(source)
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    assert repr(read_yaml(source)) == repr(quickly)


# Only where brackets hold a question mark, or a colon or comma that stands alone, libyaml reads what PyYAML doesn't.
@given(st.lists(PIECES.filter(lambda piece: piece not in "[]{}"), max_size=24).map("".join))
@settings(max_examples=400, deadline=None)
@example("|#")
def test_libyaml_reads_any_text_as_pyyaml_does(text: str) -> None:
    source = Source("f.yml", text)
    quickly = read_yaml(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml, "__with_libyaml__", False)
        assert repr(read_yaml(source)) == repr(quickly)


# As js-yaml 4 reads them; a tab as indentation it refuses, too.
TABS = [
    ("a: x\ty", {"a": "x\ty"}),
    ("a:\tx", {"a": "x"}),
    ("-\tx\n-\ty \t z\t\n", ["x", "y \t z"]),
    ("a: x\n\t\nb: y\t# words\n", {"a": "x", "b": "y"}),
    ("a: x\t y\n  z\tw\nb: 1\n", {"a": "x\t y z\tw", "b": "1"}),
    ("{a:\tb,\tc: d}\n", {"a": "b", "c": "d"}),
    ("data:\n- a\t| b |\tc\n", {"data": ["a\t| b |\tc"]}),
]


@pytest.mark.parametrize(("text", "meant"), TABS)
def test_a_tab_inside_a_line_is_white_space(text: str, meant: object) -> None:
    assert to_data(read(text)) == meant


def test_what_follows_a_tab_has_its_place() -> None:
    found = value("a: x\ty z").at(2)
    assert (found.line, found.column) == (1, 6)


@pytest.mark.parametrize("text", ["a: b\n\tc: d\n", "a:\n\t- x\n", "a: b\n\tc\nd: e\n"])
def test_a_tab_is_no_indentation(text: str) -> None:
    _, [problem] = read_yaml(Source("f.yml", text))
    assert (problem.message, problem.place.line) == ("this line is indented with a tab", 2)

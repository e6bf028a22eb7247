"""`rollbook lsp` over standard input and output, asked by a real client: one server for the whole file."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import threading
import tomllib
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.uris import to_fs_path
from rollbook.build.order import Order
from rollbook.cache import Results
from rollbook.command_line import main
from rollbook.commands.lsp.complete_markdown import complete_markdown
from rollbook.commands.lsp.complete_yaml import complete_yaml
from rollbook.commands.lsp.look_up import find_definition, hover
from rollbook.commands.lsp.rename import rename
from rollbook.commands.lsp.server import OpenShelf, _Brief
from rollbook.commands.lsp.survey import Known, survey
from rollbook.commands.lsp.translate import lines_of
from rollbook.model.diagnostic import WrongUse
from rollbook.model.source import Place

T = TypeVar("T")
PATIENCE = 120.0
# What stands for the cursor in a text of a test.
HERE = "¦"


@dataclass
class Editor:
    """A client in a thread of its own, the shelf that it has open, and the problems that it was told of."""

    root: Path
    client: LanguageClient
    loop: asyncio.AbstractEventLoop
    told: dict[str, list[types.Diagnostic]] = field(default_factory=dict)
    news: threading.Condition = field(default_factory=threading.Condition)
    versions: dict[str, int] = field(default_factory=dict)

    def ask(self, question: Coroutine[Any, Any, T]) -> T:
        answer: Future[T] = asyncio.run_coroutine_threadsafe(question, self.loop)
        return answer.result(PATIENCE)

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def type(self, name: str, text: str) -> None:
        """The whole text of a document as it is now, unsaved; the first time it is opened."""
        uri, version = self.uri(name), self.versions.get(name, 0) + 1
        self.versions[name] = version
        if version == 1:
            document = types.TextDocumentItem(uri, "markdown", version, text)
            self._tell(self.client.text_document_did_open, types.DidOpenTextDocumentParams(document))
        else:
            change = types.TextDocumentContentChangeWholeDocument(text)
            identifier = types.VersionedTextDocumentIdentifier(version, uri)
            self._tell(self.client.text_document_did_change, types.DidChangeTextDocumentParams(identifier, [change]))

    def restore(self, name: str) -> str:
        text = (self.root / name).read_bytes().decode()
        self.type(name, text)
        return text

    def type_at(self, name: str, text: str) -> types.Position:
        """A text with the cursor in it -> typed, and where the cursor is in the protocol's units."""
        before = text.partition(HERE)[0]
        self.type(name, text.replace(HERE, ""))
        lines = before.replace("\r\n", "\n").split("\n")
        return types.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2)

    def _tell(self, notify: Any, params: object) -> None:
        self.loop.call_soon_threadsafe(notify, params)

    def problems(self, name: str, code: str = "") -> list[types.Diagnostic]:
        """-> the problems of a document as soon as one of this code is among them, or none if no code is wanted."""

        def arrived() -> bool:
            known = self.told.get(self.uri(name), [])
            return any(each.code == code for each in known) if code else not known

        with self.news:
            assert self.news.wait_for(arrived, PATIENCE), self.told
        return self.told.get(self.uri(name), [])

    def offers(self, name: str, text: str) -> list[str]:
        at = self.type_at(name, text)
        document = types.TextDocumentIdentifier(self.uri(name))
        found = self.ask(self.client.text_document_completion_async(types.CompletionParams(document, at)))
        assert isinstance(found, list)
        return [item.label for item in found]

    def definition(self, name: str, text: str) -> tuple[str, str]:
        """A text with the cursor in it -> the file of what stands there, and the words that define it."""
        at = self.type_at(name, text)
        document = types.TextDocumentIdentifier(self.uri(name))
        found = self.ask(self.client.text_document_definition_async(types.DefinitionParams(document, at)))
        assert isinstance(found, types.Location), found
        return self.words_at(found)

    def words_at(self, location: types.Location) -> tuple[str, str]:
        path = Path(types_path(location.uri))
        line = path.read_text("utf-8").split("\n")[location.range.start.line].encode("utf-16-le")
        words = line[location.range.start.character * 2 : location.range.end.character * 2]
        return path.relative_to(self.root).as_posix(), words.decode("utf-16-le")

    def hover(self, name: str, text: str) -> str:
        at = self.type_at(name, text)
        document = types.TextDocumentIdentifier(self.uri(name))
        found = self.ask(self.client.text_document_hover_async(types.HoverParams(document, at)))
        assert found is None or isinstance(found.contents, types.MarkupContent)
        return found.contents.value if found else ""

    def rename(self, name: str, text: str, new: str) -> types.WorkspaceEdit | None:
        at = self.type_at(name, text)
        document = types.TextDocumentIdentifier(self.uri(name))
        return self.ask(self.client.text_document_rename_async(types.RenameParams(document, at, new)))


def types_path(uri: str) -> str:
    path = to_fs_path(uri)
    assert path is not None
    return path


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = tmp_path_factory.mktemp("a shelf") / "my shelf"
    assert main(["new", str(root)]) == 0
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    made = Editor(root, LanguageClient("tests", "1"), loop)

    @made.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def tell(params: types.PublishDiagnosticsParams) -> None:
        with made.news:
            made.told[params.uri] = list(params.diagnostics)
            made.news.notify_all()

    made.ask(made.client.start_io(sys.executable, "-m", "rollbook", "lsp"))
    creating = types.WorkspaceEditClientCapabilities(
        document_changes=True, resource_operations=[types.ResourceOperationKind.Create]
    )
    able = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(workspace_edit=creating))
    asked = types.InitializeParams(capabilities=able, root_uri=root.as_uri())
    made.ask(made.client.initialize_async(asked))
    made._tell(made.client.initialized, types.InitializedParams())
    yield made
    made.ask(made.client.shutdown_async(None))
    made._tell(made.client.exit, None)
    made.ask(made.client.stop())
    loop.call_soon_threadsafe(loop.stop)
    thread.join(PATIENCE)
    loop.close()


CARTERS, ROAD, TABLES, RULES = (
    "content/toll-road/01-carters.md",
    "content/toll-road/02-the-road.md",
    "data/toll-road/road.yml",
    "data/toll-road/rules.yml",
)


def read(editor: Editor, name: str) -> str:
    return (editor.root / name).read_text("utf-8")


def test_what_is_typed_is_checked_like_what_is_saved(
    editor: Editor, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sound = read(editor, ROAD)
    broken = sound.replace("$data road.yml prices", "$data road.yml pricse") + "\n[x](nowhere.md)\n"
    editor.type(ROAD, broken)
    editor.problems(ROAD, "unknown-table")
    editor.problems(TABLES, "unused-table")
    (editor.root / ROAD).write_text(broken, "utf-8")
    monkeypatch.chdir(editor.root)
    main(["check", "--format", "json"])
    checked = json.loads(capsys.readouterr().out)
    (editor.root / ROAD).write_text(sound, "utf-8")
    said = [
        (name, each.range.start.line + 1, each.range.start.character + 1, each.code, each.message)
        for name in (ROAD, TABLES)
        for each in editor.told[editor.uri(name)]
    ]
    wanted = [(*(each[key] for key in ("file", "line", "column", "code")), _message(each)) for each in checked]
    assert said == wanted
    editor.restore(ROAD)
    editor.problems(ROAD)


def _message(each: dict[str, str]) -> str:
    return f"{each['message']}\n{each['hint']}" if each["hint"] else each["message"]


@pytest.mark.parametrize(
    ("before", "column"),
    [
        ("", 5),
        ("🎲 ", 8),  # two units of UTF-16
        ("e\u0301 ", 8),  # a letter and its accent, which stays apart
    ],
)
def test_places_are_told_in_the_units_of_the_protocol(editor: Editor, before: str, column: int) -> None:
    editor.type(ROAD, f"# A\r\n\r\n{before}Read [x](nowhere{column}.md).\r\n\r\n[y](nothing.md)\r\n")
    first, second = (each.range for each in editor.problems(ROAD, "dead-link") if each.code == "dead-link")
    assert (first.start.line, first.start.character) == (2, column)
    assert (second.start.line, second.start.character, second.end.character) == (4, 0, 15)
    editor.restore(ROAD)
    editor.problems(ROAD)


def test_directives_and_what_they_name_are_offered(editor: Editor) -> None:
    text = editor.restore(CARTERS)
    assert {"data", "calc", "rule", "include", "/print"} <= {*editor.offers(CARTERS, text + f"\n<!-- ${HERE} -->\n")}
    assert editor.offers(CARTERS, text + f"\n<!-- $data {HERE} -->") == ["road.yml"]
    assert {"encounters", "tasks", "prices"} <= {*editor.offers(CARTERS, text + f"\n<!-- $data road.yml {HERE} -->")}
    assert editor.offers(CARTERS, text + f"\n<!-- $data road.yml prices fl{HERE} -->")[0] == "clear"
    assert editor.offers(CARTERS, text + f"\n<!-- $calc {HERE} -->") == ["hard-task"]
    assert editor.offers(CARTERS, text + f"\n<!-- $example hard-task {HERE} -->") == ["1", "2"]
    assert editor.offers(CARTERS, text + f"\n<!-- $sheet {HERE} -->") == ["carter"]
    assert editor.offers(CARTERS, text + f"\n<!-- $glossary {HERE} -->") == ["words.yml"]
    assert {"calc:hard-task", "table:encounters"} <= {*editor.offers(CARTERS, text + f"\n<!-- $index {HERE} -->")}
    assert "road.toll" in editor.offers(CARTERS, text + f"\n<!-- $rule {HERE} -->")
    assert editor.offers(CARTERS, text + f"\n<!-- $nothing {HERE} -->") == []
    editor.restore(CARTERS)


def test_where_links_may_lead_is_offered_and_so_are_terms(editor: Editor) -> None:
    text = editor.restore(CARTERS)
    assert {"rule:", "calc:", "02-the-road.md"} <= {*editor.offers(CARTERS, f"{text}\n🎲 [x]({HERE})")}
    assert {"tolls", "rule-road.toll"} <= {*editor.offers(CARTERS, f"{text}\n[x](02-the-road.md#{HERE})")}
    assert "making-a-carter" in editor.offers(CARTERS, f"{text}\n[x](#{HERE})")
    assert editor.offers(CARTERS, f"{text}\n[x](calc:{HERE})") == ["hard-task"]
    assert editor.offers(CARTERS, f"{text}\n[x](rule:car{HERE})") == ["carters.gifts", "carters.hard", "road.toll"]
    assert "reach" in editor.offers(CARTERS, f"{text}\n[x](term:{HERE})")
    assert editor.offers(CARTERS, f"{text}\nA gi{HERE}") == ["Gift"]
    assert editor.offers(CARTERS, f"{text}\nIn words alone {HERE}") == []
    editor.restore(CARTERS)


@pytest.mark.parametrize(
    ("name", "typed", "expected"),
    [
        (TABLES, f"\n---\nca{HERE}", ["calculator", "table", "glossary"]),
        (TABLES, f"\n---\ntable: new\nco{HERE}", ["columns", "copies"]),
        (TABLES, f"\n---\ntable: new\noutside: {HERE}", ["clamp", "report"]),
        (TABLES, f"\n---\ntable: new\ncolumns:\n  - {{name: a, ki{HERE}", ["kind", "align"]),
        (TABLES, f"\n---\ntable: new\ncolumns:\n  - {{name: a, kind: {HERE}}}", ["range", "dice"]),
        (TABLES, f"\n---\ntable: new\ncolumns: [goods, price]\nrows:\n  - {{goods: oil, {HERE}}}", ["price"]),
        (TABLES, f"\n---\ntable: new\nrule: {HERE}", ["road.toll"]),
        (TABLES, f"\n---\ntable: new\nrule: [road.toll, c{HERE}]", ["carters.hard"]),
        (RULES, f"\n---\ncalculator: new\ninputs:\n  - name: a\n    {HERE}", ["table", "from", "min"]),
        (RULES, f"\n---\ncalculator: new\ninputs:\n  - {{name: a, table: {HERE}}}", ["tasks"]),
        (RULES, f"\n---\ncalculator: new\ninputs:\n  - {{name: a, table: tasks, column: {HERE}}}", ["reach"]),
        (RULES, f"\n---\ncalculator: new\ninputs:\n  - {{name: a, from: {HERE}}}", ["Brawn", "Wits bonus"]),
        (RULES, f"\n---\ncalculator: new\ninputs:\n  - {{name: odd}}\nsteps:\n  - x: 1 + {HERE}", ["odd", "floor"]),
        (
            RULES,
            f"\n---\ncalculator: new\ninputs:\n  - {{name: t, table: tasks}}\nsteps:\n  - x: 1 + t.{HERE}",
            ["reach"],
        ),
        (
            RULES,
            f"\n---\ncalculator: new\ninputs:\n  - {{name: odd}}\nsteps:\n  - x: odd\nexamples:\n  - given: {{{HERE}}}",
            ["odd"],
        ),
        ("content/toll-road/book.yml", f"\nem{HERE}", ["emblem"]),
    ],
)
def test_keys_words_and_names_of_yaml_are_offered(editor: Editor, name: str, typed: str, expected: list[str]) -> None:
    found = editor.offers(name, read(editor, name).rstrip() + typed)
    assert {each.rstrip(":") for each in found} >= {*expected}
    editor.restore(name)


def test_a_key_that_stands_there_is_not_offered_again(editor: Editor) -> None:
    found = editor.offers(TABLES, f"table: new\ntitle: A\n{HERE}\nroll: d6\n")
    assert "title:" not in found
    assert "roll:" not in found
    assert "columns:" in found
    editor.restore(TABLES)


@pytest.mark.parametrize(
    ("name", "mark", "expected"),
    [
        (CARTERS, "$data road.yml ta¦sks", (TABLES, "tasks")),
        (CARTERS, "$data ro¦ad.yml tasks", (TABLES, "#")),
        (CARTERS, "$calc hard-¦task", (RULES, "hard-task")),
        (CARTERS, "[your ¦sheet](03-sheet.md)", ("content/toll-road/03-sheet.md", "#")),
        (ROAD, "(01-carters.md#trying-¦something-hard)", (CARTERS, "Trying something hard")),
        (ROAD, "A to¦ll costs", ("data/toll-road/words.yml", "Toll")),
        (RULES, "rule: [carters.ha¦rd, carters.gifts]", (CARTERS, "carters.hard")),
        (RULES, "label: The task is, table: ta¦sks", (TABLES, "tasks")),
        (RULES, "d20 + bo¦nus", (RULES, "bonus")),
        (RULES, "road.to¦ll: Tolls", (ROAD, "road.toll")),
    ],
)
def test_what_is_named_leads_to_where_it_stands(
    editor: Editor, name: str, mark: str, expected: tuple[str, str]
) -> None:
    text = read(editor, name)
    assert mark.replace(HERE, "") in text
    assert editor.definition(name, text.replace(mark.replace(HERE, ""), mark, 1)) == expected
    editor.restore(name)


def test_every_mention_of_a_rule_is_found(editor: Editor) -> None:
    text = editor.restore(CARTERS)
    at = editor.type_at(CARTERS, text.replace("$rule carters.hard", f"$rule carters.{HERE}hard"))
    document, all_of_them = types.TextDocumentIdentifier(editor.uri(CARTERS)), types.ReferenceContext(True)
    asked = types.ReferenceParams(all_of_them, document, at)
    found = editor.ask(editor.client.text_document_references_async(asked))
    assert found is not None
    words = [editor.words_at(each) for each in found]
    assert words == [(CARTERS, "carters.hard"), *[(RULES, "carters.hard")] * 4]


def test_a_rules_id_is_renamed_in_every_file_and_its_address_kept(editor: Editor) -> None:
    text = editor.restore(CARTERS)
    editor.type(ROAD, read(editor, ROAD) + "\n[Hard](rule:carters.hard), [again][h].\n\n[h]: rule:carters.hard\n")
    edit = editor.rename(CARTERS, text.replace("carters.hard", f"car{HERE}ters.hard"), "carters.daring")
    assert edit is not None
    assert edit.document_changes is not None
    files: dict[str, list[str]] = {}
    created = [each.uri for each in edit.document_changes if isinstance(each, types.CreateFile)]
    for change in edit.document_changes:
        if isinstance(change, types.TextDocumentEdit):
            texts = [each.new_text for each in change.edits if isinstance(each, types.TextEdit)]
            files[Path(types_path(change.text_document.uri)).name] = texts
    assert files == {
        "01-carters.md": ["carters.daring"],
        "02-the-road.md": ["carters.daring"] * 2,
        "rules.yml": ["carters.daring"] * 4,
        "moved.yml": ["carters.html#rule-carters.hard: rule:carters.daring\n"],
    }
    assert [Path(types_path(uri)).name for uri in created] == ["moved.yml"]
    editor.restore(ROAD)


@pytest.mark.parametrize(("new", "message"), [("Not an id", "lowercase letters"), ("road.toll", "already")])
def test_a_rename_that_cannot_be_is_refused_with_a_reason(editor: Editor, new: str, message: str) -> None:
    text = read(editor, CARTERS)
    with pytest.raises(Exception, match=message):
        editor.rename(CARTERS, text.replace("carters.hard", f"car{HERE}ters.hard"), new)
    editor.restore(CARTERS)


@pytest.mark.parametrize(
    ("name", "mark", "expected"),
    [
        (CARTERS, "Roll 3d¦6 for each", "`3d6`: 3 to 18, on average 10.5"),
        (CARTERS, "4d6k¦h3", "`4d6kh3`: 3 to 18, on average 12.2446 (15869/1296)"),
        (RULES, "attempt: d¦20", "`d20`: 1 to 20, on average 10.5"),
        (ROAD, "$data road.yml enc¦ounters", "**What the morning brings**, rolled with d6"),
        (CARTERS, "$rule carters.ha¦rd", "**Trying something hard** (`carters.hard`), in “Trying something hard”"),
        (CARTERS, "$calc hard-¦task", "**Trying something hard**"),
        (ROAD, "A to¦ll costs", "**Toll**: What the road costs"),
    ],
)
def test_what_stands_under_the_pointer_is_explained(editor: Editor, name: str, mark: str, expected: str) -> None:
    text = read(editor, name)
    assert mark.replace(HERE, "") in text
    assert editor.hover(name, text.replace(mark.replace(HERE, ""), mark, 1)).startswith(expected)
    editor.restore(name)


def test_a_file_is_shown_as_an_outline(editor: Editor) -> None:
    def outline(name: str) -> list[types.DocumentSymbol]:
        editor.restore(name)
        asked = types.DocumentSymbolParams(types.TextDocumentIdentifier(editor.uri(name)))
        found = editor.ask(editor.client.text_document_document_symbol_async(asked))
        return [each for each in found or () if isinstance(each, types.DocumentSymbol)]

    [carters] = outline(CARTERS)
    assert (carters.name, [each.name for each in carters.children or ()]) == (
        "Carters",
        ["Making a carter", "Trying something hard"],
    )
    hard = (carters.children or ())[1]
    assert [each.name for each in hard.children or ()] == ["carters.hard", "road.yml", "hard-task", "hard-task"]
    assert [each.name for each in outline(RULES)] == ["hard-task", "carter", "rules"]


def test_half_typed_yaml_keeps_what_stood_there(editor: Editor) -> None:
    text = editor.restore(TABLES)
    editor.problems(TABLES)
    editor.type(TABLES, text + "\n---\ntable: new\nrows:\n  - {a: [")
    editor.problems(TABLES, "yaml-syntax")
    chapter = read(editor, CARTERS)
    assert "encounters" in editor.offers(CARTERS, chapter + f"\n<!-- $data road.yml {HERE} -->")
    editor.restore(TABLES)
    editor.restore(CARTERS)
    editor.problems(TABLES)


def test_a_file_that_is_not_saved_yet_belongs_to_the_shelf(editor: Editor) -> None:
    editor.type("content/toll-road/06-new.md", "# New\n\n[x](nowhere.md)\n")
    editor.problems("content/toll-road/06-new.md", "dead-link")
    document = types.TextDocumentIdentifier(editor.uri("content/toll-road/06-new.md"))
    editor._tell(editor.client.text_document_did_close, types.DidCloseTextDocumentParams(document))
    editor.problems("content/toll-road/06-new.md")


def test_a_file_of_no_shelf_is_left_alone(editor: Editor) -> None:
    elsewhere = "../elsewhere.md"
    assert editor.offers(elsewhere, f"<!-- ${HERE}") == []
    assert editor.hover(elsewhere, f"Roll 3{HERE}d6.") == ""
    with pytest.raises(Exception, match="only the id of a rule"):
        editor.rename(elsewhere, f"<!-- $rule a.{HERE}b -->", "a.c")


def test_a_question_that_makes_no_sense_does_not_end_the_server(editor: Editor) -> None:
    document = types.TextDocumentIdentifier(editor.uri(CARTERS))
    beyond = types.Position(100_000, 100_000)
    editor.restore(CARTERS)
    assert editor.ask(editor.client.text_document_hover_async(types.HoverParams(document, beyond))) is None
    editor.ask(editor.client.text_document_completion_async(types.CompletionParams(document, beyond)))
    assert editor.offers(CARTERS, read(editor, CARTERS) + f"\n<!-- $calc {HERE} -->") == ["hard-task"]


def surveyed(root: Path) -> Known:
    return survey(Order(root / "content", root / "data", (), root / "theme"), {}, {})


def test_wherever_a_text_breaks_off_every_question_has_an_answer(editor: Editor) -> None:
    """An editor asks at any moment: with each file of the shelf cut off anywhere nothing may fail."""
    known = surveyed(editor.root)
    answered = 0
    for path, source in known.texts.items():
        for end in range(0, len(source.text), 23):
            lines = lines_of(source.text[:end])
            line, column = len(lines) - 1, len(lines[-1])
            ask = complete_markdown if path.endswith(".md") else complete_yaml
            answered += len(ask(known, path, lines, line, column))
            find_definition(known, path, lines, line, column)
            hover(known, path, lines[line], line + 1, column + 1)
    assert answered > 1_000


def test_a_fault_while_surveying_leaves_what_was_known(editor: Editor, caplog: pytest.LogCaptureFixture) -> None:
    known = surveyed(editor.root)
    faults = [ZeroDivisionError("a fault"), WrongUse("no shelf")]

    def drafts(order: Order) -> dict[Path, str]:
        if faults:
            raise faults.pop(0)
        return {}

    async def work(worker: ThreadPoolExecutor) -> list[Known]:
        told: list[Known] = []
        shelf = OpenShelf(known.order, Results(), drafts, told.append, worker, known)
        for _ in range(3):
            shelf.touch()
            assert await shelf.settled() is not None
        return told

    # In a thread of its own: a browser that an earlier test left open has this one's loop.
    with ThreadPoolExecutor(1) as worker, ThreadPoolExecutor(1) as loop:
        told = loop.submit(asyncio.run, work(worker)).result()
    for record in caplog.records:
        record.exc_text = None  # what the test's own log has made of it
    assert len(told) == 1, "the third time all was well"
    assert [record.message for record in caplog.records] == ["the shelf could not be read", "no shelf"]
    assert (
        _Brief()
        .format(caplog.records[0])
        .endswith("a bug in Rollbook itself, not in your books: ZeroDivisionError: a fault; please report it")
    )


def test_a_rule_of_a_part_that_two_books_include_is_one_rule(tmp_path: Path) -> None:
    for name, text in {
        "content/a/1.md": "# A\n\n<!-- $include ../_p.md -->\n",
        "content/b/1.md": "# B\n\n<!-- $include ../_p.md -->\n\n[x](rule:one.two)\n",
        "content/b/moved.yml": "b.html#old: rule:one.two\n",
        "content/_p.md": "<!-- $rule one.two -->\nA rule.\n",
        "data/a/rules.yml": "rules:\n  one.two: Of A\n",
        "data/all.yml": "readings:\n- {title: T, rule: one.two, reading: ours, source: s, why: w, other: o}\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    known = surveyed(tmp_path)
    mention = known.at((tmp_path / "content/b/1.md").as_posix(), 5, 12)
    assert mention is not None
    renaming = rename(known, mention, "one.three")
    edited = [Path(edit.place.file).relative_to(tmp_path).as_posix() for edit in renaming.edits]
    assert edited == [
        "content/_p.md",
        "content/b/1.md",
        "content/b/moved.yml",
        "data/a/rules.yml",
        "data/all.yml",
        "content/b/moved.yml",
    ]
    assert renaming.edits[-1].text == "b.html#rule-one.two: rule:one.three\n"
    assert renaming.created == (
        (f"{tmp_path.as_posix()}/content/a/moved.yml", "a.html#rule-one.two: rule:one.three\n"),
    )
    reading = known.at((tmp_path / "data/all.yml").as_posix(), 2, 22)
    assert reading is not None
    assert known.definition(reading.name) == Place((tmp_path / "content/_p.md").as_posix(), 1, 12)


def test_the_guide_shows_settings_that_can_be_read_and_those_of_a_new_shelf(editor: Editor) -> None:
    page = (Path(__file__).parents[1] / "content" / "guide" / "01-your-editor.md").read_text("utf-8")
    shown, kate = (json.loads(block) for block in re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    settings = json.loads(read(editor, ".vscode/settings.json"))
    assert {key: settings[key] for key in shown} == shown
    assert all(each["command"] == ["rollbook", "lsp"] for each in kate["servers"].values())
    [helix] = re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert tomllib.loads(helix)["language-server"]["rollbook"] == {"command": "rollbook", "args": ["lsp"]}

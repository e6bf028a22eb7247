"""Each question of an editor that is answered, by its name in the protocol -> the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from rollbook.commands.lsp.complete_markdown import complete_markdown
from rollbook.commands.lsp.complete_yaml import complete_yaml
from rollbook.commands.lsp.look_up import find_definition, hover
from rollbook.commands.lsp.rename import Renaming, renamable, rename
from rollbook.commands.lsp.server import Cursor, ShelfServer
from rollbook.commands.lsp.symbols import symbols
from rollbook.commands.lsp.translate import to_item, to_range, to_symbol
from rollbook.model.diagnostic import WrongUse

_MARKDOWN = (".md", ".markdown")
_YAML = (".yml", ".yaml")
_WATCHED = "**/*.{md,markdown,yml,yaml,css,html,png,jpg,jpeg,gif,svg,webp,avif}"


def touched(
    ls: ShelfServer,
    params: types.DidOpenTextDocumentParams
    | types.DidChangeTextDocumentParams
    | types.DidSaveTextDocumentParams
    | types.DidCloseTextDocumentParams,
) -> None:
    ls.touch(params.text_document.uri)


def changed_on_disk(ls: ShelfServer, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        ls.touch(change.uri)


async def initialized(ls: ShelfServer, params: types.InitializedParams) -> None:
    """Ask the editor, if it can, to report changes to files that it doesn't have open."""
    workspace = ls.client_capabilities.workspace
    watched = workspace.did_change_watched_files if workspace else None
    if watched and watched.dynamic_registration:
        options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(_WATCHED)])
        wish = types.Registration("watched", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        await ls.client_register_capability_async(types.RegistrationParams([wish]))


async def complete(ls: ShelfServer, params: types.CompletionParams) -> list[types.CompletionItem]:
    at = await ls.cursor(params, wait=False)
    if at is None:
        return []
    ask = complete_markdown if at.path.endswith(_MARKDOWN) else complete_yaml if at.path.endswith(_YAML) else None
    found = ask(at.known, at.path, at.lines, at.line, at.column) if ask else []
    return [to_item(offer, at.line, at.lines[at.line], at.column, ls.codec) for offer in found]


async def define(ls: ShelfServer, params: types.DefinitionParams) -> types.Location | None:
    at = await ls.cursor(params)
    place = find_definition(at.known, at.path, at.lines, at.line, at.column) if at else None
    return ls.location(place, at.known) if at and place else None


async def refer(ls: ShelfServer, params: types.ReferenceParams) -> list[types.Location]:
    at = await ls.cursor(params)
    mention = at.known.at(at.path, at.line + 1, at.column + 1) if at else None
    if at is None or mention is None:
        return []
    found = at.known.mentions_of(mention.name)
    wanted = [each for each in found if params.context.include_declaration or not each.defines]
    return [ls.location(each.place, at.known) for each in wanted]


async def explain(ls: ShelfServer, params: types.HoverParams) -> types.Hover | None:
    at = await ls.cursor(params)
    told = hover(at.known, at.path, at.lines[at.line], at.line + 1, at.column + 1) if at else ""
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, told)) if told else None


async def outline(ls: ShelfServer, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    place = types.TextDocumentPositionParams(params.text_document, types.Position(0, 0))
    at = await ls.cursor(place)
    return [to_symbol(each, at.lines, ls.codec) for each in symbols(at.known, at.path)] if at else []


async def prepare_rename(ls: ShelfServer, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    at = await ls.cursor(params)
    mention = renamable(at.known, at.path, at.line + 1, at.column + 1) if at else None
    if at is None or mention is None:
        return None
    return types.PrepareRenamePlaceholder(to_range(mention.place, at.lines, ls.codec), mention.name.id)


async def give_other_id(ls: ShelfServer, params: types.RenameParams) -> types.WorkspaceEdit:
    at = await ls.cursor(params)
    mention = renamable(at.known, at.path, at.line + 1, at.column + 1) if at else None
    if at is None or mention is None:
        raise JsonRpcInvalidParams("only the id of a rule can be renamed, and there is none here")
    try:
        return _edit(ls, at, rename(at.known, mention, params.new_name.strip()))
    except WrongUse as mistake:
        raise JsonRpcInvalidParams(str(mistake)) from mistake


def _edit(ls: ShelfServer, at: Cursor, renaming: Renaming) -> types.WorkspaceEdit:
    """What to change -> an edit for the editor; files that it can't create are left to its user."""
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in renaming.edits:
        where = to_range(edit.place, ls.lines(edit.place.file, at.known), ls.codec)
        changes.setdefault(ls.uri(edit.place.file), []).append(types.TextEdit(where, edit.text))
    workspace = ls.client_capabilities.workspace
    can = workspace.workspace_edit if workspace else None
    makes_files = can and types.ResourceOperationKind.Create in (can.resource_operations or ())
    if not renaming.created or not makes_files:
        for path, text in renaming.created:
            message = f"Old links to this rule no longer work. To keep them working, create {path} with: {text.strip()}"
            ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, message))
        return types.WorkspaceEdit(changes)
    whole: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for path, text in renaming.created:
        whole.append(types.CreateFile(ls.uri(path)))
        start = types.Range(types.Position(0, 0), types.Position(0, 0))
        changes[ls.uri(path)] = [types.TextEdit(start, text)]
    for uri, edits in changes.items():
        document = types.OptionalVersionedTextDocumentIdentifier(uri)
        whole.append(types.TextDocumentEdit(document, list(edits)))
    return types.WorkspaceEdit(document_changes=whole)


ANSWERS: dict[str, tuple[Callable[..., object], Any]] = {
    types.INITIALIZED: (initialized, None),
    types.TEXT_DOCUMENT_DID_OPEN: (touched, None),
    types.TEXT_DOCUMENT_DID_CHANGE: (touched, None),
    types.TEXT_DOCUMENT_DID_SAVE: (touched, None),
    types.TEXT_DOCUMENT_DID_CLOSE: (touched, None),
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES: (changed_on_disk, None),
    types.TEXT_DOCUMENT_COMPLETION: (complete, types.CompletionOptions(trigger_characters=list("$ (:#/{[."))),
    types.TEXT_DOCUMENT_DEFINITION: (define, None),
    types.TEXT_DOCUMENT_REFERENCES: (refer, None),
    types.TEXT_DOCUMENT_HOVER: (explain, None),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (outline, None),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (prepare_rename, None),
    types.TEXT_DOCUMENT_RENAME: (give_other_id, types.RenameOptions(prepare_provider=True)),
}

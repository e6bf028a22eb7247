"""-> what an editor needs to know of a shelf: the schemas, and settings of VS Code that name them."""

from __future__ import annotations

import json

from rollbook.model.output import OutputFile
from rollbook.schemas.make_schemas import SCHEMAS, make_schemas

FOLDER = ".vscode/rollbook"
# One checks YAML by schemas; VS Code itself starts no language server, the other does. Without them nothing happens.
_EXTENSIONS = ["redhat.vscode-yaml", "zsol.vscode-glspc"]
_LANGUAGE_SERVER = {
    "glspc.server.command": "rollbook",
    "glspc.server.commandArguments": ["lsp"],
    "glspc.server.languageId": ["markdown", "yaml"],
}


def schema_files() -> tuple[OutputFile, ...]:
    """-> the schemas as files, without a folder."""
    return tuple(OutputFile(name, _json(schema)) for name, schema in make_schemas().items())


def editor_files() -> tuple[OutputFile, ...]:
    """-> the same where a shelf has them, and the settings that lead there."""
    named = {f"./{FOLDER}/{name}": list(patterns) for name, patterns in SCHEMAS.items()}
    settings = {"yaml.schemas": named, "yaml.yamlVersion": "1.2", **_LANGUAGE_SERVER}
    return (
        OutputFile(".vscode/settings.json", _json(settings)),
        OutputFile(".vscode/extensions.json", _json({"recommendations": _EXTENSIONS})),
        *(OutputFile(f"{FOLDER}/{file.path}", file.content) for file in schema_files()),
    )


def _json(data: object) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()

"""-> what an editor needs to know of a shelf: the schemas, and settings of VS Code that name them."""

from __future__ import annotations

import json

from rollbook.model.output import OutputFile
from rollbook.schemas.make_schemas import SCHEMAS, make_schemas

FOLDER = ".vscode/rollbook"


def schema_files() -> tuple[OutputFile, ...]:
    """-> the schemas as files, without a folder."""
    return tuple(OutputFile(name, _json(schema)) for name, schema in make_schemas().items())


def editor_files() -> tuple[OutputFile, ...]:
    """-> the same where a shelf has them, and the settings that lead there."""
    named = {f"./{FOLDER}/{name}": list(patterns) for name, patterns in SCHEMAS.items()}
    settings = OutputFile(".vscode/settings.json", _json({"yaml.schemas": named, "yaml.yamlVersion": "1.2"}))
    return (settings, *(OutputFile(f"{FOLDER}/{file.path}", file.content) for file in schema_files()))


def _json(data: object) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()

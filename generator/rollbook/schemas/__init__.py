"""JSON Schemas of what authors write in YAML, for editors: made from the same lists that the parser uses."""

from rollbook.schemas.make_schemas import FOLDER, SCHEMAS, editor_files, make_schemas, schema_files

__all__ = ["FOLDER", "SCHEMAS", "editor_files", "make_schemas", "schema_files"]

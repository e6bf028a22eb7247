"""JSON Schemas of what authors write in YAML, for editors: made of the very lists that the readers use."""

from rollbook.schemas.make_schemas import FOLDER, SCHEMAS, editor_files, make_schemas, schema_files

__all__ = ["FOLDER", "SCHEMAS", "editor_files", "make_schemas", "schema_files"]

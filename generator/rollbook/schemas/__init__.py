"""JSON Schemas of what authors write in YAML, for editors: made of the very lists that the readers use."""

from rollbook.schemas.editor_files import FOLDER, editor_files, schema_files
from rollbook.schemas.make_schemas import SCHEMAS, make_schemas

__all__ = ["FOLDER", "SCHEMAS", "editor_files", "make_schemas", "schema_files"]

"""JSON Schemas for editors: every YAML file of a shelf validates, and what a schema can see of a mistake it sees.

YAML is loaded as the language server of editors does, by YAML 1.2: 3 is a number, true a truth, `yes` and dates texts.
"""

from __future__ import annotations

import json
import re
from fnmatch import fnmatch
from pathlib import Path

import jsonschema
import pytest
import yaml
from rollbook.command_line import main
from rollbook.parse.spell_scalar import TabReader
from rollbook.schemas import SCHEMAS, editor_files, make_schemas

from tests.shelves import CASES, ROOT

VALIDATORS = {name: jsonschema.Draft7Validator(schema) for name, schema in make_schemas().items()}
DIAGNOSTICS = CASES / "diagnostics"
# What shows in the shape of a document alone. The others need a formula read, another file, or YAML that can be read.
SEEN = (
    "bad-calculator",
    "bad-change",
    "bad-document",
    "bad-move",
    "bad-reading",
    "bad-setting",
    "bad-sheet",
    "bad-table",
    "bad-term",
    "unknown-setting",
)


class Core(TabReader):
    """YAML 1.2's core schema, as far as it differs from what PyYAML reads."""

    yaml_implicit_resolvers = {}  # type: ignore[var-annotated]  # noqa: RUF012  # as PyYAML has it


Core.add_implicit_resolver("tag:yaml.org,2002:null", re.compile("(?:~|null|)$"), None)
Core.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("(?:true|false)$"), None)
Core.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"[-+]?[0-9]+$"), None)
Core.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"[-+]?[0-9]+\.[0-9]+$"), None)
Core.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))


def schema_of(path: str) -> str:
    """A path on a shelf -> the schema that editors check it by."""
    found = [name for name, patterns in SCHEMAS.items() for each in patterns if fnmatch(path, each.replace("**/", "*"))]
    return found[0] if found else ""


def problems(shelf: Path, path: Path) -> list[str]:
    """A YAML file of a shelf -> what its schema has against it."""
    validator = VALIDATORS[schema_of(path.relative_to(shelf).as_posix())]
    documents = list(yaml.load_all(path.read_text(encoding="utf-8"), Loader=Core))
    return [f"{path}: {error.message}" for document in documents for error in validator.iter_errors(document)]


def yaml_files(shelf: Path) -> list[Path]:
    found = [*shelf.glob("content/**/*.yml"), *shelf.glob("data/**/*.yml")]
    return sorted(path for path in found if schema_of(path.relative_to(shelf).as_posix()))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name: str) -> None:
    jsonschema.Draft7Validator.check_schema(make_schemas()[name])


@pytest.mark.parametrize("path", yaml_files(ROOT), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_file_of_the_shelf_validates(path: Path) -> None:
    assert problems(ROOT, path) == []


SHELVES = sorted({path.parents[1] for kind in ("dialect", "site") for path in (CASES / kind).glob("*/data/*")})


@pytest.mark.parametrize("shelf", SHELVES, ids=lambda path: path.name)
def test_every_case_that_is_right_validates(shelf: Path) -> None:
    assert [problem for path in yaml_files(shelf) for problem in problems(shelf, path)] == []


@pytest.mark.parametrize("code", SEEN)
def test_a_mistake_of_shape_is_seen(code: str) -> None:
    shelf = DIAGNOSTICS / code
    assert [problem for path in yaml_files(shelf) for problem in problems(shelf, path)] != []


def test_every_setting_is_explained() -> None:
    for name in ("book.json", "shelf.json"):
        properties = make_schemas()[name]["properties"]
        assert isinstance(properties, dict)
        assert [key for key, schema in properties.items() if not schema["description"]] == []


def test_a_new_shelf_has_them_and_validates(tmp_path: Path) -> None:
    assert main(["new", str(tmp_path / "mine")]) == 0
    files = {file.path: file.content for file in editor_files()}
    assert {path: (tmp_path / "mine" / path).read_bytes() for path in files} == files
    named = json.loads(files[".vscode/settings.json"])["yaml.schemas"]
    beside = {".vscode/settings.json", ".vscode/extensions.json"}
    assert {path.removeprefix("./") for path in named} == set(files) - beside
    written = yaml_files(tmp_path / "mine")
    assert len(written) > 3
    assert [problem for path in written for problem in problems(tmp_path / "mine", path)] == []


def test_they_can_be_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["schemas"]) == 0
    assert main(["schemas"]) == 0
    assert sorted(path.name for path in (tmp_path / ".vscode/rollbook").iterdir()) == sorted(SCHEMAS)

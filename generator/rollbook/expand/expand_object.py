"""`$object [class …]` and YAML below it -> a stat block: its name, and each field with its words.

<!-- $object
name: Marsh Goblin
hit dice: 1d8 - 1
attacks: [bite +2 (1d4), sling +1 (1d4)]
-->
"""

from __future__ import annotations

from rollbook.expand.catalogue import Catalogue
from rollbook.expand.refused_words import no_class
from rollbook.markdown import read_line
from rollbook.model.allowed_html import known_class, own_class
from rollbook.model.diagnostic import Diagnostic
from rollbook.model.document.blocks import Block, DefinitionEntry, DefinitionList, Directive, Division, Paragraph
from rollbook.model.document.inlines import Emphasis, Line
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence

# The field that names the object.
_NAMES = ("name", "title")


def expand_object(directive: Directive, known: Catalogue) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """The directive and what it may name -> its stat block, and what is wrong with it."""
    fields = directive.data[0] if directive.data else None
    if not isinstance(fields, Mapping) or len(directive.data) > 1:
        hint = "write “name: Goblin” and so on below <!-- $object, one field on a line, and --> at the end"
        return (), [Diagnostic("bad-directive", "$object holds no fields", directive.place, hint)]
    classes = [known_class(word.text) or own_class(word.text) for word in directive.words]
    own = known.book.settings.classes
    unknown = [word for word in directive.words if not known_class(word.text) and word.text not in own]
    blocks = _stat_block(fields, known.book.settings.language)
    problems = [no_class(word.text, word.place) for word in unknown]
    return (Division(" ".join(("stat-block", *classes)), blocks),), problems


def _stat_block(fields: Mapping, language: str) -> tuple[Block, ...]:
    """Fields -> a line with the name, and a list of the others."""
    name = next((entry for entry in fields.entries if _is_name(entry)), None)
    entries = tuple(_field(entry, language) for entry in fields.entries if entry is not name)
    title = (_title(name.value, language),) if name and isinstance(name.value, Scalar) else ()
    return (*title, DefinitionList(entries)) if entries else title


def _is_name(entry: Entry) -> bool:
    return entry.key.text.lower() in _NAMES and isinstance(entry.value, Scalar)


def _title(name: Scalar, language: str) -> Paragraph:
    line = _line(name, language)
    return Paragraph(Line(line.written, line.spelling, (Emphasis("strong", line.inlines),)))


def _field(entry: Entry, language: str) -> DefinitionEntry:
    label = entry.key.text.replace("_", " ")
    term = read_line(label[:1].upper() + label[1:], entry.key.spelling, language)
    values = entry.value.items if isinstance(entry.value, Sequence) else (entry.value,)
    return DefinitionEntry(term, tuple(_meaning(value, language) for value in values))


def _meaning(value: Node, language: str) -> tuple[Block, ...]:
    match value:
        case Scalar():
            return (Paragraph(_line(value, language), tight=True),)
        case Mapping():
            return _stat_block(value, language)
        case Sequence():
            return tuple(block for item in value.items for block in _meaning(item, language))


def _line(scalar: Scalar, language: str) -> Line:
    return read_line(scalar.text.rstrip(), scalar.spelling, language)

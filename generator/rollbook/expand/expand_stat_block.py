"""`$stat-block ID`, or `$object` and YAML below it -> a creature, vehicle or spirit, its texts as Markdown.

`$object [class …]` and YAML below it -> a stat block: its name, and each field with its words.

<!-- $object
name: Marsh Goblin
hit dice: 1d8 - 1
attacks: [bite +2 (1d4), sling +1 (1d4)]
-->
"""

from __future__ import annotations

from rollbook.expand.catalogue import Catalogue, Expanded, no_class, too_many
from rollbook.markdown import read_line, read_passage
from rollbook.model.allowed_markup import known_class, own_class
from rollbook.model.data_documents import StatDocument
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document import blocks as kinds
from rollbook.model.document.blocks import Block
from rollbook.model.document.inlines import Emphasis, Line
from rollbook.model.yaml_tree import Entry, Mapping, Node, Scalar, Sequence, one_or_more

# The field that names the object.
_NAMES = ("name", "title")


def expand_object(directive: kinds.Directive, known: Catalogue) -> tuple[tuple[Block, ...], list[Diagnostic]]:
    """The directive and what it may name -> its stat block, and what is wrong with it."""
    fields = directive.data[0] if directive.data else None
    if not isinstance(fields, Mapping) or len(directive.data) > 1:
        hint = "write “name: Goblin” and so on below <!-- $object, one field on a line, and --> at the end"
        return (), [Diagnostic("bad-directive", "$object holds no fields", directive.place, hint)]
    classes = [known_class(word.text) or own_class(word.text) for word in directive.words]
    own = known.book.settings.classes
    unknown = [word for word in directive.words if not known_class(word.text) and word.text not in own]
    blocks = _object_block(fields, known.book.settings.language)
    problems = [no_class(word.text, word.place) for word in unknown]
    return (kinds.Division(" ".join(("stat-block", *classes)), blocks),), problems


def _object_block(fields: Mapping, language: str) -> tuple[Block, ...]:
    """Fields -> a line with the name, and a list of the others."""
    name = next((entry for entry in fields.entries if _is_name(entry)), None)
    entries = tuple(_field(entry, language) for entry in fields.entries if entry is not name)
    title = (_title(name.value, language),) if name and isinstance(name.value, Scalar) else ()
    return (*title, kinds.DefinitionList(entries)) if entries else title


def _is_name(entry: Entry) -> bool:
    return entry.key.text.lower() in _NAMES and isinstance(entry.value, Scalar)


def _title(name: Scalar, language: str) -> kinds.Paragraph:
    line = _object_line(name, language)
    return kinds.Paragraph(Line(line.written, line.spelling, (Emphasis("strong", line.inlines),)))


def _field(entry: Entry, language: str) -> kinds.DefinitionEntry:
    label = entry.key.text.replace("_", " ")
    term = read_line(label[:1].upper() + label[1:], entry.key.spelling, language)
    return kinds.DefinitionEntry(term, tuple(_meaning(value, language) for value in one_or_more(entry.value)))


def _meaning(value: Node, language: str) -> tuple[Block, ...]:
    match value:
        case Scalar():
            return (kinds.Paragraph(_object_line(value, language), tight=True),)
        case Mapping():
            return _object_block(value, language)
        case Sequence():
            return tuple(block for item in value.items for block in _meaning(item, language))


def _object_line(scalar: Scalar, language: str) -> Line:
    return read_line(scalar.text.rstrip(), scalar.spelling, language)


def expand_stat_block(directive: kinds.Directive, known: Catalogue) -> Expanded:
    """The directive and what it may name -> its stat block, and what is wrong with it."""
    if not directive.words:
        message, hint = "$stat-block does not say which", "write <!-- $stat-block marsh-goblin -->"
        return (), [Diagnostic("bad-directive", message, directive.place, hint)]
    name, *rest = directive.words
    problems = [too_many(word, directive) for word in rest[:1]]
    written = {stats.id: stats for file in reversed(known.book.data) for stats in file.stat_blocks}
    if name.text in written:
        return (_stat_block(written[name.text], known.book.settings.language),), problems
    if not all(file.readable for file in known.book.data):
        return (), problems  # it may well stand in what could not be read
    hint = closest(name.text, written) or listed("stat blocks are", written)
    hint = hint or f"add a document that starts with “stat-block: {name.text}” to data/{known.book.id}"
    message = f"there is no stat block {name.text!r} for this book"
    return (), [*problems, Diagnostic("unknown-stat-block", message, name.place, hint)]


def _stat_block(stats: StatDocument, language: str) -> kinds.StatBlock:
    fields = (
        kinds.StatField(name.text, _label(name, language), _value(value, language)) for name, value in stats.fields
    )
    derived = (kinds.StatField(name.text, _label(name, language), ()) for name, _ in stats.derived)
    deeds = (kinds.StatDeed(_line(each.name, language), _passage(each.note, language)) for each in stats.actions)
    return kinds.StatBlock(
        stats,
        _line(stats.title, language),
        _passage(stats.note, language),
        (*fields, *derived),
        tuple(deeds),
        _passage(stats.text, language),
    )


def _label(name: Scalar, language: str) -> Line:
    """`hit_dice` -> `Hit dice`."""
    words = name.text.replace("_", " ")
    return read_line(words[:1].upper() + words[1:], name.spelling, language)


def _line(scalar: Scalar, language: str) -> Line:
    return read_line(scalar.text.strip(), scalar.spelling, language)


def _value(scalar: Scalar, language: str) -> tuple[Block, ...]:
    """What a field says: most say it in one line."""
    if "\n" in scalar.text.strip():
        return read_passage(scalar, language)
    return (kinds.Paragraph(_line(scalar, language), tight=True),)


def _passage(scalar: Scalar | None, language: str) -> tuple[Block, ...]:
    return read_passage(scalar, language) if scalar else ()

"""`$stat-block ID` -> a creature, vehicle or spirit of a data file, its texts as Markdown."""

from __future__ import annotations

from rollbook.expand.catalogue import Catalogue, Expanded
from rollbook.expand.refused_words import too_many
from rollbook.markdown import read_line, read_passage
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document.blocks import Block, Directive, Paragraph, StatBlock, StatDeed, StatField
from rollbook.model.document.inlines import Line
from rollbook.model.stat_block import StatDocument
from rollbook.model.yaml_tree import Scalar


def expand_stat_block(directive: Directive, known: Catalogue) -> Expanded:
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


def _stat_block(stats: StatDocument, language: str) -> StatBlock:
    fields = (StatField(name.text, _label(name, language), _value(value, language)) for name, value in stats.fields)
    derived = (StatField(name.text, _label(name, language), ()) for name, _ in stats.derived)
    deeds = (StatDeed(_line(each.name, language), _passage(each.note, language)) for each in stats.actions)
    return StatBlock(
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
    return (Paragraph(_line(scalar, language), tight=True),)


def _passage(scalar: Scalar | None, language: str) -> tuple[Block, ...]:
    return read_passage(scalar, language) if scalar else ()

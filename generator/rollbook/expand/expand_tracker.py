"""`$tracker` and YAML below it -> the tracker of a fight: who takes part, whose turn it is, and what each has left.

<!-- $tracker
initiative: d20 + DEX bonus
hit points: HP left
attack: {calculator: melee-attack, damage: damage, by: {bonus: melee}, against: {AC: AC}}
statuses: [Stunned, Prone]
rests:
  - {name: Long rest, calculator: rest, given: {hours: 8}}
foes:
  - marsh-goblin
  - {name: Wolf, hit points: 2d8, initiative: d20 + 1, melee: 2, AC: 12}
-->

A foe is the id of a stat block, the same with what it lacks, `{stat block: marsh-goblin, initiative: d20 + 1}`, or
written out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from rollbook.engine.parse import parse
from rollbook.engine.problem import ProblemError
from rollbook.engine.template import plain_words
from rollbook.engine.vocabulary import Vocabulary
from rollbook.expand.catalogue import Catalogue, Expanded
from rollbook.model.diagnostic import Diagnostic, closest, listed
from rollbook.model.document.blocks import Directive, TrackerBlock
from rollbook.model.table import phrases_in
from rollbook.model.way_out import way_out
from rollbook.model.yaml_tree import Data, Entry, Mapping, Node, Scalar, Sequence, to_data
from rollbook.words import dice_phrases

_KEYS = ("initiative", "hit points", "attack", "statuses", "rests", "foes")
_OF_ATTACK = ("calculator", "damage", "own damage", "by", "against")
_OF_REST = ("name", "calculator", "given")
_FOE = "write {name: Goblin, hit points: 1d8}"


def expand_tracker(directive: Directive, known: Catalogue) -> Expanded:
    """The directive and what it may name -> the tracker, and what is wrong with it."""
    rules = directive.data[0] if directive.data else None
    if not isinstance(rules, Mapping) or len(directive.data) > 1:
        hint = "write “initiative: d20 + DEX bonus” and so on below <!-- $tracker, and --> at the end"
        return (), [Diagnostic("bad-directive", "$tracker does not say how a fight works", directive.place, hint)]
    problems = list(_problems(rules, known))
    if problems:
        return (), problems
    return (TrackerBlock(json.dumps(_for_page(rules, known), ensure_ascii=False)),), []


def _problems(rules: Mapping, known: Catalogue) -> Iterator[Diagnostic]:
    yield from _unknown_keys(rules, _KEYS, "a tracker")
    for key in ("initiative", "hit points"):
        if not isinstance(rules.get(key), Scalar):
            message = f"the tracker does not say “{key}”"
            yield Diagnostic("bad-directive", message, rules.place, f"add “{key}: …”")
    yield from _unreadable(rules.get("initiative"), known)
    yield from _unknown_track(rules.get("hit points"), known)
    attack = rules.get("attack")
    if isinstance(attack, Mapping):
        yield from _wrong_attack(attack, known)
    elif attack is not None:
        hint = "write attack: {calculator: ID, damage: NAME}"
        yield Diagnostic("bad-directive", "an attack names a calculator and its damage", attack.place, hint)
    yield from _wrong_statuses(rules.get("statuses"), known)
    for rest in _items(rules.get("rests")):
        yield from _wrong_rest(rest, known)
    yield from _wrong_foes(rules.get("foes"), known)


def _unknown_track(named: Node | None, known: Catalogue) -> Iterator[Diagnostic]:
    """What a blow is taken off: a track that a sheet of the book has, where any has one."""
    fields = [each for sheet in known.rules["sheet"].values() for each in _items(sheet.node.get("fields"))]
    tracks = [_text(each, "name").strip("`") for each in fields if _text(each, "kind") == "track"]
    if isinstance(named, Scalar) and tracks and named.text.strip() not in tracks:
        hint = closest(named.text, tracks) or listed("tracks are", tracks)
        yield Diagnostic("unknown-track", f"no sheet of the book has a track “{named.text}”", named.place, hint)


def _wrong_attack(attack: Mapping, known: Catalogue) -> Iterator[Diagnostic]:
    yield from _unknown_keys(attack, _OF_ATTACK, "an attack")
    named = attack.get("calculator")
    if not isinstance(named, Scalar) or not isinstance(attack.get("damage"), Scalar):
        hint = "write attack: {calculator: ID, damage: NAME}"
        yield Diagnostic("bad-directive", "an attack names a calculator and its damage", attack.place, hint)
        return
    for key in ("by", "against"):
        yield from _unknown_inputs(named, attack.get(key), known)
    if named.text not in known.rules["calculator"]:
        yield _no_calculator(named, known)


def _wrong_rest(rest: Node, known: Catalogue) -> Iterator[Diagnostic]:
    """A rest as written -> what is wrong with it: it names a calculator that gives something back."""
    named = rest.get("calculator") if isinstance(rest, Mapping) else None
    if not isinstance(rest, Mapping) or not _text(rest, "name") or not isinstance(named, Scalar):
        hint = "write {name: Long rest, calculator: ID}"
        yield Diagnostic("bad-directive", "a rest has a name and a calculator", rest.place, hint)
        return
    yield from _unknown_keys(rest, _OF_REST, "a rest")
    yield from _unknown_inputs(named, rest.get("given"), known)
    document = known.rules["calculator"].get(named.text)
    if document is None:
        yield _no_calculator(named, known)
    elif not _items(document.node.get("changes")):
        hint = "give it “changes: [{track: HP left, by: healed}]”, naming a track of the sheet and the amount"
        message = f"the calculator {named.text!r} changes no track, so this rest restores nothing"
        yield Diagnostic("bad-directive", message, named.place, hint)


def _no_calculator(named: Scalar, known: Catalogue) -> Diagnostic:
    hint = known.closest(named.text, "calculator") or listed("calculators are", known.rules["calculator"])
    return Diagnostic("unknown-calculator", f"there is no calculator {named.text!r}", named.place, hint)


def _unknown_inputs(named: Scalar, given: Node | None, known: Catalogue) -> Iterator[Diagnostic]:
    """A calculator's name, inputs by name -> those that it doesn't have."""
    document = known.rules["calculator"].get(named.text)
    inputs = [_text(each, "name") for each in _items(document.node.get("inputs") if document else None)]
    for entry in _entries(given) if document else ():
        if entry.key.text not in inputs:
            hint = closest(entry.key.text, inputs) or listed("its inputs are", inputs)
            message = f"the calculator {named.text!r} has no input {entry.key.text!r}"
            yield Diagnostic("bad-directive", message, entry.key.place, hint)


def _wrong_statuses(statuses: Node | None, known: Catalogue) -> Iterator[Diagnostic]:
    meanings = _meanings(known)
    for status in _items(statuses):
        if not isinstance(status, Scalar) or status.text not in meanings:
            text = status.text if isinstance(status, Scalar) else ""
            hint = closest(text, list(meanings)) or "add it to the book's glossary, with what it does"
            message = f"the glossary does not say what {text!r} does"
            yield Diagnostic("bad-directive", message, status.place, hint)


def _wrong_foes(foes: Node | None, known: Catalogue) -> Iterator[Diagnostic]:
    creatures = _creatures(known)
    for foe in _items(foes):
        named = _named_creature(foe)
        if named is not None and named.text not in creatures:
            hint = closest(named.text, creatures) or listed("stat blocks are", creatures)
            message = f"there is no stat block {named.text!r} for this book"
            yield Diagnostic("unknown-stat-block", message, named.place, hint or _FOE)
        if named is not None:
            yield from _unreadable(foe.get("initiative") if isinstance(foe, Mapping) else None, known)
            continue
        if not isinstance(foe, Mapping) or not _text(foe, "name") or not _text(foe, "hit points"):
            yield Diagnostic("bad-directive", "a foe has a name and hit points", foe.place, _FOE)
            continue
        for key in ("hit points", "initiative"):
            yield from _unreadable(foe.get(key), known)


def _unreadable(node: Node | None, known: Catalogue) -> Iterator[Diagnostic]:
    if isinstance(node, Scalar):
        phrases = {**dice_phrases(known.book.settings.language), **phrases_in(known.book.data)}
        try:
            parse(node.text, Vocabulary(phrases))
        except ProblemError as error:
            found = error.problem
            message = f"{node.text!r} cannot be rolled: {found.message}"
            yield Diagnostic("bad-roll", message, node.at(found.start, found.end - found.start), way_out(found))


def _unknown_keys(rules: Mapping, keys: tuple[str, ...], what: str) -> Iterator[Diagnostic]:
    for entry in rules.entries:
        if entry.key.text not in keys:
            hint = closest(entry.key.text, keys) or listed("its keys are", keys)
            yield Diagnostic("bad-directive", f"{what} has no key {entry.key.text!r}", entry.key.place, hint)


def _for_page(rules: Mapping, known: Catalogue) -> Data:
    """The rules of a fight as written -> what the page's script is given."""
    meanings = _meanings(known)
    creatures = _creatures(known)
    foes = [_foe_for_page(foe, creatures) for foe in _items(rules.get("foes"))]
    statuses = [str(to_data(status)) for status in _items(rules.get("statuses"))]
    attack = rules.get("attack")
    return {
        "initiative": _text(rules, "initiative"),
        "track": _text(rules, "hit points"),
        "attack": to_data(attack) if attack is not None else None,
        "statuses": [{"name": name, "meaning": meanings[name]} for name in statuses],
        "rests": [to_data(rest) for rest in _items(rules.get("rests"))],
        "foes": foes,
    }


def _foe_for_page(foe: Node, creatures: dict[str, str]) -> Data:
    named = _named_creature(foe)
    own = to_data(foe) if isinstance(foe, Mapping) else {}
    assert isinstance(own, dict), "what is no mapping has been reported"
    return own if named is None else {"name": creatures[named.text], **own, "stat block": named.text}


def _named_creature(foe: Node) -> Scalar | None:
    """A foe as written -> the id of its stat block, if it has one: `orc`, or `{stat block: orc, initiative: d20}`."""
    named = foe.get("stat block") if isinstance(foe, Mapping) else foe
    return named if isinstance(named, Scalar) else None


def _creatures(known: Catalogue) -> dict[str, str]:
    """The book's stat blocks by id -> what they are called."""
    return {stats.id: plain_words(stats.title.text) for file in known.book.data for stats in file.stat_blocks}


def _meanings(known: Catalogue) -> dict[str, str]:
    """The terms of the book's glossary by name and title -> what they mean, in plain words."""
    found: dict[str, str] = {}
    for file in known.book.data:
        for definition in file.definitions:
            meaning = plain_words(definition.meaning.text)
            for name in (definition.title, *definition.spellings):
                found.setdefault(name, meaning)
    return found


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _text(node: Node | None, key: str) -> str:
    value = node.get(key) if isinstance(node, Mapping) else None
    return value.text.strip() if isinstance(value, Scalar) else ""

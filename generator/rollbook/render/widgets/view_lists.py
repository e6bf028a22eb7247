"""`$coverage` and `$compare` -> what the template of a list places: titles and rows of cells, some of them links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rollbook.compare.change_rows import NOTHING, formula_rows, odds_rows, table_rows
from rollbook.compare.mark_changes import mark_changes
from rollbook.model.book import Book, OtherBook
from rollbook.model.comparison import Comparison, Passage, RuleChange
from rollbook.model.spot import CoverageRow, Player
from rollbook.render.medium import Medium
from rollbook.render.widgets.views import LinkView, ListView
from rollbook.render.widgets.wording import Wording

Cell = tuple[LinkView, ...]


def view_coverage(rows: Sequence[CoverageRow], words: Wording, medium: Medium) -> ListView:
    """The rules of a book and what carries them out -> the view; rules that only state something are counted apart."""
    titles = (words.coverage_rule, words.coverage_section, words.coverage_played, words.coverage_checked)
    # What a calculator names and no example plays counts as neither.
    checked = [row.checked for row in rows if row.checked]
    stated = sum(row.checked is None for row in rows)
    summary = words.coverage_summary.format(played=len(checked), examples=sum(checked), stated=stated)
    return ListView(titles, tuple(_coverage(row, words, medium) for row in rows), summary=summary)


def _coverage(row: CoverageRow, words: Wording, medium: Medium) -> tuple[Cell, ...]:
    rule = Player(row.rule.title, row.rule.target)
    players = tuple(link for player in row.players for link in (*_text(", "), _link(player, medium)))[1:]
    checked = words.coverage_nothing if row.checked is None else str(row.checked)
    nobody = _text(NOTHING if row.checked is None else "")
    return ((_link(rule, medium),), _text(row.rule.section), players or nobody, _text(checked))


def view_comparison(subject: str, other: OtherBook, book: Book, words: Wording, medium: Medium) -> ListView:
    """What to compare, the other book, this one -> the view; without rows where nothing changed."""
    title = getattr(words, f"compare_{subject}")
    rows = tuple(_rows(subject, other.changes, medium))
    return ListView((title, other.title, book.title), rows, words.compare_same, is_pair=True)


def _rows(subject: str, changes: Comparison, medium: Medium) -> Iterable[tuple[Cell, ...]]:
    if subject == "rules":
        return [(_text(rule.title), *_passages(rule, medium)) for rule in changes.rules]
    rows = {"tables": table_rows, "formulas": formula_rows, "odds": odds_rows}[subject]
    return [(_text(what), *_marked(old, new)) for what, old, new in rows(changes)]


def _passages(rule: RuleChange, medium: Medium) -> tuple[Cell, Cell]:
    """A rule that differs -> its words in both books, the changed ones marked, each with the way there."""
    old, new = rule.old.text if rule.old else NOTHING, rule.new.text if rule.new else NOTHING
    before, after = _marked(old, new)
    return (*before, *_way(rule.old, medium)), (*after, *_way(rule.new, medium))


def _marked(old: str, new: str) -> tuple[Cell, Cell]:
    before, after = mark_changes(old, new)
    return (
        tuple(LinkView(each.words, "", "del" if each.changed else "") for each in before),
        tuple(LinkView(each.words, "", "ins" if each.changed else "") for each in after),
    )


def _way(passage: Passage | None, medium: Medium) -> Cell:
    return (LinkView(" ", ""), LinkView("→", medium.href(passage.target))) if passage else ()


def _link(player: Player, medium: Medium) -> LinkView:
    return LinkView(player.title, medium.href(player.target) if player.target else "")


def _text(words: str) -> Cell:
    return (LinkView(words, ""),)

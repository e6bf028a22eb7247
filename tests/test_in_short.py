"""Which sentences of a paragraph say it in short."""

from __future__ import annotations

import pytest
from rollbook.markdown import read_line
from rollbook.model.document.in_short import in_short
from rollbook.model.document.inlines import plain_text
from rollbook.model.source import Place, verbatim

CASES = [
    # What is set in bold counts, wherever it stands.
    ("Fights have **rounds**. Each gets a **turn**. Then all is over.", "Fights have rounds. Each gets a turn."),
    ("Some fights are hard. Then add **heroism**: a level. Any roll will do.", "Then add heroism: a level."),
    # Without bold words the first sentence does; a title in bold is none of its own.
    ("No bold here. A second one. A third one.", "No bold here."),
    ("**Damage.** The winner adds 3. The loser takes AR off.", "Damage. The winner adds 3."),
    # What leads on to a list or table stays whole.
    ("Numbers count too. Each adds 1:", "Numbers count too. Each adds 1:"),
    # A full stop behind no syllable, or in front of a small letter or a digit, ends nothing.
    ("Go 5 ft. Or stay, as St. Barbara did. Else rest.", "Go 5 ft. Or stay, as St. Barbara did."),
    ("It is approx. 7 feet, e.g. a door. Then more.", "It is approx. 7 feet, e.g. a door."),
    # Ends inside quotation marks and bold words, and in front of links and breaks.
    ("“Away!” Nobody moves. Go on.", "“Away!”"),
    ("They are **all gone.** Then [more](x.md) comes.", "They are all gone."),
    ("It is over. [More](x.md) is not.", "It is over."),
    ("One line.\nAnother line.", "One line."),
    ("Halb so viel, abgerundet. Überzählige verfallen.", "Halb so viel, abgerundet."),
    # Raw tags may enclose more than one sentence: nothing is taken out of them.
    ("<b>One. Two.</b> Three.", "One. Two. Three."),
    ("Just one.", "Just one."),
]


@pytest.mark.parametrize(("text", "short"), CASES, ids=[short for _, short in CASES])
def test_in_short(text: str, short: str) -> None:
    inlines = read_line(text, verbatim(Place("a.md")), "en").inlines
    runs = in_short(inlines)
    assert " ".join(plain_text(run) for kept, run in runs if kept) == short
    # Nothing is lost or said twice: together the runs are the whole paragraph.
    assert plain_text([inline for _, run in runs for inline in run]) == plain_text(inlines)

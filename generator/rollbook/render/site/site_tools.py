"""The small controls beside headings, tables and calculators: a link to copy, and a pin for the game master's screen.

a link     <a class="anchor" href="#cover" aria-label="Link to Cover"></a>: it works without scripts, and with them the
           whole address is copied
a pin      <button type="button" class="pin" data-pin="table-injury" aria-pressed="false">Pin…</button>, in a book that
           has a screen
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from urllib.parse import quote

from rollbook.words import PageWords


@dataclass(frozen=True, slots=True)
class SiteTools:
    """Writes them for one book; `pins`: whether it has a screen to pin to."""

    words: PageWords
    pins: bool

    def link(self, anchor: str, name: str) -> str:
        """An anchor of the page and what stands there -> the link to it."""
        label = self.words.link_to.format(name=name)
        return f'<a class="anchor" href="#{quote(anchor)}" aria-label="{escape(label)}"></a>'

    def pin(self, pin: str, name: str, width: int = 1) -> str:
        """What a reader can pin (`table-injury`), its name, its width -> the button, where there is a screen."""
        if not self.pins:
            return ""
        words = f'{self.words.pin}<span class="unseen"> {escape(self.words.pin_name.format(name=name))}</span>'
        wide = f' data-wide="{width}"' if width > 1 else ""
        return f'<button type="button" class="pin" data-pin="{escape(pin)}"{wide} aria-pressed="false">{words}</button>'

    def both(self, anchor: str, pin: str, name: str, width: int = 1) -> str:
        """Both of them, to stand beside a title."""
        return f'<span class="tools">{self.link(anchor, name)}{self.pin(pin, name, width)}</span>'

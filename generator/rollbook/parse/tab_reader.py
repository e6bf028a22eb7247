"""PyYAML that reads tabs as YAML 1.2 and js-yaml do: as white space inside a line, never as indentation.

PyYAML follows YAML 1.1 and stumbles over a tab in a text without quotation marks, behind a key's colon and at the end
of a line. Two of its scanner's methods are overridden for that; tests hold the results to what js-yaml reads.
"""

from __future__ import annotations

import yaml

_BREAKS = "\r\n\x85\u2028\u2029"


class TabReader(yaml.SafeLoader):
    """A SafeLoader that takes a tab behind something in its line for white space."""

    def scan_plain_spaces(self, indent: int, start_mark: yaml.Mark) -> list[str] | None:
        """Between two words of a text without quotation marks: tabs and spaces of one line stay as they are."""
        length = self._white_space()
        spaces = self.prefix(length)
        if "\t" in spaces:
            self.forward(length)
            if self.peek() not in _BREAKS:
                return [spaces]
        return super().scan_plain_spaces(indent, start_mark)

    def scan_to_next_token(self) -> None:
        """Skip white space: with tabs where something stands before them in the line, or nothing behind them."""
        super().scan_to_next_token()
        while self.peek() == "\t":
            length = self._white_space()
            before = self.buffer[self.pointer - self.column : self.pointer]
            if not before.strip(" ") and self.peek(length) not in f"\0#{_BREAKS}":
                return
            self.forward(length)
            super().scan_to_next_token()

    def _white_space(self) -> int:
        """How many spaces and tabs follow."""
        length = 0
        while self.peek(length) in (" ", "\t"):
            length += 1
        return length

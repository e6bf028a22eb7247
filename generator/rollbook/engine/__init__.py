"""The rules engine: a small language of dice and formulas, rolled, shown and counted out exactly.

1. `parse`    text -> Expression, the tree as written (nodes.py; content/guide/04-notation.md says what may be written)
2. `roll`     Expression, values, a source of dice (dice.py) -> Roll, the tree as rolled (rolled.py)
3. `show`     Roll -> a sentence, or the author's text with every die in its place
4. `odds`     Expression, values -> Distribution, from the same tree as written

Standard library only, relative imports only; no input or output, no clock, no chance but what is passed in. Nothing
is imported here, so that a page that only rolls loads only what rolling needs.
"""

"""Definitions of a glossary -> the list that readers see, in the order of the alphabet.

A `term_open` token carries its Definition in meta "definition". What it means stands between `meaning_open` and
`meaning_close`: Markdown like any other, so its dice roll and its links lead somewhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from markdown_it.token import Token

from generator.glossary import Definition
from generator.markdown import inline_token
from generator.spelling import verbatim


def glossary_tokens(definitions: Iterable[Definition], language: str) -> list[Token]:
    """Definitions and the book's language -> the tokens of their list."""
    tokens = [Token("glossary_open", "dl", 1, attrs={"class": "glossary"}, block=True)]
    for definition in sorted(definitions, key=_in_alphabet):
        tokens += [
            Token("term_open", "dt", 1, meta={"definition": definition}, block=True),
            inline_token(definition.title, verbatim(definition.place), language),
            Token("term_close", "dt", -1, block=True),
            Token("meaning_open", "dd", 1, block=True),
            inline_token(definition.meaning.text.rstrip(), definition.meaning.spelling, language),
            Token("meaning_close", "dd", -1, block=True),
        ]
    return [*tokens, Token("glossary_close", "dl", -1, block=True)]


def _in_alphabet(definition: Definition) -> tuple[str, str]:
    """An accent tells apart only what is otherwise the same: Ä stands with A."""
    letters = unicodedata.normalize("NFKD", definition.title.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter)), definition.title

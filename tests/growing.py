"""Shelves that grow: how the work of a build grows with them must not surprise anyone.

A family is a shelf as its files. «…» stands there n times, {i} in it is 0, 1, 2 …, {j} one more and {n} is how many; a
file with {i} in its name is there n times. Those in LISTED were slow once; OTHERS are whatever else an author, or
somebody who means harm, can have many of. LONG are texts that a single call reads, such as a pattern or a copy.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

Family = Mapping[str, str]

_REPEATED = re.compile("«(.*?)»", re.DOTALL)


def grown(family: Family, size: int) -> dict[str, str]:
    """A family and a size -> the files of its shelf."""
    files = {}
    for path, text in family.items():
        for number in range(size if "{i}" in path else 1):
            files[_filled(path, number, size)] = _filled(_REPEATED.sub(lambda s: _many(s[1], size), text), number, size)
    return files


def _many(piece: str, size: int) -> str:
    return "".join(_filled(piece, number, size) for number in range(size))


def _filled(text: str, number: int, size: int) -> str:
    return text.replace("{i}", str(number)).replace("{j}", str(number + 1)).replace("{n}", str(size))


def write_shelf(files: Mapping[str, str], folder: Path) -> Path:
    """Files and a folder -> the folder with them in it."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def _chapter(text: str, **more: str) -> Family:
    names = {"data": "data/book/data.yml", "moved": "content/book/moved.yml", "changes": "content/book/changes.yml"}
    return {"content/book/a.md": f"# T\n\n{text}\n"} | {names[key]: text for key, text in more.items()}


_CALCULATOR = "---\ncalculator: c{i}\nrule: r{i}\ninputs:\n- name: x\n  default: 3\nsteps:\n- total: 1d20 + x\n"
_GLOSSARY = "\n\n# G\n\n<!-- $glossary -->"
_TABLE = "table: t\ncolumns:\n- a: text\n- b: number\nrows:\n"

LISTED: Mapping[str, Family] = {
    "dice with a minus": _chapter("«–1d4 »"),
    "dice": _chapter("«d6 »"),
    "dice in one sum": _chapter("«1d6 + »1"),
    "pools": _chapter("«{j}0d9{j} »"),
    "moves in a chain": _chapter("x", moved="«p{i}.html: p{j}.html\n»p{n}.html: a.md\n"),
    "moves in a circle": _chapter("x", moved="«p{i}.html: p{j}.html\n»p{n}.html: p0.html\n"),
    "moves to nowhere": _chapter("x", moved="«p{i}.html: q{i}.md\n»"),
    "rows of a roll table": _chapter("| d{n} | what |\n|---|---|\n«| {j} | thing |\n»"),
    "rows that all overlap": _chapter("| d{n} | what |\n|---|---|\n«| 1-{n} | thing |\n»"),
    "rows with holes": _chapter("| d{n}00 | what |\n|---|---|\n«| {j}0 | thing |\n»"),
    "equal headings": _chapter("«## Foo\n\n»"),
    "headings without words": _chapter("«##\n\n»"),
    "equal chapters": {"content/book/a.md": "«# Foo\n\nx\n\n»"},
    "names that are added": _chapter("«d20 + Foo{i} bonus, »"),
    "phrases": _chapter("«d20 + word{i} bonus.\n\n»", data="vocabulary:\n«  word{i} bonus: w{i}\n»"),
    "terms": _chapter("«## H{i}\n\nA word{i}.\n\n»<!-- $glossary -->", data="glossary:\n«  word{i}: meaning\n»"),
    "terms without spaces": _chapter("«word{i},»\n\n# G\n\n<!-- $glossary -->", data="glossary:\n«  word{i}: m\n»"),
    "terms that begin alike": _chapter(f"«foo a{{i}}. »{_GLOSSARY}", data="glossary:\n«  foo a{i}: m\n»"),
    "rules with calculators": _chapter(
        "«<!-- $rule r{i} -->\n\nx\n\n<!-- $calc c{i} -->\n\n»<!-- $coverage -->\n\n<!-- $index -->",
        data=f"«{_CALCULATOR}»",
    ),
    "links to another page": {"content/book/a.md": "«# P{i}\n\n[x](#last)\n\n»# Q\n\n## Last\n\nx\n"},
    "links to one heading": _chapter("## Foo\n\n«[a](#foo) »"),
    "text of a change": _chapter("<!-- $changes -->", changes="- date: 2026-01-01\n  title: C\n  text: |\n«    x\n\n»"),
}

OTHERS: Mapping[str, Family] = {
    "rules that are listed elsewhere": _chapter("«<!-- $rule r{i} -->\n\nx\n\n»", data="rules:\n«  s{i}: S\n»"),
    "dead links": _chapter("«## Foo {i}\n\n[a](#fop-{i})\n\n»"),
    "calculators that are not there": _chapter("«<!-- $calc d{i} -->\n\n»", data=f"«{_CALCULATOR}»"),
    "calculators of one rule": _chapter(
        "<!-- $rule r -->\n\nx\n\n## H\n\n«<!-- $calc c{i} -->\n\n»",
        data=f"«{_CALCULATOR.replace('rule: r{i}', 'rule: r')}»",
    ),
    "one calculator": _chapter("<!-- $rule r0 -->\n\n«<!-- $calc c0 -->\n\n»", data=_CALCULATOR.replace("{i}", "0")),
    "examples": _chapter(
        "«<!-- $rule r{i} -->\n\n<!-- $example c {j} -->\n\n»<!-- $coverage -->",
        data="calculator: c\ninputs:\n- name: x\n  default: 3\nsteps:\n- t: 1d20 + x\nexamples:\n"
        "«- rule: r{i}\n  given: {x: 0}\n  faces: [3]\n  expect: {t: 3}\n»",
    ),
    "fields of a sheet": _chapter("<!-- $sheet -->", data="sheet: s\nfields:\n«- name: f{i}\n»"),
    "values of a sheet": _chapter(
        "<!-- $sheet -->", data="sheet: s\nfields:\n- name: f\nderived:\n«- d{i}: f + {i}\n»"
    ),
    "tables": _chapter(
        "«<!-- $data data.yml t{i} -->\n\n»",
        data="«---\ntable: t{i}\ncolumns:\n- a: text\n- b: number\nrows:\n- x | 1\n»",
    ),
    "tables that are not there": _chapter("«<!-- $data data.yml u{i} -->\n\n»", data=f"{_TABLE}- x | 1\n"),
    "one table again and again": _chapter("«<!-- $data data.yml t -->\n\n»", data=f"{_TABLE}- x | 1\n"),
    "rows": _chapter("<!-- $data data.yml -->", data=f"{_TABLE}«- x{{i}} | {{i}}\n»"),
    "rows with mistakes": _chapter("<!-- $data data.yml -->", data=f"{_TABLE}«- {{a: x, c{{i}}: foo}}\n»"),
    "columns": _chapter("<!-- $data data.yml -->", data="table: t\ncolumns:\n«- a{i}: text\n»rows:\n- {«a{i}: x, »}\n"),
    "escaped bars": _chapter("<!-- $data data.yml -->", data=f"{_TABLE}- '«x \\| »| 1'\n"),
    "rows of natural results": _chapter("| d{n}00 | what |\n|---|---|\n«| Natural {j}2 | a |\n| {j}3 | b |\n»"),
    "results of one row": _chapter("| d{n}00 | what |\n|---|---|\n| «{j}2, »1 | a |\n| «{j}3, »2 | b |\n"),
    "two editions of a roll table": {
        "content/a/a.md": "# T\n\n<!-- $data t.yml -->\n",
        "content/b/a.md": "# T\n\n<!-- $data t.yml -->\n\n<!-- $compare a odds -->\n",
        "data/a/t.yml": "table: t\nroll: d{n}\ncolumns:\n- a: range\n- b: text\nrows:\n«- {j} | w{i}\n»",
        "data/b/t.yml": "table: t\nroll: d{n}\ncolumns:\n- a: range\n- b: text\nrows:\n«- {j} | w{j}\n»",
    },
    "roll tables": _chapter("«| d4 | what |\n|---|---|\n| 1-4 | thing |\n\n»"),
    "rows of a table": _chapter("| a | b |\n|---|---|\n«| c | d |\n»"),
    "columns of a table": _chapter("«|a»|\n«|-»|\n«|b»|\n"),
    "roll links": _chapter("«[a](roll:2d6+{i}) »"),
    "roll links that cannot be read": _chapter("«[a](roll:2d6+) »"),
    "unfinished roll links": _chapter("«[a](roll:»"),
    "rolls in code": _chapter("«`2d6 + {i}` »"),
    "formulas": _chapter("«\t1d6 + {i}\n»"),
    "opening brackets": _chapter("«[»"),
    "footnotes": _chapter("«x[^{i}] »\n\n«[^{i}]: x\n\n»"),
    "quotation marks": _chapter("«\"a 'b »"),
    "list items": _chapter("«- x\n»"),
    "lists in lists": _chapter("«- x\n  - y\n    - z\n\n»"),
    "tags": _chapter("«<b>x</b> »"),
    "tags in a block": _chapter("<div>\n«<b>x</b>\n»</div>"),
    "tags that are refused": _chapter("<div>\n«<foo>x</foo>\n»</div>"),
    "tags without an end": _chapter("<div>«<a »"),
    "tags that close nothing": _chapter("<div><i><b>«<p>»«</i>»"),
    "divisions": _chapter("«<div>\n\nx\n\n</div>\n\n»"),
    "ids": _chapter('«<span id="x{i}"></span> »'),
    "entities": _chapter("<div>\n«&amp; &x; &#1; »\n</div>"),
    "comments": _chapter("«<!-- x -->\n»"),
    "footnotes on many pages": _chapter("«# P{i}\n\nx[^a] y[^{i}]\n\n[^{i}]: z\n\n»[^a]: x"),
    "definitions": _chapter("«w{i}\n: x\n\n»"),
    "boxes to tick": _chapter("«- [ ] x\n»"),
    "classes of their own": _chapter('«<div class="c{i}">x</div>\n\n»'),
    "classes that break a page": _chapter('«<div class="pagebreak">x</div>\n\n»'),
    "stat blocks": _chapter("«<!-- $object\nname: x\nhit: 1d6\n-->\n\n»"),
    "fields of a stat block": _chapter("<!-- $object\n«f{i}: 1d6\n»-->"),
    "tabs": _chapter("x", data="vocabulary:\n«  w{i}:\t1\t+\t2\n»"),
    "page breaks": _chapter("x\n\n«<!-- $page-break -->\n\n»"),
    "directives in a block": _chapter("«<!-- $page-break -->\n»"),
    "words of a directive": _chapter("<!-- $index «calc:x{i} » -->"),
    "unknown directives": _chapter("«<!-- $foo{i} -->\n\n»"),
    "parts": {"content/book/a.md": "# T\n\n«<!-- $include _p{i}.md -->\n\n»", "content/book/_p{i}.md": "part\n"},
    "parts that are not there": _chapter("«<!-- $include _p{i}.md -->\n\n»"),
    "one part again and again": {
        "content/book/a.md": "# T\n\n«<!-- $include _p.md -->\n\n»",
        "content/book/_p.md": "part\n",
    },
    "moves": _chapter("«## H{i}\n\nx\n\n»", moved="«t.html#o{i}: a.md#h{i}\n»"),
    "moves to another page": _chapter("«## H{i}\n\nx\n\n»# U\n\nx", moved="«u.html#o{i}: a.md#h{i}\n»"),
    "links to what has moved": _chapter("«[x](p{i}.html)\n»", moved="«p{i}.html: a.md\n»"),
    "changes": _chapter("<!-- $changes -->", changes="«- date: 2026-01-01\n  title: C{i}\n  text: x\n»"),
    "rules of a change": _chapter(
        "<!-- $changes -->\n\n<!-- $rule a -->\n\nx", changes="- date: 2026-01-01\n  title: C\n  rule:\n«  - a\n»"
    ),
    "terms that are linked": _chapter(
        "«[w](term:word{i})\n\n»# G\n\n<!-- $glossary -->", data="glossary:\n«  word{i}: 'see [x](a.md)'\n»"
    ),
    "spellings of a term": _chapter(
        f"w1{_GLOSSARY}", data="glossary:\n  foo:\n    meaning: x\n    also:\n«    - w{i}\n»"
    ),
    "phrases that mean nothing": _chapter("x", data="vocabulary:\n«  word{i} bonus: 1 +\n»"),
    "broken documents": _chapter("x", data="«--- [\n»"),
    "unknown settings": {"content/book/a.md": "# T\n", "content/book/book.yml": "«k{i}: 1\n»"},
    "chapters": {"content/book/a{i}.md": "# T{i}\n\nx\n"},
    "chapters in the order of the settings": {
        "content/book/a{i}.md": "# T{i}\n\nx\n",
        "content/book/book.yml": "title: B\nchapters:\n«- a{i}.md\n»",
    },
    "links to another book": {"content/a/a.md": "# T\n\n«[x](../b/b.md)\n\n»", "content/b/b.md": "# U\n\nx\n"},
    "books": {"content/b{i}/a.md": "# T\n\nx\n"},
    "pages of a published site": {
        "content/shelf.yml": "title: S\naddress: https://example.org/\n",
        "content/book/a.md": "«# P{i}\n\nx\n\n»",
    },
    "pictures": {
        "content/book/a.md": "# T\n\n«![x](p{i}.svg)\n\n»",
        "content/book/p{i}.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    },
}

LONG: Mapping[str, Family] = {
    "a word before dice": _chapter("«aaaa» d6 d6 d6"),
    "a word behind dice": _chapter("d6 d6 d6 «aaaa»"),
    "signs before dice": _chapter("x«.,» d6 d6 d6"),
    "dice": _chapter("«d6 »"),
    "dice with a minus": _chapter("«–1d4 »"),
    "dice in one sum": _chapter("«1d6 + »1"),
    "a keep behind a keep": _chapter("4d6«kh3»"),
    "digits": _chapter("1d6 «1111» «1,000» d«1111»"),
    "words behind a sign": _chapter("- «Abc »\n\n- A«bc»"),
    "opening brackets": _chapter("«[»"),
    "unfinished roll links": _chapter("«[a](roll:»"),
    "spaces in a formula": _chapter("\t1d6« »x\n\n\t1d6« (if»"),
    "a formula": _chapter("\t1d6« + STR»"),
    "tags without an end": _chapter("<div>«<a »"),
    "attributes without an end": _chapter('<div>«<a b=»">'),
    "declarations without an end": _chapter("<div>«<![x](y) »"),
    "comments": _chapter("<div>«<!-- x -->»"),
    "links in a paragraph": _chapter("## Foo\n\n«[a](#foo) »"),
    "terms without spaces": _chapter("«word,»\n\n# G\n\n<!-- $glossary -->", data="glossary:\n  word: m\n"),
}

# What stands in a line, and where a line can stand: each in each grows as well.
_PIECES = {
    "words": "word{i} and more ",
    "dice": "2d6 + {i} ",
    "roll links": "[a](roll:2d6+{i}) ",
    "emphasis": "*a* **b{i}** ",
    "code": "`c{i}` ",
    "links": "[a](#top) ",
    "tags": "<b>x</b> <sub>{i}</sub> ",
    "entities": "&amp; &nbsp; &#65; ",
    "quotation marks": "\"a\" 'b' ",
    "breaks": "a <br> b{i} ",
    "addresses": "<https://example.org/{i}> ",
    "strange letters": "Ωß{i} 中文 שלום ",
}
_PLACES = {
    "a paragraph": "«PIECE»",
    "paragraphs": "«PIECE\n\n»",
    "items": "«- PIECE\n»",
    "numbered items": "«{j}. PIECE\n»",
    "quotes": "«> PIECE\n\n»",
    "cells": "| a | b |\n|---|---|\n«| PIECE | x |\n»",
    "headings": "«## PIECE\n\n»",
    "divisions": '«<div class="own">\n\nPIECE\n\n</div>\n\n»',
    "definitions": "«w{i}\n: PIECE\n\n»",
}
COMBINED: Mapping[str, Family] = {
    f"{piece} in {place}": _chapter("## Top\n\n" + where.replace("PIECE", what.strip() if "PIECE\n" in where else what))
    for piece, what in _PIECES.items()
    for place, where in _PLACES.items()
}

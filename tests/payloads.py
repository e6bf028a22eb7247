"""Texts that would run if anything of them were taken for code, and a shelf that has them wherever a book has text."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import product

# Whatever runs leaves this behind.
RUN = "document.documentElement.dataset.ran=1"
_ENDINGS = ("", '">', "'>", "</title>", "</script>", "-->", "</textarea>", "]]>", "</style>", "`}}")
_ATTACKS = (
    f"<script>{RUN}</script>",
    f"<ScRiPt/x>{RUN}</ScRiPt>",
    f"<img src=x onerror={RUN}>",
    f"<svg onload={RUN}><script>{RUN}</script></svg>",
    f"<details open ontoggle={RUN}>x</details>",
    f"<input autofocus onfocus={RUN}>",
    f'<iframe srcdoc="<script>parent.{RUN}</script>"></iframe>',
    f'<a href="java&#115;cript:{RUN}">press</a>',
    f"[press](javascript:{RUN}) ![x](javascript:{RUN})",
    f"<math><mtext><style><img src=x onerror={RUN}></style></mtext></math>",
    f'<meta http-equiv="refresh" content="0;url=javascript:{RUN}">',
    f'<object data="data:text/html,<script>{RUN}</script>"></object>',
    f"{{{{ cycler.__init__.__globals__ }}}} ${{{RUN}}} \\u003cscript\\u003e{RUN}\\u003c/script\\u003e",
    f"&lt;img src=x onerror={RUN}&gt; %3Cscript%3E{RUN}%3C/script%3E",
    f"<form action=javascript:{RUN}><button formaction=javascript:{RUN}>press</button></form>",
)
PAYLOADS = tuple(ending + attack for ending, attack in product(_ENDINGS, _ATTACKS))
# A tenth of them: each attack once, each way to break out of where it stands once or twice.
TENTH = tuple(PAYLOADS[(number % len(_ENDINGS)) * len(_ATTACKS) + number] for number in range(len(_ATTACKS)))

# What would run at a touch: in no page may there be any of it.
ARMED = """() => [...document.querySelectorAll("*")].flatMap((each) => [...each.attributes]
  .filter(({ name, value }) => /^on/i.test(name) || /^\\s*(javascript|data:text)/i.test(value))
  .map(({ name, value }) => `${each.localName} ${name}=${value}`))
  .concat([...document.querySelectorAll("main script, main iframe, main object, main embed, main meta, main base")]
    .map((each) => each.outerHTML))"""
RAN = "() => document.documentElement.dataset.ran ?? null"
PRESS = """() => {
  const pressed = document.querySelectorAll(".widget button.main, .table-roll");
  for (const each of pressed) each.click();
  return pressed.length;
}"""
OTHER_PAGES = ("sinks/words.html", "sinks/index.html", "index.html")
_POLICY = re.compile(rb'<meta http-equiv="Content-Security-Policy" content="[^"]*">')


def without_policy(status: int, kind: str, body: bytes) -> tuple[int, str, bytes]:
    """A host's answer -> the same page without its policy."""
    return status, kind, _POLICY.sub(b"", body)


def shelf_with(payloads: Sequence[str]) -> dict[str, str]:
    """Payloads -> the files of a shelf that has each of them in every place."""
    data = "---\n".join(_data(number, json.dumps(text)) for number, text in enumerate(payloads))
    chapters = "\n\n".join(_passages(number, text) for number, text in enumerate(payloads))
    title = json.dumps(payloads[0])
    changes = "".join(f"- date: 2026-01-01\n  title: {json.dumps(p)}\n  text: {json.dumps(p)}\n" for p in payloads)
    glossary = "".join(f"  word{number}: {json.dumps(text)}\n" for number, text in enumerate(payloads))
    return {
        "content/shelf.yml": f"title: {title}\ndescription: {title}\n",
        "content/sinks/book.yml": f"title: {title}\ndescription: {title}\n",
        "content/sinks/a.md": f"# Passages\n\n{chapters}\n",
        "content/sinks/b.md": "# Words\n\n<!-- $glossary -->\n\n<!-- $changes -->\n\n<!-- $sheet -->\n",
        "content/sinks/changes.yml": changes,
        "data/sinks/sinks.yml": f"{data}---\nglossary:\n{glossary}---\n{_sheet(payloads)}",
    }


def _passages(number: int, text: str) -> str:
    """A payload in every place of a chapter; the tables and calculators that have it are shown as well."""
    cell = text.replace("|", "\\|")
    return "\n\n".join(
        (
            f"## {text}",
            f"A word{number}. {text} *{text}* [{text}](roll:2d6) `{text}`",
            f"- {text}\n\n> {text}",
            f"<div title='{text}'>\n\n{text}\n\n</div>",
            f"| {cell} | d4 |\n|---|---|\n| {cell} | 1d4 |",
            f"```{text.split()[0]}\n{text}\n```",
            f"<!-- $object\nname: {json.dumps(text)}\nhit: 1d6\nnote: {json.dumps(text)}\n-->",
            f"<!-- $data sinks.yml t{number} -->",
            f"<!-- $calc c{number} -->",
        )
    )


def _data(number: int, text: str) -> str:
    return (
        f"table: t{number}\ntitle: {text}\nroll: d2\ncolumns:\n- {{name: r, title: {text}, kind: range}}\n"
        f"- {{name: w, title: {text}}}\nrows:\n- {{r: 1-2, w: {text}}}\n---\n"
        f"calculator: c{number}\ntitle: {text}\nnote: {text}\n"
        f"inputs:\n- {{name: x, label: {text}, note: {text}, unit: {text}, min: 0, max: 9, default: 3}}\n"
        f"- {{name: y, label: {text}, choices: {{{text}: 1, b: 2}}}}\n"
        f"steps:\n- total: x + y + d6\nresults:\n  total: {{label: {text}, unit: {text}}}\n"
        f"outcomes:\n- {{when: total > 99, text: no, label: No}}\n- {{otherwise: {text}, label: {text}}}\n"
    )


def _sheet(payloads: Sequence[str]) -> str:
    fields = "".join(f"- {{name: f{number}, label: {json.dumps(text)}}}\n" for number, text in enumerate(payloads))
    return f"sheet: s\ntitle: {json.dumps(payloads[0])}\nfields:\n- {{name: name, kind: text, label: Name}}\n{fields}"

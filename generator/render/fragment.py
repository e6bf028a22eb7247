"""Tokens -> sanitised HTML: the one way from a book's text to a page of the site or of the printed book.

The shapes that styles, scripts and other programs rely on:
  a table      <div class="table-scroll" tabindex="0" role="group" aria-label="…"><table>…</table></div>
  its copies   <table class="copies" data-copies="2">, and class="copy-2" on the cells of the second copy
  alignment    class="align-left|center|right" on th and td
  a page break <div class="page-break"></div>
  a formula    <p class="formula">…</p>
  a rule's id  <p class="rule-id" id="rule-combat.attack"><a href="#rule-combat.attack">combat.attack</a></p>;
               on the site links to what carries it out stand before it, where that is in another section
  a glossary   <dl class="glossary"><dt id="term-bulk">…</dt><dd>…</dd>…</dl>
  a term       <a class="term" href="glossary.html#term-bulk">…the author's text…</a>; on paper the text alone
  a roll       <span data-roll="2d6 + 3">…the author's text…</span>; on the site a button, with its range beside it
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import nh3
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from generator.allowed_html import ALLOWED
from generator.markdown import handbook_parser
from generator.render.medium import Live, Medium, Widgets
from generator.token_text import plain_text

_OWN_TAGS = {"a", "button", "h1", "img", "span"}
_FORM_TAGS = {"fieldset", "form", "input", "label", "legend", "option", "output", "select"}
_OWN_ATTRIBUTES = {
    "*": {"class", "dir", "hidden", "id", "lang", "title", "tabindex", "role"},
    "a": {"href", "rel"},
    "button": {"disabled", "type"},
    "form": {"autocomplete", "novalidate"},
    "img": {"alt", "height", "src", "width"},
    "input": {"accept", "checked", "max", "maxlength", "min", "name", "spellcheck", "step", "type", "value"},
    "label": {"for"},
    "option": {"selected", "value"},
}


def render_fragment(
    tokens: Sequence[Token], medium: Medium, live: Live | None = None, widgets: Widgets | None = None
) -> str:
    """A run of tokens -> HTML that is safe to place in a page; on paper nothing is live."""
    renderer = _Renderer(medium, live, widgets)
    html = renderer.render(tokens, handbook_parser().options, {})
    return nh3.clean(
        html,
        tags={*ALLOWED, *_OWN_TAGS, *_FORM_TAGS},
        attributes={tag: set(names) for tag, names in ALLOWED.items()} | _merged_attributes(),
        generic_attribute_prefixes={"data-", "aria-"},
        url_schemes={"http", "https", "mailto"},
        link_rel=None,
    )


def _merged_attributes() -> dict[str, set[str]]:
    return {tag: names | set(ALLOWED.get(tag, ())) for tag, names in _OWN_ATTRIBUTES.items()}


class _Renderer(RendererHTML):
    """markdown-it's renderer with Rollbook's own tokens and the medium's addresses."""

    def __init__(self, medium: Medium, live: Live | None, widgets: Widgets | None) -> None:
        super().__init__()
        self._medium = medium
        self._live = live
        self._widgets = widgets

    def heading_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        level = self._medium.heading(int(token.tag[1]))
        return f'<h{level} id="{escape(self._medium.anchor(token.meta["anchor"]))}">'

    def heading_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        end = f"</h{self._medium.heading(int(tokens[idx].tag[1]))}>"
        if not self._live:
            return f"{end}\n"
        opening, inline = tokens[idx - 2], tokens[idx - 1]
        return f"{end}{self._live.heading_link(self._medium.anchor(opening.meta['anchor']), plain_text(inline))}\n"

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        label = _table_label(tokens, idx)
        bar = self._live.table_bar(tokens[idx], label) if self._live and "roll_table" in tokens[idx].meta else ""
        anchor = tokens[idx].meta.get("anchor")
        named = f' id="{escape(self._medium.anchor(anchor))}"' if anchor else ""
        region = f'<div class="table-scroll"{named} tabindex="0" role="group" aria-label="{escape(label)}">'
        return f"{bar}{region}\n<table{self.renderAttrs(tokens[idx])}>\n"

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        opening = next(n for n in range(idx, -1, -1) if tokens[n].type == "table_open")
        foot = self._live.table_foot(tokens[opening], _table_label(tokens, opening)) if self._live else ""
        return f"</table>\n</div>\n{foot}"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        # A header cell without words heads nothing, and a screen reader should not say that it does.
        start = '<th scope="col"' if tokens[idx + 1].content else "<td"
        return f"{start}{_cell_class(tokens[idx])}>"

    def th_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "</th>\n" if tokens[idx - 1].content else "</td>\n"

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"<td{_cell_class(tokens[idx])}>"

    def page_break(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return '<div class="page-break"></div>\n'

    def rule(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        anchor = escape(self._medium.anchor(tokens[idx].meta["anchor"]))
        links = self._live.rule_links(tokens[idx], self._medium) if self._live else ""
        return f'<p class="rule-id" id="{anchor}">{links}<a href="#{anchor}">{escape(tokens[idx].info)}</a></p>\n'

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        if "target" not in token.meta:
            return f'<a href="{escape(str(token.attrs["href"]))}" rel="noopener">'
        address = self._medium.href(token.meta["target"])
        kind = ' class="term"' if token.meta.get("term") and self._medium.term(token.meta["target"]) else ""
        # A target that this edition doesn't hold, such as another book in a PDF, leaves plain words.
        return f'<a{kind} href="{escape(address)}">' if address else "<span>"

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        opening = next(t for t in reversed(tokens[:idx]) if t.type == "link_open")
        lost = "target" in opening.meta and not self._medium.href(opening.meta["target"])
        return "</span>" if lost else "</a>"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        source, size = self._medium.image(token.meta["asset"]), self._medium.image_size(token.meta["asset"])
        room = f' width="{size[0]}" height="{size[1]}"' if size else ""
        title = f' title="{escape(str(token.attrs["title"]))}"' if "title" in token.attrs else ""
        return f'<img src="{escape(source)}" alt="{escape(plain_text(token))}"{room}{title}>'

    def calculator(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return self._widgets.render(tokens[idx], self._medium) if self._widgets else ""

    sheet = example = index = board = calculator

    def formula(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<p class="formula">{self.renderInline(tokens[idx].children or [], options, env)}</p>\n'

    def term_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        anchor = tokens[idx].meta.get("anchor")
        return f'<dt id="{escape(self._medium.anchor(anchor))}">' if anchor else "<dt>"

    def term(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        words = escape(tokens[idx].content, quote=False)
        address = self._medium.term(tokens[idx].meta["target"])
        return f'<a class="term" href="{escape(address)}">{words}</a>' if address else words

    def roll(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        token = tokens[idx]
        if self._live:
            return self._live.roll(token)
        roll = f'<span data-roll="{escape(token.info)}">{escape(token.content, quote=False)}</span>'
        return f"<code>{roll}</code>" if token.markup else roll


def _cell_class(token: Token) -> str:
    """Alignment comes from markdown-it as a style; the page's policy allows no styles, so it becomes a class."""
    classes = [str(token.attrs.get("class", ""))]
    style = str(token.attrs.get("style", ""))
    if style:
        classes.append("align-" + style.removeprefix("text-align:"))
    names = " ".join(name for name in classes if name)
    return f' class="{escape(names)}"' if names else ""


def _table_label(tokens: Sequence[Token], idx: int) -> str:
    """What a screen reader calls a table's scrolling region: its title, or its column titles."""
    table = tokens[idx].meta.get("table")
    if table is not None and table.title:
        return str(table.title)
    end = next(n for n in range(idx, len(tokens)) if tokens[n].type == "thead_close")
    titles = [plain_text(token) for token in tokens[idx:end] if token.type == "inline"]
    return ", ".join(dict.fromkeys(title.strip(":") for title in titles if title)) or "Table"

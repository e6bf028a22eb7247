"""Tracks, clocks, lists, dice and texts on a sheet, in a real browser: pressed, typed, kept, and found again."""

from __future__ import annotations

import json
import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from .harbour import Watch
from .living import PATIENCE, log_entries, ready

STORED = "rollbook-characters-smugglers:/play/"


def open_scoundrel(watch: Watch) -> tuple[Page, Locator]:
    page = watch.reader.open(f"{watch.host.url}smugglers/scoundrels.html")
    page.set_default_timeout(PATIENCE)
    ready(page)
    found = page.locator("[data-sheet='scoundrel']")
    expect(found.locator("[data-field='stress'] [data-most]")).to_have_text("9")
    return page, found


def kept_fields(page: Page) -> dict[str, object]:
    stored = page.evaluate(f"() => JSON.parse(localStorage.getItem('{STORED}') ?? '{{}}')")
    fields: dict[str, object] = stored["entries"][0]["character"]["fields"]
    return fields


def test_a_scoundrel_is_played_on_the_sheet(watch: Watch) -> None:
    page, found = open_scoundrel(watch)
    hit_points = found.get_by_label("Hit Points", exact=True)
    less = found.get_by_role("button", name="Hit Points: one less", exact=True)
    # Nobody knows how many there are before they are rolled.
    expect(less).to_be_disabled()
    found.get_by_role("button", name="Roll Greatest Hit Points").click()
    expect(hit_points).to_have_value(re.compile(r"\d+"))
    full = int(hit_points.input_value())
    assert less.bounding_box()["height"] >= 44  # type: ignore[index]
    for _ in range(3):
        less.click()
    expect(hit_points).to_have_value(str(full - 3))
    found.get_by_label("Stress", exact=True).fill("20")
    expect(found.locator("[data-field='stress'] [aria-invalid='true']")).to_have_count(0)
    for _ in range(2):
        found.get_by_role("button", name="The watch is coming: one more").click()
    # Presses that follow one another are one line of the log.
    told = [entry["sentence"] for entry in log_entries(page)][:3]
    assert told[0] == "The watch is coming: 0 → 2 of 6."
    assert told[2] == f"Hit Points: {full} → {full - 3} of {full}."
    # Several choices, each with its bonus; a third is one too many.
    for trait in ("Bold", "Loyal"):
        found.get_by_label(trait).check()
    expect(found.locator("[data-value='prowess']")).to_have_text("4")
    found.get_by_label("Night Eyes").check()
    expect(found.locator("[data-field='traits'] .field-problem")).to_have_text("Traits: choose at most 2")
    # A list grows with what is written into it, and adds its numbers up.
    for index, (thing, bulk) in enumerate((("Rope", 4), ("Lantern", 3))):
        found.get_by_label("Gear: description").nth(index).fill(thing)
        found.get_by_label("Gear: Bulk").nth(index).fill(str(bulk))
    expect(found.locator("[data-field='gear'] .field-total")).to_have_text("Bulk, total: 7")
    expect(found.locator("[data-value='laden']")).to_have_text("2")
    found.get_by_role("button", name="Remove this row").first.click()
    expect(found.locator("[data-field='gear'] .field-total")).to_have_text("Bulk, total: 3")
    found.get_by_label("Damage bonus").fill("a knife")
    expect(found.locator("[data-field='edge'] .field-problem")).to_have_text("“a knife” is neither a number nor dice")
    found.get_by_label("Damage bonus").fill("2d4")
    found.get_by_label("Story").fill("Born at sea.\nLost.")
    expect(found.get_by_label("Magic", exact=True)).to_be_hidden()
    expect(found.locator("[data-value='second sight']")).to_be_hidden()
    found.get_by_label("Calling").select_option("Whisper")
    expect(found.locator("[data-value='second sight']")).to_have_text("2")
    expect(found.get_by_label("Magic", exact=True)).to_have_value("5")
    page.wait_for_function("() => Object.values(localStorage).some((text) => text.includes('Lost.'))")
    page.reload()
    ready(page)
    expect(found.locator("[data-field='gear'] .field-total")).to_have_text("Bulk, total: 3")
    expect(found.get_by_label("Gear: description").first).to_have_value("Lantern")
    expect(found.get_by_label("Story")).to_have_value("Born at sea.\nLost.")
    assert kept_fields(page) == {
        "name": "",
        "calling": "Whisper",
        "hit points": full - 3,
        "stress": 20,
        "magic": "",
        "alarm": 2,
        "traits": ["Bold", "Night Eyes", "Loyal"],
        "sneak": 1,
        "edge": "2d4",
        "gear": [{"name": "Lantern", "number": 3}],
        "story": "Born at sea.\nLost.",
        "portrait": "",
    }
    expect(found.get_by_label("Stress", exact=True)).to_have_value("9")


def test_a_number_that_is_rolled_is_pressed_where_it_stands(watch: Watch) -> None:
    page, found = open_scoundrel(watch)
    found.get_by_label("Loyal").check()
    prowess = found.get_by_role("button", name="Roll Prowess 3")
    prowess.click()
    row = found.locator("dd", has=page.locator("[data-value='prowess']"))
    expect(row.locator(".rolled[data-read]")).to_contain_text("prowess (3)")
    expect(row.get_by_role("button", name="Roll Prowess 3")).to_have_text("Roll Prowess 3")
    found.get_by_label("Sneak", exact=True).fill("4")
    expect(found.locator("[data-field='sneak'] small.from-sheet")).to_have_count(0)
    page.wait_for_function("() => Object.values(localStorage).some((text) => text.includes('\"sneak\":4'))")
    found.get_by_role("button", name="Roll Sneak").click()
    expect(found.locator("[data-field='sneak'] .rolled[data-read]")).to_contain_text("sneak (4)")
    newest, before = log_entries(page)[:2]
    assert (newest["what"], before["what"]) == ("Sneak", "Prowess")
    assert re.fullmatch(r"Sneak: \d+, from 2d6 \(\d, \d\) \+ sneak \(4\)\.?", str(newest["sentence"]))


def test_a_calculator_takes_off_what_it_did_and_gives_it_back(watch: Watch) -> None:
    page, found = open_scoundrel(watch)
    hit_points = found.get_by_label("Hit Points", exact=True)
    stabbed, rest = page.locator("[data-calc='stabbed']"), page.locator("[data-calc='rest']")
    # Nobody's hit points: there is nothing to take off.
    stabbed.get_by_role("button", name="Roll").click()
    expect(stabbed.locator(".widget-result")).not_to_be_empty()
    expect(stabbed.locator(".run-change")).to_have_count(0)
    found.get_by_role("button", name="Roll Greatest Hit Points").click()
    expect(hit_points).to_have_value(re.compile(r"\d+"))
    full = int(hit_points.input_value())
    stabbed.get_by_role("button", name="Roll").click()
    take = stabbed.get_by_role("button", name=re.compile(r"Subtract \d from Hit Points"))
    take.click()
    undo = stabbed.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    expect(hit_points).not_to_have_value(str(full))
    left = int(hit_points.input_value())
    assert 3 <= full - left <= 6
    expect(stabbed.locator(".run-change")).to_contain_text(f"Hit Points: {full} → {left} of {full}.")
    undo.click()
    expect(hit_points).to_have_value(str(full))
    expect(take).to_be_focused()
    take.click()
    expect(hit_points).to_have_value(str(left))
    moves = [entry["sentence"] for entry in log_entries(page) if entry["what"] == "Hit Points"]
    off, on = f"Hit Points: {full} → {left} of {full}.", f"Hit Points: {left} → {full} of {full}."
    assert moves[:3] == [off, on, off]
    # A night gives back what is missing, and what is not missing is not offered.
    rest.get_by_role("button", name="Apply").click()
    expect(rest.locator(".run-change")).to_have_count(1)
    rest.get_by_role("button", name=f"Add {full - left} to Hit Points").click()
    expect(hit_points).to_have_value(str(full))
    page.reload()
    ready(page)
    expect(hit_points).to_have_value(str(full))


def test_a_scoundrel_and_a_crew_play_together(watch: Watch) -> None:
    page, found = open_scoundrel(watch)
    crew, raid = page.locator("[data-sheet='crew']"), page.locator("[data-calc='raid']")
    # What every sheet has stands before what is the crew's own.
    expect(crew.locator("[data-value='spare']")).to_have_text("4")
    found.get_by_label("Name", exact=True).fill("Ada")
    found.get_by_role("button", name="Roll Greatest Hit Points").click()
    hit_points = found.get_by_label("Hit Points", exact=True)
    expect(hit_points).to_have_value(re.compile(r"\d+"))
    full = int(hit_points.input_value())
    crew.get_by_label("Name", exact=True).fill("The Gulls")
    crew.get_by_label("Tier", exact=True).fill("1")
    # Each sheet lists its own.
    expect(crew.get_by_label("Character", exact=True).locator("option")).to_have_text(["The Gulls"])
    expect(found.get_by_label("Character", exact=True).locator("option")).to_have_text(["Ada"])
    # A rule takes its numbers from both, and gives to both.
    expect(raid.locator(".sentence")).to_contain_text("a raid brings 2.5 coin")
    expect(raid.locator("[data-field='tier']")).to_have_class(re.compile("from-sheet"))
    expect(raid.locator("[data-field='prowess']")).to_have_class(re.compile("from-sheet"))
    raid.get_by_role("button", name="Roll").click()
    raid.get_by_role("button", name="Subtract 1 from Hit Points").click()
    expect(hit_points).to_have_value(str(full - 1))
    raid.get_by_role("button", name=re.compile("Add [23] to Coin")).click()
    expect(crew.get_by_label("Coin", exact=True)).to_have_value(re.compile("[23]"))
    page.reload()
    ready(page)
    expect(hit_points).to_have_value(str(full - 1))
    expect(crew.get_by_label("Name", exact=True)).to_have_value("The Gulls")
    stored = page.evaluate(f"() => JSON.parse(localStorage.getItem('{STORED}'))")
    assert sorted(stored["played"]) == ["crew", "scoundrel"]


def test_a_portrait_stays_with_the_character_and_goes_nowhere_else(watch: Watch) -> None:
    page, found = open_scoundrel(watch)
    field = found.locator("[data-field='portrait']")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    field.locator(".picture-file").set_input_files(
        FilePayload(name="notes.txt", mimeType="text/plain", buffer=b"no picture at all"),
    )
    unread = "This browser can’t read this file as a picture."
    expect(field.locator(".field-problem")).to_have_text(unread)
    # What the engine answers about the rest of the sheet doesn't take these words away.
    edge = found.locator("[data-field='edge']")
    edge.locator("input").fill("a knife")
    expect(edge.locator(".field-problem")).to_be_visible()
    expect(field.locator(".field-problem")).to_have_text(unread)
    edge.locator("input").fill("2")
    expect(edge.locator(".field-problem")).to_be_hidden()
    field.locator(".picture-file").set_input_files(
        FilePayload(name="me.png", mimeType="image/png", buffer=wide_picture()),
    )
    portrait = field.locator("img")
    expect(portrait).to_be_visible()
    expect(field.locator(".field-problem")).to_be_hidden()
    page.wait_for_function("() => Object.values(localStorage).some((text) => text.includes('data:image/jpeg'))")
    assert (portrait.evaluate("(image) => [image.naturalWidth, image.naturalHeight]")) == [320, 160]
    assert len(str(kept_fields(page)["portrait"])) < 48_000
    page.reload()
    ready(page)
    expect(portrait).to_be_visible()
    # A file takes it along; a link does not, and says so.
    with page.expect_download() as saved:
        found.get_by_role("button", name="Save as file").click()
    whole = json.loads(saved.value.path().read_text("utf-8"))
    assert whole["characters"][0]["fields"]["portrait"].startswith("data:image/jpeg;base64,")
    found.get_by_role("button", name="Copy link").click()
    expect(found.locator(".widget-result")).to_contain_text("The picture is not included; save a file to keep it.")
    assert len(found.locator(".widget-result a").get_attribute("href") or "") < 1_500
    field.get_by_role("button", name="Remove the picture").click()
    expect(portrait).to_be_hidden()
    page.wait_for_function("() => !Object.values(localStorage).some((text) => text.includes('data:image/jpeg'))")
    expect(field.get_by_role("button", name="Choose a picture")).to_be_focused()
    assert [url for url in asked if not url.startswith((watch.host.url, "blob:", "data:"))] == []


def wide_picture() -> bytes:
    """-> a PNG of 1280 × 640 pixels that doesn't compress well as a JPEG of its own size."""
    image = Image.effect_noise((1280, 640), 60).convert("RGB")
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def test_an_old_file_loads_and_what_no_longer_fits_is_named(watch: Watch) -> None:
    page, found = open_scoundrel(watch)
    old = {"sheet": "scoundrel", "version": 1, "fields": {"name": "Bo", "traits": "Bold", "gear": 7, "luck": 3}}
    text = json.dumps({"rollbook-characters": 1, "book": "smugglers", "characters": [old]}).encode()
    found.locator(".sheet-file").set_input_files(
        FilePayload(name="bo.json", mimeType="application/json", buffer=text),
    )
    expect(found.locator(".widget-result")).to_contain_text("Characters loaded: 1.")
    expect(found.locator(".widget-result")).to_contain_text("“gear” does not fit this sheet")
    expect(found.locator(".widget-result")).to_contain_text("“luck” does not fit this sheet")
    expect(found.get_by_label("Bold")).to_be_checked()
    stored = page.evaluate(f"() => JSON.parse(localStorage.getItem('{STORED}'))")
    assert stored["entries"][0]["character"]["aside"] == {"gear": 7, "luck": 3}

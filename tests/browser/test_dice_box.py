"""The dice box and links that carry a roll, in a real browser."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import expect

from .living import Living, log_entries, open_tray, ready


def test_any_expression_rolls_and_tells_its_odds(living: Living) -> None:
    page = living.open("index.html")
    tray = open_tray(page)
    field = tray.get_by_label("Dice to roll")
    field.fill("4d6kh3")
    field.press("Enter")
    expect(tray.locator("output .face")).to_have_count(4)
    assert tray.locator("output s").count() == 1
    tray.get_by_role("button", name="Odds").click()
    expect(tray.locator(".box-odds")).to_contain_text("12.24")
    tray.locator(".box-odds summary").click()
    expect(tray.get_by_role("row", name="18 1.6 %")).to_be_visible()


def test_what_is_wrong_is_said_at_the_field(living: Living) -> None:
    page = living.open()
    tray = open_tray(page)
    field = tray.get_by_label("Dice to roll")
    field.fill("2d6 + * 3")
    field.press("Enter")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(tray.locator(".field-problem mark")).to_have_text("*")
    expect(field).to_have_accessible_description(tray.locator(".field-problem").inner_text().replace("\n", " "))
    field.fill("2d6")
    expect(tray.locator(".field-problem")).to_be_hidden()
    assert log_entries(page) == []


def test_dice_are_put_together_by_tapping(living: Living) -> None:
    page = living.open()
    tray = open_tray(page)
    field = tray.get_by_label("Dice to roll")
    field.fill("")
    for die in ("d6", "d6", "d8"):
        tray.get_by_role("button", name=die, exact=True).click()
    assert field.input_value() == "2d6 + d8"
    tray.get_by_role("button", name="Advantage", exact=True).click()
    assert field.input_value() == "adv(2d6 + d8)"
    tray.get_by_role("button", name="Disadvantage").click()
    assert field.input_value() == "dis(2d6 + d8)"


def test_a_link_carries_a_roll_and_waits_for_the_click(living: Living) -> None:
    page = living.open()
    page.goto(f"{living.host.url}roofs/eaves.html#roll={quote('4d6kh3 + Grip bonus')}&seed=42&with=Grip=3")
    ready(page)
    tray = page.locator("#rb-tray")
    expect(tray).to_contain_text("Someone shared a roll with you: 4d6kh3 + Grip bonus.")
    page.wait_for_timeout(300)
    assert log_entries(page) == []
    tray.get_by_role("button", name="Show its dice").click()
    expect(tray.locator("output .face")).to_have_count(4)
    (first,) = log_entries(page)
    assert (first["seed"], first["request"]["values"]) == (42, {"Grip": 3})  # type: ignore[index]
    page.reload()
    ready(page)
    tray.get_by_role("button", name="Show its dice").click()
    while len(log_entries(page)) < 2:
        page.wait_for_timeout(50)
    assert log_entries(page)[0]["sentence"] == first["sentence"]


NO_ROLLS = (
    "roll=2d6",
    "roll=2d6&seed=x",
    "roll=2d6&seed=-1",
    "roll=2d6&seed=99999999999999999999",
    "roll=&seed=1",
    f"roll={'1%2B' * 600}1&seed=1",
    "roll=2d6&seed=1&with=Grip%3Dabc",
    "roll=2d6&seed=1&with=Grip%3D99999999",
)
NO_DICE = ("dice=", "dice=%20", f"dice={'1%2B' * 160}1", f"dice={'d' * 2_100}", "dices=2d6")


def test_a_link_that_is_no_roll_of_ours_and_one_without_dice_open_nothing(living: Living) -> None:
    page = living.open()
    for number, fragment in enumerate((*NO_ROLLS, *NO_DICE)):
        # Another address each time, or the page would not be loaded anew.
        page.goto(f"{living.host.url}roofs/eaves.html?{number}#{fragment}")
        ready(page)
        page.wait_for_timeout(200)
        assert page.locator("#rb-tray").is_hidden(), fragment


def test_markup_in_a_link_stays_text(living: Living) -> None:
    page = living.open()
    page.goto(f"{living.host.url}roofs/eaves.html#roll={quote('<img src=x onerror=alert(1)>')}&seed=1")
    ready(page)
    tray = page.locator("#rb-tray")
    tray.get_by_role("button", name="Show its dice").click()
    expect(tray.locator(".field-problem")).to_be_visible()
    assert tray.locator("img").count() == 0


def test_dice_of_the_printed_book_open_the_box_with_their_odds_and_wait(living: Living) -> None:
    page = living.open()
    page.goto(f"{living.host.url}roofs/eaves.html#dice=2d6%2B3")
    ready(page)
    tray = page.locator("#rb-tray")
    expect(tray).to_be_visible()
    expect(tray.get_by_label("Dice to roll")).to_have_value("2d6+3")
    expect(tray.locator(".box-odds")).to_contain_text("5")
    expect(tray.locator(".box-odds")).to_contain_text("15")
    page.wait_for_timeout(300)
    assert log_entries(page) == []
    assert tray.locator("output .face").count() == 0
    tray.get_by_role("button", name="Roll", exact=True).click()
    expect(tray.locator("output .face")).to_have_count(2)


def test_dice_of_the_printed_book_know_the_words_of_the_page(living: Living) -> None:
    page = living.open()
    page.goto(f"{living.host.url}roofs/eaves.html#dice={quote('d20 + Grip bonus', safe='')}")
    ready(page)
    tray = page.locator("#rb-tray")
    expect(tray.locator(".box-odds .chart, .box-odds table, .box-odds svg").first).to_be_visible()
    assert tray.locator(".field-problem").is_hidden()


def test_markup_in_dice_stays_text(living: Living) -> None:
    page = living.open()
    page.goto(f"{living.host.url}roofs/eaves.html#dice={quote('<img src=x onerror=alert(1)>', safe='')}")
    ready(page)
    tray = page.locator("#rb-tray")
    expect(tray.locator(".field-problem")).to_be_visible()
    assert tray.locator("img").count() == 0


def test_people_are_understood_and_what_is_unknown_is_asked_about(living: Living) -> None:
    page = living.open()
    tray = open_tray(page)
    field = tray.get_by_label("Dice to roll")
    field.fill("initiative")
    field.press("Enter")
    asked = tray.get_by_label("What number should “initiative” stand for?")
    expect(asked).to_be_visible()
    expect(tray.locator(".dice-box > output")).to_have_text("Nothing has been rolled yet.")
    # Half a number, typed before the engine has answered the press.
    asked.evaluate("(input) => { input.form.requestSubmit(); input.value = '3'; }")
    asked.press("End")
    asked.press("5")
    assert log_entries(page) == []
    asked.press("Enter")
    expect(tray.locator(".dice-box output .total")).to_have_text("35")
    field.fill("4d6 drop the lowest six times")
    field.press("Enter")
    expect(tray.locator(".repeated .total")).to_have_count(6)
    assert [entry["what"] for entry in log_entries(page)[:6]] == ["4d6dl1"] * 6
    assert tray.locator(".repeated s").count() == 6


def test_a_secret_roll_is_shown_when_one_asks(living: Living) -> None:
    page = living.open()
    tray = open_tray(page)
    tray.get_by_role("button", name="Secret").click()
    tray.get_by_role("button", name="Roll", exact=True).click()
    expect(tray.locator(".dice-box > output")).to_contain_text("Rolled in secret.")
    expect(tray.locator(".log-list .log-sentence")).to_have_text(["Rolled in secret."])
    expect(tray.locator(".log-list")).not_to_contain_text("Copy")
    tray.locator(".dice-box > output").get_by_role("button", name="Show").click()
    expect(tray.locator(".dice-box output .total")).to_be_visible()
    expect(tray.locator(".log-list .log-sentence")).to_contain_text(", from d20 (")

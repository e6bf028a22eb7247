"""Calculators in a real browser: every kind of field, rolls, what follows as one types, problems, examples."""

from __future__ import annotations

import gzip
import re

from playwright.sync_api import Browser, Locator, expect
from rollbook.model.toolkit import Toolkit

from .harbour import Watch, calculator, open_more, sentence
from .hosting import Host
from .living import PATIENCE, go_softly, log_entries, open_tray, ready


def test_the_form_has_a_labelled_field_of_each_kind(watch: Watch) -> None:
    strike = calculator(watch.open(), "strike")
    expect(strike).to_have_role("group")
    expect(strike).to_have_accessible_name("A blow")
    expect(strike.get_by_label("Bonus to hit")).to_have_value("2")
    expect(strike.get_by_label("Tool")).to_have_value("Bottle")
    expect(strike.get_by_label("From behind")).to_have_value("no")
    expect(strike.get_by_label("More damage")).to_have_value("1d4")
    expect(strike.get_by_label("Guard of the foe")).to_have_attribute("min", "0")
    expect(strike.get_by_label("Stance")).to_be_hidden()
    open_more(strike)
    expect(strike.get_by_label("Stance").locator("option")).to_have_text(["steady (0)", "careful (−2)"])


def test_a_roll_shows_what_happened_and_every_die_and_goes_to_the_log(watch: Watch) -> None:
    page = watch.open()
    strike = calculator(page, "strike")
    strike.get_by_label("Guard of the foe").fill("0")
    strike.get_by_role("button", name="Roll").click()
    result = strike.locator(".widget-result")
    expect(result.locator(".outcome-text")).to_have_text(re.compile(r"hits for \d+\.|A blow to remember"))
    expect(result.locator(".run-line").first).to_contain_text("Attack")
    box = result.bounding_box()
    assert box is not None
    # One line; one time in twenty the blow is critical, and what is said of that takes two.
    lines = 2 if "remember" in result.locator(".outcome-text").inner_text() else 1
    assert box["height"] < 30 + lines * 30, "what came out takes one line"
    assert result.locator(".face").count() >= 3
    # One sentence for ears; what is for eyes only is hidden from them.
    expect(result.locator("> .unseen")).to_have_text(re.compile(r"Attack: \d+; Damage: \d+ HP\. Dice: d20"))
    entry = log_entries(page)[0]
    assert entry["what"] == "A blow"
    assert entry["book"] == "harbour"
    assert entry["path"] == "harbour/brawls.html#calc-strike-title"
    assert entry["request"]["inputs"]["guard"] == "0"  # type: ignore[index]
    assert entry["request"]["calculator"] == "strike"  # type: ignore[index]
    # With other numbers it is a result of before, until they are put back; the log keeps it.
    strike.get_by_label("Guard of the foe").fill("1")
    expect(result).to_have_class(re.compile("outdated"))
    expect(result.locator(".outdated-words")).to_have_text("with the previous numbers:")
    expect(result.locator("> .unseen")).to_be_hidden()
    assert len(log_entries(page)) == 1
    strike.get_by_label("Guard of the foe").fill("0")
    expect(result).not_to_have_class(re.compile("outdated"))


def test_answers_follow_what_is_typed(watch: Watch) -> None:
    strike = open_more(calculator(watch.open(), "strike"))
    attack = strike.locator("[data-result='attack']")
    expect(attack).to_have_text("3 to 22, average 12.5")
    strike.get_by_label("Bonus to hit").fill("7")
    expect(attack).to_have_text("8 to 27, average 17.5")
    expect(strike.locator("[data-outcome='2']")).to_have_text("(20 %)")
    strike.get_by_label("From behind").select_option("yes")
    expect(sentence(strike)).to_contain_text("hits 90 %")
    expect(attack).to_have_text("10 to 29, average 19.5")
    strike.get_by_label("Stance").select_option("careful")
    expect(attack).to_have_text("8 to 27, average 17.5")
    strike.get_by_label("Tool").select_option("Oar")
    expect(strike.locator("[data-result='damage']")).to_have_text("2 to 12, average 7 HP")
    strike.get_by_label("More damage").fill("2d6")
    expect(strike.locator("[data-result='damage']")).to_have_text("3 to 20, average 11.5 HP")
    expect(sentence(strike)).to_contain_text("for 11.5 on average")


def test_numbers_change_where_they_stand(watch: Watch) -> None:
    """By keys, buttons, wheel and a drag of the mouse; the sentence follows, and nothing else moves."""
    page = watch.open()
    strike = calculator(page, "strike")
    height = strike.bounding_box()
    bonus = strike.get_by_label("Bonus to hit")
    bonus.focus()
    page.keyboard.press("ArrowUp")
    expect(sentence(strike)).to_contain_text("At +3")
    expect(sentence(strike)).to_contain_text("hits 60 %")
    strike.locator(".stepper").get_by_text("−").click()
    expect(bonus).to_be_focused()
    expect(sentence(strike)).to_contain_text("hits 55 %")
    bonus.hover()
    page.mouse.wheel(0, -100)
    expect(sentence(strike)).to_contain_text("hits 60 %")
    page.mouse.down()
    page.mouse.move(*[at + 36 * (not index) for index, at in enumerate(_middle(bonus))], steps=8)
    page.mouse.up()
    expect(sentence(strike)).to_contain_text("At +7")
    expect(sentence(strike)).to_contain_text("hits 80 %")
    assert strike.bounding_box() == height


def test_a_finger_steps_a_number_without_a_keyboard(browser: Browser, harbour: tuple[Host, object]) -> None:
    """What is edited opens at the foot of the window; only a tap on the number there asks for the keyboard."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, service_workers="block"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(harbour[0].url + "harbour/brawls.html")
    ready(page)
    strike = calculator(page, "strike")
    bonus = strike.get_by_label("Bonus to hit")
    bonus.tap()
    expect(bonus).to_be_focused()
    expect(bonus).to_have_attribute("inputmode", "none")
    stepper = strike.locator(".stepper")
    for words in ("−", "+"):
        box = stepper.get_by_text(words, exact=True).bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 844
    scrolled = page.evaluate("() => scrollY")
    stepper.get_by_text("+", exact=True).tap()
    expect(sentence(strike)).to_contain_text("At +3")
    expect(bonus).to_have_attribute("inputmode", "none")
    assert page.evaluate("() => scrollY") == scrolled
    stepper.locator(".stepper-value").tap()
    expect(bonus).to_be_focused()
    expect(bonus).not_to_have_attribute("inputmode", "none")
    context.close()


def _middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_link_brings_its_numbers_to_the_calculator(watch: Watch) -> None:
    page = watch.open()
    page.get_by_role("link", name="guard of 20").click()
    strike = calculator(page, "strike")
    expect(strike.get_by_label("Guard of the foe")).to_have_value("20")
    expect(strike.get_by_label("From behind")).to_have_value("yes")
    expect(sentence(strike)).to_contain_text("20")
    expect(sentence(strike)).to_contain_text("hits 20 %")
    assert page.url.endswith("#calc-strike")


def test_what_is_certain_is_said_at_once_and_has_no_roll_button(watch: Watch) -> None:
    haul = calculator(watch.open(), "haul")
    expect(sentence(haul)).to_contain_text("6 tons lift it.")
    expect(haul.get_by_role("button", name="Roll")).to_have_count(0)
    expect(haul.get_by_label("Load")).to_have_value("2.5")
    haul.get_by_label("Hands on the rope").fill("5")
    expect(sentence(haul)).to_contain_text("10 tons lift it.")
    haul.get_by_label("Load").fill("60.5")
    expect(sentence(haul)).to_contain_text("10 tons do not lift it.")


def test_a_rule_without_inputs_rolls_too(watch: Watch) -> None:
    wave = calculator(watch.open(), "wave")
    wave.get_by_role("button", name="Roll").click()
    expect(wave.locator(".widget-result .face")).to_have_count(3)


def test_a_problem_stands_at_its_field_with_the_allowed_range(watch: Watch) -> None:
    strike = calculator(watch.open(), "strike")
    guard = strike.get_by_label("Guard of the foe")
    guard.fill("99")
    expect(guard).to_have_attribute("aria-invalid", "true")
    expect(guard).to_have_accessible_description(re.compile("Guard of the foe: at most 30"))
    strike.get_by_role("button", name="Roll").click()
    expect(strike.locator(".widget-result")).to_have_text("Guard of the foe: at most 30")
    expect(guard).to_be_attached()
    guard.fill("12")
    expect(guard).to_have_attribute("aria-invalid", "false")
    extra = strike.get_by_label("More damage")
    extra.fill("1d")
    expect(extra).to_have_attribute("aria-invalid", "true")
    expect(strike).to_have_class(re.compile("stale"))
    extra.fill("2d6")
    expect(strike).not_to_have_class(re.compile("stale"))


def test_reset_puts_every_field_back(watch: Watch) -> None:
    strike = open_more(calculator(watch.open(), "strike"))
    strike.get_by_label("Bonus to hit").fill("9")
    strike.get_by_label("From behind").select_option("yes")
    strike.get_by_role("button", name="Reset").click()
    expect(strike.get_by_label("Bonus to hit")).to_have_value("2")
    expect(strike.get_by_label("From behind")).to_have_value("no")
    expect(strike.locator("[data-result='attack']")).to_have_text("3 to 22, average 12.5")
    expect(sentence(strike)).to_contain_text("At +2")


def test_the_keyboard_is_enough_and_the_focus_stays(watch: Watch) -> None:
    page = watch.open()
    strike = calculator(page, "strike")
    strike.get_by_label("Bonus to hit").focus()
    page.keyboard.press("Enter")
    expect(strike.locator(".outcome-text")).to_be_visible()
    expect(strike.get_by_label("Bonus to hit")).to_be_focused()


def test_twenty_quick_rolls_are_all_written_down(watch: Watch) -> None:
    page = watch.open()
    wave = calculator(page, "wave")
    roll = wave.get_by_role("button", name="Roll")
    for _ in range(20):
        roll.click()
    expect(wave.locator(".widget-result .face")).to_have_count(3)
    for _ in range(PATIENCE // 100):
        if len(log_entries(page)) == 20:
            break
        page.wait_for_timeout(100)
    assert len(log_entries(page)) == 20


def test_the_log_rolls_a_calculator_again_with_the_same_inputs(watch: Watch) -> None:
    page = watch.open()
    strike = calculator(page, "strike")
    strike.get_by_label("Bonus to hit").fill("20")
    strike.get_by_label("Guard of the foe").fill("0")
    strike.get_by_role("button", name="Roll").click()
    expect(strike.locator(".outcome-text")).to_be_visible()
    # Whether it was a critical is a word, not the engine's own True or False.
    expect(strike.locator(".widget-result")).not_to_contain_text(re.compile("true|false"))
    tray = open_tray(page)
    tray.get_by_role("button", name="Roll again: A blow").first.click()
    expect(tray.locator(".log-list > li")).to_have_count(2)
    again, first = log_entries(page)
    assert again["request"] == first["request"]
    assert re.fullmatch(r"\d+, \d+", str(again["shown"]))
    assert str(again["sentence"]).startswith("A blow: ")


def test_an_example_is_played_with_its_faces(watch: Watch) -> None:
    page = watch.open()
    example = page.locator("[data-example]").first
    expect(example.locator(".example-text")).to_contain_text("18 against a guard of 15, and 5 HP are gone.")
    expect(example.get_by_role("button", name="Play it")).to_be_hidden()
    example.get_by_role("button", name="Checked against the rule").click()
    expect(example).to_contain_text("Given: Bonus to hit 5, Guard of the foe 15.")
    expect(example).to_contain_text("Dice: d20 shows 13, d4 shows 3 and d4 shows 2.")
    expect(example).to_contain_text("Result: 18 hits for 5. Attack: 18; Damage: 5 HP.")
    example.get_by_role("button", name="Play it").click()
    expect(example.locator(".outcome-text")).to_have_text("18 hits for 5.")
    expect(example.locator(".face")).to_have_text(["13", "3", "2"])


def test_the_steps_come_on_demand(watch: Watch) -> None:
    page = watch.open()
    strike = open_more(calculator(page, "strike"))
    steps = strike.locator(".widget-steps")
    expect(steps).to_be_hidden()
    how = strike.get_by_role("button", name="How it is worked out")
    how.click()
    expect(steps).to_be_visible()
    expect(steps.locator("li").first).to_have_text("attack = d20 + bonus + stance + (if behind then 2 else 0)")
    expect(how).to_have_attribute("aria-expanded", "true")
    # What the reader opened is open when they come back.
    page.get_by_role("navigation", name="Book").get_by_role("link", name="Crew").click()
    expect(page.locator("[data-sheet]")).to_be_visible()
    page.get_by_role("navigation", name="Book").get_by_role("link", name="Brawls").click()
    expect(calculator(page, "strike").locator(".widget-expected")).to_be_visible()
    strike.get_by_role("button", name="More").first.click()
    expect(calculator(page, "strike").locator(".widget-expected")).to_be_hidden()


def test_a_phone_has_room_for_all_that_is_said_while_it_waits(lone_watch: Watch, toolkit: Toolkit) -> None:
    release = lone_watch.host.hold(".wasm")
    page = lone_watch.open()
    page.set_viewport_size({"width": 390, "height": 844})
    strike = calculator(page, "strike")
    strike.get_by_role("button", name="Roll").click()
    waiting = strike.locator(".widget-result .waiting")
    # The host has not answered yet; it will compress what it sends.
    travels = len(gzip.compress(toolkit.engine["pyodide.asm.wasm"])) + len(toolkit.engine["memory.bin"])
    expect(waiting.locator("small")).to_contain_text(f" of {travels / 1e6:.1f} MB")
    # On a line of its own from the start: when the time that is left is added, nothing below it moves.
    bar, words = waiting.locator("progress").bounding_box(), waiting.locator("small").bounding_box()
    release()
    assert bar is not None
    assert words is not None
    assert words["y"] >= bar["y"] + bar["height"]
    expect(strike.locator(".outcome-text")).to_be_visible()


def test_without_the_engine_the_numbers_of_the_build_stay_and_the_reader_is_told(lone_watch: Watch) -> None:
    watch = lone_watch
    watch.host.faults[".wasm"] = lambda *_: (404, "text/html", b"")
    watch.reader.expected = ("Failed to load resource",)
    strike = calculator(watch.open(), "strike")
    strike.get_by_role("button", name="Roll").click()
    expect(strike.locator(".widget-result .problem")).to_be_visible()
    expect(sentence(strike)).to_contain_text("hits 55 %, for 5 on average")
    watch.host.faults.clear()
    strike.get_by_role("button", name="Try again").click()
    strike.get_by_role("button", name="Roll").click()
    expect(strike.locator(".outcome-text")).to_be_visible()


def test_a_click_before_the_calculators_have_come_is_answered_once(lone_watch: Watch) -> None:
    page = lone_watch.reader.open(lone_watch.host.url + "index.html")
    ready(page)
    page.route("**/widgets.mjs", lambda route: (page.wait_for_timeout(600), route.continue_())[1])
    page.get_by_role("link").filter(has_text="Harbour").first.hover()
    go_softly(page, lone_watch.host.url + "harbour/brawls.html")
    strike = calculator(page, "strike")
    strike.get_by_role("button", name="Roll").click()
    strike.get_by_role("button", name="Odds").click()
    expect(strike.locator(".widget-odds")).to_be_visible()
    expect(strike.locator(".widget-result .face").first).to_be_visible()
    assert len(log_entries(page)) == 1


def test_a_click_before_any_script_has_come_is_answered_once(lone_watch: Watch) -> None:
    page = lone_watch.reader.context.new_page()
    page.route("**/page.mjs", lambda route: (page.wait_for_timeout(600), route.continue_())[1])
    page.goto(lone_watch.host.url + "harbour/brawls.html", wait_until="commit")
    strike = calculator(page, "strike")
    strike.get_by_role("button", name="Roll").click()
    strike.get_by_role("button", name="Odds").click()
    expect(strike.locator(".widget-odds")).to_be_visible()
    expect(strike.locator(".widget-result .face").first).to_be_visible()
    assert len(log_entries(page)) == 1

"""Odds drawn, as tables, and as they change when one number is moved."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from .harbour import Watch, calculator


def odds_of(watch: Watch, name: str) -> Locator:
    found = calculator(watch.open(), name)
    found.get_by_role("button", name="Odds").click()
    expect(found.locator("figure.chart").first).to_be_visible()
    return found


def test_outcomes_have_their_chances(watch: Watch) -> None:
    strike = odds_of(watch, "strike")
    table = strike.get_by_role("table", name="The chance of each outcome")
    expect(table.locator("tbody tr")).to_have_count(3)
    expect(table.locator("tbody th")).to_have_text(["Critical", "Hit", "Miss"])
    expect(table.locator("tbody td.align-right")).to_have_text(["5 %", "50 %", "45 %"])
    expect(strike.locator(".odds-note")).to_have_text("These chances are exact.")


def test_the_chart_shows_exactly_at_least_and_at_most(watch: Watch) -> None:
    chart = odds_of(watch, "wave").locator("figure.chart")
    expect(chart.get_by_role("img", name="Chart: Height (feet), Exactly")).to_be_visible()
    expect(chart.locator(".chart-words")).to_have_text("From 3 to 18, average 10.5; most often 10 (12.5 %).")
    expect(chart.locator(".plot .bar")).to_have_count(16)
    tips = chart.locator(".plot .bar title")
    expect(tips.first).to_have_text("3: 0.5 %")
    chart.get_by_label("At least").check()
    expect(tips.first).to_have_text("3: 100 %")
    chart.get_by_label("At most").check()
    expect(tips.last).to_have_text("18: 100 %")


def test_the_chart_can_be_read_as_a_table(watch: Watch) -> None:
    chart = odds_of(watch, "wave").locator("figure.chart")
    chart.get_by_text("As a table").click()
    row = chart.get_by_role("row").filter(has_text="17")
    expect(row.locator("td")).to_contain_text(["1.4 %", "1.9 %", "99.5 %"])
    expect(chart.locator("thead th")).to_have_text(["Result", "Exactly", "At least", "At most"])


def test_the_chart_follows_the_fields_and_keeps_its_way(watch: Watch) -> None:
    strike = odds_of(watch, "strike")
    damage = strike.locator("figure.chart").nth(1)
    damage.get_by_label("At least").check()
    expect(damage.locator(".chart-words")).to_contain_text("For the 55 % of cases")
    strike.get_by_label("Tool").select_option("Oar")
    expect(damage.locator(".plot .bar title").last).to_have_text("12: 3.1 %")
    expect(damage.get_by_label("At least", exact=True)).to_be_checked()


def test_moving_one_number_shows_what_it_changes(watch: Watch) -> None:
    strike = odds_of(watch, "strike")
    strike.get_by_role("button", name="What if one number were different?").click()
    table = strike.get_by_role("table", name="What Bonus to hit changes")
    expect(table.locator("tbody tr")).to_have_count(11)
    expect(table.locator("thead th")).to_have_text(["Bonus to hit", "Critical", "Hit", "Miss"])
    expect(table.locator("tr.current th")).to_have_text("2")
    expect(table.locator("tbody tr").last.locator("th")).to_have_text("7")
    expect(table.locator("tbody tr").last.locator("td")).to_contain_text(["5 %", "75 %", "20 %"])
    strike.get_by_label("Change", exact=True).select_option("Stance")
    stance = strike.get_by_role("table", name="What Stance changes")
    expect(stance.locator("tbody th")).to_have_text(["steady", "careful"])
    strike.get_by_label("Change", exact=True).select_option("From behind")
    behind = strike.get_by_role("table", name="What From behind changes")
    expect(behind.locator("tbody th")).to_have_text(["no", "yes"])

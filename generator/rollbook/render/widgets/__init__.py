"""Calculators, worked examples and character sheets -> HTML that is complete without any script, for site and print."""

from rollbook.render.widgets.widgets import WidgetMarkup

__all__ = ["WidgetMarkup"]

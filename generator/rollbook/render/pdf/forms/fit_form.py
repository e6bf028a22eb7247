"""A form -> the same, so that it fills its pages: closer where that spares one, with notes down to the foot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rollbook.render.pdf.forms.form_view import FormView
from rollbook.render.pdf.lay_out import PrintJob, room_left

# Millimetres: what the box for notes has at least (see form.css), and what is left free below it.
_NOTES = 15.0
_TO_SPARE = 2.0

Set = Callable[[FormView], PrintJob]


def fit_form(form: FormView, set_alone: Set) -> FormView:
    """A form, what sets it alone on its paper -> closer if it takes fewer pages so, its notes as high as can be."""
    pages, room = room_left(set_alone(form))
    if pages > 1:
        closer = replace(form, close=True)
        fewer, room_there = room_left(set_alone(closer))
        if 0 < fewer < pages:
            form, room = closer, room_there
    return replace(form, notes=_NOTES + max(room - _TO_SPARE, 0.0))

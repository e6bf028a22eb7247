"""Runs inside Pyodide at build time: imports all of the engine, and uses it, so that its code is in memory and warm.

After a restore nothing can be imported any more: whatever the standard library imports late must be used here once.
"""

import gc
import json
import pkgutil
from importlib import import_module

import _pyodide
import engine
from engine.browser import Door

REQUESTS = (
    {"kind": "reseed", "bytes": "00" * 32},
    {"kind": "roll", "expression": "1d20 + 5", "values": {}},
    {"kind": "roll", "expression": "4d6kh3 + STR bonus", "values": {"STR": 2, "STR bonus": 1}},
    {"kind": "roll", "expression": "floor((3d6!kh2 + 1) / 2)", "seed": 7},
    {"kind": "roll", "expression": "2d20kh1 +", "seed": 7},
    {"kind": "odds", "expression": "4d6kh3"},
    {"kind": "odds", "expression": "2d20kh1 + 5 >= 15"},
    {"kind": "explain", "expression": "2d6 + 3"},
    {"kind": "no such kind"},
)


def warm_up():
    """Every module imported, every common path taken, all garbage gone."""
    for module in pkgutil.walk_packages(engine.__path__, "engine."):
        import_module(module.name)
    door = Door()
    # More than once: Python speeds up code that it sees again, and the snapshot keeps that.
    for _ in range(5):
        for request in REQUESTS:
            door.answer(json.dumps(request))
    # Where the browser finds it after a restore: to look it up by its name would take Python's compiler.
    _pyodide.door = Door()
    gc.collect()


warm_up()

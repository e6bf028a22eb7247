"""Runs inside Pyodide before its memory is kept: takes out the code that no request of the engine can need.

The modules that it comes from stay, since others name them; their functions lose what they do. One that is called after
all says so, and tests/browser/test_same_answers.py, which asks every kind of request, hears it.
"""

import gc
from types import FunctionType

# What only the start, the console, the network and reports of errors use: Pyodide brings it, no roll asks for it.
LEFT_OUT = (
    *("asyncio", "concurrent", "selectors", "signal", "socket", "ssl", "subprocess"),
    *("base64", "bz2", "compression", "lzma", "shutil", "tempfile", "zipfile"),
    *("annotationlib", "dis", "inspect", "opcode"),
    *("_sitebuiltins", "locale", "logging", "ntpath", "site"),
    *("pyodide.code", "pyodide.http", "pyodide.webloop"),
)


def left_out(*_, **__):
    """What every such function does now."""
    raise RuntimeError("this part of Python was left out of the browser's engine")


def leave_out():
    """Every function of these modules -> one that only says that it was left out."""
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and _is_left_out(thing.__module__ or ""):
            thing.__code__ = left_out.__code__.replace(co_freevars=thing.__code__.co_freevars)
            thing.__defaults__ = thing.__kwdefaults__ = thing.__doc__ = thing.__annotate__ = None
    gc.collect()


def _is_left_out(module):
    return any(module == name or module.startswith(f"{name}.") for name in LEFT_OUT)


leave_out()

"""Imports what the first page needs while the first browser still loads Streamlit's files."""

from importlib import import_module
from threading import Thread
from typing import Final

_THREAD: Final = Thread(target=import_module, args=("pages.shared.case_view",), daemon=True)


def begin() -> None:
    """Begin beside everything else. To be called once in a process, by the app."""
    _THREAD.start()


def wait() -> None:
    """Wait until it is done, if it was begun.

    Two threads that import one package from different ends can meet in its middle, where Python
    loads a module twice and fails; so a page imports nothing of ours before.
    """
    if _THREAD.ident is not None:
        _THREAD.join()

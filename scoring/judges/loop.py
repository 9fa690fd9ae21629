"""One event loop for the process, on a thread of its own, for plain functions to set work going in.

A loop for each call would build each time anew what LiteLLM keeps for a loop: its HTTP client with
its connections.
"""

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from functools import lru_cache
from typing import Any, TypeVar

_Result = TypeVar("_Result")
_starting = threading.Lock()


def begun(work: Coroutine[Any, Any, _Result]) -> Future[_Result]:
    """Set asynchronous work going, and return at once. Cancelling the future cancels the work."""
    with _starting:
        loop = _loop()
    return asyncio.run_coroutine_threadsafe(work, loop)


def waited_for(work: Coroutine[Any, Any, _Result]) -> _Result:
    """Run asynchronous work to its end and return its result.

    An interruption of the waiting thread, such as Ctrl-C, cancels the work.
    """
    future = begun(work)
    try:
        return future.result()
    finally:
        future.cancel()


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="scorescope-judges", daemon=True).start()
    return loop

"""LiteLLM, imported when it is first needed, and kept quiet: no network, no output, no keys."""

import logging
import os
import warnings
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Final

_TALKATIVE: Final = ("LiteLLM", "LiteLLM Proxy", "LiteLLM Router")
_WIRE_LOGGERS: Final = ("httpx", "httpcore", "openai", "aiohttp")


@cache
def litellm_library() -> ModuleType:
    """LiteLLM, set up for this product. The first call takes seconds, any other none."""
    # Without this, the import asks a server for the newest prices.
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    import litellm

    litellm.suppress_debug_info = True
    # Else counting tokens fetches some models' tokenizers from a hub.
    litellm.disable_hf_tokenizer_download = True
    # Said of replies that LiteLLM cannot read, with their text.
    warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
    # They write whole requests and replies, and addresses that may hold a key.
    for name in _TALKATIVE:
        logging.getLogger(name).disabled = True
    for name in _WIRE_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    return litellm


def listed(model: str) -> Mapping[str, object]:
    """What LiteLLM's table says of a model: prices, window, abilities; empty where it has none.

    The table itself, since LiteLLM's functions around it ask a server about some models.
    """
    table = litellm_library().model_cost
    entry: Mapping[str, object] | None = table.get(model) or table.get(model.partition("/")[2])
    return entry or {}

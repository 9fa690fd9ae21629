"""The name under which a judgement is kept: a digest of everything that it is an answer to."""

import hashlib
import json
from collections.abc import Mapping

from scoring.model import Case


def judgement_key(identity: Mapping[str, object], case: Case) -> str:
    """The key of a judge's judgement of a case.

    Whatever could change the answer is in it, and nothing else: a case's id, its metadata or its
    contexts' names are not. Nobody finds a judgement who does not bring the same texts.

    Args:
        identity: What makes the judge the one it is: its name, model, API base, parameters and
            prompt version, as JSON and without secrets.
        case: The case.

    Returns:
        SHA-256 of the canonical JSON, 64 hexadecimal digits.
    """
    asked = {
        "judge": identity,
        "query": case.query,
        "response": case.response,
        "contexts": [context.text for context in case.contexts],
    }
    # A parameter may be anything that LiteLLM takes; what is no JSON goes by what it prints as.
    canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"), default=repr)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()

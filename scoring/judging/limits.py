"""How much a run may do at once, how fast, how often again, and for how much."""

import math
from dataclasses import dataclass
from typing import Final

from scoring.errors import InvalidValueError

REMOTE_CONCURRENCY: Final = 8
"""Cases under way at once with a model, unless somebody says otherwise."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a run.

    Attributes:
        concurrency: How many cases are under way at once. `None` is 8 for a model and 1 for a judge
            that works in this process.
        requests_per_minute: No more requests than this begin in any minute, evenly spaced.
        budget: US dollars, after which nothing more is asked. What is under way then is waited for,
            and can go beyond it.
        token_budget: The same in tokens, input and output together.
        retries: How often one request is sent again after a fault that may pass: a timeout, a
            server error, a broken connection.
        backoff: Seconds before the first retry; doubled for each further one, up to a minute, and
            shortened by chance to between half and all of it.
        patience: Seconds for which a server may go on refusing everything for its rate limit,
            counted from its first refusal. Until then a refused request is sent again, since a rate
            limit is no fault of the case; afterwards, or if it asks for a longer pause than this,
            the run ends, and the next one asks for the rest.

    Raises:
        InvalidValueError: A value outside its range.
    """

    concurrency: int | None = None
    requests_per_minute: float | None = None
    budget: float | None = None
    token_budget: int | None = None
    retries: int = 4
    backoff: float = 0.5
    patience: float = 600.0

    def __post_init__(self) -> None:
        if self.concurrency is not None and self.concurrency < 1:
            raise InvalidValueError(f"concurrency must be 1 or more, not {self.concurrency}")
        rate = self.requests_per_minute
        if rate is not None and not (math.isfinite(rate) and rate > 0):
            raise InvalidValueError(f"requests_per_minute must be finite and above 0, not {rate}")
        for name in ("budget", "token_budget", "retries", "backoff", "patience"):
            value = getattr(self, name)
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise InvalidValueError(f"{name} must be a finite number of 0 or more, not {value}")

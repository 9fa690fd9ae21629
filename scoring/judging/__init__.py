"""Many cases through one judge: runs that can be watched, waited for, cancelled and gone on with.

`Run` is what callers use. The rest is what it is made of: `limits` (how much, how fast, for how
much money), `board` (what became of each case, for any thread to look at), `local` (judges that
work in this process, in threads) and `remote` (judges that wait for a server, in an event loop),
with `pacing` for the latter's requests and `questions` for what the store has already. `estimating`
says beforehand what a run will take.
"""

from scoring.judging.estimating import Estimate, estimate
from scoring.judging.limits import Limits
from scoring.judging.run import Run
from scoring.judging.snapshot import Outcome, RunState, Snapshot, Spending

__all__ = [
    "Estimate",
    "Limits",
    "Outcome",
    "Run",
    "RunState",
    "Snapshot",
    "Spending",
    "estimate",
]
